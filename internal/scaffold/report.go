package scaffold

import (
	"errors"

	"github.com/kawaraban/kawaraban/internal/note"
)

// File is a file of content as it is; Text is nil where it is not there yet.
type File struct {
	Path string
	Text []byte
}

// Piece is a block that a translation is told of.
type Piece struct {
	Line   int            `json:"line,omitempty"`       // in the translation, 0 where it has no place there
	Origin int            `json:"originLine,omitempty"` // in the original, 0 where it is not there
	Type   note.BlockType `json:"type,omitempty"`
	ID     note.BlockID   `json:"id,omitempty"`
	Text   string         `json:"text"` // what the original says, or the translation where it alone has the block
	Was    string         `json:"was,omitempty"`
	Why    string         `json:"why,omitempty"`

	block *note.Block // of the original; of the translation where it alone has it
}

// Translated is what became of a translation. Its lines are those of the file as it is
// returned.
type Translated struct {
	File      string    `json:"file"`
	From      string    `json:"from"`
	Lang      note.Lang `json:"lang"`
	Begun     bool      `json:"begun"`
	Unnamed   string    `json:"translates,omitempty"` // what its front matter should say that it translates; empty where it says so
	Title     string    `json:"title,omitempty"`      // of the original, where it was recorded now
	Missing   int       `json:"missing"`              // blocks that are not translated yet, as the site counts them
	Added     []Piece   `json:"added"`                // put at their places, to be translated
	Stale     []Piece   `json:"stale"`                // marked now: the original says something else
	Refreshed []Piece   `json:"refreshed"`            // their comments say what the original says now; they were not translated, or are marked already
	Settled   []Piece   `json:"settled"`              // no longer marked: the original says again what they were made from
	Recorded  []Piece   `json:"recorded"`             // have their source in a comment now
	Gone      []Piece   `json:"gone"`                 // made from what the original no longer has
	Own       []Piece   `json:"own"`                  // in the translation alone, and made from nothing that is known
	Unplaced  []Piece   `json:"unplaced"`             // new, and no place was found
	Uncertain []Piece   `json:"uncertain"`            // may be there, or not
	Drafted   []Piece   `json:"drafted"`
	Refused   []Piece   `json:"refused"` // drafts that were not taken
}

// Translating says what is wanted of [Translate] beside bringing the file up to date.
type Translating struct {
	Record bool // write today's source before blocks that have none
	// Draft makes a draft of a text in Markdown; nil where none is wanted. An error costs
	// the block its draft, and is told as the reason; [ErrNoMore] ends the asking.
	Draft func(text string) (string, error)
}

// ErrNoMore says that no further draft is to be had: what has none yet waits on, and is not
// told as refused.
var ErrNoMore = errors.New("no more drafts")

// newTranslated is a report of nothing, whose lists are lists in JSON too.
func newTranslated(in In, from, to File) Translated {
	none := []Piece{}
	return Translated{
		File: to.Path, From: from.Path, Lang: in.Lang, Begun: to.Text == nil, Added: none, Stale: none, Refreshed: none, Settled: none,
		Recorded: none, Gone: none, Own: none, Unplaced: none, Uncertain: none, Drafted: none, Refused: none,
	}
}
