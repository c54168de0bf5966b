package page

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/view"
)

type searchViews struct{ b *builder.Builder }

const finderFile = "dialog.html"

var searchTypes = []string{"entry", "section", "note", "post", "kep", "pr", "gate", "setting", "sig", "person", "repo", "term", "release"}

// searchLists are the lists that the search page shows without JavaScript, as keys of
// builder.Lists.
var searchLists = []string{"releases", "keps", "prs", "gates", "sigs", "apis", "flags", "glossary", "log", "people"}

func (sv searchViews) finder() any {
	return view.FinderView{Frame: sv.b.Frames.Frame(sv.b.L.T("search.title")), Search: sv.search()}
}

func (sv searchViews) searchPage() any {
	v := view.SearchView{Frame: sv.b.Frames.Frame(sv.b.L.T("search.title")), Search: sv.search()}
	v.Description = sv.b.L.T("search.description")
	v.Lists = sv.lists()
	return v
}

func (sv searchViews) lists() []view.SearchList {
	var out []view.SearchList
	for _, key := range searchLists {
		for _, list := range builder.Lists {
			if list.Key == key && sv.b.Book.Exists(list.Path) {
				out = append(out, view.SearchList{Link: view.Link{Href: sv.b.Href(list.Path), Text: sv.b.L.T("nav." + key)}, Parts: sv.searchParts(key)})
			}
		}
	}
	return out
}

func (sv searchViews) searchParts(key string) []view.Link {
	var out []view.Link
	switch key {
	case "prs":
		for _, part := range sv.b.Book.Lists.PRParts() {
			out = append(out, view.Link{Href: sv.b.Href(part.Path()), Text: strings.Replace(part.Name, "-", "–", 1)})
		}
	case "releases":
		for _, r := range sv.b.Site.Releases() {
			out = append(out, view.Link{Href: sv.b.Href(address.ReleasePath(r)), Text: string(r)})
		}
	}
	return out
}

func (sv searchViews) search() view.Search {
	v := view.Search{Page: sv.b.Href(address.SearchPath), SIGs: sv.searchSIGs(), Languages: sv.searchLangs(), Found: sv.b.L.Forms("search.found")}
	for _, r := range sv.b.Site.Releases() {
		v.Releases = append(v.Releases, string(r))
	}
	v.Several = len(v.Releases) > 1
	for _, k := range note.EntryKinds {
		v.Kinds = append(v.Kinds, sv.b.KindTag(k))
	}
	for _, st := range []note.Stage{note.Alpha, note.Beta, note.Stable, note.Deprecated, note.Removed} {
		v.Stages = append(v.Stages, sv.b.StageTag(st))
	}
	for _, t := range searchTypes {
		v.Types = append(v.Types, view.Tag{Code: t, Label: sv.b.L.T("type." + t)})
	}
	return v
}

func (sv searchViews) searchSIGs() []view.Option {
	var out []view.Option
	for _, id := range sv.b.Site.Keys(note.SIGRef) {
		name := sv.b.Book.SIGName(note.SIG(id))
		out = append(out, view.Option{Value: id, Label: name, Lang: sv.b.Tag(locale.Detect(name, sv.b.Lang))}) // the lang attribute is for names such as "Code of Conduct", which are English
	}
	slices.SortFunc(out, func(a, b view.Option) int {
		return cmp.Or(sv.b.L.Collate(a.Label, b.Label), cmp.Compare(a.Value, b.Value))
	})
	return out
}

// searchLangs returns the filter options for the languages of notes. Interface languages come
// first.
func (sv searchViews) searchLangs() []view.Option {
	written := map[note.Lang]bool{}
	for _, n := range sv.b.Site.Notes() {
		written[n.Lang] = true
	}
	var codes []note.Lang
	for _, l := range sv.b.Book.Languages.All {
		if written[l.Code] {
			codes = append(codes, l.Code)
			delete(written, l.Code)
		}
	}
	known := len(codes)
	for l := range written {
		codes = append(codes, l)
	}
	slices.Sort(codes[known:])
	var out []view.Option
	for _, l := range codes {
		self := sv.b.Book.Languages.Self(l)
		out = append(out, view.Option{Value: string(l), Label: self.Text, Lang: self.Lang})
	}
	return out
}
