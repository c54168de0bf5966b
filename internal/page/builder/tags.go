package builder

import (
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/view"
)

// tagCache has the tags that all pages of a language share. Callers must not modify them.
type tagCache struct {
	kinds  map[note.EntryKind]*view.Tag
	stages map[note.Stage]*view.Stage // without default or release
}

func newTagCache(l *locale.Language) *tagCache {
	v := &tagCache{map[note.EntryKind]*view.Tag{}, map[note.Stage]*view.Stage{}}
	for _, k := range note.EntryKinds {
		tag := kindTag(l, k)
		v.kinds[k] = &tag
	}
	for _, st := range []note.Stage{note.Alpha, note.Beta, note.Stable, note.Deprecated, note.Removed} {
		v.stages[st] = newPlainStage(l, st)
	}
	return v
}

func kindTag(l *locale.Language, k note.EntryKind) view.Tag {
	return view.Tag{Code: string(k), Label: l.T("kind." + string(k))}
}

func stageTag(l *locale.Language, st note.Stage) view.Tag {
	return view.Tag{Code: string(st), Label: l.T("stage." + string(st))}
}

func newPlainStage(l *locale.Language, st note.Stage) *view.Stage {
	tag := stageTag(l, st)
	return &view.Stage{Tag: tag, Text: tag.Label}
}
