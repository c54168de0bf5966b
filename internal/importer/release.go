package importer

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Release imports the notes of one release from kubernetes/sig-release: the JSON that the
// release-notes tool generated from the pull requests, and the published Markdown, which people
// edited.
//
// If the two differ, the Markdown decides what was published and with which text, and the JSON
// decides kinds and SIGs, because the Markdown has lost most SIG lists. A note is urgent if either
// marks it. Without the Markdown, all notes of the JSON count as published, except those marked
// do_not_publish. Without the JSON, only the entries of the Markdown exist.
func Release(in In) (Result, error) {
	if !upstream.IsRelease(string(in.Release)) {
		return Result{}, fmt.Errorf("invalid release %q: write it as 1.27", in.Release)
	}
	base, js, md, ds, err := readDrafts(in)
	if err != nil {
		return Result{}, err
	}
	m := newMerge(in.Release, base)
	if js != nil {
		m.addJSON(parseNotes(js, base+".json"))
	}
	if md != nil {
		m.addDraft(parseDraft(md, base+".md"))
	} else {
		m.publishAll()
	}
	m.ds = append(m.ds, ds...)
	file, err := encode(fmt.Sprintf("%s/%s.json", upstream.ReleaseDir, in.Release), m.release())
	if err != nil {
		return Result{}, err
	}
	return Result{
		Files: filesOf(file), Diags: diag.Sort(m.ds), Counts: m.counts(),
		Damaged: damage(m.ds, codeEmpty, codeUnreadable, "release/json", "release/no-entries"),
	}, nil
}

// draftEnds are the extensions of the two forms.
var draftEnds = [...]string{".json", ".md"}

// draftPaths lists the possible paths of a release's notes in kubernetes/sig-release. Up to 1.20
// they have no directory of their own.
func draftPaths(r note.Release) []string {
	folder := fmt.Sprintf("releases/release-%s/", r)
	return []string{folder + "release-notes/release-notes-draft", folder + "release-notes-draft"}
}

// readDrafts reads both forms of a release's notes, and returns their path. A form that is missing
// or unreadable is nil. It is an error if both are missing.
func readDrafts(in In) (base string, js, md []byte, ds []diag.Diagnostic, err error) {
	paths := draftPaths(in.Release)
	for _, base = range paths {
		if js, ds, err = read(in.FS, base+draftEnds[0], maxLarge); err != nil {
			return base, nil, nil, nil, err
		}
		var more []diag.Diagnostic
		if md, more, err = read(in.FS, base+draftEnds[1], maxDraft); err != nil {
			return base, nil, nil, nil, err
		}
		if ds = append(ds, more...); js != nil || md != nil || len(ds) > 0 {
			return base, js, md, ds, nil
		}
	}
	return "", nil, nil, nil, errCheckout(paths[0]+".json or .md", "kubernetes/sig-release")
}

// merge joins the two forms of a release's notes.
type merge struct {
	id      note.Release
	base    string // of both files, without extension
	out     upstream.Release
	notes   map[key]*upstream.ReleaseNote
	sources map[key]jsonNote
	entries int // in the Markdown
	left    int // omitted items of the Markdown
	hasJSON bool
	ds      []diag.Diagnostic
}

// key identifies a pull request.
type key struct {
	repo string // empty for upstreamRepo
	pr   int
}

func newMerge(id note.Release, base string) *merge {
	return &merge{
		id: id, base: base, out: upstream.Release{Release: id},
		notes: map[key]*upstream.ReleaseNote{}, sources: map[key]jsonNote{},
	}
}

func (m *merge) say(s diag.Severity, pos diag.Position, code diag.Code, format string, args ...any) {
	d := diag.Warnf(pos, code, format, args...)
	d.Severity = s
	m.ds = append(m.ds, d)
}

