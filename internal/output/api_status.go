package output

import (
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// apiStatus is status.json: how far each release has been gone through.
type apiStatus struct {
	Releases []apiReleaseStatus `json:"releases"` // newest first
	Coverage []apiCoverage      `json:"coverage"` // a row for each release and group
}

// apiReleaseStatus is a release as a whole: each change counts once.
type apiReleaseStatus struct {
	Release   note.Release      `json:"release"`
	Published int               `json:"published"`
	Covered   int               `json:"covered"`
	Mentioned int               `json:"mentioned"`
	Languages map[note.Lang]int `json:"languages"` // covered in each
	Elsewhere []apiElsewhere    `json:"elsewhere"` // notes on the whole release
}

// apiCoverage is a group's part of a release. Groups share changes.
type apiCoverage struct {
	Release   note.Release      `json:"release"`
	SIG       note.SIG          `json:"sig"` // empty: changes without any group
	Published int               `json:"published"`
	Covered   int               `json:"covered"`
	Mentioned int               `json:"mentioned"`
	Missing   []int             `json:"missing"` // numbers in kubernetes/kubernetes
	Threads   []string          `json:"threads"` // what is missing of other repositories
	Languages map[note.Lang]int `json:"languages"`
	Notes     []note.ID         `json:"notes"`
	Claims    []apiClaim        `json:"claims"`
	Elsewhere []apiElsewhere    `json:"elsewhere"`
}

// apiClaim says who has taken a group's part of a release.
type apiClaim struct {
	Person note.Person `json:"person"`
	Date   string      `json:"date,omitempty"`
	Slides string      `json:"slides,omitempty"`
	Video  string      `json:"video,omitempty"`
}

// apiElsewhere is a note at another address.
type apiElsewhere struct {
	Title    string        `json:"title"`
	Language note.Lang     `json:"language"`
	URL      string        `json:"url"`
	Author   note.Person   `json:"author,omitempty"`
	Kind     note.NoteKind `json:"kind,omitempty"`
}

func (a apiMaker) status() apiStatus {
	v := apiStatus{Releases: []apiReleaseStatus{}, Coverage: []apiCoverage{}}
	for _, r := range a.s.Releases() {
		b := a.s.Board(r)
		v.Releases = append(v.Releases, apiReleaseStatus{
			Release: r, Published: b.Published, Covered: b.Covered, Mentioned: b.Mentioned,
			Languages: byLanguage(b.Written), Elsewhere: apiElsewheres(b.Elsewhere),
		})
		for i := range b.Rows {
			v.Coverage = append(v.Coverage, apiCoverageOf(r, &b.Rows[i]))
		}
	}
	return v
}

func apiCoverageOf(r note.Release, row *site.BoardRow) apiCoverage {
	v := apiCoverage{
		Release: r, SIG: row.SIG, Published: row.Published, Covered: row.Covered, Mentioned: row.Mentioned,
		Missing: []int{}, Threads: []string{}, Languages: byLanguage(row.Written), Notes: list(row.Notes),
		Claims: []apiClaim{}, Elsewhere: apiElsewheres(row.Elsewhere),
	}
	for _, c := range row.Missing {
		if c.PR != "" {
			v.Missing = append(v.Missing, numberOf(c.PR))
		} else {
			v.Threads = append(v.Threads, c.Key().ID)
		}
	}
	for _, c := range row.Claims {
		v.Claims = append(v.Claims, apiClaim{c.Person, c.Date, c.Slides, c.Video})
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

func apiElsewheres(notes []upstream.Elsewhere) []apiElsewhere {
	out := []apiElsewhere{}
	for _, e := range notes {
		out = append(out, apiElsewhere{e.Title, e.Lang, e.URL, e.Author, e.Kind})
	}
	return out
}
