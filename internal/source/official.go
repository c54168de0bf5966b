package source

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/kawaraban/kawaraban/internal/markdown"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Official converts the official release notes to a note with one entry per pull request. The
// entries are sorted by kind, in the order of release notes, then by number. No file contains
// this note.
func Official(r *upstream.Release, names *ref.Names) *note.Note {
	n := &note.Note{
		ID: note.ID("official/" + string(r.Release)), Lang: "en", TitleLang: "en", Kind: note.Official,
		Path: Root + "_data/releases/" + string(r.Release) + ".json", Title: "Kubernetes " + string(r.Release) + " release notes",
		Releases: []note.Release{r.Release},
	}
	p := &parser{in: Input{Path: n.Path}, names: names, place: parsedPath{ID: n.ID}, note: n}
	hl := markdown.NewHighlighter()
	var entries []note.Block
	for rn := range r.Published {
		entries = append(entries, p.official(rn, hl))
	}
	slices.SortStableFunc(entries, func(x, y note.Block) int {
		return cmp.Or(cmp.Compare(kindRank(x.Kind), kindRank(y.Kind)), compareNumbers(x.Attr, y.Attr))
	})
	assignIDs(p, entries)
	n.Blocks = entries
	return n
}

// kindRank returns the position of a kind in release notes. Entries without a kind come last.
func kindRank(k note.EntryKind) int {
	if i := slices.Index(note.EntryKinds, k); i >= 0 {
		return i
	}
	return len(note.EntryKinds)
}

func compareNumbers(a, b note.Attribution) int {
	number := func(x note.Attribution) int {
		if len(x.PRs) == 0 {
			return 0
		}
		n, _ := strconv.Atoi(x.PRs[0])
		return n
	}
	return cmp.Or(cmp.Compare(number(a), number(b)), slices.Compare(a.Threads, b.Threads))
}

func (p *parser) official(rn *upstream.ReleaseNote, hl *markdown.Highlighter) note.Block {
	doc := markdown.Parse([]byte(rn.Text), markdown.Options{
		Names: p.names, File: p.in.Path, Prefix: "pr-" + strconv.Itoa(rn.PR) + "-", Highlighter: hl,
	})
	n := note.Block{Type: note.Entry, Lang: "en", Kind: rn.Kind, Attr: attributionOf(rn)}
	if rn.Urgent {
		n.Kind = note.Urgent
	}
	for _, m := range doc.Blocks {
		n.Refs = append(n.Refs, deepRefs(m)...)
		if n.Text == nil && (m.Type == markdown.Paragraph || m.Type == markdown.Heading) {
			n.Text = doc.Render(m, markdown.RenderOptions{Inline: true})
			n.Stage = stageInText(m.Plain)
			continue
		}
		typ := note.Prose
		if m.Type == markdown.Code {
			typ = note.Code
		}
		if m.Type != markdown.Comment {
			n.Children = append(n.Children, note.Block{
				Type: typ, Lang: "en", Text: doc.Render(m, markdown.RenderOptions{}), Refs: deepRefs(m),
			})
		}
	}
	n.Refs = append(n.Refs, attributionRefs(n.Attr)...)
	return n
}

// attributionOf converts the fields of a release note to an attribution.
func attributionOf(rn *upstream.ReleaseNote) note.Attribution {
	a := note.Attribution{Threads: rn.Threads, SIGs: rn.SIGs}
	for _, pr := range append([]int{rn.PR}, rn.Also...) {
		switch {
		case pr == 0:
		case rn.Repo == "":
			a.PRs = append(a.PRs, strconv.Itoa(pr))
		default:
			a.Threads = append(slices.Clone(a.Threads), rn.Repo+"#"+strconv.Itoa(pr))
		}
	}
	for _, who := range append([]note.Person{rn.Author}, rn.Authors...) {
		if who != "" && !slices.Contains(a.People, who) {
			a.People = append(a.People, who)
		}
	}
	return a
}

func attributionRefs(a note.Attribution) []note.Ref {
	var out []note.Ref
	add := func(k note.RefKind, id string) { out = append(out, note.Ref{Kind: k, ID: id, Written: id}) }
	for _, pr := range a.PRs {
		add(note.PR, pr)
	}
	for _, t := range a.Threads {
		add(note.Thread, t)
	}
	for _, who := range a.People {
		add(note.PersonRef, string(who))
	}
	for _, s := range a.SIGs {
		add(note.SIGRef, string(s))
	}
	return out
}
