package page

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// aboutFeature are the kinds of entries that tell of a feature and not of its upkeep: the
// stage of the KEP is theirs.
var aboutFeature = []note.EntryKind{"", note.Urgent, note.APIChange, note.Feature, note.Design}

// thenNow is what the data say of an entry's stage, in no language.
type thenNow struct {
	up  note.Stage // what held of its KEP at the note's release, where the note says no stage
	now *site.Span // today's stage, where it is another one than then
}

// thenAndNow says the stage of an entry as it was and, where it is another one, as it is today.
func (sh *sheet) thenAndNow(e *view.Entry, b *note.Block, st thenNow) {
	if b.Stage != "" {
		e.Stage = sh.plainStage(b.Stage)
	}
	if st.up != "" {
		e.UpStage = sh.plainStage(st.up)
	}
	if st.now != nil {
		e.Now = sh.today(*st.now)
	}
}

// findThenNow looks up the stages of an entry. It is the same in all languages.
func (p *planner) findThenNow(b *note.Block, n *note.Note) (st thenNow) {
	if !lives(b.Stage) || !slices.Contains(aboutFeature, b.Kind) || n.Kind == note.Log {
		return st
	}
	number, ok := p.s.KEPOf(n, b)
	then := p.s.StageThen(n, b)
	if !ok || then == "" {
		return st
	}
	if b.Stage == "" {
		st.up = then
	}
	if now, ok := p.s.StageNow(number); ok && now.Stage != then {
		st.now = &now
	}
	return st
}

// kepOnPage makes a KEP on the page of a pull request or a gate: with the stage it had at
// the release that is the page's, if one is, and today's.
func (sh *sheet) kepOnPage(number string, r note.Release) view.KEPItem {
	it := sh.kepItem(number, r)
	if it.Noted > 0 {
		it.InWords = sh.l.N("count.entries", it.Noted)
	}
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
func (sh *sheet) today(sp site.Span) *view.Stage {
	st := sh.stage(sp)
	st.Text = sh.l.T("entry.now", sh.short(st))
	return &st
}

// differ says in words which stages kep.yaml and its one gate put into different
// releases: By kep.yaml alpha 1.25, beta 1.35; by UserNamespacesSupport alpha 1.28, beta 1.30.
func (sh *sheet) differ(k *upstream.KEP) string {
	var file, gate []string
	all := sh.s.DisagreementsOf(k)
	for _, d := range all {
		stage := sh.stageTag(d.Stage).Label + " "
		file, gate = append(file, stage+string(d.File)), append(gate, stage+string(d.ByGate))
	}
	if len(all) == 0 {
		return ""
	}
	comma := sh.l.T("mark.comma")
	return sh.l.T("line.differ", strings.Join(file, comma), all[0].Gate, strings.Join(gate, comma))
}
