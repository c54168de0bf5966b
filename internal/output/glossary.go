package output

import (
	"path"

	"github.com/kawaraban/kawaraban/internal/glossary"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/page"
)

// terms emits the data of the term cards in each language: ja/glossary/terms.json.
type terms struct{}

func (terms) Name() string { return "terms" }

func (terms) Files(in In) ([]outdir.File, error) {
	var files []outdir.File
	for _, p := range in.Plan.Pages() {
		if f, ok := cardsBeside(in, p); ok {
			files = append(files, f)
		}
	}
	return files, nil
}

func (terms) Find(in In, name string) (outdir.File, bool, error) {
	if path.Base(name) != cardsName {
		return outdir.File{}, false, nil
	}
	p, _ := pageOf(in, name)
	f, ok := cardsBeside(in, p)
	return f, ok && f.Path == name, nil
}

const cardsName = "terms.json"

// cardsBeside returns the file next to the glossary page. It returns false for other pages.
func cardsBeside(in In, p page.Page) (outdir.File, bool) {
	if p.Kind != "glossary" {
		return outdir.File{}, false
	}
	name := path.Dir(p.Path) + "/" + cardsName
	return outdir.File{Path: name, Bytes: func() ([]byte, error) {
		return encode(nil, name, cardsOf(in.Site.Data().Glossary, note.Lang(p.Lang)))
	}}, true
}

type card struct {
	Names map[note.Lang]string `json:"names"` // preferred name by language
	About string               `json:"about,omitempty"`
	Lang  string               `json:"lang,omitempty"` // language tag of About, if it differs from that of the page
}

func cardsOf(g *glossary.Glossary, lang note.Lang) map[glossary.ID]card {
	out := map[glossary.ID]card{}
	for i := range g.Terms {
		t := &g.Terms[i]
		if !t.Link {
			continue
		}
		c := card{Names: map[note.Lang]string{}}
		for l, names := range t.Names {
			c.Names[l] = names[0]
		}
		about, aboutLang := t.Sentence(lang)
		if c.About = about; about != "" && aboutLang != lang {
			c.Lang = locale.Tag(aboutLang)
		}
		out[t.ID] = c
	}
	return out
}

// apiGlossary is the document glossary.json.
type apiGlossary struct {
	Terms []apiTerm `json:"terms"` // sorted by id
}

type apiTerm struct {
	ID    glossary.ID            `json:"id"`
	Names map[note.Lang][]string `json:"names"` // preferred name first
	Avoid map[note.Lang][]string `json:"avoid"`
	About map[note.Lang]string   `json:"about"`
}

func (a apiMaker) glossary() apiGlossary {
	v := apiGlossary{Terms: []apiTerm{}}
	if g := a.s.Data().Glossary; g != nil {
		for _, t := range g.Terms {
			v.Terms = append(v.Terms, apiTerm{t.ID, t.Names, t.Avoid, t.About})
		}
	}
	return v
}
