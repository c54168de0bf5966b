package page

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// aboutFeature are the kinds of entries that tell of a feature and not of its upkeep: the
// stage of the KEP is theirs.
var aboutFeature = []note.EntryKind{"", note.Urgent, note.APIChange, note.Feature, note.Design}

// thenAndNow says the stage of an entry as it was and, where it is another one, as it is today.
func (sh *sheet) thenAndNow(e *Entry, b *note.Block, n *note.Note) {
	if b.Stage != "" {
		tag := sh.stageTag(b.Stage)
		e.Stage = &Stage{Tag: tag, Text: tag.Label}
	}
	if !lives(b.Stage) || !slices.Contains(aboutFeature, b.Kind) || n.Kind == note.Log {
		return
	}
	number, ok := sh.s.KEPOf(n, b)
	if !ok {
		return
	}
	then := b.Stage
	if then == "" {
		if then = sh.s.StageThen(n, b); then == "" {
			return
		}
		tag := sh.stageTag(then)
		e.UpStage = &Stage{Tag: tag, Text: tag.Label}
	}
	if now, ok := sh.s.StageNow(number); ok && now.Stage != then {
		e.Now = sh.today(now)
	}
}

// kepOnPage makes a KEP on the page of a pull request or a gate: with the stage it had at
// the release that is the page's, if one is, and today's.
func (sh *sheet) kepOnPage(number string, r note.Release) KEPItem {
	it := sh.kepItem(number, r)
	if r != "" {
		it.Then = it.Stage
		return it
	}
	if now, ok := sh.s.StageNow(number); ok {
		it.Now = sh.today(now)
	}
	return it
}

// lives reports whether a stage is one that a feature goes through, or nothing says it:
// what is deprecated or removed may be a part of a feature that lives on.
func lives(st note.Stage) bool {
	return st == "" || st == note.Alpha || st == note.Beta || st == note.Stable
}

// today is a stage of today in words that say so.
func (sh *sheet) today(sp site.Span) *Stage {
	st := sh.stage(sp)
	st.Text = sh.l.T("entry.now", sh.short(st))
	return &st
}

// differ says in words which stages kep.yaml and its one gate put into different
// releases: kep.yaml and UserNamespacesSupport differ: alpha 1.25 / 1.28, beta 1.35 / 1.30.
func (sh *sheet) differ(k *upstream.KEP) string {
	var parts []string
	all := sh.s.DisagreementsOf(k)
	for _, d := range all {
		parts = append(parts, sh.stageTag(d.Stage).Label+" "+string(d.File)+" / "+string(d.ByGate))
	}
	if len(parts) == 0 {
		return ""
	}
	return sh.l.T("line.differ", all[0].Gate, strings.Join(parts, sh.l.T("mark.comma")))
}
