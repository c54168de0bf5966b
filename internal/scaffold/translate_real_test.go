package scaffold

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/align"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
)

// translatable returns the notes of this repository, and of the test corpus if it is available.
func translatable(t testing.TB) map[string]File {
	t.Helper()
	out := map[string]File{}
	for _, root := range []string{"../../content/", testcorpus.Path("notes") + "/"} {
		for _, p := range []string{"1.26/sig-network.zh.md", "1.26/upcoming-features.ja.md", "1.27/overview.ru.md", "1.27/sig-node.ja.md", "1.27/sig-node.en.md", "log/2023-spring.ja.md"} {
			if text, err := os.ReadFile(root + p); err == nil {
				out[root+p] = File{source.Root + p, text}
			}
		}
	}
	if len(out) < 6 {
		t.Fatalf("%d notes of this repository", len(out))
	}
	return out
}

func origin(f File) File {
	f.Text = []byte(strings.Replace(string(f.Text), "translates: sig-node.ja.md\n", "", 1))
	return f
}

// TestBegunReal creates translations of real notes into every language. Every block with text must
// have a recorded source or wait with its source in a comment. An immediate update must change
// nothing.
func TestBegunReal(t *testing.T) {
	in := desk(t, realData(t), realWords(t), "en", nil)
	for name, f := range translatable(t) {
		f := origin(f)
		id, lang, _, _ := source.Locate(f.Path)
		for _, to := range []note.Lang{"en", "ja", "zh", "ru", "ko"} {
			if to == lang {
				continue
			}
			in.Lang = to
			file := File{Path: source.Root + string(id) + "." + string(to) + ".md"}
			rep, text, ds, err := Translate(in, f, file, Translating{})
			if err != nil || len(ds) > 0 {
				t.Fatal(name, to, ds, err)
			}
			if dir := os.Getenv("KEEP"); dir != "" {
				_ = os.WriteFile(dir+"/"+strings.ReplaceAll(strings.Trim(name, "./"), "/", "_")+"."+string(to), text, 0o644)
			}
			recorded, waiting, bad := recordedOf(t, in, f, File{file.Path, text})
			t.Logf("%s to %s: %d blocks to translate, %d recorded, %d wait", name, to, len(rep.Added), recorded, waiting)
			if bad > 0 || recorded+waiting < len(rep.Added) {
				t.Errorf("%s to %s: %d to be translated, %d recorded, %d wait", name, to, len(rep.Added), recorded, waiting)
			}
			again, text2, _, err := Translate(in, f, File{file.Path, text}, Translating{})
			if err != nil || string(text2) != string(text) {
				t.Errorf("%s to %s: a second run changes it: %v\n%s", name, to, err, summed(again))
			}
		}
	}
}

func recordedOf(t *testing.T, in In, from, to File) (recorded, waiting, bad int) {
	t.Helper()
	w := &translation{In: in, from: from, to: to, original: newOriginal(in, in.read(from.Path, from.Text), from.Text)}
	w.set(to.Text, in.read(to.Path, to.Text))
	al := w.aligned()
	_, loose := commentsOn(w.layout)
	for i := range w.original.layout.Passages {
		p := &w.original.layout.Passages[i]
		if w.original.neutral(p) {
			continue
		}
		if waits := partsWait(w, p, loose); waits {
			waiting++
			continue
		}
		if m, ok := al.OfA(p.Block); ok && len(m.B) == 1 {
			if align.Same(m.B[0].Source, p.Block.Text) {
				recorded++
				continue
			}
			t.Errorf("%s:%d: recorded as %q\nthe source is %q", to.Path, m.B[0].Pos.Line, pairText(m.B[0].Source), pairText(p.Block.Text))
			bad++
			continue
		}
		found := false
		for _, a := range loose {
			found = found || squeezed(source.FromComment(a.Words)) == squeezed(w.original.sourceText(p))
		}
		if found {
			waiting++
			continue
		}
		bad++
		t.Errorf("%s: line %d of the original is nowhere: %q", to.Path, p.From, p.Words)
	}
	return recorded, waiting, bad
}

// partsWait reports whether all parts of a remark wait, each with its source in a comment.
func partsWait(w *translation, p *source.Passage, loose []*source.CommentBlock) bool {
	if !p.Alone && len(p.Parts) < 2 {
		return false
	}
	for i, x := range p.Parts {
		words := x.Words
		if i == 0 && !p.Alone {
			words = w.original.firstPart(p)
		}
		if !x.Neutral && !slices.ContainsFunc(loose, func(a *source.CommentBlock) bool { return squeezed(source.FromComment(a.Words)) == squeezed(words) }) {
			return false
		}
	}
	return true
}

func pairText(x note.Text) string { return markup(x) }

// TestDraftedReal requests machine translations of real notes. Accepted ones follow their mark and
// parse as machine-translated. A second run requests only the refused ones. Existing blocks stay
// the same.
func TestDraftedReal(t *testing.T) {
	in := desk(t, realData(t), realWords(t), "en", nil)
	for name, f := range translatable(t) {
		f := origin(f)
		id, lang, _, _ := source.Locate(f.Path)
		if lang == "en" || strings.Contains(name, "corpus") {
			continue
		}
		file := File{Path: source.Root + string(id) + ".en.md"}
		asked := 0
		first, text, _, err := Translate(in, f, file, Translating{Draft: func(s string) (string, error) { asked++; return pseudo(s) }})
		if err != nil || asked != len(first.Drafted)+len(first.Refused) || len(first.Drafted) < asked*8/10 {
			t.Fatalf("%s: %v, %d asked, %d drafted\n%s", name, err, asked, len(first.Drafted), summed(first))
		}
		machine := 0
		n := in.read(file.Path, text)
		for b := range n.note.All {
			if b.Machine {
				machine++
			}
		}
		t.Logf("%s: %d asked, %d drafted, %d refused, %d blocks read as machine-made", name, asked, len(first.Drafted), len(first.Refused), machine)
		for _, p := range first.Refused {
			t.Logf("refused line %d: %s", p.Origin, p.Why)
		}
		again, text2, _, err := Translate(in, f, File{file.Path, text}, Translating{Draft: pseudo})
		if err != nil || string(text2) != string(text) || len(again.Refused) != len(first.Refused) {
			t.Errorf("%s: asked again, another result: %v\n%s", name, err, summed(again))
		}
		if dir := os.Getenv("KEEP"); dir != "" {
			_ = os.WriteFile(dir+"/draft_"+strings.ReplaceAll(strings.Trim(name, "./"), "/", "_"), text, 0o644)
		}
	}
}
