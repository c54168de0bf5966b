package page

import (
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/view"
)

// voice is what all pages of a language say in the same words. Nobody writes into it.
type voice struct {
	kinds  map[note.EntryKind]*view.Tag
	stages map[note.Stage]*view.Stage // of which nothing more is known
}

func newVoice(l *locale.Language) *voice {
	v := &voice{map[note.EntryKind]*view.Tag{}, map[note.Stage]*view.Stage{}}
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

func (sh *sheet) kindTag(k note.EntryKind) view.Tag {
	if known := sh.voice.kinds[k]; known != nil {
		return *known
	}
	return kindTag(sh.l, k)
}

// kindOf returns the tag of a kind, which pages share; nil where nothing says it.
func (sh *sheet) kindOf(k note.EntryKind) *view.Tag {
	if k == "" {
		return nil
	}
	if known := sh.voice.kinds[k]; known != nil {
		return known
	}
	t := kindTag(sh.l, k)
	return &t
}

func stageTag(l *locale.Language, st note.Stage) view.Tag {
	return view.Tag{Code: string(st), Label: l.T("stage." + string(st))}
}

func (sh *sheet) stageTag(st note.Stage) view.Tag {
	if known := sh.voice.stages[st]; known != nil {
		return known.Tag
	}
	return stageTag(sh.l, st)
}

// plainStage is a stage of which nothing more is known. Pages share it.
func (sh *sheet) plainStage(st note.Stage) *view.Stage {
	if known := sh.voice.stages[st]; known != nil {
		return known
	}
	return newPlainStage(sh.l, st)
}

func newPlainStage(l *locale.Language, st note.Stage) *view.Stage {
	tag := stageTag(l, st)
	return &view.Stage{Tag: tag, Text: tag.Label}
}
