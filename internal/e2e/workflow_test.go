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

// workflow has the parts of a workflow that the tests run: its jobs with their steps, in order.
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

// event is the cause of a run of a workflow: its name, the ref, and the values of all expressions
// in the workflow.
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

// of returns the value of an expression; a text without one is returned unchanged.
func (e event) of(t *testing.T, text string) string {
	t.Helper()
	if value, ok := e.is[text]; ok {
		return value
	}
	if strings.Contains(text, "${{") {
		t.Fatalf("unknown expression %s", text)
	}
	return text
}

// outcome is the result of a run of a workflow.
type outcome struct {
	done      []string          // names of the steps that ran
	left      []string          // names of the skipped steps
	output    map[string]string // output of each step that ran
	published string            // hash of the deployed site
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
			t.Errorf("the step %q was not skipped", n)
		}
	}
}

// runner is the machine of a run, with the data that GitHub provides.
type runner struct {
	*newMachine
	event
	dir     string // the checkout, GITHUB_WORKSPACE
	source  string // absolute path of the repository
	cache   string // directory of actions/cache between runs
	outcome outcome
}

// workflow runs the jobs of a repository's workflow: every run: step with bash, every uses: step by
// its function in standIns.
func (m *newMachine) workflow(t *testing.T, repository string, e event) outcome {
	t.Helper()
	r := &runner{newMachine: m, event: e, source: repository, cache: filepath.Join(m.home, "actions-cache"), outcome: outcome{output: map[string]string{}}}
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
		if err := os.RemoveAll(filepath.Join(r.dir, ".kawaraban")); err != nil { // each job has its own machine
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
			t.Fatalf("%s: no replacement for %s", s.Name, action)
		}
		do(t, r, s)
		return
	}
	for k, v := range s.Env {
		env = append(env, k+"="+r.of(t, v))
	}
	output, err := r.shell(r.dir, s.Run, env)
	r.outcome.output[s.Name] = output
	if err != nil {
		t.Fatalf("%s: the step %q fails: %v\n%s", r.event.name, s.Name, err, output)
	}
}

// standIns replace the actions of the workflow, as far as later steps depend on them.
var standIns = map[string]func(t *testing.T, r *runner, s workflowStep){
	// A clone, with the history if requested, and the remote as GitHub names it.
	"actions/checkout": func(t *testing.T, r *runner, s workflowStep) {
		depth := "--depth 1"
		if s.With["fetch-depth"] == "0" {
			depth = "--no-single-branch"
		}
		r.newMachine.run(t, r.home, "git clone -q "+depth+" 'file://"+r.source+"' "+r.dir+" && git -C "+r.dir+" checkout -q "+r.branch)
		r.newMachine.run(t, r.dir, "git remote set-url origin https://github.com/octo/notes")
	},
	// Go is installed; its version would be the one of go.mod.
	"actions/setup-go": func(t *testing.T, r *runner, s workflowStep) {
		for _, file := range []string{s.With["go-version-file"], s.With["cache-dependency-path"]} {
			if _, err := os.Stat(filepath.Join(r.dir, file)); err != nil {
				t.Errorf("setup-go: missing %s", file)
			}
		}
	},
	// A directory that all runs share.
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
	// Its output is among the expressions of the event.
	"actions/configure-pages": func(*testing.T, *runner, workflowStep) {},
	// The site must exist and know its address.
	"actions/upload-pages-artifact": func(t *testing.T, r *runner, s workflowStep) {
		home, err := os.ReadFile(filepath.Join(r.dir, s.With["path"], "sitemap.xml"))
		if err != nil || !strings.Contains(string(home), pagesAddress+"/ja/1.29/") {
			t.Errorf("the address of the site is unknown: %v\n%s", err, home)
		}
	},
	"actions/upload-artifact": func(t *testing.T, r *runner, s workflowStep) {
		if _, err := os.Stat(filepath.Join(r.dir, s.With["path"], "ja", "index.html")); err != nil {
			t.Errorf("missing site: %v", err)
		}
	},
	"actions/deploy-pages": func(t *testing.T, r *runner, _ workflowStep) {
		r.outcome.published = r.newMachine.run(t, filepath.Join(r.dir, "public"), "find . -type f | sort | xargs -d '\\n' sha256sum | sha256sum")
	},
}

// kept returns the cache directory of a step. A cache is found by the prefix of its key and by its
// path.
func (r *runner) kept(s workflowStep) string {
	name, _, _ := strings.Cut(s.With["key"], "-${{")
	return filepath.Join(r.cache, name, filepath.FromSlash(s.With["path"]))
}

// move copies a directory or file.
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
