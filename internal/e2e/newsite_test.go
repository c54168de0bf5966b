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

// run calls a command line in a folder of the new machine, tells how long it took, and
// returns what it printed. It has to end well.
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

// shell has bash run some lines as a step of a workflow is run: the first that fails ends it.
func (m *newMachine) shell(dir, lines string, env []string) (string, error) {
	cmd := exec.Command("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", lines)
	cmd.Dir, cmd.Env = dir, append(append(cmd.Env, m.env...), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// TestNewContributor does what somebody does who has read the guide and has nothing but Go
// and git: installs the program, begins a site in an empty folder, builds and checks it by
// the tool line of its go.mod, pushes it; and what the next one does with a clone of it. Then
// the steps of the workflow that init wrote are run by hand in a fresh clone, in order, once
// for a push and once for a pull request.
func TestNewContributor(t *testing.T) {
	m := aNewMachine(t)
	m.set("GOFLAGS", "-modcacherw") // go tool ignores -trimpath: with it, everything is compiled twice
	asPublished := m.published
	m.run(t, m.home, "go install "+asPublished.Path+"/cmd/kawaraban@"+asPublished.Version)
	if said := m.run(t, m.home, "kawaraban version"); !strings.Contains(said, asPublished.Version) {
		t.Fatalf("the installed program is %s", said)
	}
	said := m.run(t, m.home, "kawaraban init my-notes --lang ja,en --repository octo/notes --yes")
	if strings.Contains(said, "go mod tidy") {
		t.Fatalf("something is left to do for go.sum:\n%s", said)
	}
	site := filepath.Join(m.home, "my-notes")
	for _, file := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(site, file))
		if err != nil || !strings.Contains(string(text), asPublished.Path+" "+asPublished.Version) {
			t.Errorf("%s does not pin the version: %v\n%s", file, err, text)
		}
	}
	if said := m.run(t, site, "go tool kawaraban version"); !strings.Contains(said, asPublished.Version) {
		t.Errorf("the tool is %s", said)
	}
	m.run(t, site, "go tool kawaraban build")
	if said := m.run(t, site, "go tool kawaraban check --strict --lang en"); !strings.Contains(said, "0 errors, 0 warnings") {
		t.Errorf("the new site has problems:\n%s", said)
	}
	m.run(t, m.home, "git init -q --bare -b main octo-notes.git")
	m.run(t, site, "git init -q -b main && git add . && git commit -qm 'Begin' && git remote add origin ../octo-notes.git && git push -q -u origin main")
	if said := m.run(t, site, "git ls-files"); strings.Contains(said, "public/") || strings.Contains(said, ".kawaraban") || !strings.Contains(said, "go.sum") {
		t.Errorf("committed is:\n%s", said)
	}
	m.run(t, m.home, "git clone -q octo-notes.git next && cd next && go tool kawaraban check --strict")
	m.actions(t, filepath.Join(m.home, "octo-notes.git"))
}

// actions runs the workflow of a repository three times: after a push, for a pull request
// that takes notes away, and after the push of that.
func (m *newMachine) actions(t *testing.T, repository string) {
	t.Helper()
	pushed := m.workflow(t, repository, push)
	pushed.ran(t, "Build the site", "Hand the site over to Pages", "Publish the site")
	pushed.skipped(t, "Show what a pull request would make of the site")
	m.run(t, m.home, "git clone -q "+repository+" change && cd change && git rm -qr content/log && git commit -qm 'Take the log away' && git push -q origin HEAD:change")
	proposed := m.workflow(t, repository, pullRequest)
	proposed.ran(t, "Show what a pull request would make of the site")
	proposed.skipped(t, "Ask where the site will stand", "Hand the site over to Pages", "Publish the site")
	if said := proposed.said["Check the built site"]; !strings.Contains(said, "::warning") || !strings.Contains(said, "address/gone") {
		t.Errorf("nothing tells the reviewer that the pages of the log are gone:\n%s", said)
	}
	m.run(t, m.home, "cd change && git push -q origin HEAD:main")
	if again := m.workflow(t, repository, push); again.published == pushed.published {
		t.Error("the second push publishes what the first did")
	}
}

// actionlint finds the checker of workflows that the Makefile installs.
func actionlint() (string, error) {
	path, err := filepath.Abs(filepath.Join(repositoryRoot, "bin", "actionlint"))
	if err == nil {
		_, err = os.Stat(path)
	}
	return path, err
}

// TestActionlint has actionlint read the workflow of a new site and that of this repository,
// and makes sure that it would tell: one with a step that asks for what is not there.
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
		said, err := exec.Command(lint, "-no-color", "-shellcheck=", "-pyflakes=", file).CombinedOutput()
		if (err != nil) != c.refused || c.refused != bytes.Contains(said, []byte(`property "nothing" is not defined`)) {
			t.Errorf("%s: %v\n%s", c.name, err, said)
		}
	}
}