// addJSON adds the notes of the JSON as unpublished.
func (m *merge) addJSON(notes []jsonNote, ds []diag.Diagnostic) {
	m.ds = append(m.ds, ds...)
	m.hasJSON = true
	for _, j := range notes {
		k := key{j.note.Repo, j.note.PR}
		if m.notes[k] != nil {
			m.say(diag.Warning, j.pos, "release/duplicate", "duplicate #%d, using the first one", k.pr)
			continue
		}
		n := j.note
		m.notes[k], m.sources[k] = &n, j
	}
}

// publishAll publishes the notes of the JSON that may be published.
func (m *merge) publishAll() {
	for k, n := range m.notes {
		n.Published = !m.sources[k].hold
	}
}

// addDraft adds the Markdown's entries in order.
func (m *merge) addDraft(d draft, ds []diag.Diagnostic) {
	m.ds = append(m.ds, ds...)
	m.out.WhatsNew, m.out.KnownIssues = d.whatsNew, d.knownIssues
	if m.entries = len(d.entries); m.entries == 0 && len(m.sources) > 0 {
		m.say(diag.Error, diag.Position{File: m.base + ".md"}, "release/no-entries", "the file has no entry of release notes")
	}
	for _, e := range d.entries {
		m.publish(e)
	}
	m.addRest(d)
	for k, j := range m.sources {
		if !j.hold && !m.notes[k].Published {
			m.say(diag.Info, j.pos, "release/unpublished", "#%d is not in the published notes", k.pr)
		}
	}
}

// addRest adds the notes without a pull request, and reports omitted items.
func (m *merge) addRest(d draft) {
	for _, e := range d.unnumbered {
		m.out.Unnumbered = append(m.out.Unnumbered, upstream.Unnumbered{Text: e.text, Section: e.section, Kind: e.kind, Urgent: e.urgent})
	}
	for _, l := range d.left {
		m.left += l.items
		m.say(diag.Info, l.pos, "release/left-out", "items under the heading %q that are not imported: %d", l.part, l.items)
	}
}

// publish adds an entry of the Markdown to the note of its pull request.
func (m *merge) publish(e draftEntry) {
	k := key{e.repo, m.leading(e)}
	n := m.notes[k]
	if n == nil {
		n = &upstream.ReleaseNote{PR: k.pr, Repo: k.repo}
		m.notes[k] = n
		if m.hasJSON {
			m.say(diag.Info, e.pos, "release/markdown-only", "#%d is not in the JSON", k.pr)
		}
	}
	if n.Published {
		m.again(n, e)
	} else {
		m.first(n, e)
	}
	m.agree(n, e)
	for _, other := range e.prs {
		m.also(n, other, e)
	}
}

// leading returns the pull request of an entry's note: the first one in the JSON if there are
// several.
func (m *merge) leading(e draftEntry) int {
	for _, pr := range e.prs {
		if _, ok := m.sources[key{e.repo, pr}]; ok {
			return pr
		}
	}
	return e.prs[0]
}

// first publishes a note with the text of its first entry.
func (m *merge) first(n *upstream.ReleaseNote, e draftEntry) {
	n.Published = true
	if e.text != "" {
		n.Text = e.text
	} else {
		m.say(diag.Warning, e.pos, "release/empty", "the entry of #%d has no text: the JSON's is taken", n.PR)
	}
	n.Sections = []string{e.section}
	n.Urgent = n.Urgent || e.urgent
	n.Threads = e.threads
	if len(e.people) > 0 {
		if n.Author == "" {
			n.Author = e.people[0]
		}
		n.Authors = others(n.Author, e.people)
	}
	if len(n.SIGs) == 0 {
		n.SIGs = e.sigs
	}
	if n.Kind == "" {
		n.Kind = e.kind
	}
}

