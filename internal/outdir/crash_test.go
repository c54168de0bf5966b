package outdir

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var errDead = errors.New("killed")

// TestEveryStep kills a build, or lets it fail, at every step. The directory is then old, new, or
// marked as unfinished, and the next build completes it. Only a killed build, or an error that
// reports it, leaves the mark. Other people's files stay.
func TestEveryStep(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for round := range 4 {
		one, two := randomSet(t, r), randomSet(t, r)
		for _, how := range []failure{{killed: true}, {}} {
			for done := false; !done; how.step++ {
				if done = failAt(t, one, two, how); t.Failed() {
					t.Fatalf("round %d, %+v: from %v to %v", round, how, one.Paths(), two.Paths())
				}
			}
		}
	}
}

type failure struct {
	step   int
	killed bool // no later step succeeds
}

// failAt builds set one, then set two with a failure at a step. It reports whether the build
// finished before that step.
func failAt(t *testing.T, one, two *Set, how failure) (done bool) {
	dir := filepath.Join(t.TempDir(), "public")
	old, next := contents(t, one), contents(t, two)
	if one.Len() > 0 {
		write(t, dir, one)
		put(t, filepath.Join(dir, "own"), "mine")
		old["own"], next["own"] = "mine", "mine"
	}
	steps, failed := 0, false
	_, err := WriteDir(context.Background(), dir, two, Options{disk: disk{unsynced: true, before: func(op, path string) error {
		steps++
		if steps-1 == how.step || failed && how.killed {
			failed = true
			return errDead
		}
		return nil
	}}})
	if !failed {
		same(t, dir, next)
		return true
	}
	if err == nil {
		t.Error("the failure was swallowed")
	}
	unfinished, broken := Unfinished(dir)
	if broken != nil {
		t.Fatal(broken)
	}
	got := tree(t, dir)
	maps.DeleteFunc(got, func(path, _ string) bool { return strings.HasPrefix(path, stageName) })
	if !unfinished && !maps.Equal(got, old) && !maps.Equal(got, next) {
		t.Errorf("after %v the folder is neither old nor new, and not known as unfinished: %v", err, got)
	}
	announced := strings.Contains(err.Error(), "next build completes it") || strings.Contains(err.Error(), "removing temporary files")
	if !how.killed && !announced && (unfinished || !maps.Equal(got, old)) {
		t.Errorf("after %v the folder is not the old one: %v", err, got)
	}
	if st := write(t, dir, two); st.Aside != "" {
		t.Errorf("the list of written files was not trusted")
	}
	same(t, dir, next)
	for name := range tree(t, filepath.Join(filepath.Dir(dir), stateFolder)) {
		if strings.HasSuffix(name, ".new") {
			t.Errorf("%s was left behind", name)
		}
	}
	return false
}

// TestDamagedAfterKill checks that the next build repairs a file that a power cut damaged.
func TestDamagedAfterKill(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	two := set(t, "a", "2", "b.html", "2", "new", "2")
	write(t, dir, set(t, "a", "1", "b.html", "1", "gone", "1"))
	dead := false
	_, err := WriteDir(context.Background(), dir, two, Options{disk: disk{unsynced: true, before: func(op, path string) error {
		if dead = dead || op == "rename" && strings.HasSuffix(path, "b.html"); dead {
			return errDead
		}
		return nil
	}}})
	if !errors.Is(err, errDead) {
		t.Fatal(err)
	}
	a := filepath.Join(dir, "a")
	info, err := os.Stat(a)
	if err != nil {
		t.Fatal(err)
	}
	put(t, a, "\x00")
	p, err := locate(dir, "", disk{})
	if err != nil {
		t.Fatal(err)
	}
	later := time.Now().Add(time.Hour)
	if err := errors.Join(os.Chtimes(a, info.ModTime(), info.ModTime()), os.Chtimes(p.manifest, later, later)); err != nil {
		t.Fatal(err)
	}
	if st := write(t, dir, two); st != (Stats{Written: 2, Unchanged: 1, Removed: 1, Bytes: 3}) {
		t.Errorf("%+v", st)
	}
	same(t, dir, contents(t, two))
}

// TestUnfinishedStays checks that the directory of a killed build stays marked until a build
// succeeds.
func TestUnfinishedStays(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	write(t, dir, set(t, "a", "1", "b", "1"))
	dead := false
	_, err := WriteDir(context.Background(), dir, set(t, "a", "2", "b", "2"), Options{disk: disk{unsynced: true, before: func(op, path string) error {
		if dead = dead || op == "rename" && filepath.Base(path) == "b"; dead {
			return errDead
		}
		return nil
	}}})
	if !errors.Is(err, errDead) {
		t.Fatal(err)
	}
	failing, err := NewSet([]File{{Path: "a", Bytes: func() ([]byte, error) { return nil, errDead }}})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if unfinished, err := Unfinished(dir); !unfinished || err != nil {
			t.Errorf("the folder is known as finished (%v)", err)
		}
		if _, err := WriteDir(context.Background(), dir, failing, Options{}); !errors.Is(err, errDead) {
			t.Error(err)
		}
	}
	write(t, dir, set(t, "a", "1", "b", "1"))
	if unfinished, err := Unfinished(dir); unfinished || err != nil {
		t.Errorf("the folder is known as unfinished (%v)", err)
	}
}

// TestStrangeStage checks that no temporary file is written through a link.
func TestStrangeStage(t *testing.T) {
	base := t.TempDir()
	dir := filepath.Join(base, "public")
	write(t, dir, set(t, "a", "1"))
	put(t, filepath.Join(base, "outside", "0"), "x")
	link(t, filepath.Join(base, "outside"), filepath.Join(dir, stageName))
	if _, err := WriteDir(context.Background(), dir, set(t, "a", "2"), Options{}); err == nil || !strings.Contains(err.Error(), "is not a directory: remove it") {
		t.Errorf("the error is %v", err)
	}
	same(t, filepath.Join(base, "outside"), map[string]string{"0": "x"})
}

func randomSet(t testing.TB, r *rand.Rand) *Set {
	names := []string{"a", "b", "c.html", "d"}
	files := map[string]string{}
	for range r.IntN(12) {
		var parts []string
		for range 1 + r.IntN(3) {
			parts = append(parts, names[r.IntN(len(names))])
		}
		files[strings.Join(parts, "/")] = fmt.Sprint(r.IntN(3))
	}
	var list []File
	for _, path := range slices.Sorted(maps.Keys(files)) {
		clash := false
		for dir := parent(path); dir != ""; dir = parent(dir) {
			_, file := files[dir]
			clash = clash || file
		}
		if !clash {
			list = append(list, Static(path, []byte(files[path])))
		}
	}
	s, err := NewSet(list)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
