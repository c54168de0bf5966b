package check_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/diag"
)

// fixAll fixes files like check --fix until no safe fix is left. It returns the files and the
// number of fixes.
func fixAll(t *testing.T, texts files) (after files, fixes int) {
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
		fixed := check.ApplyFixes(in.Files, check.Filter(ds, nil, in.File, nil))
		if len(fixed) == 0 {
			return after, fixes
		}
		for _, m := range fixed {
			after[m.Path] = string(m.After)
			fixes += m.Fixes
		}
	}
	t.Fatal("the fixes do not end")
	return nil, 0
}

// TestMendRealNotes fixes the real notes. Only words may change, the structure of the notes must
// stay, and a second run must find no fix. The notes of this repository must not need a fix.
func TestMendRealNotes(t *testing.T) {
	own := notesIn(t, ownNotes)
	if after, fixes := fixAll(t, own); fixes > 0 {
		t.Errorf("%d problems of this repository's notes are fixed: %s", fixes, cmp.Diff(own, after))
	}
	real := notesIn(t, realNotes)
	after, fixes := fixAll(t, real)
	if duplicate, more := fixAll(t, after); more > 0 {
		t.Errorf("%d problems are fixed in the second run: %s", more, cmp.Diff(after, duplicate))
	}
	// 7 dashes, 50 apostrophes and one heading, in addition to names
	if fixes < 58 {
		t.Errorf("%d problems are fixed", fixes)
	}
	sameButWords(t, real, after)
}

// sameButWords checks that two versions of notes differ in words only.
func sameButWords(t *testing.T, before, after files) {
	t.Helper()
	a, b := linked(t, before), linked(t, after)
	for i, f := range a.Files {
		g := b.Files[i]
		if diff := cmp.Diff(unworded(f), unworded(g)); diff != "" {
			t.Errorf("%s: text outside of words differs: %s", f.Path, diff)
		}
		if diff := cmp.Diff(shape(f.Note, true), shape(g.Note, true)); diff != "" {
			t.Errorf("%s: the structure of the note differs: %s", f.Path, diff)
		}
	}
}

// TestMendsOnlyWords inserts misspellings into random positions of this repository's notes, a
// hundred times. --fix must change words only.
func TestMendsOnlyWords(t *testing.T) {
	own := notesIn(t, ownNotes)
	path := "content/1.27/sig-node.ja.md"
	text := own[path]
	const wrong = " –feature-gates=x " // not part of a name in the notes
	data, err := smallData()
	if err != nil {
		t.Fatal(err)
	}
	l := noteFixer{data, data.Names()}
	rng := rand.New(rand.NewPCG(20, 27))
	for range 100 {
		at := rng.IntN(len(text))
		for at > 0 && text[at]&0xC0 == 0x80 { // not inside a character
			at--
		}
		spoilt := text[:at] + wrong + text[at:]
		f, ds := l.check(t, []byte(spoilt))
		if f.Note == nil {
			continue
		}
		start := at + 1
		words := f.IsWords(start, start+len(wrong)-2)
		fixed := check.ApplyFixes([]*check.File{f}, only(ds, "flag/dash"))
		want := strings.Replace(spoilt, "–feature", "--feature", 1)
		switch {
		case !words && len(fixed) > 0:
			t.Fatalf("fixed outside of words: %q", spoilt[max(0, at-60):at+60])
		case words && (len(fixed) != 1 || string(fixed[0].After) != want):
			t.Fatalf("not fixed in words: %q", spoilt[max(0, at-60):min(at+60, len(spoilt))])
		}
	}
}

// only returns the problems of one code.
func only(ds []diag.Diagnostic, code diag.Code) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, d := range ds {
		if d.Code == code {
			out = append(out, d)
		}
	}
	return out
}
