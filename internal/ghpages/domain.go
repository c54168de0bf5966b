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
		return "", fmt.Errorf("%q is no name of a host", name)
	}
	if _, err := netip.ParseAddr(host); err == nil || !strings.Contains(host, ".") || strings.HasSuffix(host, ".") {
		return "", fmt.Errorf("%q is no domain", name)
	}
	if strings.HasSuffix("."+host, pagesHost) {
		return "", fmt.Errorf("%s is GitHub's own, and CNAME is for a domain of one's own", host)
	}
	return host, nil
}

// misread describes a text that is not a host name; empty for others.
func misread(name string) string {
	switch {
	case name == "":
		return "the file is empty"
	case strings.ContainsAny(name, "\r\n"):
		return "there is more than one line"
	case strings.Contains(name, "://"):
		return "there is an address, and a domain is only its host: example.org"
	case strings.ContainsAny(name, "/\\"):
		return "there is a path behind the domain"
	case strings.ContainsAny(name, " \t"):
		return "there is more than one word"
	case strings.Contains(name, ":"):
		return "there is a port behind the domain"
	case strings.Contains(name, "*"):
		return "a domain has no *"
	case strings.Contains(name, "@"):
		return "there is an @, as in no domain"
	}
	return ""
}
