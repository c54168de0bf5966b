package output

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/site"
)

// apiMaker builds the documents of the JSON API. Lists in them are never null.
type apiMaker struct {
	s  *site.Site
	in In
}

type apiTranslation struct {
	Text    string       `json:"text,omitempty"` // plain text; absent for counterparts in other notes
	How     site.How     `json:"how"`
	Note    note.ID      `json:"note,omitempty"`  // ID of the other note
	Entry   note.BlockID `json:"entry,omitempty"` // anchor in the other note
	Stale   bool         `json:"stale,omitempty"` // whether the source of this text or of the entry changed later
	Remarks []string     `json:"remarks,omitempty"`
}

type apiUpgradeLink struct {
	From note.Release `json:"from"`
	To   note.Release `json:"to"`
	Href string       `json:"href"`
}

// apiRoot is the folder of the API. The format of its documents is stable. A breaking change
// requires a new folder v2.
const apiRoot = "api/v1/"

// noteDocument returns the file name of the document of a note: notes/1.27/sig-node.json for the
// original. For translations the language precedes the extension.
func noteDocument(original, n *note.Note) string {
	if n == original {
		return "notes/" + string(n.ID) + ".json"
	}
	return "notes/" + string(n.ID) + "." + string(n.Lang) + ".json"
}

func document[T any](name string, value func() T) outdir.File {
	path := apiRoot + name
	return outdir.Appending(path, func(b []byte) ([]byte, error) { return encode(b, path, value()) })
}

func encode(b []byte, name string, value any) ([]byte, error) {
	w := bytes.NewBuffer(b)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return nil, fmt.Errorf("writing %s: %w", name, err)
	}
	return w.Bytes(), nil
}

// apiIndex is the document index.json: totals and links.
type apiIndex struct {
	Counts    apiCounts        `json:"counts"`
	Languages []note.Lang      `json:"languages"` // languages of the notes, in the order of the interface
	Releases  []apiBrief       `json:"releases"`  // newest first
	Upgrades  []apiUpgradeLink `json:"upgrades"`  // newest target first, then newest origin
}

type apiCounts struct {
	Notes        int `json:"notes"` // a note counts once, regardless of its languages
	Entries      int `json:"entries"`
	Releases     int `json:"releases"`
	PullRequests int `json:"pullRequests"` // published ones, in all releases
	KEPs         int `json:"keps"`
	Gates        int `json:"gates"`
	SIGs         int `json:"sigs"`
}

type apiBrief struct {
	Release   note.Release `json:"release"`
	Date      string       `json:"date,omitempty"`
	Published int          `json:"published"`
	Notes     int          `json:"notes"`
	Href      string       `json:"href"` // relative to index.json
}

// apiNotes is the document notes.json.
type apiNotes struct {
	Notes []apiNoteBrief `json:"notes"`
}

type apiNoteBrief struct {
	ID        note.ID        `json:"id"`
	Title     string         `json:"title"`
	Kind      note.NoteKind  `json:"kind"`
	Language  note.Lang      `json:"language"` // language of the original
	Languages []note.Lang    `json:"languages"`
	Releases  []note.Release `json:"releases"`
	SIGs      []note.SIG     `json:"sigs"`
	Authors   []note.Person  `json:"authors"`
	Date      string         `json:"date,omitempty"`
	Changed   string         `json:"changed,omitempty"` // date of the last commit to the original
	Entries   int            `json:"entries"`
	Href      string         `json:"href"` // relative to notes.json
}

// apiNote is the document notes/<id>.json.
type apiNote struct {
	ID        note.ID        `json:"id"`
	Title     string         `json:"title"`
	Kind      note.NoteKind  `json:"kind"`
	Language  note.Lang      `json:"language"`
	Languages []note.Lang    `json:"languages"` // languages of the note, that of the original first
	Releases  []note.Release `json:"releases"`
	SIGs      []note.SIG     `json:"sigs"`
	Authors   []note.Person  `json:"authors"`
	Date      string         `json:"date,omitempty"`
	Changed   string         `json:"changed,omitempty"` // date of the last commit to this version
	Source    string         `json:"source,omitempty"`
	Entries   []apiEntry     `json:"entries"`
	Remarks   []string       `json:"remarks"` // remarks outside of entries

	Contributors []string `json:"contributors"` // authors of commits to this version, earliest first
}

