package main

import (
	"cmp"
	"encoding/json"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// statusDocument is what status prints for machines.
type statusDocument struct {
	Language note.Lang      `json:"language,omitempty"` // that entries had to be in to count
	Coverage []coverageJSON `json:"coverage"`
	Releases []releaseJSON  `json:"releases"`
}

// coverageJSON is a group's part of a release. Groups share pull requests.
type coverageJSON struct {
	Release   note.Release      `json:"release"`
	SIG       note.SIG          `json:"sig"`
	Published int               `json:"published"`
	Covered   int               `json:"covered"`
	Mentioned int               `json:"mentioned"`
	Missing   []missingJSON     `json:"missing"`
	Languages map[note.Lang]int `json:"languages"`
	Notes     []note.ID         `json:"notes"`
	Claims    []claimJSON       `json:"claims"`
	Elsewhere []elsewhereJSON   `json:"elsewhere"`
}

// releaseJSON is a release as a whole, in which each pull request counts once.
type releaseJSON struct {
	Release   note.Release      `json:"release"`
	Published int               `json:"published"`
	Covered   int               `json:"covered"`
	Mentioned int               `json:"mentioned"`
	Languages map[note.Lang]int `json:"languages"`
	Elsewhere []elsewhereJSON   `json:"elsewhere"`
}

type missingJSON struct {
	PR     int              `json:"pr"`
	Repo   string           `json:"repository"`
	Author note.Person      `json:"author,omitempty"`
	Kinds  []note.EntryKind `json:"kinds"`
	SIGs   []note.SIG       `json:"sigs"`
	Text   string           `json:"text"`
}

type claimJSON struct {
	Person note.Person `json:"person"`
	Date   string      `json:"date,omitempty"`
	Slides string      `json:"slides,omitempty"`
	Video  string      `json:"video,omitempty"`
}

type elsewhereJSON struct {
	Title  string        `json:"title"`
	Lang   note.Lang     `json:"lang"`
	URL    string        `json:"url"`
	Author note.Person   `json:"author,omitempty"`
	Kind   note.NoteKind `json:"kind,omitempty"`
}

// statusJSON prints boards as one object. Lists are never null.
func (a *app) statusJSON(boards []site.Board, lang note.Lang) error {
	doc := statusDocument{Language: lang, Coverage: []coverageJSON{}, Releases: []releaseJSON{}}
	for i := range boards {
		b := &boards[i]
		doc.Releases = append(doc.Releases, releaseJSON{b.Release, b.Published, b.Covered, b.Mentioned, byLanguage(b.Written), elsewhereList(b.Elsewhere)})
		for j := range b.Rows {
			doc.Coverage = append(doc.Coverage, coverageOf(b.Release, &b.Rows[j]))
		}
	}
	e := json.NewEncoder(a.stdout)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return machine(e.Encode(doc))
}

func coverageOf(r note.Release, row *site.BoardRow) coverageJSON {
	out := coverageJSON{
		Release: r, SIG: row.SIG, Published: row.Published, Covered: row.Covered, Mentioned: row.Mentioned, Missing: []missingJSON{},
		Languages: byLanguage(row.Written),
		Notes:     append([]note.ID{}, row.Notes...), Claims: []claimJSON{}, Elsewhere: elsewhereList(row.Elsewhere),
	}
	for _, c := range row.Missing {
		kinds := append([]note.EntryKind{}, c.Note.Kinds...)
		if len(kinds) == 0 && c.Note.Kind != "" {
			kinds = append(kinds, c.Note.Kind)
		}
		out.Missing = append(out.Missing, missingJSON{
			PR: c.Note.PR, Repo: cmp.Or(c.Note.Repo, "kubernetes/kubernetes"), Author: c.Note.Author, Kinds: kinds,
			SIGs: append([]note.SIG{}, c.Note.SIGs...), Text: c.Note.Text,
		})
	}
	for _, c := range row.Claims {
		out.Claims = append(out.Claims, claimJSON{c.Person, c.Date, c.Slides, c.Video})
	}
	return out
}

// byLanguage says how many changes are covered in each language.
func byLanguage(counts []site.LangCount) map[note.Lang]int {
	out := map[note.Lang]int{}
	for _, c := range counts {
		out[c.Lang] = c.Covered
	}
	return out
}

func elsewhereList(notes []upstream.Elsewhere) []elsewhereJSON {
	out := []elsewhereJSON{}
	for _, e := range notes {
		out = append(out, elsewhereJSON{e.Title, e.Lang, e.URL, e.Author, e.Kind})
	}
	return out
}
