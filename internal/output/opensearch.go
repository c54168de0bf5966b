package output

import (
	"encoding/xml"
	"net/url"
	"path"
	"slices"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/page"
	"github.com/kawaraban/kawaraban/internal/page/address"
)

const openSearchName = "opensearch.xml" // also in templates/partials/frame.html

// openSearch emits a description of the search in each language, with which browsers offer the site
// as a search engine: ja/search/opensearch.xml (OpenSearch 1.1). Its addresses are absolute, so it
// needs base_url.
type openSearch struct{}

func (openSearch) Name() string { return "opensearch" }

func (openSearch) Files(in In) ([]outdir.File, error) {
	var files []outdir.File
	for _, p := range in.Plan.Pages() {
		if f, ok := searchBeside(in, p); ok {
			files = append(files, f)
		}
	}
	return files, nil
}

func (openSearch) Find(in In, name string) (outdir.File, bool, error) {
	if path.Base(name) != openSearchName {
		return outdir.File{}, false, nil
	}
	p, _ := pageOf(in, name)
	f, ok := searchBeside(in, p)
	return f, ok && f.Path == name, nil
}

// searchBeside returns the file next to the search page. It returns false for other pages and
// without base_url.
func searchBeside(in In, p page.Page) (outdir.File, bool) {
	base, err := url.Parse(in.Config.BaseURL)
	if p.Kind != "search" || err != nil || base.Host == "" {
		return outdir.File{}, false
	}
	name := path.Dir(p.Path) + "/" + openSearchName
	return outdir.File{Path: name, Bytes: func() ([]byte, error) {
		return description(in, note.Lang(p.Lang), base.JoinPath(path.Dir(p.Path)).String()+"/")
	}}, true
}

// maxShortName is the length limit of the name of a search engine in OpenSearch, in characters.
const maxShortName = 16

func description(in In, lang note.Lang, at string) ([]byte, error) {
	type link struct {
		Type     string `xml:"type,attr"`
		Template string `xml:"template,attr"`
	}
	words := in.Words.Get(lang)
	options := address.Options{Titles: in.Config.Title}
	title := options.SiteName(lang)
	short := title
	if utf8.RuneCountInString(short) > maxShortName {
		short = string([]rune(short)[:maxShortName])
	}
	out, err := xml.Marshal(struct {
		XMLName       xml.Name `xml:"http://a9.com/-/spec/opensearch/1.1/ OpenSearchDescription"`
		ShortName     string
		Description   string
		Language      string
		InputEncoding string
		URL           link `xml:"Url"`
	}{
		ShortName: short, Description: words.T("search.title") + " · " + title, Language: words.Tag, InputEncoding: "UTF-8",
		URL: link{"text/html", at + "?q={searchTerms}"},
	})
	return slices.Concat([]byte(xml.Header), out, []byte("\n")), err
}
