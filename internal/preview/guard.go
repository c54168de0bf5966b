package preview

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// refusal returns the reason why a request is refused, or "" if it is allowed.
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

// knownHost reports whether a Host cannot result from DNS rebinding. It must be an IP address or
// a known name.
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

// sameOrigin reports whether an Origin belongs to host. It returns false for "null", the origin
// of sandboxed documents.
func sameOrigin(origin, host string) bool {
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && strings.EqualFold(u.Host, host)
}
