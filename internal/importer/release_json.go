package importer

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// jsonNote is a note of the JSON with values that only the import needs.
type jsonNote struct {
	note upstream.ReleaseNote
	hold bool // do_not_publish
	pos  diag.Position
}

// rawNote is one value of release-notes-draft.json, as in pkg/notes/notes.go of kubernetes/release.
type rawNote struct {
	Text          string   `json:"text"`
	Author        string   `json:"author"`
	PRURL         string   `json:"pr_url"`
	PRNumber      int      `json:"pr_number"`
	Areas         []string `json:"areas"`
	Kinds         []string `json:"kinds"`
	SIGs          []string `json:"sigs"`
	Documentation []struct {
		Description string `json:"description"`
		URL         string `json:"url"`
		Type        string `json:"type"`
	} `json:"documentation"`
	Duplicate      bool `json:"duplicate"`
	ActionRequired bool `json:"action_required"`
	DoNotPublish   bool `json:"do_not_publish"`
}

// parseNotes reads the JSON, an object by pull request number. An invalid entry affects only
// itself. After a syntax error the rest of the file is skipped.
func parseNotes(src []byte, file string) ([]jsonNote, []diag.Diagnostic) {
	p := notesReader{file: file, src: src, dec: json.NewDecoder(bytes.NewReader(src))}
	if t, err := p.dec.Token(); err != nil || t != json.Delim('{') {
		p.problem(diag.Error, "release/json", "invalid JSON: expected an object of release notes")
		return nil, p.ds
	}
	var out []jsonNote
	for p.dec.More() {
		name, err := p.dec.Token()
		if err != nil {
			p.broken(err)
			return out, p.ds
		}
		p.at = p.dec.InputOffset()
		var raw json.RawMessage
		if err := p.dec.Decode(&raw); err != nil {
			p.broken(err)
			return out, p.ds
		}
		if len(out) == maxFiles {
			p.problem(diag.Error, "release/json", "more than %d notes, rest skipped", maxFiles)
			return out, p.ds
		}
		if n, ok := p.note(fmt.Sprint(name), raw); ok {
			out = append(out, n)
		}
	}
	if _, err := p.dec.Token(); err != nil {
		p.broken(err)
	}
	return out, p.ds
}

type notesReader struct {
	file string
	src  []byte
	dec  *json.Decoder
	at   int64 // after the key of the current note
	seen int64 // lines are counted up to here
	line int
	ds   []diag.Diagnostic
}

// pos returns the line of the current note's key.
func (p *notesReader) pos() diag.Position {
	p.line += bytes.Count(p.src[p.seen:p.at], []byte("\n"))
	p.seen = p.at
	return diag.Position{File: p.file, Line: p.line + 1}
}

func (p *notesReader) problem(s diag.Severity, code diag.Code, format string, args ...any) {
	d := diag.Warnf(p.pos(), code, format, args...)
	d.Severity = s
	p.ds = append(p.ds, d)
}

func (p *notesReader) broken(err error) {
	p.at = max(p.at, min(p.dec.InputOffset(), int64(len(p.src))))
	p.problem(diag.Error, "release/json", "invalid JSON, rest skipped: %v", err)
}

// note reads one note; false if it is unusable.
func (p *notesReader) note(name string, raw json.RawMessage) (jsonNote, bool) {
	var r rawNote
	if err := json.Unmarshal(raw, &r); err != nil {
		p.problem(diag.Error, "release/note", "invalid note %q: %s", cut(name), jsonReason(err))
	}
	number, err := strconv.Atoi(name)
	if err == nil && r.PRNumber == 0 {
		r.PRNumber = number
	}
	if r.PRNumber <= 0 {
		p.problem(diag.Error, "release/number", "missing number in note %q, omitted", cut(name))
		return jsonNote{}, false
	}
	if number != r.PRNumber {
		p.problem(diag.Warning, "release/number", "number of note %q is #%d", cut(name), r.PRNumber)
	}
	n := jsonNote{hold: r.DoNotPublish, pos: p.pos(), note: upstream.ReleaseNote{
		PR: r.PRNumber, Repo: p.repo(r), Text: plainSpace(r.Text), Author: p.author(r), Urgent: r.ActionRequired,
		Duplicate: r.Duplicate, Areas: p.labels(r.Areas, "area"),
	}}
	for _, s := range p.labels(r.SIGs, "sig") {
		n.note.SIGs = append(n.note.SIGs, note.SIG(s))
	}
	n.note.Kinds = p.kinds(r)
	if len(n.note.Kinds) > 0 {
		n.note.Kind = n.note.Kinds[0]
	}
	p.documents(r, &n.note)
	return n, true
}

// jsonReason describes why a JSON value could not be decoded.
func jsonReason(err error) string {
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Sprintf("%q cannot be a JSON %s", cmp.Or(e.Field, "the note"), e.Value)
	}
	return err.Error()
}

// repo returns the repository of a note's pull request; "" for upstreamRepo.
func (p *notesReader) repo(r rawNote) string {
	m := threadURL.FindStringSubmatch(r.PRURL)
	switch {
	case r.PRURL == "", m != nil && m[1] == upstreamRepo:
		return ""
	case m == nil:
		p.problem(diag.Warning, "release/address", "#%d: invalid pull request URL %q", r.PRNumber, cut(r.PRURL))
		return ""
	}
	return m[1]
}

