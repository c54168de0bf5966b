package check

import (
	"fmt"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// contradictedStage reports entries whose stage contradicts the data for the release of the note.
// It skips proposals, which are about the future.
func contradictedStage(in *In, f *File) []diag.Diagnostic {
	var ds []diag.Diagnostic
	for b := range f.Note.Entries {
		said, held, kep, yes := in.Site.Contradicts(f.Note, b)
		if !yes || b.Kind == note.Proposal {
			continue
		}
		ds = append(ds, diag.Warnf(b.Pos, "stage/contradicted", "KEP-%s was not %s in %s", kep, said, f.Note.Releases[0]).
			WithHint("upstream lists it as %s in that release", listed(held)))
	}
	return ds
}

// disagreements reports KEPs whose kep.yaml and gate have different releases for a stage. It
// reports one problem per KEP. The severity is only info, because authors of notes cannot fix it.
// The position is the data file without a line.
func disagreements(in *In) []diag.Diagnostic {
	at := diag.Position{File: upstream.DataDir + "/" + upstream.KEPFile}
	var ds []diag.Diagnostic
	all := in.Site.Disagreements()
	for len(all) > 0 {
		first := all[0]
		var stages []string
		for len(all) > 0 && all[0].KEP == first.KEP {
			stages = append(stages, fmt.Sprintf("%s %s/%s", all[0].Stage, all[0].File, all[0].ByGate))
			all = all[1:]
		}
		ds = append(ds, diag.Warnf(at, "kep/gate-disagrees", "kep.yaml and feature gate %s have different releases for KEP-%s: %s", first.Gate, first.KEP.Number, strings.Join(stages, ", ")))
	}
	return ds
}
