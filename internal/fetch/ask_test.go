package fetch

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// TestPublic: addresses by hand from IANA's registries of special-purpose addresses, beside
// the last and the first address of what lies around them.
func TestPublic(t *testing.T) {
	for text, want := range map[string]bool{
		"1.1.1.1": true, "185.199.108.153": true, "9.255.255.255": true, "10.0.0.0": false, "10.255.255.255": false, "11.0.0.0": true,
		"0.0.0.0": false, "0.1.2.3": false, "127.0.0.1": false, "127.255.255.255": false, "126.255.255.255": true, "128.0.0.0": true,
		"100.63.255.255": true, "100.64.0.0": false, "100.127.255.255": false, "100.128.0.0": true,
		"169.253.255.255": true, "169.254.169.254": false, "169.255.0.0": true,
		"172.15.255.255": true, "172.16.0.0": false, "172.31.255.255": false, "172.32.0.0": true,
		"192.0.0.8": false, "192.0.1.1": true, "192.0.2.1": false, "192.88.99.1": false, "192.168.1.1": false, "192.169.0.0": true,
		"198.17.255.255": true, "198.18.0.1": false, "198.19.255.255": false, "198.20.0.0": true, "198.51.100.7": false, "203.0.113.7": false,
		"223.255.255.255": true, "224.0.0.1": false, "240.0.0.1": false, "255.255.255.255": false,
		"::": false, "::1": false, "::ffff:127.0.0.1": false, "::ffff:10.1.1.1": false, "::ffff:1.1.1.1": true, "::7f00:1": false,
		"64:ff9b::1.1.1.1": true, "64:ff9b::10.0.0.1": false, "64:ff9b::7f00:1": false, "64:ff9b:1::1.1.1.1": false,
		"100::1": false, "2606:4700::1111": true, "2001:4860:4860::8888": true, "2001::1": false, "2001:1ff:ffff::1": false, "2001:200::1": true,
		"2001:db8::1": false, "2002:7f00:1::1": false, "3fff:fff::1": false, "fc00::1": false, "fd12::1": false,
		"fe80::1": false, "fe80::1%eth0": false, "2606:4700::1111%eth0": false, "fec0::1": false, "ff02::1": false, "4000::1": false,
	} {
		if got := isPublic(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s is public: %v", text, got)
		}
	}
}

// names answers questions for names on loopback, as a server of the domain name system
// does: with the addresses in turn, the last one for good.
func names(t *testing.T, answers map[string][]string) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	go func() {
		for buf := make([]byte, 1500); ; {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			if b, ok := reply(buf[:n], answers); ok {
				_, _ = conn.WriteTo(b, from)
			}
		}
	}()
	var d net.Dialer
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return d.DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

// reply answers one question and takes its answer off the list.
func reply(question []byte, answers map[string][]string) ([]byte, bool) {
	var m dnsmessage.Message
	if m.Unpack(question) != nil || len(m.Questions) != 1 {
		return nil, false
	}
	q := m.Questions[0]
	m.Response, m.Additionals = true, nil
	left, known := answers[strings.TrimSuffix(q.Name.String(), ".")]
	switch {
	case !known:
		m.RCode = dnsmessage.RCodeNameError
	case q.Type == dnsmessage.TypeA:
		m.Answers = []dnsmessage.Resource{{
			Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class},
			Body:   &dnsmessage.AResource{A: netip.MustParseAddr(left[0]).As4()},
		}}
		if len(left) > 1 {
			answers[strings.TrimSuffix(q.Name.String(), ".")] = left[1:]
		}
	}
	b, err := m.Pack()
	return b, err == nil
}

// counting starts a server that counts requests.
func counting(t *testing.T, f http.HandlerFunc) (*httptest.Server, *atomic.Int64) {
	t.Helper()
	var n atomic.Int64
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		n.Add(1)
		f(w, r)
	}), &n
}