func (p *notesReader) author(r rawNote) note.Person {
	handle := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(r.Author), "@"), botSuffix)
	if handle != "" && !upstream.IsHandle(handle) {
		p.problem(diag.Warning, "release/author", "#%d: invalid handle %q", r.PRNumber, cut(handle))
		return ""
	}
	return note.Person(handle)
}

// labelForm matches the part of a label after sig/, area/ or kind/.
var labelForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._/-]{0,60}$`)

// labels returns sorted labels without duplicates.
func (p *notesReader) labels(in []string, what string) []string {
	var out []string
	for _, l := range in {
		if !labelForm.MatchString(l) {
			p.problem(diag.Warning, "release/label", "invalid label %q below %s/", cut(l), what)
			continue
		}
		out = append(out, l)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// kindLabels maps the labels kind/… to kinds. Some share a section of the notes.
var kindLabels = map[string]note.EntryKind{
	"deprecation": note.Deprecation, "api-change": note.APIChange, "feature": note.Feature,
	"design": note.Design, "documentation": note.Documentation, "failing-test": note.FailingTest,
	"bug": note.Bug, "regression": note.Bug, "cleanup": note.Other, "flake": note.Other, "other": note.Other,
	"uncategorized": note.Uncategorized, "dependency": note.Dependency,
}

// kindOrder decides the main kind if a note has several.
var kindOrder = []note.EntryKind{
	note.Deprecation, note.APIChange, note.Feature, note.Design, note.Documentation,
	note.FailingTest, note.Bug, note.Other, note.Dependency, note.Uncategorized,
}

// kinds returns the kinds of a note, its main kind first.
func (p *notesReader) kinds(r rawNote) []note.EntryKind {
	var out []note.EntryKind
	for _, label := range r.Kinds {
		k, known := kindLabels[label]
		if !known {
			p.problem(diag.Info, "release/kind", "#%d: unknown label kind/%s", r.PRNumber, cut(label))
			continue
		}
		out = append(out, k)
	}
	slices.SortFunc(out, func(a, b note.EntryKind) int { return slices.Index(kindOrder, a) - slices.Index(kindOrder, b) })
	return slices.Compact(out)
}

// The KEP's number in an address: the directory, its tracking issue, or the short address. A pull
// request leads to KEPs only through the files that it changed.
var (
	kepAddress = []*regexp.Regexp{
		regexp.MustCompile(`/keps/(?:[^/?#]+/)+0*([1-9][0-9]{0,5})-`),
		regexp.MustCompile(`github\.com/kubernetes/enhancements/issues/([1-9][0-9]{0,5})\b`),
		regexp.MustCompile(`(?:kep|kep-url|features)\.k8s\.io/([1-9][0-9]{0,5})\b`),
	}
	kepPull = regexp.MustCompile(`github\.com/kubernetes/enhancements/pull/([1-9][0-9]{0,5})\b`)

	// kepShort matches the short address of a KEP. Release notes label it "external", like every
	// address outside the repository of KEPs.
	kepShort = regexp.MustCompile(`^https?://(?:kep|kep-url)\.k8s\.io/`)
)

// documents sorts the documents of a note and reads KEP numbers from their addresses. It does not
// keep paths, because directories move.
func (p *notesReader) documents(r rawNote, n *upstream.ReleaseNote) {
	for _, d := range r.Documentation {
		address := strings.TrimSpace(d.URL)
		if u, err := url.Parse(address); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
			p.problem(diag.Warning, "release/address", "#%d: invalid URL %q", r.PRNumber, cut(address))
			continue
		}
		n.Docs = append(n.Docs, upstream.Doc{Type: d.Type, Description: strings.Trim(strings.TrimSpace(d.Description), "[]"), URL: address})
		if d.Type == "KEP" || strings.Contains(d.Description, "KEP") || kepShort.MatchString(address) {
			p.kepOf(r, n, address)
		}
	}
	sortNumbers(n.KEPs)
	sortNumbers(n.KEPPulls)
	n.KEPs, n.KEPPulls = slices.Compact(n.KEPs), slices.Compact(n.KEPPulls)
}

func (p *notesReader) kepOf(r rawNote, n *upstream.ReleaseNote, address string) {
	for _, form := range kepAddress {
		if m := form.FindStringSubmatch(address); m != nil {
			n.KEPs = append(n.KEPs, m[1])
			return
		}
	}
	if m := kepPull.FindStringSubmatch(address); m != nil {
		n.KEPPulls = append(n.KEPPulls, m[1])
		return
	}
	p.problem(diag.Info, "release/kep", "#%d: cannot determine the KEP from %s", r.PRNumber, cut(address))
}

// sortNumbers sorts strings of digits without leading zeros numerically.
func sortNumbers(ss []string) {
	slices.SortFunc(ss, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
}

// plainSpace normalises line ends and surrounding space.
func plainSpace(s string) string {
	return strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n"))
}
