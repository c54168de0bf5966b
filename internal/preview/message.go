package preview

import (
	"bytes"
	"encoding/json"
	"time"
)

// Messages between a page and the preview are JSON texts on a WebSocket. The field type is the
// type of the message.

// TabMessage is a message from a page. hello is the first message. visible follows when the page is
// shown or hidden, and patched when the browser has painted update Seq.
type TabMessage struct {
	Type    string `json:"type"`
	Page    string `json:"page,omitempty"`    // in hello: data-page of the script
	Sum     string `json:"sum,omitempty"`     // in hello: data-sum of the script, or hash in the last page message
	Boot    string `json:"boot,omitempty"`    // in hello: data-boot of the script
	Visible bool   `json:"visible,omitempty"` // in hello and visible
	Seq     uint64 `json:"seq,omitempty"`     // in patched
	// Since, in hello, is the time when the page was loaded or last received a message. The unit
	// is milliseconds since 1970, by the clock of the browser.
	Since float64 `json:"since,omitempty"`
}

// Types of messages from a page.
const (
	saidHello   = "hello"
	saidVisible = "visible"
	saidPatched = "patched"
)

// pageMessage updates a page. HTML is the whole page without the script of the preview. The page
// answers with patched.
type pageMessage struct {
	Type   string `json:"type"` // "page"
	Seq    uint64 `json:"seq"`
	Sum    string `json:"sum"`
	HTML   string `json:"html"`
	Follow bool   `json:"follow"` // whether to scroll to the change and highlight it
	Times  *times `json:"times,omitempty"`
}

// times are the times of the stages of a change, in milliseconds since 1970 by the clock of this
// machine. Tests add the times of the browser.
type times struct {
	Seen    float64 `json:"seen"`    // first event
	Settled float64 `json:"settled"` // end of the quiet period after the last event
	Linked  float64 `json:"linked"`  // state computed
	Printed float64 `json:"printed"` // page rendered; other pages may have been rendered before
}

func millisOf(t time.Time) float64 { return float64(t.UnixMicro()) / 1e3 }

// printed returns a copy with the time at which the page is sent. It returns nil for nil.
func (t *times) printed(at time.Time) *times {
	if t == nil {
		return nil
	}
	done := *t
	done.Printed = millisOf(at)
	return &done
}

// sameMessage is the answer to hello if the page is up to date.
type sameMessage struct {
	Type string `json:"type"` // "same"
	Seq  uint64 `json:"seq"`
}

// changedMessage reports a new state, in which search results and assets on the page may have
// changed. It is sent after visible tabs are painted.
type changedMessage struct {
	Type   string   `json:"type"`   // "changed"
	Files  []string `json:"files"`  // URLs of replaced assets, relative to the page
	All    bool     `json:"all"`    // whether the list is incomplete, so that all assets must be reloaded
	Follow bool     `json:"follow"` // whether to scroll to an element that shows an asset, and highlight it
}

// goneMessage reports that the page no longer exists, or that its note is a draft.
type goneMessage struct {
	Type  string `json:"type"`            // "gone"
	To    string `json:"to"`              // new URL relative to the page; empty if unknown
	Draft bool   `json:"draft,omitempty"` // whether the note is a draft
	Words words  `json:"words"`
}

// gotoMessage sends the tab to the edited note.
type gotoMessage struct {
	Type string `json:"type"` // "goto"
	To   string `json:"to"`   // URL relative to the page
	Kept bool   `json:"kept"` // whether it is the same note with a new name: keep the scroll position
}

// reloadMessage requires a complete reload.
type reloadMessage struct {
	Type string `json:"type"` // "reload"
}

// problemsMessage lists all problems. An empty list removes those that the page shows. It is sent
// after each hello.
type problemsMessage struct {
	Type  string    `json:"type"` // "problems"
	Lang  string    `json:"lang"` // lang attribute of the texts and hints
	List  []problem `json:"list"`
	More  int       `json:"more"` // number of problems not listed
	Words words     `json:"words"`
}

type problem struct {
	File     string `json:"file"`
	Line     int    `json:"line"` // from 1; 0 for the whole file
	Col      int    `json:"col"`  // in code points from 1; 0 for the whole line
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Text     string `json:"text"`
	Hint     string `json:"hint"`
	Excerpt  string `json:"excerpt"` // source line, possibly shortened; empty if unknown
	Caret    int    `json:"caret"`   // number of code points in the excerpt before the column; -1 for none
	URL      string `json:"url"`     // URL that opens an editor; empty if unknown
}

// words are the interface texts of the preview in the language of the page. The key omits
// "preview.". A text with plural forms is an object of forms by CLDR name, where {n} is the
// number. Other texts may have {0} and so on.
type words map[string]any

func encode(m any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)  // escapes would make a page a third longer
	if e.Encode(m) != nil { // cannot fail: all fields can be encoded
		return nil
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
