package page

import (
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
)

// voice is what all pages of a language say in the same words. Nobody writes into it.
type voice struct {
	kinds  map[note.EntryKind]*Tag
	stages map[note.Stage]*Stage // of which nothing more is known
}

func newVoice(l *locale.Language) *voice {
	v := &voice{map[note.EntryKind]*Tag{}, map[note.Stage]*Stage{}}
	for _, k := range note.EntryKinds {
		tag := kindTag(l, k)
		v.kinds[k] = &tag
	}
	for _, st := range []note.Stage{note.Alpha, note.Beta, note.Stable, note.Deprecated, note.Removed} {
		v.stages[st] = newPlainStage(l, st)
	}
	return v
}

func kindTag(l *locale.Language, k note.EntryKind) Tag {
	return Tag{string(k), l.T("kind." + string(k))}
}

func (sh *sheet) kindTag(k note.EntryKind) Tag {
	if known := sh.voice.kinds[k]; known != nil {
		return *known
	}
	return kindTag(sh.l, k)
}

// kindOf returns the tag of a kind, which pages share; nil where nothing says it.
func (sh *sheet) kindOf(k note.EntryKind) *Tag {
	if k == "" {
		return nil
	}
	if known := sh.voice.kinds[k]; known != nil {
		return known
	}
	t := kindTag(sh.l, k)
	return &t
}

func stageTag(l *locale.Language, st note.Stage) Tag {
	return Tag{string(st), l.T("stage." + string(st))}
}

func (sh *sheet) stageTag(st note.Stage) Tag {
	if known := sh.voice.stages[st]; known != nil {
		return known.Tag
	}
	return stageTag(sh.l, st)
}

// plainStage is a stage of which nothing more is known. Pages share it.
func (sh *sheet) plainStage(st note.Stage) *Stage {
	if known := sh.voice.stages[st]; known != nil {
		return known
	}
	return newPlainStage(sh.l, st)
}

func newPlainStage(l *locale.Language, st note.Stage) *Stage {
	tag := stageTag(l, st)
	return &Stage{Tag: tag, Text: tag.Label}
}
