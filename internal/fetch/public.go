package fetch

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"unicode"

	"golang.org/x/net/idna"
)

// special lists the blocks of global unicast addresses that are not of the public internet,
// from IANA's registries of special-purpose addresses (RFC 6890), and those that carry an
// IPv4 address to somewhere else.
var special = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),
	netip.MustParsePrefix("100.64.0.0/10"), // shared by providers
	netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"),    // documentation
	netip.MustParsePrefix("192.88.99.0/24"),  // 6to4 relays
	netip.MustParsePrefix("198.18.0.0/15"),   // benchmarks
	netip.MustParsePrefix("198.51.100.0/24"), // documentation
	netip.MustParsePrefix("203.0.113.0/24"),  // documentation
	netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("2001::/23"),     // Teredo and other protocols
	netip.MustParsePrefix("2001:db8::/32"), // documentation
	netip.MustParsePrefix("2002::/16"),     // 6to4
	netip.MustParsePrefix("3fff::/20"),     // documentation
}

// What public IPv6 addresses lie in, and what stands for an IPv4 address on networks that
// have none (RFC 6052).
var (
	global6 = netip.MustParsePrefix("2000::/3")
	nat64   = netip.MustParsePrefix("64:ff9b::/96")
)

// isPublic reports whether an address is one of the public internet.
func isPublic(a netip.Addr) bool {
	a = a.Unmap()
	if nat64.Contains(a) {
		b := a.As16()
		return isPublic(netip.AddrFrom4([4]byte(b[12:])))
	}
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.Zone() != "" || a.Is6() && !global6.Contains(a) {
		return false
	}
	return !slices.ContainsFunc(special, func(p netip.Prefix) bool { return p.Contains(a) })
}

// allowed reports whether Ask may ask an address.
func (c *Client) allowed(a netip.Addr) bool {
	return isPublic(a) || c.Loopback && a.Unmap().IsLoopback()
}

// inner lists endings of names that are not of the public internet (RFC 6762, RFC 8375,
// RFC 6761, and what ICANN keeps for private use).
var inner = []string{".local", ".localhost", ".internal", ".intranet", ".lan", ".home", ".corp", ".home.arpa", ".test", ".invalid", ".example", ".onion"}

// admit refuses a host that is not public, by its form or by what its name means now. A
// name that nobody here knows is left to the proxy, where one is asked.
func (c *Client) admit(ctx context.Context, u *url.URL) error {
	host, err := plainHost(u)
	if err != nil {
		return fmt.Errorf("%w: %s is no name of a host", ErrAddress, short(u.Hostname()))
	}
	if a, err := netip.ParseAddr(host); err == nil {
		return c.admitted(host, a)
	}
	if c.Loopback && host == "localhost" {
		return nil
	}
	if !isName(host) {
		return fmt.Errorf("%w: %s", ErrPrivate, short(host))
	}
	addresses, err := c.resolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		if proxy, bad := c.proxy(&http.Request{URL: u}); bad == nil && proxy != nil {
			return nil
		}
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	return c.admitted(host, addresses...)
}

// plainHost is the host of an address as it is dialled: in ASCII, since idna.Lookup, which
// net/http uses too, makes 127.0.0.1 of wide digits.
func plainHost(u *url.URL) (string, error) {
	host := u.Hostname()
	if strings.IndexFunc(host, func(r rune) bool { return r > unicode.MaxASCII }) >= 0 {
		var err error
		if host, err = idna.Lookup.ToASCII(host); err != nil {
			return "", err
		}
	}
	return strings.TrimSuffix(strings.ToLower(host), "."), nil
}

// admitted refuses a host if one of its addresses is not allowed.
func (c *Client) admitted(host string, addresses ...netip.Addr) error {
	for _, a := range addresses {
		if !c.allowed(a) {
			return fmt.Errorf("%w: %s", ErrPrivate, short(host))
		}
	}
	return nil
}

// isName reports whether a host is the name of one on the public internet. A last label
// that begins with a digit is none: some read 127.1 and 0x7f000001 as addresses.
func isName(host string) bool {
	dot := strings.LastIndexByte(host, '.')
	if dot < 0 || dot+1 == len(host) || host[dot+1] >= '0' && host[dot+1] <= '9' {
		return false
	}
	return !slices.ContainsFunc(inner, func(end string) bool { return strings.HasSuffix(host, end) })
}

// choose returns the proxy for a request and remembers it, for it may be dialled wherever
// it is.
func (c *Client) choose(req *http.Request) (*url.URL, error) {
	proxy, err := c.proxy(req)
	if err == nil && proxy != nil {
		c.proxies.Store(hostPort(proxy), true)
	}
	return proxy, err
}

// hostPort is what is dialled for a proxy.
func hostPort(proxy *url.URL) string {
	port := proxy.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443", "socks5": "1080", "socks5h": "1080"}[proxy.Scheme]
	}
	return net.JoinHostPort(proxy.Hostname(), port)
}

// dialPublic connects to what is public and to proxies. The address is looked at when it is
// dialled, for the name may mean another one than it did before.
func (c *Client) dialPublic(ctx context.Context, network, address string) (net.Conn, error) {
	d := net.Dialer{Timeout: dialTimeout, Resolver: c.resolver}
	if _, proxy := c.proxies.Load(address); !proxy {
		d.Control = func(_, to string, _ syscall.RawConn) error {
			at, err := netip.ParseAddrPort(to)
			if err != nil || !c.allowed(at.Addr()) {
				return fmt.Errorf("%w: %s", ErrPrivate, to)
			}
			return nil
		}
	}
	return d.DialContext(ctx, network, address)
}
