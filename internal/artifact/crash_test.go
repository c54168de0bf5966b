package artifact

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
	"syscall"
	"testing"
)

// errDead is what a disk says to a process that was killed: nothing happens any more.
var errDead = errors.New("killed")

// At every single step of a build the process may be killed, or the step may fail.
// Killed, the folder is the whole old or the whole new one after the next start; if a
// step fails, it is at once, unless the error says otherwise.
func TestEveryStep(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for round := range 4 {
		one, two := randomSet(t, r), randomSet(t, r)
		for _, how := range []failure{{sticky: true}, {}, {sticky: true, elsewhere: round == 3}} {
			for done := false; !done; how.step++ {
				if done = failAt(t, one, two, how); t.Failed() {
					t.Fatalf("round %d, %+v: from %v to %v", round, how, one.Paths(), two.Paths())
				}
			}
		}
	}
}

// failure is what happens to a build.
type failure struct {
	step      int
	sticky    bool // as if killed: no later step succeeds
	elsewhere bool // the state folder is on another file system
}

// failAt builds one, then two with a failure at a step, and reports whether the build
// came to its end before that step.
func failAt(t *testing.T, one, two *Set, how failure) (done bool) {
	dir := filepath.Join(t.TempDir(), "public")
	if one.Len() > 0 {
		write(t, dir, one)
	}
	steps, failed := 0, false
	_, err := WriteDir(context.Background(), dir, two, Options{disk: disk{unsynced: true, before: func(op, path string) error {
		steps++
		if steps-1 == how.step || failed && how.sticky {
			failed = true
			return errDead
		}
		return otherDisk(how.elsewhere, path)
	}}})
	if !failed {
		same(t, dir, contents(t, two))
		return true
	}
	if err == nil {
		t.Error("the failure was swallowed")
	}
	old, next := contents(t, one), contents(t, two)
	if !how.sticky && !strings.Contains(err.Error(), "next build completes it") && !maps.Equal(tree(t, dir), old) && !maps.Equal(tree(t, dir), next) {
		t.Errorf("after %v the folder is neither old nor new: %v", err, tree(t, dir))
	}
	if err := Recover(dir, ""); err != nil {
		t.Error(err)
	}
	got := tree(t, dir)
	maps.DeleteFunc(got, func(path, _ string) bool { return strings.HasSuffix(path, "/") }) // made just before the kill
	if !maps.Equal(got, old) && !maps.Equal(got, next) {
		t.Errorf("after the next start the folder is neither old nor new: %v", got)
	}
	write(t, dir, two)
	same(t, dir, next)
	return false
}

// otherDisk is the error of a rename from another file system, which the probe meets.
func otherDisk(elsewhere bool, path string) error {
	if elsewhere && strings.Contains(path, ".kawaraban-probe-") {
		return &os.LinkError{Op: "rename", New: path, Err: syscall.EXDEV}
	}
	return nil
}

// Where nothing can be renamed from the state folder, files are staged in the output
// folder, of which nothing is left to see.
func TestWriteDirAcrossDisks(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	for _, s := range []*Set{set(t, "a", "1", "b/c", "1"), set(t, "a", "2", "b", "1"), set(t, "a", "2")} {
		staged := false
		_, err := WriteDir(context.Background(), dir, s, Options{disk: disk{before: func(op, path string) error {
			staged = staged || op == "write" && strings.HasPrefix(path, filepath.Join(dir, ".kawaraban-stage"))
			return otherDisk(true, path)
		}}})
		if err != nil || !staged && s.Len() > 1 {
			t.Errorf("staged in the output folder: %v, %v", staged, err)
		}
		same(t, dir, contents(t, s))
	}
}

// After a power cut the journal may be on the disk and a staged file not. The next
// build mends what that leaves.
func TestDamagedStage(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	one, two := set(t, "a", "1", "b.html", "1", "gone", "1"), set(t, "a", "2", "b.html", "2", "new", "2")
	write(t, dir, one)
	dead := false
	_, err := WriteDir(context.Background(), dir, two, Options{disk: disk{before: func(op, path string) error {
		if dead = dead || op == "rename" && strings.HasSuffix(path, "b.html"); dead {
			return errDead
		}
		return nil
	}}})
	if !errors.Is(err, errDead) {
		t.Fatal(err)
	}
	p, err := locate(dir, "", disk{})
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(p.resolve(stageInState), "b.html"), "")
	if err := Recover(dir, ""); err != nil {
		t.Fatal(err)
	}
	if st := write(t, dir, two); st != (Stats{Written: 1, Unchanged: 2, Removed: 1, Bytes: 3}) {
		t.Errorf("%+v", st)
	}
	same(t, dir, contents(t, two))
}

// randomSet makes a set in which files and folders take each other's names.
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