// again adds a further entry of a published note: the same text below another heading, or another
// text.
func (m *merge) again(n *upstream.ReleaseNote, e draftEntry) {
	m.say(diag.Info, e.pos, "release/again", "#%d is listed twice", n.PR)
	n.Urgent = n.Urgent || e.urgent
	if n.Kind == "" {
		n.Kind = e.kind
	}
	if !slices.Contains(n.Sections, e.section) {
		n.Sections = append(n.Sections, e.section)
	}
	if e.text != "" && e.text != n.Text && !slices.Contains(n.Texts, e.text) {
		n.Texts = append(n.Texts, e.text)
	}
	for _, p := range e.people {
		if p != n.Author && !slices.Contains(n.Authors, p) {
			n.Authors = append(n.Authors, p)
		}
	}
	for _, t := range e.threads {
		if !slices.Contains(n.Threads, t) {
			n.Threads = append(n.Threads, t)
		}
	}
}

// also records a further pull request of an entry. If that has its own note, the note is published,
// too.
func (m *merge) also(n *upstream.ReleaseNote, pr int, e draftEntry) {
	if pr == n.PR || slices.Contains(n.Also, pr) {
		return
	}
	n.Also = append(n.Also, pr)
	if own := m.notes[key{n.Repo, pr}]; own != nil && !own.Published {
		own.Published, own.Sections = true, []string{e.section}
		own.Urgent = own.Urgent || e.urgent
	}
}

// agree reports differences between the Markdown and the JSON.
func (m *merge) agree(n *upstream.ReleaseNote, e draftEntry) {
	j, ok := m.sources[key{n.Repo, n.PR}]
	if !ok {
		return
	}
	if j.hold {
		m.say(diag.Info, e.pos, "release/held", "#%d is published, though the JSON keeps it back", n.PR)
	}
	if len(e.people) > 0 && j.note.Author != "" && !slices.Contains(e.people, j.note.Author) {
		m.say(diag.Info, e.pos, "release/author", "#%d is by %s here, by %s in the JSON", n.PR, e.people[0], j.note.Author)
	}
	if len(e.sigs) > 0 && len(j.note.SIGs) > 0 && !sameSet(e.sigs, j.note.SIGs) {
		m.say(diag.Info, e.pos, "release/sigs", "#%d has SIGs %v here, %v in the JSON", n.PR, e.sigs, j.note.SIGs)
	}
	if e.kind != "" && j.note.Kind != "" && e.kind != j.note.Kind {
		m.say(diag.Info, e.pos, "release/kind", "#%d is listed under %s, but its kind in the JSON is %s", n.PR, e.section, j.note.Kind)
	}
}

// release returns the merged notes sorted by number.
func (m *merge) release() *upstream.Release {
	r := m.out
	for _, n := range m.notes {
		slices.Sort(n.Also)
		r.Notes = append(r.Notes, *n)
	}
	slices.SortFunc(r.Notes, func(a, b upstream.ReleaseNote) int {
		return cmp.Or(cmp.Compare(a.Repo, b.Repo), cmp.Compare(a.PR, b.PR))
	})
	return &r
}

// counts returns the counts of the result. Numbers are the published pull requests, and threads of
// other repositories in the same form in the text.
func (m *merge) counts() []Count {
	published, urgent := 0, 0
	numbers, sigs := map[string]bool{}, map[note.SIG]bool{}
	for _, n := range m.notes {
		if !n.Published {
			continue
		}
		published++
		if n.Urgent {
			urgent++
		}
		numbers[n.Repo+"#"+strconv.Itoa(n.PR)] = true
		for _, t := range n.Threads {
			numbers[t] = true
		}
		for _, s := range n.SIGs {
			sigs[s] = true
		}
	}
	return []Count{
		{"notes", len(m.notes)}, {"entries", m.entries}, {"published", published},
		{"numbers", len(numbers)}, {"urgent", urgent}, {"SIGs", len(sigs)},
		{"notes without a pull request", len(m.out.Unnumbered)}, {"items left out", m.left},
	}
}

// others returns the people without the first author.
func others(author note.Person, people []note.Person) []note.Person {
	var out []note.Person
	for _, p := range people {
		if p != author && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

func sameSet(a, b []note.SIG) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(slices.Compact(a), slices.Compact(b))
}
