package markdown

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
)

var voids = map[string]bool{"br": true, "hr": true, "img": true, "input": true, "wbr": true}

func unbalanced(s string) string {
	var open []string
	for {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			if len(open) > 0 {
				return "open: " + strings.Join(open, " ")
			}
			return ""
		}
		end := strings.IndexByte(s[i:], '>')
		if end < 0 {
			return "unfinished tag: " + s[i:]
		}
		tag := s[i+1 : i+end]
		s = s[i+end+1:]
		name, _, _ := strings.Cut(strings.TrimPrefix(tag, "/"), " ")
		switch {
		case voids[name]:
		case !strings.HasPrefix(tag, "/"):
			open = append(open, name)
		case len(open) == 0 || open[len(open)-1] != name:
			return "closes nothing: " + tag
		default:
			open = open[:len(open)-1]
		}
	}
}

func corpus(t testing.TB) map[string][]byte {
	t.Helper()
	root := testcorpus.Path("notes")
	out := map[string][]byte{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".md" {
			return err
		}
		b, err := os.ReadFile(path)
		_, body, _ := bytes.Cut(b, []byte("\n---\n"))
		out[filepath.Base(path)] = body
		return err
	})
	if err != nil || len(out) == 0 {
		t.Skipf("no corpus of real notes at %s", root)
	}
	return out
}

// TestCorpus parses real notes: it counts the attributions of SIG notes, and checks that the HTML
// is balanced and has every reference.
func TestCorpus(t *testing.T) {
	want := map[string]int{"sig-node.ja.md": 48, "sig-network.zh.md": 32}
	for name, body := range corpus(t) {
		d := Parse(body, Options{Names: names(), File: name})
		attributed, damaged, refs := 0, 0, 0
		each(d.Blocks, func(b *Block) {
			refs += len(b.Refs) + len(b.AttrRefs)
			if !b.Attr.IsZero() && (b.Type == Item || b.Type == Paragraph) {
				attributed++
			}
			if b.AttrDamaged {
				damaged++
			}
		})
		text := d.RenderAll(d.Blocks, RenderOptions{})
		if bad := unbalanced(show(text)); bad != "" {
			t.Errorf("%s: %s", name, bad)
		}
		if holes := countHoles(text); holes != refs {
			t.Errorf("%s: %d holes for %d references", name, holes, refs)
		}
		if n, ok := want[name]; ok && attributed != n {
			t.Errorf("%s: %d attributed blocks, want %d", name, attributed, n)
		}
		t.Logf("%s: %d attributed (%d damaged), %d references, %d diagnostics", name, attributed, damaged, refs, len(d.Diags))
		for _, x := range d.Diags {
			t.Log(x)
		}
	}
}

func each(bs []*Block, f func(*Block)) {
	for _, b := range bs {
		f(b)
		each(b.Children, f)
	}
}

func countHoles(t note.Text) int {
	n := 0
	for _, s := range t {
		if s.Ref != nil {
			n++
		}
	}
	return n
}
