package build

import (
	"cmp"
	"errors"
	"io/fs"
	"net/url"

	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/ghpages"
)

// Files for the host of the site: the custom domain for GitHub Pages, and robots.txt.
const (
	domainFile = staticDir + "/CNAME"
	robotsFile = staticDir + "/robots.txt"
)

func (b *Builder) loadHost(root fs.FS, in *inputs) (err error) {
	var ds []diag.Diagnostic
	if in.host.Domain, ds, err = b.domain.get(root, selection{path: domainFile}, loadDomain); err != nil {
		return err
	}
	in.diags = append(in.diags, ds...)
	in.diags = append(in.diags, otherDomain(in.config, in.host.Domain)...)
	in.host.Robots, ds, err = b.robots.get(root, selection{path: robotsFile}, loadRobots)
	in.diags = append(in.diags, ds...)
	return err
}

func loadRobots(root fs.FS) ([]byte, []diag.Diagnostic, error) {
	src, err := fs.ReadFile(root, robotsFile)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return src, nil, nil
	}
	return nil, []diag.Diagnostic{diag.Errorf(diag.Position{File: robotsFile}, "config/robots", "unreadable file: %v", err)}, nil
}

func loadDomain(root fs.FS) (string, []diag.Diagnostic, error) {
	src, err := fs.ReadFile(root, domainFile)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil, nil
	}
	domain := ""
	if err == nil {
		domain, err = ghpages.Domain(string(src))
	}
	if err != nil {
		return "", []diag.Diagnostic{diag.Errorf(diag.Position{File: domainFile, Line: 1, Col: 1}, "config/domain", "invalid domain: %v", err).
			WithHint("write only the domain, such as notes.example.org")}, nil
	}
	return domain, nil, nil
}

// setDefaults sets BaseURL and Repository if site.yaml has none. The URL comes from the domain, else
// from the options.
func (o Options) setDefaults(c config.Config, domain string) config.Config {
	switch {
	case o.Anyway != "":
		c.BaseURL = o.Anyway
	case c.BaseURL != "" || c.NoBaseURL:
	case domain != "":
		c.BaseURL = "https://" + domain + "/"
	default:
		c.BaseURL = o.BaseURL
	}
	if !c.NoRepository {
		c.Repository = cmp.Or(c.Repository, o.Repository)
	}
	return c
}

// otherDomain reports a domain in CNAME that differs from base_url. The host would serve the site
// at an address that its links do not have.
func otherDomain(c config.Config, domain string) []diag.Diagnostic {
	u, err := url.Parse(c.BaseURL)
	if domain == "" || c.BaseURL == "" || err != nil {
		return nil
	}
	named, err := ghpages.Domain(u.Hostname())
	if err == nil && named == domain && (u.Path == "/" || u.Path == "") {
		return nil
	}
	return []diag.Diagnostic{diag.Warnf(diag.Position{File: domainFile, Line: 1, Col: 1}, "config/domain", "domain %s differs from base_url %s", domain, c.BaseURL).
		WithHint("write base_url: https://%s/ in %s, or remove it there", domain, configFile)}
}
