package scaffold

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Report is what became of a note's material since it was begun.
type Report struct {
	File      string         `json:"file"`
	Added     []Added        `json:"added"`
	Reworded  []Reworded     `json:"reworded"`
	Dropped   []Dropped      `json:"dropped"`
	Elsewhere []ElsewhereRef `json:"elsewhere"`
}

// Added is a pull request that is published under the note's SIG and that the note did not
// tell of.
type Added struct {
	PR   string         `json:"pr"` // its number, as people write it
	Kind note.EntryKind `json:"kind"`
	Text string         `json:"text"` // the English
	Line int            `json:"line"` // where it stands now; 0 where no place for it was found
}

// Reworded is an entry whose comment is not today's English. It is told until the author
// changes the comment.
type Reworded struct {
	PR   string `json:"pr"`
	Line int    `json:"line"`
	Was  string `json:"was"`
	Now  string `json:"now"`
}

// Dropped is an entry whose pull request the release does not publish under the note's SIG.
type Dropped struct {
	PR   string `json:"pr"`
	Line int    `json:"line"`
	Why  Why    `json:"why"`
}

// Why says why an entry counts as dropped.
type Why string

// The reasons.
const (
	NotPublished Why = "not-published"
	OtherSIG     Why = "other-sig"
)

// ElsewhereRef is a pull request of the note's SIG that another note in the language tells of.
type ElsewhereRef struct {
	PR    string  `json:"pr"`
	Note  note.ID `json:"note"`
	Place string  `json:"place"`          // its anchor there
	Line  int     `json:"line,omitempty"` // where it waits for its words in this note
}

// newReport is a report of nothing, whose lists are lists in JSON too.
func newReport(path string) Report {
	return Report{File: path, Added: []Added{}, Reworded: []Reworded{}, Dropped: []Dropped{}, Elsewhere: []ElsewhereRef{}}
}

// place looks up the lines on which what was added stands.
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
