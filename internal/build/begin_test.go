package build_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/kawaraban/kawaraban/internal/build"
)

// TestBeginFails checks a build in which listing the pages fails while the search index is made. The
// build must end with that one problem and stop making the index. Begin must leave no goroutine.
func TestBeginFails(t *testing.T) {
	site := sample(t)
	for i := range 60 {
		site[fmt.Sprintf("content/1.27/more-%d.ja.md", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, "# 題\n\n- 変更 %d (#%d, @octo)\n", i, 115000+i)}
	}
	site["templates/notfound.html"] = &fstest.MapFile{Data: []byte("{{.NoSuch}}")}
	var working, done, all atomic.Int64
	s, err := build.New(build.Options{Progress: func(stage build.Stage, _, total int) {
		if stage != build.StageIndex {
			return
		}
		working.Add(1)
		defer working.Add(-1)
		all.Store(int64(total))
		time.Sleep(20 * time.Millisecond) // the list always fails before the index is complete
		done.Add(1)
	}}).State(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Begin(t.Context())
	still, left := working.Load(), goroutinesOf("internal/build")
	broken, ok := errors.AsType[build.Broken](err)
	if r != nil || !ok || broken.Error() != "templates/notfound.html:1:3: {{.NoSuch}}: can't evaluate field NoSuch in type view.NotFoundView [template/broken]" {
		t.Errorf("a build with a broken template ends with %v, %v", r, err)
	}
	if n := all.Load(); still != 0 || strings.Contains(left, "indexed(") || n > 0 && done.Load() >= n {
		t.Errorf("at the end %d parts of the index are in progress, %d of %d complete\n%s", still, done.Load(), n, left)
	}
	for range 100 {
		if left := goroutinesOf("internal/build"); left == "" {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("remaining goroutines:\n%s", goroutinesOf("internal/build"))
}

// goroutinesOf returns the stacks of the goroutines that a package started.
func goroutinesOf(pkg string) string {
	stacks := make([]byte, 1<<20)
	var of []string
	for stack := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
		if _, by, ok := strings.Cut(stack, "created by "); ok && strings.Contains(by, pkg+".") {
			of = append(of, stack)
		}
	}
	return strings.Join(of, "\n\n")
}
