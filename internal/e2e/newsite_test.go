package e2e

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kawaraban/kawaraban/internal/starter"
)

// run runs a command line in a directory of the new machine, logs its duration, and returns its
// output. It must succeed.
func (m *newMachine) run(t *testing.T, dir, line string) string {
	t.Helper()
	start := time.Now()
	out, err := m.shell(dir, line, nil)
	t.Logf("%6.2f s  %s", time.Since(start).Seconds(), line)
	if err != nil {
		t.Fatalf("%s: %v\n%s", line, err, out)
	}
	return out
}

// shell runs lines in bash like a step of a workflow: the first failure ends it.
func (m *newMachine) shell(dir, lines string, env []string) (string, error) {
	cmd := exec.Command("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", lines)
	cmd.Dir, cmd.Env = dir, append(append(cmd.Env, m.env...), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// TestNewContributor follows the guide with only Go and git. It installs the program, creates a
// site in an empty directory, builds and checks it by the tool line of its go.mod, and pushes it.
// Another contributor then uses a clone. Finally it runs the steps of the workflow that init wrote
// in a fresh clone, in order, once for a push and once for a pull request.
func TestNewContributor(t *testing.T) {
	m := aNewMachine(t)
	m.set("GOFLAGS", "-modcacherw") // go tool ignores -trimpath: with it, all packages would be compiled twice
	asPublished := m.published
	m.run(t, m.home, "go install "+asPublished.Path+"/cmd/kawaraban@"+asPublished.Version)
	if output := m.run(t, m.home, "kawaraban version"); !strings.Contains(output, asPublished.Version) {
		t.Fatalf("the installed program is %s", output)
	}
	output := m.run(t, m.home, "kawaraban init my-notes --lang ja,en --repository octo/notes --yes")
	if strings.Contains(output, "go mod tidy") {
		t.Fatalf("a step for go.sum remains:\n%s", output)
	}
	site := filepath.Join(m.home, "my-notes")
	for _, file := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(site, file))
		if err != nil || !strings.Contains(string(text), asPublished.Path+" "+asPublished.Version) {
			t.Errorf("%s does not pin the version: %v\n%s", file, err, text)
		}
	}
	if output := m.run(t, site, "go tool kawaraban version"); !strings.Contains(output, asPublished.Version) {
		t.Errorf("the tool is %s", output)
	}
	m.run(t, site, "go tool kawaraban build")
	if output := m.run(t, site, "go tool kawaraban check --strict --lang en"); !strings.Contains(output, "0 errors, 0 warnings") {
		t.Errorf("the new site has problems:\n%s", output)
	}
	m.run(t, m.home, "git init -q --bare -b main octo-notes.git")
	m.run(t, site, "git init -q -b main && git add . && git commit -qm 'Begin' && git remote add origin ../octo-notes.git && git push -q -u origin main")
	if output := m.run(t, site, "git ls-files"); strings.Contains(output, "public/") || strings.Contains(output, ".kawaraban") || !strings.Contains(output, "go.sum") {
		t.Errorf("committed files:\n%s", output)
	}
	m.run(t, m.home, "git clone -q octo-notes.git next && cd next && go tool kawaraban check --strict")
	m.actions(t, filepath.Join(m.home, "octo-notes.git"))
}

// actions runs the workflow of a repository three times: after a push, for a pull request that
// removes notes, and after the push of that change.
func (m *newMachine) actions(t *testing.T, repository string) {
	t.Helper()
	pushed := m.workflow(t, repository, push)
	pushed.ran(t, "Build the site", "Hand the site over to Pages", "Publish the site")
	pushed.skipped(t, "Show what a pull request would make of the site")
	m.run(t, m.home, "git clone -q "+repository+" change && cd change && git rm -qr content/log && git commit -qm 'Take the log away' && git push -q origin HEAD:change")
	proposed := m.workflow(t, repository, pullRequest)
	proposed.ran(t, "Show what a pull request would make of the site")
	proposed.skipped(t, "Ask where the site will stand", "Hand the site over to Pages", "Publish the site")
	if output := proposed.output["Check the built site"]; !strings.Contains(output, "::warning") || !strings.Contains(output, "address/gone") {
		t.Errorf("the report does not list the removed pages of the log:\n%s", output)
	}
	m.run(t, m.home, "cd change && git push -q origin HEAD:main")
	if again := m.workflow(t, repository, push); again.published == pushed.published {
		t.Error("the second push publishes the same files as the first")
	}
}

// actionlint finds the workflow checker that the Makefile installs.
func actionlint() (string, error) {
	path, err := filepath.Abs(filepath.Join(repositoryRoot, "bin", "actionlint"))
	if err == nil {
		_, err = os.Stat(path)
	}
	return path, err
}

// TestActionlint runs actionlint on the workflow of a new site and that of this repository. It also
// checks that actionlint reports an invalid step.
func TestActionlint(t *testing.T) {
	lint := need(t, "actionlint", actionlint)
	for _, c := range []struct {
		name         string
		branch       string
		own, refused bool
	}{{"site", "main", false, false}, {"trunk", "release/2.x", false, false}, {"own", "main", true, false}, {"broken", "main", true, true}} {
		text, err := starter.Workflow(c.branch, c.own)
		if err != nil {
			t.Fatal(err)
		}
		if c.refused {
			text = bytes.Replace(text, []byte("steps.pages.outputs"), []byte("steps.nothing.outputs"), 1)
		}
		file := filepath.Join(t.TempDir(), c.name+".yaml")
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
		output, err := exec.Command(lint, "-no-color", "-shellcheck=", "-pyflakes=", file).CombinedOutput()
		if (err != nil) != c.refused || c.refused != bytes.Contains(output, []byte(`property "nothing" is not defined`)) {
			t.Errorf("%s: %v\n%s", c.name, err, output)
		}
	}
}
