package watch

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestFolders(t *testing.T) {
	s := newSite(t)
	w := s.watch(Options{})

	// mkdir -p && write
	s.write("content/1.29/deep/er/sig-x.ja.md", "x")
	w.expect("added content/1.29/deep/er/sig-x.ja.md")
	s.write("content/1.29/deep/er/sig-x.ja.md", "y")
	w.expect("edited content/1.29/deep/er/sig-x.ja.md")

	// renamed, with a subdirectory; edited under the new name, at each depth
	s.write("content/1.29/top.ja.md", "top")
	w.expect("added content/1.29/top.ja.md")
	s.rename("content/1.29", "content/1.30")
	c := w.expect("removed content/1.29/deep/er/sig-x.ja.md", "removed content/1.29/top.ja.md",
		"added content/1.30/deep/er/sig-x.ja.md", "added content/1.30/top.ja.md")
	want := map[string]string{
		"content/1.29/deep/er/sig-x.ja.md": "content/1.30/deep/er/sig-x.ja.md",
		"content/1.29/top.ja.md":           "content/1.30/top.ja.md",
	}
	if diff := cmp.Diff(want, c.Moved); diff != "" {
		t.Errorf("moved (-want +got):\n%s", diff)
	}
	s.write("content/1.30/deep/er/sig-x.ja.md", "z")
	w.expect("edited content/1.30/deep/er/sig-x.ja.md")
	s.write("content/1.30/top.ja.md", "z")
	w.expect("edited content/1.30/top.ja.md")

	// moved below another directory, and back to an earlier name
	s.rename("content/1.30", "content/1.27/1.30")
	w.reach()
	s.write("content/1.27/1.30/deep/er/sig-x.ja.md", "zz")
	w.expect("edited content/1.27/1.30/deep/er/sig-x.ja.md")
	s.rename("content/1.27/1.30", "content/1.29")
	w.reach()
	s.write("content/1.29/deep/er/sig-x.ja.md", "zzz")
	w.expect("edited content/1.29/deep/er/sig-x.ja.md")

	// moved out of the site, edited there, and moved back
	s.rename("content/1.29", "away")
	w.expect("removed content/1.29/deep/er/sig-x.ja.md", "removed content/1.29/top.ja.md")
	s.write("away/top.ja.md", "edited elsewhere")
	w.nothing()
	s.rename("away", "content/1.29")
	w.expect("added content/1.29/deep/er/sig-x.ja.md", "added content/1.29/top.ja.md")
	s.write("content/1.29/deep/er/sig-x.ja.md", "again")
	w.expect("edited content/1.29/deep/er/sig-x.ja.md")
	if len(*w.notices) > 0 {
		t.Errorf("said %q", *w.notices)
	}
}

// TestFolderExchanged replaces a directory by another one with the same names. The watches below
// the first one are lost.
func TestFolderExchanged(t *testing.T) {
	s := newSite(t)
	s.write("content/1.29/deep/er/x.ja.md", "x")
	s.write("other/deep/er/x.ja.md", "y")
	w := s.watch(Options{})
	s.rename("content/1.29", "away")
	s.rename("other", "content/1.29")
	w.expect("edited content/1.29/deep/er/x.ja.md")
	s.write("content/1.29/deep/er/x.ja.md", "z")
	w.expect("edited content/1.29/deep/er/x.ja.md")
}

// TestWrittenBeforeWatched writes a file into a new directory between scan and watch.
func TestWrittenBeforeWatched(t *testing.T) {
	s := newSite(t)
	w := s.watch(Options{})
	w.wire.onAdd = func(name string) {
		if name == s.path("content/1.29") {
			s.write("content/1.29/late.ja.md", "x")
		}
	}
	s.write("content/1.29/early.ja.md", "x")
	w.expect("added content/1.29/early.ja.md", "added content/1.29/late.ja.md")
}

// TestFolderMadeAnew removes directories and creates them again at once. The new one may have the
// inode of the old one, whose watch is gone.
func TestFolderMadeAnew(t *testing.T) {
	for _, dir := range []string{"content", "content/1.27", "static"} {
		t.Run(dir, func(t *testing.T) {
			s := newSite(t)
			w := s.watch(Options{})
			for i := range 5 {
				s.remove(dir)
				s.write(dir+"/sub/new.ja.md", fmt.Sprint("a", i))
				w.reach()
				s.write(dir+"/sub/new.ja.md", fmt.Sprint("b", i))
				w.expect("edited " + dir + "/sub/new.ja.md")
			}
		})
	}
}

// TestVanished removes content/ for a while, which is reported once.
func TestVanished(t *testing.T) {
	s := newSite(t)
	w := s.watch(Options{})
	for range 2 {
		s.rename("content", "away")
		w.expect("removed "+noteB, "removed "+noteA, "removed content/1.28/sig-node.ja.md")
		s.rename("away", "content")
		w.expect("added "+noteB, "added "+noteA, "added content/1.28/sig-node.ja.md")
		s.write(noteA, time.Now().String())
		w.expect("edited " + noteA)
	}
	if diff := cmp.Diff([]string{"directory content was removed"}, *w.notices); diff != "" {
		t.Errorf("said (-want +got):\n%s", diff)
	}
}

func TestFileForFolder(t *testing.T) {
	s := newSite(t)
	w := s.watch(Options{})
	s.remove("content/1.28")
	s.write("content/1.28", "a file")
	w.expect("added content/1.28", "removed content/1.28/sig-node.ja.md")
	s.remove("content/1.28")
	s.write("content/1.28/sig-node.ja.md", "a note")
	w.expect("removed content/1.28", "added content/1.28/sig-node.ja.md")
	s.write("content/1.28/sig-node.ja.md", "edited")
	w.expect("edited content/1.28/sig-node.ja.md")
}

// TestBurst changes 300 files at once, in old and new directories: one Change.
func TestBurst(t *testing.T) {
	for title, o := range map[string]Options{"events": {}, "polling": {Poll: true, Interval: time.Millisecond}} {
		t.Run(title, func(t *testing.T) {
			s := newSite(t)
			name := func(i int) string { return fmt.Sprintf("content/1.%d/note%d.ja.md", i%30, i) }
			for i := range 150 {
				s.write(name(i), "old")
			}
			w := s.watch(o)
			var want []string
			for i := range 300 {
				op := "added "
				if i < 150 {
					op = "edited "
				}
				want = append(want, op+name(i))
				s.write(name(i), fmt.Sprint("new", i))
			}
			slices.SortFunc(want, func(a, b string) int {
				_, a, _ = strings.Cut(a, " ")
				_, b, _ = strings.Cut(b, " ")
				return strings.Compare(a, b)
			})
			w.expect(want...)
			w.nothing()
		})
	}
}
