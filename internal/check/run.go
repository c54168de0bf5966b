package check

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// runFile makes the checks of one file.
func runFile(in *In, f *File) []diag.Diagnostic {
	var ds []diag.Diagnostic
	if f.Note == nil {
		return nil
	}
	for _, r := range Rules {
		if r.File != nil {
			ds = append(ds, r.File(in, f)...)
		}
	}
	return ds
}

// runCorpus makes the checks of all files together.
func runCorpus(in *In, each func(n int, f func(int) error) error) ([][]diag.Diagnostic, error) {
	var whole []Rule
	for _, r := range Rules {
		if r.Corpus != nil {
			whole = append(whole, r)
		}
	}
	found := make([][]diag.Diagnostic, len(whole))
	err := each(len(whole), func(i int) error {
		found[i] = whole[i].Corpus(in)
		return nil
	})
	return found, err
}

// RunSince does what [Run] does, and returns what it leaves to the next run. A [File] that is
// the same value as in the last one, and that has the same beside it for rules to look at, is
// not looked at again. last may be nil. A run that ends with an error of each leaves what it
// has found so far, so that many that are cut short come to an end some day.
func RunSince(last *Last, in *In, each func(n int, f func(int) error) error) ([]diag.Diagnostic, *Last, error) {
	found, looked := make([][]diag.Diagnostic, len(in.Files)), make([]bool, len(in.Files))
	same := last.sameIn(in)
	err := each(len(found), func(i int) error {
		f := in.Files[i]
		if found[i], looked[i] = same(f); looked[i] {
			return nil
		}
		found[i], looked[i] = runFile(in, f), true
		in.prepare(f)
		f.forget()
		return nil
	})
	next := &Last{in.Site, in.Names, in.Vocabulary(), make(map[*File][]diag.Diagnostic, len(in.Files))}
	for i, f := range in.Files {
		if !looked[i] {
			found[i], looked[i] = same(f)
		}
		if looked[i] {
			next.files[f] = found[i]
		}
	}
	if err != nil {
		return nil, next, err
	}
	whole, err := runCorpus(in, each)
	if err != nil {
		return nil, next, err
	}
	ds := slices.Concat(append(found, whole...)...)
	for i := range ds {
		if e, ok := Codes()[ds[i].Code]; ok {
			ds[i].Severity = e.Severity
		}
	}
	return diag.Sort(ds), next, nil
}

// Run makes all checks, file by file and then those of the whole, in the severities of the
// list. each calls its function for every number below n, perhaps on several processors;
// its error is Run's.
func Run(in *In, each func(n int, f func(int) error) error) ([]diag.Diagnostic, error) {
	ds, _, err := RunSince(nil, in, each)
	return ds, err
}
