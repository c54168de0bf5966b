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

// RunSince is like [Run], but reuses the problems of unchanged files. A file must be the same
// pointer as in the last run, and all that rules read about it must be unchanged. last may be
// nil. It also returns the result for the next run. If each returns an error, the result contains
// the files so far. Repeated interrupted runs therefore make progress.
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

// Run runs all rules and returns their problems with default severities. It runs rules for single
// files first, then rules for all files. each calls its function for every number below n,
// possibly in parallel. The error is that of each.
func Run(in *In, each func(n int, f func(int) error) error) ([]diag.Diagnostic, error) {
	ds, _, err := RunSince(nil, in, each)
	return ds, err
}
