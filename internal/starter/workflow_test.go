package starter

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	yaml "go.yaml.in/yaml/v4"
)

type workflow struct {
	On          map[string]any
	Permissions map[string]string
	Jobs        map[string]struct {
		If          string
		Permissions map[string]string
		Environment struct{ Name string }
		Steps       []struct {
			Name, If, Uses, Run string
			Env, With           map[string]string
		}
	}
}

func parsed(t *testing.T, own bool) (workflow, string) {
	t.Helper()
	text, err := Workflow("main", own)
	if err != nil {
		t.Fatal(err)
	}
	var w workflow
	if err := yaml.Unmarshal(text, &w); err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	return w, string(text)
}

func TestOwnWorkflow(t *testing.T) {
	for path, make := range map[string]func(string, bool) ([]byte, error){WorkflowPath: Workflow, UpdatePath: UpdateWorkflow} {
		want, err := make("main", true)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(path)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s differs from the template (-template +file):\n%s", path, diff)
		}
	}
}

// TestWorkflowsDiffer checks that the own workflow differs only in the vulnerability check and in
// how the program is called.
func TestWorkflowsDiffer(t *testing.T) {
	site, _ := parsed(t, false)
	own, _ := parsed(t, true)
	if _, ok := own.Jobs["vulnerabilities"]; !ok || len(own.Jobs) != 3 || len(site.Jobs) != 2 {
		t.Fatalf("the jobs are %d and %d", len(own.Jobs), len(site.Jobs))
	}
	delete(own.Jobs, "vulnerabilities")
	for _, job := range own.Jobs {
		for i := range job.Steps {
			job.Steps[i].Run = strings.ReplaceAll(job.Steps[i].Run, "go run ./cmd/kawaraban", "go tool kawaraban")
		}
	}
	if diff := cmp.Diff(site, own); diff != "" {
		t.Errorf("further differences of the workflows (-site +own):\n%s", diff)
	}
}

// TestWorkflowIsCareful checks that actions are pinned, scripts contain no values that others
// control, and jobs have minimal permissions.
func TestWorkflowIsCareful(t *testing.T) {
	pinned := regexp.MustCompile(`^actions/[a-z-]+(/[a-z]+)?@[0-9a-f]{40}$`)
	for _, own := range []bool{false, true} {
		w, text := parsed(t, own)
		if len(w.Permissions) != 0 || !strings.Contains(text, "\npermissions: {}\n") {
			t.Errorf("permissions of every job: %v", w.Permissions)
		}
		may := map[string]map[string]string{
			"build":           {"contents": "read", "pages": "read"},
			"vulnerabilities": {"contents": "read"},
			"deploy":          {"pages": "write", "id-token": "write"},
		}
		steps := 0
		for name, job := range w.Jobs {
			if diff := cmp.Diff(may[name], job.Permissions); diff != "" {
				t.Errorf("permissions of job %s (-want +got):\n%s", name, diff)
			}
			for _, s := range job.Steps {
				steps++
				if s.Name == "" || (s.Uses == "") == (s.Run == "") {
					t.Errorf("step %+v has no name, or several actions", s)
				}
				if s.Uses != "" && !pinned.MatchString(s.Uses) {
					t.Errorf("%s is not pinned by its commit", s.Uses)
				}
				if strings.Contains(s.Run, "${{") {
					t.Errorf("an expression is in a script: %s", s.Run)
				}
			}
		}
		if steps < 11 {
			t.Errorf("only %d steps are checked", steps)
		}
		for line := range strings.SplitSeq(text, "\n") {
			if strings.Contains(line, "uses: ") && !regexp.MustCompile(` # v[0-9]+\.[0-9]+\.[0-9]+$`).MatchString(line) {
				t.Errorf("the release is missing: %s", line)
			}
		}
		if d := w.Jobs["deploy"]; d.Environment.Name != "github-pages" || !strings.Contains(d.If, "refs/heads/main") || !strings.Contains(d.If, "!= 'pull_request'") {
			t.Errorf("deploy runs for %q in %q", d.If, d.Environment.Name)
		}
		if _, ok := w.On["pull_request_target"]; ok || len(w.On) != 3 {
			t.Errorf("the workflow runs on %v", w.On)
		}
	}
}

// TestAddressesOfThePublished checks that the list of published addresses is saved only after
// publishing, and that each cache is restored by its key and path.
func TestAddressesOfThePublished(t *testing.T) {
	w, _ := parsed(t, false)
	const path, run = ".kawaraban/addresses.txt", "-${{ github.run_id }}-"
	var steps []string
	for _, name := range []string{"build", "deploy"} {
		for _, s := range w.Jobs[name].Steps {
			action, _, _ := strings.Cut(s.Uses, "@")
			if cached := strings.HasPrefix(action, "actions/cache/") && s.With["path"] == path; cached || action == "actions/deploy-pages" {
				key, _, _ := strings.Cut(s.With["key"], run)
				steps = append(steps, strings.TrimSpace(action+" "+key+" "+s.With["restore-keys"]))
			}
			if strings.Contains(s.Run, "--published") && !strings.Contains(s.Run, "--published "+path+" --addresses "+path) {
				t.Errorf("the addresses are read from another file: %s", s.Run)
			}
		}
	}
	want := []string{
		"actions/cache/restore published published-", "actions/cache/save built", // the build
		"actions/deploy-pages", "actions/cache/restore built built" + run, "actions/cache/save published",
	}
	if diff := cmp.Diff(want, steps); diff != "" {
		t.Errorf("the steps (-want +got):\n%s", diff)
	}
}

func TestUses(t *testing.T) {
	if got, err := (job{}).Uses("actions/cache/save"); err != nil || got != "actions/cache/save@"+pins["actions/cache"].commit+" # "+pins["actions/cache"].version {
		t.Errorf("actions/cache/save is %q: %v", got, err)
	}
	for _, name := range []string{"octo/unknown", "actions", ""} {
		if got, err := (job{}).Uses(name); err == nil {
			t.Errorf("%q is %q", name, got)
		}
	}
}
