package preview

import (
	"bytes"
	"encoding/json"
	"time"
)

// The messages between a page and the preview are JSON texts on one WebSocket; which one it
// is says the field type.

// Said is what a page says: hello, once and first; visible, when it is shown or hidden;
// patched, when what came with that number has been painted.
type Said struct {
	Type    string `json:"type"`
	Page    string `json:"page,omitempty"`    // of hello: data-page of the script
	Sum     string `json:"sum,omitempty"`     // of hello: data-sum of the script, or the sum of the last page message
	Boot    string `json:"boot,omitempty"`    // of hello: data-boot of the script
	Visible bool   `json:"visible,omitempty"` // of hello and visible
	Seq     uint64 `json:"seq,omitempty"`     // of patched
	// Since, of hello, is when what the page shows was loaded, or when it last heard of the
	// preview: milliseconds since 1970 by the browser's clock.
	Since float64 `json:"since,omitempty"`
}

// The types of what a page says.
const (
	saidHello   = "hello"
	saidVisible = "visible"
	saidPatched = "patched"
)

// pageMessage brings a page up to date: html is all of it, without the preview's script.
// Painted, it is answered by patched.
type pageMessage struct {
	Type   string `json:"type"` // page
	Seq    uint64 `json:"seq"`
	Sum    string `json:"sum"`
	HTML   string `json:"html"`
	Follow bool   `json:"follow"` // scroll to what changed and mark it
	Times  *times `json:"times,omitempty"`
}

// times says when a change was where on its way to a tab, in milliseconds since 1970 by this
// machine's clock: what the browser does from then on can be measured beside it.
type times struct {
	Seen    float64 `json:"seen"`    // the first sign of it
	Settled float64 `json:"settled"` // whoever wrote was done
	Linked  float64 `json:"linked"`  // there was a state
	Printed float64 `json:"printed"` // the page was printed; other tabs may have been before
}

func millisOf(t time.Time) float64 { return float64(t.UnixMicro()) / 1e3 }

// printed completes what is known of a change when its page is sent to a tab; nil stays nil.
func (t *times) printed(at time.Time) *times {
	if t == nil {
		return nil
	}
	done := *t
	done.Printed = millisOf(at)
	return &done
}

// sameMessage answers a hello whose page is what the preview has.
type sameMessage struct {
	Type string `json:"type"` // same
	Seq  uint64 `json:"seq"`
}

// changedMessage says that the site is another one than before, apart from the page: what
// is searched for may be found elsewhere, and what the page shows of files, be another picture.
// It comes when the tabs on screen are painted.
type changedMessage struct {
	Type   string   `json:"type"`   // changed
	Files  []string `json:"files"`  // that were replaced, relative to the page
	All    bool     `json:"all"`    // nobody knows which were
	Follow bool     `json:"follow"` // scroll to what shows them and mark it
}

// goneMessage says that there is no such page any more, or none yet because its note is a draft.
type goneMessage struct {
	Type  string `json:"type"`            // gone
	To    string `json:"to"`              // where it went, relative to the page; empty where that is not known
	Draft bool   `json:"draft,omitempty"` // its note is a draft, and drafts are left out
	Words words  `json:"words"`
}

// gotoMessage leads to the page of the note that is being edited.
type gotoMessage struct {
	Type string `json:"type"` // goto
	To   string `json:"to"`   // relative to the page
	Kept bool   `json:"kept"` // it is the same note under another name: at the same height
}

// reloadMessage asks for the page anew, with all that it loads.
type reloadMessage struct {
	Type string `json:"type"` // reload
}

// problemsMessage says all that is wrong; nothing, with an empty list. It follows every
// hello.
type problemsMessage struct {
	Type  string    `json:"type"` // problems
	List  []problem `json:"list"`
	More  int       `json:"more"` // how many further ones there are
	Words words     `json:"words"`
}

// problem is one of them.
type problem struct {
	File     string `json:"file"`
	Line     int    `json:"line"` // from 1; 0: the whole file
	Col      int    `json:"col"`  // from 1, in code points; 0: the whole line
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Text     string `json:"text"`
	Hint     string `json:"hint"`
	Excerpt  string `json:"excerpt"` // the line, or a part of it between ellipses; empty where there is none
	Caret    int    `json:"caret"`   // how many code points of the excerpt stand before the place; -1: nowhere
	URL      string `json:"url"`     // opens it in an editor; empty where none is known
}

// words are those of the interface whose keys begin with "preview.", without that, in the
// language of the page. One that counts is an object of its plural forms by CLDR's names,
// with {n} where the number goes; every other one is a text, with {0} and so on.
type words map[string]any

// encode makes the text of a message.
func encode(m any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)  // a page would be a third longer
	if e.Encode(m) != nil { // these structs have nothing that has no form in JSON
		return nil
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
