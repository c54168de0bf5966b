package scaffold

import (
	"errors"

	"github.com/kawaraban/kawaraban/internal/note"
)

// File is a content file. Text is nil if the file does not exist.
type File struct {
	Path string
	Text []byte
}

// Piece is a block in the report about a translation.
type Piece struct {
	Line   int            `json:"line,omitempty"`       // line in the translation; 0 if the block is not there
	Origin int            `json:"originLine,omitempty"` // line in the original; 0 if the block is not there
	Type   note.BlockType `json:"type,omitempty"`
	ID     note.BlockID   `json:"id,omitempty"`
	Text   string         `json:"text"` // text of the original, or of the translation if only that has the block
	Was    string         `json:"was,omitempty"`
	Why    string         `json:"why,omitempty"`

	block *note.Block // block of the original, or of the translation if only that has it
}

// Translated is the report of [Translate]. Its line numbers are those of the returned file.
type Translated struct {
	File      string    `json:"file"`
	From      string    `json:"from"`
	Lang      note.Lang `json:"lang"`
	Begun     bool      `json:"begun"`
	Unnamed   string    `json:"translates,omitempty"` // value that the missing field translates should have
	Title     string    `json:"title,omitempty"`      // title of the original, if it was recorded in this run
	Missing   int       `json:"missing"`              // number of untranslated blocks, counted as on the site
	Added     []Piece   `json:"added"`                // inserted blocks, to be translated
	Stale     []Piece   `json:"stale"`                // blocks marked in this run, because the original has changed
	Refreshed []Piece   `json:"refreshed"`            // blocks whose comment was updated, because they are untranslated or already marked
	Settled   []Piece   `json:"settled"`              // blocks whose mark was removed, because the original equals the recorded source again
	Recorded  []Piece   `json:"recorded"`             // blocks whose source comment was added
	Gone      []Piece   `json:"gone"`                 // blocks whose source the original no longer has
	Own       []Piece   `json:"own"`                  // blocks that only the translation has, without a known source
	Unplaced  []Piece   `json:"unplaced"`             // new blocks that could not be inserted
	Uncertain []Piece   `json:"uncertain"`            // blocks that may be translated
	Drafted   []Piece   `json:"drafted"`
	Refused   []Piece   `json:"refused"` // rejected machine translations
}

// Translating has the options of [Translate].
type Translating struct {
	Record bool // add source comments to blocks without one
	// Draft returns a machine translation of a Markdown text. If it is nil, there are no machine
	// translations. If it returns an error, the block is skipped, and the error is reported as
	// the reason. [ErrNoMore] ends all further calls.
	Draft func(text string) (string, error)
}

// ErrNoMore is the error of Draft if no more machine translations are available. Remaining blocks
// are then not reported as refused.
var ErrNoMore = errors.New("no more drafts")

// newTranslated returns an empty report. Its lists are not nil, so that JSON has [] instead of
// null.
func newTranslated(in In, from, to File) Translated {
	none := []Piece{}
	return Translated{
		File: to.Path, From: from.Path, Lang: in.Lang, Begun: to.Text == nil, Added: none, Stale: none, Refreshed: none, Settled: none,
		Recorded: none, Gone: none, Own: none, Unplaced: none, Uncertain: none, Drafted: none, Refused: none,
	}
}
