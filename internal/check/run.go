package check

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/diag"
)

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

// RunSince is like [Run], and skips files that are the same value as in the last run if nothing
// else that rules read of them has changed. last may be nil. It also returns the state for the
// next run. After an error of each this holds the results so far, so that repeated interrupted
// runs make progress.
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

// Run runs all rules, first on each file and then on all files, with default severities. each
// calls its function for every number below n, possibly in parallel. The error is that of each.
func Run(in *In, each func(n int, f func(int) error) error) ([]diag.Diagnostic, error) {
	ds, _, err := RunSince(nil, in, each)
	return ds, err
}