// TestPrivate: no request reaches this machine or any other that is not public, however
// its address is written or comes about.
func TestPrivate(t *testing.T) {
	s, asked := counting(t, func(http.ResponseWriter, *http.Request) {})
	port := s.URL[strings.LastIndexByte(s.URL, ':'):]
	c := &Client{Timeout: 5 * time.Second, proxy: http.ProxyURL(nil), resolver: names(t, map[string][]string{
		"inside.kawaraban.dev":      {"127.0.0.1"},
		"net.kawaraban.dev":         {"10.1.2.3"},
		"xn--v6q485m.kawaraban.dev": {"10.1.2.3"},             // 内部
		"turns.kawaraban.dev":       {"1.1.1.1", "127.0.0.1"}, // public when it is looked at, and not when it is dialled
		"metadata.google.local":     {"169.254.169.254"},
	})}
	for _, host := range []string{
		"127.0.0.1", "localhost", "LOCALHOST.", "a.localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "[::]", "10.0.0.1", "169.254.169.254",
		"2130706433", "0x7f000001", "127.1", "0177.0.0.1", "1.1.1.1.0x7f", "intranet", "printer.local", "db.internal", "router.lan", "metadata.google.local",
		"inside.kawaraban.dev", "INSIDE.kawaraban.dev.", "net.kawaraban.dev", "turns.kawaraban.dev",
		"１２７.０.０.１", "127。0。0。1", "ⓛocalhost", "内部.kawaraban.dev",
	} {
		_, err := c.Ask(t.Context(), "http://"+host+port+"/")
		if !errors.Is(err, ErrPrivate) {
			t.Errorf("%s: %v", host, err)
		}
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("%d requests came", n)
	}
	if _, err := c.Ask(t.Context(), "http://nowhere.kawaraban.dev/"); !errors.Is(err, ErrUnreachable) {
		t.Error(err)
	}
	if _, err := c.Ask(t.Context(), "http://あ_.kawaraban.dev/"); !errors.Is(err, ErrAddress) {
		t.Error(err)
	}
}

// TestPrivateRedirect: a public page leads no further than a link could. The public server
// is one on loopback that the test allows, by asking as Loopback does.
func TestPrivateRedirect(t *testing.T) {
	for _, to := range []string{"http://10.0.0.1/", "http://intranet/", "http://inside.kawaraban.dev/", "http://169.254.169.254/latest/", "file:///etc/passwd", "http://me:hidden@example.com/"} {
		s := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusFound) })
		c := &Client{Loopback: true, proxy: http.ProxyURL(nil), resolver: names(t, map[string][]string{"inside.kawaraban.dev": {"192.168.0.7"}})}
		_, err := c.Ask(t.Context(), s.URL)
		if !errors.Is(err, ErrPrivate) && !errors.Is(err, ErrLed) {
			t.Errorf("%s: %v", to, err)
		}
		if err != nil && strings.Contains(err.Error(), "hidden") {
			t.Error(err)
		}
	}
}

// TestPrivateProxy: a proxy may be anywhere, and is asked for what is public, or is at
// least no name of this network. It resolves names that nobody here knows.
func TestPrivateProxy(t *testing.T) {
	var last atomic.Value
	proxy, asked := counting(t, func(w http.ResponseWriter, r *http.Request) { last.Store(r.URL.String()) })
	at, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	c := &Client{proxy: http.ProxyURL(at), resolver: names(t, map[string][]string{"inside.kawaraban.dev": {"127.0.0.1"}, "outside.kawaraban.dev": {"1.1.1.1"}})}
	for i, host := range []string{"outside.kawaraban.dev", "unknown.kawaraban.dev"} {
		if got, err := c.Ask(t.Context(), "http://"+host+"/x"); err != nil || got.Status != 200 || asked.Load() != int64(i+1) || last.Load() != "http://"+host+"/x" {
			t.Errorf("%s: %+v, %v after %d requests", host, got, err, asked.Load())
		}
	}
	for _, host := range []string{"inside.kawaraban.dev", "intranet", "2130706433", "127.0.0.1", "10.0.0.1", "１２７.０.０.１", strings.TrimPrefix(proxy.URL, "http://")} {
		if _, err := c.Ask(t.Context(), "http://"+host+"/x"); !errors.Is(err, ErrPrivate) {
			t.Errorf("%s: %v", host, err)
		}
	}
	if n := asked.Load(); n != 2 {
		t.Errorf("the proxy was asked %d times", n)
	}
}