type apiEntry struct {
	ID      note.BlockID   `json:"id"`
	Kind    note.EntryKind `json:"kind,omitempty"`
	Stage   note.Stage     `json:"stage,omitempty"`
	Lang    note.Lang      `json:"lang"` // language of most of the text
	Text    string         `json:"text"` // plain text without attribution and remarks
	Release note.Release   `json:"release,omitempty"`
	Date    string         `json:"date,omitempty"` // date of a log entry
	SIGs    []note.SIG     `json:"sigs"`
	PRs     []int          `json:"prs"`
	KEPs    []int          `json:"keps"`
	Gates   []string       `json:"gates"`
	Refs    []apiRef       `json:"refs"` // all references of the entry and of its remarks, without duplicates
	Remarks []string       `json:"remarks"`
	// Translations has the entry in other languages.
	Translations map[note.Lang]apiTranslation `json:"translations"`
}

type apiRef struct {
	Kind note.RefKind `json:"kind"`
	ID   string       `json:"id"`
}

// apiRelease is the document releases/<r>.json.
type apiRelease struct {
	Release      note.Release `json:"release"`
	Name         string       `json:"name,omitempty"`
	Date         string       `json:"date,omitempty"`
	EndOfSupport string       `json:"endOfSupport,omitempty"`
	Notes        []note.ID    `json:"notes"`
	PullRequests []apiChange  `json:"pullRequests"` // published ones, by number
}

type apiChange struct {
	PR      int              `json:"pr,omitempty"` // number in kubernetes/kubernetes; absent for other repositories
	Thread  string           `json:"thread,omitempty"`
	Text    string           `json:"text"` // official text, in Markdown
	Kinds   []note.EntryKind `json:"kinds"`
	SIGs    []note.SIG       `json:"sigs"`
	Author  note.Person      `json:"author,omitempty"`
	KEPs    []int            `json:"keps"`
	Urgent  bool             `json:"urgent"`
	Removal bool             `json:"removal"` // whether the text reports a removal
	Entries []apiCitation    `json:"entries"` // entries that cite it
}

// apiCitation is an entry that cites a pull request or a KEP.
type apiCitation struct {
	Note     note.ID      `json:"note"`
	Entry    note.BlockID `json:"entry"`
	Language note.Lang    `json:"language"`
}

// apiKEP is the document keps/<n>.json. If two KEPs share a number, it has two enhancements.
type apiKEP struct {
	Number       int              `json:"number"`
	Enhancements []apiEnhancement `json:"enhancements"`
	Gates        []string         `json:"gates"`
	Entries      []apiCitation    `json:"entries"`
}

type apiEnhancement struct {
	Title         string       `json:"title"`
	SIG           note.SIG     `json:"sig,omitempty"`
	Participating []note.SIG   `json:"participating"`
	Authors       []string     `json:"authors"`
	Status        string       `json:"status,omitempty"`
	Stage         string       `json:"stage,omitempty"` // current stage in kep.yaml
	Milestone     apiMilestone `json:"milestone"`
	Folder        string       `json:"folder"`
	Line          []apiSpan    `json:"line"`
}

type apiMilestone struct {
	Alpha  note.Release `json:"alpha,omitempty"`
	Beta   note.Release `json:"beta,omitempty"`
	Stable note.Release `json:"stable,omitempty"`
}

// apiSpan is a range of releases with one stage and one default.
type apiSpan struct {
	Stage   note.Stage   `json:"stage"`
	Default *bool        `json:"default,omitempty"`
	Locked  bool         `json:"locked"`
	From    note.Release `json:"from"`
	To      note.Release `json:"to,omitempty"` // absent if current
}

// apiSIGs is the document sigs.json.
type apiSIGs struct {
	SIGs []apiSIG `json:"sigs"`
}

type apiSIG struct {
	Label     note.SIG             `json:"label"`
	Name      string               `json:"name"`
	Kind      string               `json:"kind"`
	Living    bool                 `json:"living"`
	Notes     []note.ID            `json:"notes"`
	KEPs      []int                `json:"keps"`
	Published map[note.Release]int `json:"published"` // number of pull requests by release
}

// apiGates is the document gates.json.
type apiGates struct {
	Gates []apiGate `json:"gates"`
}

type apiGate struct {
	Name    string        `json:"name"`
	Former  []string      `json:"former"`
	Stages  []apiSpan     `json:"stages"`
	Removed bool          `json:"removed"`
	KEPs    []int         `json:"keps"`
	Entries []apiCitation `json:"entries"`
}

func upgradeDocument(from, to note.Release) string {
	return "upgrade/" + string(from) + "-" + string(to) + ".json"
}
