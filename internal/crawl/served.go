package crawl

import (
	"io/fs"
	"net/url"
	"path"
	"strings"
)

// served is a built site as it stands at a whole address.
type served struct {
	fsys  fs.FS
	root  string // its address, with a slash at the end
	at    *url.URL
	paths []string
	links *site
}

// open lists the files of a site and the ids of its pages.
func open(fsys fs.FS, base string) (*served, error) {
	at, err := url.Parse(base)
	if err != nil {
		return nil, err
	}
	s := &served{fsys: fsys, root: base, at: at, links: &site{base: at.Path, files: map[string]bool{}, docs: map[string]*document{}}}
	if s.paths, err = list(fsys); err != nil {
		return nil, err
	}
	for _, p := range s.paths {
		s.links.files[p] = true
		if path.Ext(p) == ".html" {
			src, err := fs.ReadFile(fsys, p)
			if err != nil {
				return nil, err
			}
			s.links.docs[p], _ = read(p, src)
		}
	}
	return s, nil
}

// file returns the path of the file that a whole address leads to; false where it leads
// away from the site.
func (s *served) file(address string) (string, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Host != s.at.Host || u.Scheme != s.at.Scheme {
		return "", false
	}
	rest, ok := strings.CutPrefix(u.Path, s.at.Path)
	if !ok {
		return "", false
	}
	if rest == "" || strings.HasSuffix(rest, "/") {
		rest += "index.html"
	}
	return rest, true
}

// follow says why a whole address leads nowhere; empty when it leads somewhere or outside.
func (s *served) follow(address string) string {
	p, ok := s.file(address)
	if !ok {
		return ""
	}
	u, _ := url.Parse(address) // it was parsed before
	switch doc := s.links.docs[p]; {
	case !s.links.files[p]:
		return "leads to no file"
	case u.Fragment != "" && doc != nil && !doc.ids[u.Fragment]:
		return "leads to no place in that page"
	}
	return ""
}
