package scaffold

import (
	"errors"

	"github.com/kawaraban/kawaraban/internal/note"
)

// File is a content file. Text is nil if the file does not exist yet.
type File struct {
	Path string
	Text []byte
}

// Piece is a block in the report on a translation.
type Piece struct {
	Line   int            `json:"line,omitempty"`       // in the translation; 0 if it has no place there
	Origin int            `json:"originLine,omitempty"` // in the original; 0 if it is not there
	Type   note.BlockType `json:"type,omitempty"`
	ID     note.BlockID   `json:"id,omitempty"`
	Text   string         `json:"text"` // of the original; of the translation if only that has the block
	Was    string         `json:"was,omitempty"`
	Why    string         `json:"why,omitempty"`

	block *note.Block // of the original; of the translation if only that has it
}

// Translated reports what [Translate] did. Its line numbers are those of the returned file.
type Translated struct {
	File      string    `json:"file"`
	From      string    `json:"from"`
	Lang      note.Lang `json:"lang"`
	Begun     bool      `json:"begun"`
	Unnamed   string    `json:"translates,omitempty"` // the missing value of the key translates
	Title     string    `json:"title,omitempty"`      // of the original, if it was recorded in this run
	Missing   int       `json:"missing"`              // number of untranslated blocks, as the site counts them
	Added     []Piece   `json:"added"`                // inserted, to be translated
	Stale     []Piece   `json:"stale"`                // marked in this run: the original has changed
	Refreshed []Piece   `json:"refreshed"`            // comment updated; the block is untranslated or already marked
	Settled   []Piece   `json:"settled"`              // mark removed: the original again equals the recorded source
	Recorded  []Piece   `json:"recorded"`             // source comment added
	Gone      []Piece   `json:"gone"`                 // the original no longer has the source
	Own       []Piece   `json:"own"`                  // only in the translation, without a known source
	Unplaced  []Piece   `json:"unplaced"`             // new, but no place was found
	Uncertain []Piece   `json:"uncertain"`            // possibly translated
	Drafted   []Piece   `json:"drafted"`
	Refused   []Piece   `json:"refused"` // rejected machine translations
}

// Translating holds the options of [Translate].
type Translating struct {
	Record bool // add source comments to blocks without one
	// Draft returns a machine translation of a Markdown text; nil disables it. An error is reported
	// as the reason and skips the block. [ErrNoMore] stops all further calls.
	Draft func(text string) (string, error)
}

// ErrNoMore means that no more machine translations are available. Remaining blocks stay
// untranslated and are not reported as refused.
var ErrNoMore = errors.New("no more drafts")

// newTranslated returns an empty report. Its lists are not nil, so that JSON has [] and not null.
func newTranslated(in In, from, to File) Translated {
	none := []Piece{}
	return Translated{
		File: to.Path, From: from.Path, Lang: in.Lang, Begun: to.Text == nil, Added: none, Stale: none, Refreshed: none, Settled: none,
		Recorded: none, Gone: none, Own: none, Unplaced: none, Uncertain: none, Drafted: none, Refused: none,
	}
}
