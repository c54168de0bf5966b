package ghpages

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"

	"golang.org/x/net/idna"
)

var domains = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.StrictDomainName(true), idna.VerifyDNSLength(true), idna.Transitional(false))

// Domain returns the domain in a CNAME file, in lower case and as xn--…. The file must contain one
// name only:
// https://docs.github.com/en/pages/configuring-a-custom-domain-for-your-github-pages-site/troubleshooting-custom-domains-and-github-pages.
// The error is the reason for an invalid file.
func Domain(cname string) (string, error) {
	name := strings.TrimSuffix(strings.TrimSpace(strings.TrimPrefix(cname, "\ufeff")), ".")
	if wrong := misread(name); wrong != "" {
		return "", errors.New(wrong)
	}
	host, err := domains.ToASCII(name)
	if again, wrong := domains.ToASCII(host); err != nil || wrong != nil || again != host { // ToASCII must be idempotent: some letters map to invalid ones
		return "", fmt.Errorf("invalid host name %q", name)
	}
	if _, err := netip.ParseAddr(host); err == nil || !strings.Contains(host, ".") || strings.HasSuffix(host, ".") {
		return "", fmt.Errorf("invalid domain %q", name)
	}
	if strings.HasSuffix("."+host, pagesHost) {
		return "", fmt.Errorf("%s belongs to GitHub, and CNAME is for your own domain", host)
	}
	return host, nil
}

// misread describes a text that is not a host name; empty for others.
func misread(name string) string {
	switch {
	case name == "":
		return "the file is empty"
	case strings.ContainsAny(name, "\r\n"):
		return "the file has several lines"
	case strings.Contains(name, "://"):
		return "the file has a URL, not only its host: example.org"
	case strings.ContainsAny(name, "/\\"):
		return "the domain is followed by a path"
	case strings.ContainsAny(name, " \t"):
		return "the file has several words"
	case strings.Contains(name, ":"):
		return "the domain is followed by a port"
	case strings.Contains(name, "*"):
		return "wildcards are not supported"
	case strings.Contains(name, "@"):
		return "a domain cannot contain @"
	}
	return ""
}
