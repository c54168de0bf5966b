package builder

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
	"github.com/kawaraban/kawaraban/internal/view"
)

// StatusWord translates the status of a KEP. It returns "" on English pages and for an unknown
// status.
func (pg *Page) StatusWord(status string) string {
	if pg.English() == "" || !slices.Contains(upstream.KEPStatuses, status) {
		return ""
	}
	return pg.L.T("kep.status." + status)
}

func (pg *Page) short(st view.Stage) string {
	if st.Default == "" || st.Code == string(note.Stable) || st.Code == string(note.Alpha) && st.Default == "off" {
		return st.Label
	}
	return pg.L.T("stage."+st.Default, st.Label)
}

// Stage describes the stage of a span in words.
func (pg *Page) Stage(sp site.Span) view.Stage {
	tag := pg.StageTag(sp.Stage)
	st := view.Stage{Tag: tag, Locked: sp.Locked, Since: string(sp.From), Text: tag.Label}
	if sp.Default != nil && sp.Stage != note.Removed {
		st.Default = "off"
		if *sp.Default {
			st.Default = "on"
		}
		if sp.Stage != note.Stable {
			st.Text = pg.L.T("stage.default-"+st.Default, tag.Label)
		}
	}
	if sp.Locked {
		st.Text = pg.L.T("stage.locked", tag.Label)
	}
	return st
}

// Now returns the current stage of a timeline, or nil if it is unknown.
func (pg *Page) Now(l site.Line) *view.Stage {
	sp, ok := l.Now()
	if !ok {
		return nil
	}
	st := pg.Stage(sp)
	return &st
}

func (pg *Page) today(sp site.Span) *view.Stage {
	st := pg.Stage(sp)
	st.Text = pg.L.T("entry.now", pg.short(st))
	return &st
}

// KindTag returns the tag of a kind of change.
func (pg *Page) KindTag(k note.EntryKind) view.Tag {
	if known := pg.tagCache.kinds[k]; known != nil {
		return *known
	}
	return kindTag(pg.L, k)
}

// kindOf returns the shared tag of a kind, or nil for an entry without a kind.
func (pg *Page) kindOf(k note.EntryKind) *view.Tag {
	if k == "" {
		return nil
	}
	if known := pg.tagCache.kinds[k]; known != nil {
		return known
	}
	t := kindTag(pg.L, k)
	return &t
}

// StageTag returns the tag of a stage.
func (pg *Page) StageTag(st note.Stage) view.Tag {
	if known := pg.tagCache.stages[st]; known != nil {
		return known.Tag
	}
	return stageTag(pg.L, st)
}

// plainStage returns the shared view of a stage without its default or release.
func (pg *Page) plainStage(st note.Stage) *view.Stage {
	if known := pg.tagCache.stages[st]; known != nil {
		return known
	}
	return newPlainStage(pg.L, st)
}
