package scaffold

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Report lists the differences of a note from upstream data, and the entries that were added.
type Report struct {
	File      string         `json:"file"`
	Added     []Added        `json:"added"`
	Reworded  []Reworded     `json:"reworded"`
	Dropped   []Dropped      `json:"dropped"`
	Elsewhere []ElsewhereRef `json:"elsewhere"`
}

// Added is a pull request whose entry was added to the note.
type Added struct {
	PR   string         `json:"pr"` // number as in text: #115331
	Kind note.EntryKind `json:"kind"`
	Text string         `json:"text"` // official English text
	Line int            `json:"line"` // line in the returned note; 0 if the entry could not be inserted
}

// Reworded is an entry whose comment differs from the current official text. It is reported until
// the author updates the comment.
type Reworded struct {
	PR   string `json:"pr"`
	Line int    `json:"line"`
	Was  string `json:"was"`
	Now  string `json:"now"`
}

// Dropped is an entry whose pull request is not published for the SIG of the note.
type Dropped struct {
	PR   string `json:"pr"`
	Line int    `json:"line"`
	Why  Why    `json:"why"`
}

// Why is the reason why an entry is reported as dropped.
type Why string

const (
	NotPublished Why = "not-published"
	OtherSIG     Why = "other-sig"
)

// ElsewhereRef is a pull request of the SIG that another note in the same language covers.
type ElsewhereRef struct {
	PR    string  `json:"pr"`
	Note  note.ID `json:"note"`
	Place string  `json:"place"`          // anchor in the other note
	Line  int     `json:"line,omitempty"` // line of the empty entry in this note
}

// newReport returns an empty report. Its lists are not nil, so that JSON has [] instead of null.
func newReport(path string) Report {
	return Report{File: path, Added: []Added{}, Reworded: []Reworded{}, Dropped: []Dropped{}, Elsewhere: []ElsewhereRef{}}
}

// place sets the lines of the added entries.
func (r *Report) place(now reading) {
	at := map[string]int{}
	for e := range now.note.Entries {
		for _, key := range named(e) {
			if _, ok := at[key]; !ok {
				at[key] = e.Pos.Line
			}
		}
	}
	for i := range r.Added {
		r.Added[i].Line = at[strings.TrimPrefix(r.Added[i].PR, "#")]
	}
}
