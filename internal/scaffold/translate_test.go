package scaffold

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/markdown"
)

// summed is a report in short lines.
func summed(r Translated) string {
	var b strings.Builder
	for _, l := range []struct {
		word string
		list []Piece
	}{
		{"added", r.Added}, {"stale", r.Stale}, {"refreshed", r.Refreshed}, {"settled", r.Settled}, {"recorded", r.Recorded}, {"gone", r.Gone},
		{"own", r.Own}, {"unplaced", r.Unplaced}, {"uncertain", r.Uncertain}, {"drafted", r.Drafted}, {"refused", r.Refused},
	} {
		for _, p := range l.list {
			first, _, _ := strings.Cut(p.Text, "\n")
			fmt.Fprintf(&b, "%s %s %d of %d: %.60s\n", l.word, p.Type, p.Line, p.Origin, first)
		}
	}
	return b.String()
}

// foreign are letters that no English word has.
var foreign = regexp.MustCompile(`[^\x00-\x7f]+`)

// pseudo is a translator for tests: it puts a word for all that is not English, and leaves
// the rest alone.
func pseudo(text string) (string, error) {
	var b strings.Builder
	for _, s := range markdown.Segments([]byte(text)) {
		part := text[s.Start:s.End]
		if s.Kind == markdown.Words {
			part = foreign.ReplaceAllString(part, " word ")
		}
		b.WriteString(part)
	}
	return b.String(), nil
}