// TestHostPort: where a proxy without a port is dialled.
func TestHostPort(t *testing.T) {
	for text, want := range map[string]string{
		"http://proxy": "proxy:80", "https://proxy": "proxy:443", "socks5://proxy": "proxy:1080", "http://proxy:3128": "proxy:3128", "http://[::1]": "[::1]:80",
	} {
		u, err := url.Parse(text)
		if err != nil || hostPort(u) != want {
			t.Errorf("%s: %s, %v", text, hostPort(u), err)
		}
	}
}

// TestAsk: what servers say, and how often they are asked for it. Many know no HEAD.
func TestAsk(t *testing.T) {
	for name, c := range map[string]struct {
		head, get int
		status    int
		asked     int64
		err       error
	}{
		"there":                {200, 200, 200, 1, nil},
		"gone":                 {404, 404, 404, 2, nil},
		"gone for HEAD alone":  {404, 200, 200, 2, nil},
		"no HEAD":              {405, 200, 200, 2, nil},
		"HEAD fails":           {500, 200, 200, 2, nil},
		"not for us":           {403, 403, 403, 2, nil},
		"no HEAD and gone":     {501, 410, 410, 2, nil},
		"nothing has changed":  {304, 200, 304, 1, nil},
		"busy":                 {429, 200, 0, 3, ErrBusy},
		"down":                 {503, 503, 0, 6, ErrBusy},
		"asks for a log-in":    {401, 401, 401, 2, nil},
		"leads on to a place":  {302, 302, 200, 2, nil},
		"a status of its own":  {999, 999, 999, 2, nil},
		"nobody may know why":  {451, 451, 451, 2, nil},
		"a redirect to itself": {307, 307, 0, 6, ErrLed},
	} {
		t.Run(name, func(t *testing.T) {
			s, asked := counting(t, func(w http.ResponseWriter, r *http.Request) {
				status := map[string]int{http.MethodHead: c.head, http.MethodGet: c.get}[r.Method]
				switch {
				case r.URL.Path == "/place":
					return
				case status == 302:
					w.Header().Set("Location", "/place")
				case status == 307:
					w.Header().Set("Location", r.URL.Path)
				}
				w.WriteHeader(status)
			})
			got, err := (&Client{Loopback: true, sleep: new(naps).sleep}).Ask(t.Context(), s.URL+"/x#part")
			if !errors.Is(err, c.err) || got.Status != c.status || asked.Load() != c.asked {
				t.Errorf("%+v, %v after %d requests", got, err, asked.Load())
			}
		})
	}
}

// TestAskReadsNothing: of a page without an end no more is read than what came with its
// header.
func TestAskReadsNothing(t *testing.T) {
	s, _ := counting(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			w.WriteHeader(405)
			return
		}
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 1<<16)); err != nil {
				return
			}
		}
	})
	got, err := (&Client{Loopback: true, Timeout: 10 * time.Second}).Ask(t.Context(), s.URL)
	if err != nil || got.Status != 200 {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestAskNothing: what is no address of the web is not asked, and no secret is said.
func TestAskNothing(t *testing.T) {
	for _, address := range []string{"mailto:ann@example.com", "javascript:alert(1)", "ftp://example.com/", "//example.com/", "https://me:hidden@example.com/", "http://", "", "https://me:hid/den@example.com"} {
		_, err := new(Client).Ask(t.Context(), address)
		if !errors.Is(err, ErrAddress) || strings.Contains(err.Error(), "hid") {
			t.Errorf("%s: %v", address, err)
		}
	}
}
