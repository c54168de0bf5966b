package preview

import (
	"bytes"
	"encoding/json"
	"time"
)

// Messages between a page and the preview are JSON texts on one WebSocket. The field type
// identifies the message.

// Said is a message of a page. hello comes once, first; visible when the page is shown or hidden;
// patched when update Seq has been painted.
type Said struct {
	Type    string `json:"type"`
	Page    string `json:"page,omitempty"`    // hello: data-page of the script
	Sum     string `json:"sum,omitempty"`     // hello: data-sum of the script, or the hash in the last page message
	Boot    string `json:"boot,omitempty"`    // hello: data-boot of the script
	Visible bool   `json:"visible,omitempty"` // hello and visible
	Seq     uint64 `json:"seq,omitempty"`     // patched
	// Since, in hello, is when the page was loaded or last received a message, in milliseconds
	// since 1970 by the browser's clock.
	Since float64 `json:"since,omitempty"`
}

// Types of messages of a page.
const (
	saidHello   = "hello"
	saidVisible = "visible"
	saidPatched = "patched"
)

// pageMessage updates a page. html is the whole page without the preview's script. The page
// answers with patched.
type pageMessage struct {
	Type   string `json:"type"` // "page"
	Seq    uint64 `json:"seq"`
	Sum    string `json:"sum"`
	HTML   string `json:"html"`
	Follow bool   `json:"follow"` // scroll to the change and highlight it
	Times  *times `json:"times,omitempty"`
}

// times are the stages of a change in milliseconds since 1970 by this machine's clock. A test can
// add those of the browser.
type times struct {
	Seen    float64 `json:"seen"`    // first event
	Settled float64 `json:"settled"` // no further events
	Linked  float64 `json:"linked"`  // state made
	Printed float64 `json:"printed"` // page rendered; others may have come first
}

func millisOf(t time.Time) float64 { return float64(t.UnixMicro()) / 1e3 }

// printed adds the time at which the page is sent; nil stays nil.
func (t *times) printed(at time.Time) *times {
	if t == nil {
		return nil
	}
	done := *t
	done.Printed = millisOf(at)
	return &done
}

// sameMessage answers a hello if the page is up to date.
type sameMessage struct {
	Type string `json:"type"` // "same"
	Seq  uint64 `json:"seq"`
}

// changedMessage announces a new state: search results, and assets on the page, may have changed.
// It is sent after visible tabs are painted.
type changedMessage struct {
	Type   string   `json:"type"`   // "changed"
	Files  []string `json:"files"`  // replaced assets, relative to the page
	All    bool     `json:"all"`    // the list is incomplete: reload all assets
	Follow bool     `json:"follow"` // scroll to what shows them and highlight it
}

// goneMessage reports that the page no longer exists, or is missing because its note is a draft.
type goneMessage struct {
	Type  string `json:"type"`            // "gone"
	To    string `json:"to"`              // new URL, relative to the page; empty if unknown
	Draft bool   `json:"draft,omitempty"` // the note is a draft
	Words words  `json:"words"`
}

// gotoMessage sends the tab to the edited note.
type gotoMessage struct {
	Type string `json:"type"` // "goto"
	To   string `json:"to"`   // relative to the page
	Kept bool   `json:"kept"` // the same note with a new name: keep the scroll position
}

// reloadMessage asks for a full reload.
type reloadMessage struct {
	Type string `json:"type"` // "reload"
}

// problemsMessage lists all problems. An empty list removes them. It follows every hello.
type problemsMessage struct {
	Type  string    `json:"type"` // "problems"
	Lang  string    `json:"lang"` // of the texts and hints, as in lang="…"
	List  []problem `json:"list"`
	More  int       `json:"more"` // number of problems not listed
	Words words     `json:"words"`
}

type problem struct {
	File     string `json:"file"`
	Line     int    `json:"line"` // from 1; 0: whole file
	Col      int    `json:"col"`  // in code points, from 1; 0: whole line
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Text     string `json:"text"`
	Hint     string `json:"hint"`
	Excerpt  string `json:"excerpt"` // the line, possibly shortened; empty if unknown
	Caret    int    `json:"caret"`   // code points of the excerpt before the column; -1: none
	URL      string `json:"url"`     // opens an editor; empty if unknown
}

// words are the interface texts for the preview in the page's language, by key without "preview.".
// A text with plurals is an object of its forms by CLDR name, with {n} for the number. Others have
// {0} and so on.
type words map[string]any

func encode(m any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)  // escaping would make a page a third longer
	if e.Encode(m) != nil { // cannot happen: all fields are encodable
		return nil
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
