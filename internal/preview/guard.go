package preview

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// refusal says why a request gets no answer; "" where it gets one.
func (p *Preview) refusal(r *http.Request) string {
	if !p.knownHost(r.Host) {
		return "this preview does not answer for the name " + r.Host + ": open it by 127.0.0.1 or localhost, or start it with --addr and that name"
	}
	for _, origin := range r.Header.Values("Origin") {
		if !sameOrigin(origin, r.Host) {
			return "this preview answers to its own pages only, and not to those of " + origin
		}
	}
	return ""
}

// knownHost reports whether a Host is one that no page elsewhere can have led here: names
// are led, by whoever owns them, addresses in figures are not.
func (p *Preview) knownHost(host string) bool {
	name := host
	if h, port, err := net.SplitHostPort(host); err == nil {
		if !isPort(port) {
			return false
		}
		name = h
	} else if inner, ok := strings.CutPrefix(host, "["); ok {
		if name, ok = strings.CutSuffix(inner, "]"); !ok {
			return false
		}
	}
	if addr, err := netip.ParseAddr(name); err == nil {
		return addr.Zone() == ""
	}
	if strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789.-_") != "" {
		return false
	}
	name = strings.TrimSuffix(strings.ToLower(name), ".")
	return name == "localhost" || strings.HasSuffix(name, ".localhost") ||
		slices.ContainsFunc(p.o.Hosts, func(h string) bool { return h != "" && strings.EqualFold(h, name) })
}

func isPort(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}

// sameOrigin reports whether an Origin is that of the pages of a host. "null", which
// documents in a sandbox have, is none.
func sameOrigin(origin, host string) bool {
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && strings.EqualFold(u.Host, host)
}
