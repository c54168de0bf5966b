package output

import (
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Status says for machines how far releases have been gone through: status.json of the API
// and what the command status prints. Lists in it are never null.
type Status struct {
	Language note.Lang       `json:"language,omitempty"` // that entries had to be in to count; empty: any
	Releases []ReleaseStatus `json:"releases"`
	Coverage []Coverage      `json:"coverage"` // a row for each release and group
	// Translations are those of the whole site, which TranslationsOf makes.
	Translations []TranslationStatus `json:"translations"`
}

// ReleaseStatus is a release as a whole: each change counts once.
type ReleaseStatus struct {
	Release   note.Release      `json:"release"`
	Published int               `json:"published"`
	Covered   int               `json:"covered"`
	Mentioned int               `json:"mentioned"` // not covered, but named in a note
	Languages map[note.Lang]int `json:"languages"` // how many are covered in each
	Elsewhere []Elsewhere       `json:"elsewhere"` // notes on the whole release
}

// Coverage is a group's part of a release. Groups share changes.
type Coverage struct {
	Release   note.Release      `json:"release"`
	SIG       note.SIG          `json:"sig"` // empty: changes without any group
	Published int               `json:"published"`
	Covered   int               `json:"covered"`
	Mentioned int               `json:"mentioned"`
	Missing   []Missing         `json:"missing"`
	Languages map[note.Lang]int `json:"languages"`
	Notes     []note.ID         `json:"notes"`
	Claims    []Claim           `json:"claims"`
	Elsewhere []Elsewhere       `json:"elsewhere"`
}

// Missing is a change that no note covers.
type Missing struct {
	PR   int    `json:"pr"`
	Repo string `json:"repo,omitempty"` // owner/name; empty: kubernetes/kubernetes
	*MissingText
}

// MissingText is what upstream says of a change that no note covers.
type MissingText struct {
	Author note.Person      `json:"author,omitempty"`
	Kinds  []note.EntryKind `json:"kinds"` // the one that counts first
	SIGs   []note.SIG       `json:"sigs"`
	Text   string           `json:"text"` // the official sentence, in Markdown
}

// Claim says who has taken a group's part of a release.
type Claim struct {
	Person note.Person `json:"person"`
	Date   string      `json:"date,omitempty"`
	Slides string      `json:"slides,omitempty"`
	Video  string      `json:"video,omitempty"`
}

// Elsewhere is a note at another address.
type Elsewhere struct {
	Title    string        `json:"title"`
	Language note.Lang     `json:"language"`
	URL      string        `json:"url"`
	Author   note.Person   `json:"author,omitempty"`
	Kind     note.NoteKind `json:"kind,omitempty"`
}

// StatusOf makes the status of boards, in their order. With texts, what upstream says of
// each missing change is in it; a change stands in the row of each of its groups, so that
// makes it many times as large.
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

// status leaves out what upstream says of the missing changes: releases/<r>.json has it.
func (a apiMaker) status() Status {
	var boards []site.Board
	for _, r := range a.s.Releases() {
		boards = append(boards, *a.s.Board(r))
	}
	v := StatusOf(boards, false)
	v.Translations = TranslationsOf(a.s.Translations())
	return v
}
