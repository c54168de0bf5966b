package diag

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
)

// Listing limits what [WriteReport] prints.
type Listing struct {
	Full  int  // number of problems that are printed in full; 0 for all
	Quiet bool // print only the table of codes
}

// maxCodes is the maximum number of lines in the table of codes.
const maxCodes = 12

// codeCount is a line of the table of codes.
type codeCount struct {
	code     Code
	severity Severity
	count    int
	first    Position
}

// WriteReport prints the diagnostics like [WriteText], if there are at most l.Full. Otherwise it
// prints a table with the number of problems of each code, then the l.Full most severe problems.
func WriteReport(w io.Writer, ds []Diagnostic, s Style, l Listing) error {
	if !l.Quiet && (l.Full <= 0 || len(ds) <= l.Full) {
		return WriteText(w, ds, s)
	}
	ds = Sort(slices.Clone(ds))
	counts := countCodes(ds)
	var b bytes.Buffer
	for _, c := range counts[:min(len(counts), maxCodes)] {
		fmt.Fprintf(&b, "%6d  %-28s %s\n", c.count, Visible(string(c.code)),
			s.Catalog.Sprintf("%s, first at %s", s.Catalog.severity(c.severity), Visible(c.first.String())))
	}
	if more := len(counts) - maxCodes; more > 0 {
		b.WriteString("        " + s.Catalog.Count(more, "and %d more code", "and %d more codes") + "\n")
	}
	if _, err := w.Write(b.Bytes()); err != nil || l.Quiet {
		return err
	}
	slices.SortStableFunc(ds, func(a, b Diagnostic) int { return cmp.Compare(a.Severity, b.Severity) })
	if err := WriteText(w, ds[:l.Full], s); err != nil {
		return err
	}
	most := slices.MaxFunc(counts, func(a, b codeCount) int { return cmp.Compare(a.count, b.count) })
	_, err := io.WriteString(w, s.Catalog.Count(len(ds)-l.Full, "%d more problem", "%d more problems")+s.Catalog.Sprintf(": kawaraban check --limit 0 prints all, --code %s one code", most.code)+"\n")
	return err
}

// countCodes counts the problems of each code and severity, most severe and most frequent first.
// ds is sorted.
func countCodes(ds []Diagnostic) []codeCount {
	type key struct {
		code     Code
		severity Severity
	}
	counts := map[key]codeCount{}
	for _, d := range ds {
		k := key{d.Code, d.Severity}
		c, ok := counts[k]
		if !ok {
			c = codeCount{d.Code, d.Severity, 0, d.Pos}
		}
		c.count++
		counts[k] = c
	}
	return slices.SortedFunc(maps.Values(counts), func(a, b codeCount) int {
		return cmp.Or(cmp.Compare(a.severity, b.severity), cmp.Compare(b.count, a.count), cmp.Compare(a.code, b.code))
	})
}
