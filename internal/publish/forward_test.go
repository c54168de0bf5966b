package publish

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/git"
)

func publishedFrom(t *testing.T, dir, page string, older bool) error {
	t.Helper()
	repo, err := git.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Look(t.Context(), repo, Options{Remote: "origin", Branch: "gh-pages", Sources: []string{"content"}, Version: "v0", AllowOlder: older})
	if err != nil {
		return err
	}
	plan, err := b.Compare(built(t, map[string]string{"a.html": page}))
	if err != nil {
		t.Fatal(err)
	}
	_, err = plan.Publish(t.Context())
	return err
}

// TestForward checks that sites from unknown sources are not undone without the flag, except if
// nothing refers to the sources any more, as after an amended commit.
func TestForward(t *testing.T) {
	for name, c := range map[string]struct {
		then string // commands between two publish runs, one in a line
		want string // expected refusal; empty for none
		next string // start of the hint
	}{
		"the same commit":                  {"", "", ""},
		"a later one":                      {"commit -q --allow-empty -m Next", "", ""},
		"a revert of it":                   {"commit -q --allow-empty -m Revert", "", ""},
		"an older one":                     {"checkout -q -b old HEAD~1", "which is newer than HEAD", "run git merge "},
		"an older one, without a branch":   {"checkout -q --detach origin/main", "which is newer than HEAD", "run git merge "},
		"another branch":                   {"checkout -q -b other HEAD~1\ncommit -q --allow-empty -m Other", "which HEAD does not contain", "run git merge "},
		"another branch that took it in":   {"checkout -q -b other HEAD~1\ncommit -q --allow-empty -m Other\nmerge -q -m Merge main", "", ""},
		"an amended commit":                {"commit -q --amend --allow-empty -m Better", "", ""},
		"a rebased branch":                 {"reset -q --hard HEAD~1\ncommit -q --allow-empty -m First\ncommit -q --allow-empty -m Again", "", ""},
		"an amended one that was pushed":   {"push -q origin main\ncommit -q --amend --allow-empty -m Better", "which HEAD does not contain", "run git merge "},
		"one that the clone does not have": {"clone", "which the clone does not have", "run git pull"},
		"a shallow clone":                  {"clone --depth 1", "shallow clone: cannot compare HEAD with ", "run git fetch --unshallow, "},
	} {
		t.Run(name, func(t *testing.T) {
			dir, remote, call := clone(t)
			call(dir, "push", "-q", "origin", "main")
			call(dir, "commit", "-q", "--allow-empty", "-m", "Published")
			if err := publishedFrom(t, dir, "a", false); err != nil {
				t.Fatal(err)
			}
			published := call(remote, "rev-parse", "gh-pages")
			for command := range strings.Lines(c.then) {
				args := strings.Fields(command)
				if args[0] == "clone" { // another person's clone of the pushed repository
					dir = filepath.Join(t.TempDir(), "other")
					args = append(args, "-q", "file://"+remote, dir)
					call(os.TempDir(), args...)
					continue
				}
				call(dir, args...)
			}
			err := publishedFrom(t, dir, "b", false)
			refused, ok := errors.AsType[*Refused](err)
			if err != nil && !ok || ok != (c.want != "") {
				t.Fatalf("the error is %v", err)
			}
			if ok {
				if !strings.Contains(refused.Text, c.want) || refused.Reason != Checkout || !strings.HasPrefix(refused.Hint, c.next) || !strings.HasSuffix(refused.Hint, "--allow-older") {
					t.Errorf("%+v", refused)
				}
				if now := call(remote, "rev-parse", "gh-pages"); now != published {
					t.Errorf("the branch is at %s", now)
				}
				if err := publishedFrom(t, dir, "b", true); err != nil {
					t.Fatal(err)
				}
			}
			if named := strings.Contains(call(remote, "log", "-1", "--format=%B", "gh-pages"), "Kawaraban-Source: "+call(dir, "rev-parse", "HEAD")); !named {
				t.Error("the commit has no source commit")
			}
			if now := call(remote, "show", "gh-pages:a.html"); now != "b" {
				t.Errorf("published is %q", now)
			}
		})
	}
}

// TestForwardInARace checks that the slower of two publishers continues and reports the changes of
// the other one. A publisher that is known to be older needs the flag.
func TestForwardInARace(t *testing.T) {
	for _, known := range []bool{false, true} {
		t.Run(fmt.Sprintf("known %v", known), func(t *testing.T) {
			dir, remote, call := clone(t)
			call(dir, "push", "-q", "origin", "main")
			late := filepath.Join(t.TempDir(), "late")
			call(dir, "clone", "-q", remote, late)
			call(dir, "commit", "-q", "--allow-empty", "-m", "Newer")
			plan, err := looked(t, late, Limits{}).Compare(built(t, map[string]string{"a.html": "old"}))
			if err != nil || plan.Back() != "" {
				t.Fatal(plan.Back(), err)
			}
			if err := publishedFrom(t, dir, "new", false); err != nil {
				t.Fatal(err)
			}
			if !known {
				done, err := plan.Publish(t.Context())
				if now := call(remote, "show", "gh-pages:a.html"); err != nil || now != "old" || !strings.HasPrefix(call(dir, "rev-parse", "HEAD"), done.Back()) || done.Back() == "" {
					t.Errorf("published is %q, undone is %q, %v", now, done.Back(), err)
				}
				return
			}
			call(late, "fetch", "-q", dir, "main")
			_, err = plan.Publish(t.Context())
			if refused, ok := errors.AsType[*Refused](err); !ok || !strings.HasSuffix(refused.Text, "which is newer than HEAD") {
				t.Errorf("the error is %v", err)
			}
			if now := call(remote, "show", "gh-pages:a.html"); now != "new" {
				t.Errorf("published is %q", now)
			}
			repo, err := git.Open(t.Context(), late)
			if err != nil {
				t.Fatal(err)
			}
			b, err := Look(t.Context(), repo, Options{Remote: "origin", Branch: "gh-pages", Sources: []string{"content"}, AllowOlder: true})
			if err != nil || b.Back == "" || !strings.HasPrefix(call(dir, "rev-parse", "HEAD"), b.Back) {
				t.Errorf("undone is %+v, %v", b, err)
			}
		})
	}
}
