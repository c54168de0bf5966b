package output

import (
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Status is the coverage of releases, as in status.json of the API and in the output of the
// command status. Its lists are never null.
type Status struct {
	Language note.Lang       `json:"language,omitempty"` // counts only entries in this language; empty for any language
	Releases []ReleaseStatus `json:"releases"`
	Coverage []Coverage      `json:"coverage"` // one for each release and SIG
	// Translations is the progress of all translations of the site: see TranslationsOf.
	Translations []TranslationStatus `json:"translations"`
}

// ReleaseStatus is the coverage of a release. Each change counts once.
type ReleaseStatus struct {
	Release   note.Release      `json:"release"`
	Published int               `json:"published"`
	Covered   int               `json:"covered"`
	Mentioned int               `json:"mentioned"` // number of changes without an entry that a note cites
	Languages map[note.Lang]int `json:"languages"` // number of covered changes by language
	Elsewhere []Elsewhere       `json:"elsewhere"` // notes on other sites about the whole release
}

// Coverage is the coverage of a SIG in a release. A change can belong to several SIGs.
type Coverage struct {
	Release   note.Release      `json:"release"`
	SIG       note.SIG          `json:"sig"` // empty for changes without a SIG
	Published int               `json:"published"`
	Covered   int               `json:"covered"`
	Mentioned int               `json:"mentioned"`
	Missing   []Missing         `json:"missing"`
	Languages map[note.Lang]int `json:"languages"`
	Notes     []note.ID         `json:"notes"`
	Claims    []Claim           `json:"claims"`
	Elsewhere []Elsewhere       `json:"elsewhere"`
}

// Missing is a change that notes do not cover.
type Missing struct {
	PR   int    `json:"pr"`
	Repo string `json:"repo,omitempty"` // owner/name; empty for kubernetes/kubernetes
	*MissingText
}

// MissingText is the upstream data about a change that notes do not cover.
type MissingText struct {
	Author note.Person      `json:"author,omitempty"`
	Kinds  []note.EntryKind `json:"kinds"` // main kind first
	SIGs   []note.SIG       `json:"sigs"`
	Text   string           `json:"text"` // official text, in Markdown
}

// Claim is the claim of an author to write about a SIG in a release.
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

// StatusOf converts boards and keeps their order. If texts is true, it includes the upstream data
// of uncovered changes. The result is then many times larger, because a change is in the row of
// each of its SIGs.
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
