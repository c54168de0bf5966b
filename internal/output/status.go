package output

import (
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Status is the coverage of releases as JSON: status.json of the API and the output of the command
// status. Its lists are never null.
type Status struct {
	Language note.Lang       `json:"language,omitempty"` // only entries in this language count; empty: any
	Releases []ReleaseStatus `json:"releases"`
	Coverage []Coverage      `json:"coverage"` // a row per release and SIG
	// Translations covers the whole site: see TranslationsOf.
	Translations []TranslationStatus `json:"translations"`
}

// ReleaseStatus is the coverage of a release. Each change counts once.
type ReleaseStatus struct {
	Release   note.Release      `json:"release"`
	Published int               `json:"published"`
	Covered   int               `json:"covered"`
	Mentioned int               `json:"mentioned"` // not covered, but cited in a note
	Languages map[note.Lang]int `json:"languages"` // covered changes by language
	Elsewhere []Elsewhere       `json:"elsewhere"` // notes on the whole release
}

// Coverage is a SIG's part of a release. A change can belong to several SIGs.
type Coverage struct {
	Release   note.Release      `json:"release"`
	SIG       note.SIG          `json:"sig"` // empty: changes without a SIG
	Published int               `json:"published"`
	Covered   int               `json:"covered"`
	Mentioned int               `json:"mentioned"`
	Missing   []Missing         `json:"missing"`
	Languages map[note.Lang]int `json:"languages"`
	Notes     []note.ID         `json:"notes"`
	Claims    []Claim           `json:"claims"`
	Elsewhere []Elsewhere       `json:"elsewhere"`
}

// Missing is an uncovered change.
type Missing struct {
	PR   int    `json:"pr"`
	Repo string `json:"repo,omitempty"` // owner/name; empty: kubernetes/kubernetes
	*MissingText
}

// MissingText is the upstream data on an uncovered change.
type MissingText struct {
	Author note.Person      `json:"author,omitempty"`
	Kinds  []note.EntryKind `json:"kinds"` // the main kind first
	SIGs   []note.SIG       `json:"sigs"`
	Text   string           `json:"text"` // the official sentence, in Markdown
}

// Claim is a claim of a SIG's part of a release.
type Claim struct {
	Person note.Person `json:"person"`
	Date   string      `json:"date,omitempty"`
	Slides string      `json:"slides,omitempty"`
	Video  string      `json:"video,omitempty"`
}

// Elsewhere is a note on another site.
type Elsewhere struct {
	Title    string        `json:"title"`
	Language note.Lang     `json:"language"`
	URL      string        `json:"url"`
	Author   note.Person   `json:"author,omitempty"`
	Kind     note.NoteKind `json:"kind,omitempty"`
}

// StatusOf converts boards, in their order. With texts, it includes the upstream data of each
// uncovered change. This makes the result many times larger, because a change is in the row of each
// of its SIGs.
func StatusOf(boards []site.Board, texts bool) Status {
	v := Status{Releases: []ReleaseStatus{}, Coverage: []Coverage{}, Translations: []TranslationStatus{}}
	for i := range boards {
		b := &boards[i]
		v.Releases = append(v.Releases, ReleaseStatus{
			Release: b.Release, Published: b.Published, Covered: b.Covered, Mentioned: b.Mentioned,
			Languages: byLanguage(b.Written), Elsewhere: elsewhere(b.Elsewhere),
		})
		for j := range b.Rows {
			v.Coverage = append(v.Coverage, coverage(b.Release, &b.Rows[j], texts))
		}
	}
	return v
}

func coverage(r note.Release, row *site.BoardRow, texts bool) Coverage {
	v := Coverage{
		Release: r, SIG: row.SIG, Published: row.Published, Covered: row.Covered, Mentioned: row.Mentioned,
		Missing: []Missing{}, Languages: byLanguage(row.Written), Notes: list(row.Notes),
		Claims: []Claim{}, Elsewhere: elsewhere(row.Elsewhere),
	}
	for _, c := range row.Missing {
		m := Missing{PR: c.Note.PR, Repo: c.Note.Repo}
		if texts {
			m.MissingText = &MissingText{c.Note.Author, kindsOf(c.Note), list(c.Note.SIGs), c.Note.Text}
		}
		v.Missing = append(v.Missing, m)
	}
	for _, c := range row.Claims {
		v.Claims = append(v.Claims, Claim{c.Person, c.Date, c.Slides, c.Video})
	}
	return v
}

func byLanguage(counts []site.LangCount) map[note.Lang]int {
	out := map[note.Lang]int{}
	for _, c := range counts {
		out[c.Lang] = c.Covered
	}
	return out
}

func elsewhere(notes []upstream.Elsewhere) []Elsewhere {
	out := []Elsewhere{}
	for _, e := range notes {
		out = append(out, Elsewhere{e.Title, e.Lang, e.URL, e.Author, e.Kind})
	}
	return out
}

func (a apiMaker) status() Status {
	var boards []site.Board
	for _, r := range a.s.Releases() {
		boards = append(boards, *a.s.Board(r))
	}
	v := StatusOf(boards, false)
	v.Translations = TranslationsOf(a.s.Translations())
	return v
}
