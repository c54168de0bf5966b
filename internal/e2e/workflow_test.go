package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	yaml "go.yaml.in/yaml/v4"

	"github.com/kawaraban/kawaraban/internal/starter"
)

// workflow is what of a workflow is run: its jobs with their steps, in order.
type workflow struct {
	Jobs map[string]struct {
		Needs string
		If    string
		Env   map[string]string
		Steps []workflowStep
	}
}

// workflowStep is one step of a job.
type workflowStep struct {
	Name, ID, If, Uses, Run string
	Env, With               map[string]string
}

// event is what GitHub tells a workflow of why it runs: its name, the ref, and what the
// expressions of the workflow come to then. Every expression that the workflow has must stand
// here.
type event struct {
	name, branch string
	is           map[string]string
}

const pagesAddress = "https://octo.github.io/notes"

var (
	push = event{"push", "main", map[string]string{
		"${{ github.event_name != 'pull_request' && github.ref == 'refs/heads/main' }}": "true",
		"github.event_name != 'pull_request' && github.ref == 'refs/heads/main'":        "true",
		"env.PUBLISH == 'true'":               "true",
		"github.event_name == 'pull_request'": "false",
		"${{ steps.pages.outputs.base_url }}": pagesAddress,
	}}
	pullRequest = event{"pull_request", "change", map[string]string{
		"${{ github.event_name != 'pull_request' && github.ref == 'refs/heads/main' }}": "false",
		"github.event_name != 'pull_request' && github.ref == 'refs/heads/main'":        "false",
		"env.PUBLISH == 'true'":               "false",
		"github.event_name == 'pull_request'": "true",
		"${{ steps.pages.outputs.base_url }}": "", // the step is skipped
	}}
)

// of is what an expression comes to; a text without one is itself.
func (e event) of(t *testing.T, text string) string {
	t.Helper()
	if value, ok := e.is[text]; ok {
		return value
	}
	if strings.Contains(text, "${{") {
		t.Fatalf("nothing is known of the expression %s", text)
	}
	return text
}

// outcome is what a run of a workflow did.
type outcome struct {
	done      []string          // names of the steps that ran
	left      []string          // and of those that did not
	said      map[string]string // what each that ran printed
	published string            // a digest of the site that was deployed
}

func (o outcome) ran(t *testing.T, names ...string) {
	t.Helper()
	for _, n := range names {
		if !slices.Contains(o.done, n) {
			t.Errorf("the step %q did not run", n)
		}
	}
}

func (o outcome) skipped(t *testing.T, names ...string) {
	t.Helper()
	for _, n := range names {
		if !slices.Contains(o.left, n) {
			t.Errorf("the step %q was not left out", n)
		}
	}
}

// runner is the machine of a run: what GitHub would give to it, and what actions do there.
type runner struct {
	*newMachine
	event
	dir     string // the checkout, GITHUB_WORKSPACE
	source  string // the repository, by its whole path
	cache   string // what actions/cache keeps between runs
	outcome outcome
}

// workflow runs the jobs of the workflow of a repository by hand: every run: step by bash as
// written there, every uses: step by its stand-in below.
func (m *newMachine) workflow(t *testing.T, repository string, e event) outcome {
	t.Helper()
	r := &runner{newMachine: m, event: e, source: repository, cache: filepath.Join(m.home, "actions-cache"), outcome: outcome{said: map[string]string{}}}
	r.dir = filepath.Join(m.home, fmt.Sprint("run-", time.Now().UnixNano()))
	text := m.run(t, m.home, "git -C '"+repository+"' show "+e.branch+":"+starter.WorkflowPath)
	var w workflow
	if err := yaml.Unmarshal([]byte(text), &w); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"build", "deploy"} { // deploy needs build
		job, ok := w.Jobs[name]
		if !ok || name == "deploy" && job.Needs != "build" {
			t.Fatalf("the workflow has no job %s, or not after build", name)
		}
		runs := job.If == "" || e.of(t, job.If) == "true"
		env := []string{"CI=true", "GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME=" + e.name, "GITHUB_WORKSPACE=" + r.dir, "GITHUB_REPOSITORY=octo/notes"}
		for k, v := range job.Env {
			env = append(env, k+"="+e.of(t, v))
		}
		if err := os.RemoveAll(filepath.Join(r.dir, ".kawaraban")); err != nil { // each job has a machine of its own
			t.Fatal(err)
		}
		for _, s := range job.Steps {
			if !runs || s.If != "" && e.of(t, s.If) != "true" {
				r.outcome.left = append(r.outcome.left, s.Name)
				continue
			}
			r.step(t, s, env)
		}
	}
	return r.outcome
}

