package check

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// contradictedStage reports entries that say a stage of a feature which cannot have held
// at the note's release by the data of then. A proposal tells of what may come. An entry that is attributed to a pull
// request whose release note says the stage translates what was said, right or wrong.
func contradictedStage(in *In, f *File) []diag.Diagnostic {
	var ds []diag.Diagnostic
	for b := range f.Note.Entries {
		said, held, kep, yes := in.Site.Contradicts(f.Note, b)
		if !yes || b.Kind == note.Proposal || saidUpstream(in.Site, f.Note, b) {
			continue
		}
		ds = append(ds, diag.Warnf(b.Pos, "stage/contradicted", "KEP-%s was not %s in %s", kep, said, f.Note.Releases[0]).
			WithHint("by the data of then it was %s", listed(held)))
	}
	return ds
}

// saidUpstream reports whether a release note of an entry's own pull requests has the
// stage that the entry says.
func saidUpstream(s *site.Site, n *note.Note, b *note.Block) bool {
	words := stageWords[b.Stage]
	return words != nil && slices.ContainsFunc(s.Join(n, b).Official, func(o site.OfficialNote) bool {
		return words.MatchString(o.Note.Text)
	})
}

// stageWords are what release notes say of a stage, in English.
var stageWords = map[note.Stage]*regexp.Regexp{
	note.Alpha:      regexp.MustCompile(`(?i)\balpha\b`),
	note.Beta:       regexp.MustCompile(`(?i)\bbeta\b`),
	note.Stable:     regexp.MustCompile(`\bGA\b|(?i:\bstable\b|\bgeneral availability\b|\bgenerally available\b)`),
	note.Deprecated: regexp.MustCompile(`(?i)\bdeprecat`),
	note.Removed:    regexp.MustCompile(`(?i)\bremov`),
}

// disagreements reports the KEPs whose kep.yaml and gate put a stage into different
// releases, each KEP once. Nobody who writes notes can mend it, so it is only worth
// knowing; its place is the file of the data, which has no lines for people.
func disagreements(in *In) []diag.Diagnostic {
	at := diag.Position{File: upstream.DataDir + "/" + upstream.KEPFile}
	var ds []diag.Diagnostic
	all := in.Site.Disagreements()
	for len(all) > 0 {
		first := all[0]
		var stages []string
		for len(all) > 0 && all[0].KEP == first.KEP {
			stages = append(stages, fmt.Sprintf("%s %s or %s", all[0].Stage, all[0].File, all[0].ByGate))
			all = all[1:]
		}
		ds = append(ds, diag.Warnf(at, "kep/gate-disagrees", "kep.yaml and the gate %s disagree on KEP-%s: %s", first.Gate, first.KEP.Number, strings.Join(stages, ", ")))
	}
	return ds
}
