package check_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/diag"
)

// mendAll mends files until nothing certain is left, as check --fix does, and returns them
// with how many problems were mended.
func mendAll(t *testing.T, texts files) (after files, fixes int) {
	t.Helper()
	after = files{}
	for path, text := range texts {
		after[path] = text
	}
	for range 9 {
		in := linked(t, after)
		ds, err := check.Run(in, inOrder)
		if err != nil {
			t.Fatal(err)
		}
		mended := check.Mend(in.Files, check.Settle(ds, nil, in.File, nil))
		if len(mended) == 0 {
			return after, fixes
		}
		for _, m := range mended {
			after[m.Path] = string(m.After)
			fixes += m.Fixes
		}
	}
	t.Fatal("mended without end")
	return nil, 0
}

// TestMendRealNotes mends the real notes: what is no word stays byte for byte, the notes
// keep their shape, and the second time there is nothing to mend. The notes of this
// repository have nothing to mend at all.
func TestMendRealNotes(t *testing.T) {
	own := notesIn(t, ownNotes)
	if after, fixes := mendAll(t, own); fixes > 0 {
		t.Errorf("%d problems of this repository's notes are mended: %s", fixes, cmp.Diff(own, after))
	}
	real := notesIn(t, realNotes)
	after, fixes := mendAll(t, real)
	if duplicate, more := mendAll(t, after); more > 0 {
		t.Errorf("%d problems are mended the second time: %s", more, cmp.Diff(after, duplicate))
	}
	// 7 dashes, 50 apostrophes and one heading, beside the names that are mended.
	if fixes < 58 {
		t.Errorf("%d problems are mended", fixes)
	}
	sameButWords(t, real, after)
}

// sameButWords holds two states of some notes to differ in words only.
func sameButWords(t *testing.T, before, after files) {
	t.Helper()
	a, b := linked(t, before), linked(t, after)
	for i, f := range a.Files {
		g := b.Files[i]
		if diff := cmp.Diff(unworded(f), unworded(g)); diff != "" {
			t.Errorf("%s: what is no word differs: %s", f.Path, diff)
		}
		if diff := cmp.Diff(shape(f.Note, true), shape(g.Note, true)); diff != "" {
			t.Errorf("%s: the note has another shape: %s", f.Path, diff)
		}
	}
}

// TestMendsOnlyWords puts misspellings into every kind of place of this repository's own notes, a
// hundred times. --fix corrects them in words only.
func TestMendsOnlyWords(t *testing.T) {
	own := notesIn(t, ownNotes)
	path := "content/1.27/sig-node.ja.md"
	text := own[path]
	const wrong = " –feature-gates=x " // nothing of a name that the notes have
	data, err := smallData()
	if err != nil {
		t.Fatal(err)
	}
	l := lab{data, data.Names()}
	rng := rand.New(rand.NewPCG(20, 27))
	for range 100 {
		at := rng.IntN(len(text))
		for at > 0 && text[at]&0xC0 == 0x80 { // the middle of a letter
			at--
		}
		spoilt := text[:at] + wrong + text[at:]
		f, ds := l.check(t, []byte(spoilt))
		if f.Note == nil {
			continue
		}
		start := at + 1
		words := f.IsWords(start, start+len(wrong)-2)
		mended := check.Mend([]*check.File{f}, only(ds, "flag/dash"))
		want := strings.Replace(spoilt, "–feature", "--feature", 1)
		switch {
		case !words && len(mended) > 0:
			t.Fatalf("mended, and no words: %q", spoilt[max(0, at-60):at+60])
		case words && (len(mended) != 1 || string(mended[0].After) != want):
			t.Fatalf("not mended, though words: %q", spoilt[max(0, at-60):min(at+60, len(spoilt))])
		}
	}
}

// only keeps the problems of one code.
func only(ds []diag.Diagnostic, code diag.Code) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, d := range ds {
		if d.Code == code {
			out = append(out, d)
		}
	}
	return out
}