// step runs one step.
func (r *runner) step(t *testing.T, s workflowStep, env []string) {
	t.Helper()
	start := time.Now()
	defer func() { t.Logf("%6.2f s  %s: %s", time.Since(start).Seconds(), r.event.name, s.Name) }()
	r.outcome.done = append(r.outcome.done, s.Name)
	if s.Uses != "" {
		action, _, _ := strings.Cut(s.Uses, "@")
		do := standIns[action]
		if do == nil {
			t.Fatalf("%s: nothing stands in for %s", s.Name, action)
		}
		do(t, r, s)
		return
	}
	for k, v := range s.Env {
		env = append(env, k+"="+r.of(t, v))
	}
	said, err := r.shell(r.dir, s.Run, env)
	r.outcome.said[s.Name] = said
	if err != nil {
		t.Fatalf("%s: the step %q fails: %v\n%s", r.event.name, s.Name, err, said)
	}
}

// standIns do here what the actions of the workflow do at GitHub, as far as the steps after
// them can tell.
var standIns = map[string]func(t *testing.T, r *runner, s workflowStep){
	// A clone, with the history where it is asked for, and the remote as GitHub names it.
	"actions/checkout": func(t *testing.T, r *runner, s workflowStep) {
		depth := "--depth 1"
		if s.With["fetch-depth"] == "0" {
			depth = "--no-single-branch"
		}
		r.newMachine.run(t, r.home, "git clone -q "+depth+" 'file://"+r.source+"' "+r.dir+" && git -C "+r.dir+" checkout -q "+r.branch)
		r.newMachine.run(t, r.dir, "git remote set-url origin https://github.com/octo/notes")
	},
	// Go is there; the version that it would install is the one of the go.mod.
	"actions/setup-go": func(t *testing.T, r *runner, s workflowStep) {
		for _, file := range []string{s.With["go-version-file"], s.With["cache-dependency-path"]} {
			if _, err := os.Stat(filepath.Join(r.dir, file)); err != nil {
				t.Errorf("setup-go finds no %s", file)
			}
		}
	},
	// The cache of one machine is a folder of another.
	"actions/cache/restore": func(t *testing.T, r *runner, s workflowStep) {
		if _, err := os.Stat(r.kept(s)); err == nil {
			move(t, r.kept(s), filepath.Join(r.dir, s.With["path"]))
		}
	},
	"actions/cache/save": func(t *testing.T, r *runner, s workflowStep) {
		if err := os.RemoveAll(r.kept(s)); err != nil {
			t.Fatal(err)
		}
		move(t, filepath.Join(r.dir, s.With["path"]), r.kept(s))
	},
	// Its output stands among the expressions of the event.
	"actions/configure-pages": func(*testing.T, *runner, workflowStep) {},
	// What would be packed has to be there, and to know where it will stand.
	"actions/upload-pages-artifact": func(t *testing.T, r *runner, s workflowStep) {
		home, err := os.ReadFile(filepath.Join(r.dir, s.With["path"], "sitemap.xml"))
		if err != nil || !strings.Contains(string(home), pagesAddress+"/ja/1.29/") {
			t.Errorf("the site does not know its address: %v\n%s", err, home)
		}
	},
	"actions/upload-artifact": func(t *testing.T, r *runner, s workflowStep) {
		if _, err := os.Stat(filepath.Join(r.dir, s.With["path"], "ja", "index.html")); err != nil {
			t.Errorf("there is no site to show: %v", err)
		}
	},
	"actions/deploy-pages": func(t *testing.T, r *runner, _ workflowStep) {
		r.outcome.published = r.newMachine.run(t, filepath.Join(r.dir, "public"), "find . -type f | sort | xargs -d '\\n' sha256sum | sha256sum")
	},
}

// kept is what the cache of a step holds between runs: a cache is found by what its key begins
// with, and by its path.
func (r *runner) kept(s workflowStep) string {
	name, _, _ := strings.Cut(s.With["key"], "-${{")
	return filepath.Join(r.cache, name, filepath.FromSlash(s.With["path"]))
}

// move copies a folder or a file.
func move(t *testing.T, from, to string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(from); err == nil {
		if err := os.WriteFile(to, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}
