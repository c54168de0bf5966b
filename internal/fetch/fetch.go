// Package fetch downloads files: [Client.Get] returns one file. It is the only HTTP client of the
// program.
//
// # Limits
//
// Servers are not trusted. The size of a body after decompression and the time of a call are
// limited. Busy and interrupted responses are retried, with three attempts in total. A retry waits
// at least as long as the server requests. If that is more than half a minute, the call fails at
// once. Files come over https, or over http from this machine. Redirects must stay on the host or
// go to one in Client.Hosts. Unexpected media types are refused, such as the HTML of a login page.
//
// # Cache
//
// With a [Cache], Get stores the file with the ETag or date from the server. The next request is
// conditional, and the cached file is used only if the server confirms it. A damaged file is
// ignored.
//
// # Errors
//
// Every failure is an [Error] with the address, without user and password. It wraps one of the
// errors of this package. Proxies come from the environment: HTTPS_PROXY, HTTP_PROXY, NO_PROXY.
package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"time"
)

// The defaults and limits of a Client.
const (
	DefaultLimit   = 32 << 20
	DefaultTimeout = time.Minute

	dialTimeout  = 10 * time.Second // for connecting and for the TLS handshake
	maxHeader    = 64 << 10         // bytes of a response header
	maxRedirects = 5
	maxAddress   = 8 << 10 // bytes of an address
)

// Meta describes a file that Get returned.
type Meta struct {
	Address  string // after redirects; without user and password
	Cached   bool   // the cached file is still current
	CacheErr error  // error of the cache; nil on success or without a cache
}

// Get returns the file at an address. The error is an [*Error], or that of ctx.
func (c *Client) Get(ctx context.Context, address string) ([]byte, Meta, error) {
	u, err := secure(address)
	if err != nil {
		return nil, Meta{}, err
	}
	c.once.Do(c.open)
	ctx, cancel := context.WithTimeoutCause(ctx, c.timeout(), ErrSlow)
	defer cancel()
	was := c.kept(u)
	var got entry
	var meta Meta
	err = c.repeat(ctx, func() (err error) {
		got, meta, err = c.get(ctx, u, was)
		return err
	})
	if err != nil {
		return nil, Meta{}, named(ctx, u, err)
	}
	if !meta.Cached {
		meta.CacheErr = c.keep(u, got)
	}
	return got.body, meta, nil
}

// secure parses an address and accepts https, or http to this machine.
func secure(address string) (*url.URL, error) {
	u, err := parse(address)
	if err != nil {
		return nil, err
	}
	if u.Scheme != "https" && !(u.Scheme == "http" && isLoopback(u.Hostname())) {
		return nil, &Error{Address: Redact(address), Err: fmt.Errorf("%w: not https", ErrAddress)}
	}
	return u, nil
}

func parse(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Opaque != "" || len(address) > maxAddress {
		return nil, invalidAddress(address)
	}
	return u, nil
}

func isLoopback(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && a.Unmap().IsLoopback()
}

func (c *Client) timeout() time.Duration {
	if c.Timeout > 0 {
		return c.Timeout
	}
	return DefaultTimeout
}

func (c *Client) limit() int64 {
	if c.Limit > 0 {
		return c.Limit
	}
	return DefaultLimit
}

func (c *Client) open() {
	if c.proxy == nil {
		c.proxy = http.ProxyFromEnvironment
	}
	if c.resolver == nil {
		c.resolver = net.DefaultResolver
	}
	if c.sleep == nil {
		c.sleep = pause
	}
	dialer := &net.Dialer{Timeout: dialTimeout, Resolver: c.resolver}
	c.http = &http.Client{CheckRedirect: c.checkRedirect, Transport: &http.Transport{
		Proxy:                  c.proxy,
		DialContext:            dialer.DialContext,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    dialTimeout,
		MaxResponseHeaderBytes: maxHeader,
		MaxIdleConnsPerHost:    1,
		IdleConnTimeout:        dialTimeout,
		ForceAttemptHTTP2:      true,
	}}
}

func (c *Client) checkRedirect(next *http.Request, before []*http.Request) error {
	first := before[0].URL
	if len(before) > maxRedirects {
		return fmt.Errorf("%w: more than %d redirects", ErrRedirect, maxRedirects)
	}
	if _, err := secure(next.URL.String()); err != nil {
		return fmt.Errorf("%w: %s is not an https address", ErrRedirect, Redact(next.URL.String()))
	}
	if next.URL.Host != first.Host && !slices.Contains(c.Hosts, next.URL.Host) {
		return fmt.Errorf("%w: from %[3]s to %[2]s", ErrRedirect, next.URL.Host, first.Host)
	}
	return nil
}

// get makes one attempt. was is the cached entry; its body is nil without one.
func (c *Client) get(ctx context.Context, u *url.URL, was entry) (entry, Meta, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return entry{}, Meta{}, &Error{Err: ErrAddress}
	}
	req.Header.Set("User-Agent", c.Agent)
	was.ask(req.Header)
	resp, err := c.http.Do(req)
	if err != nil {
		return entry{}, Meta{}, connectionError(err)
	}
	defer resp.Body.Close()
	meta := Meta{Address: Redact(resp.Request.URL.String())}
	if resp.StatusCode == http.StatusNotModified && was.body != nil {
		meta.Cached = true
		return was, meta, nil
	}
	if resp.StatusCode != http.StatusOK {
		return entry{}, Meta{}, statusError(resp)
	}
	body, err := c.read(resp)
	if err == nil && c.Reduce != nil {
		if body, err = c.Reduce(body); err != nil {
			err = &Error{Status: resp.StatusCode, Err: fmt.Errorf("%w: %w", ErrBroken, err), again: true}
		}
	}
	return entry{Tag: resp.Header.Get("ETag"), Modified: resp.Header.Get("Last-Modified"), body: body}, meta, err
}

// read returns the decompressed body. It checks type, encoding and size in the header first.
func (c *Client) read(resp *http.Response) ([]byte, error) {
	if err := c.checkHeader(resp.Header); err != nil {
		return nil, &Error{Status: resp.StatusCode, Err: err}
	}
	limit := c.limit()
	if resp.ContentLength > limit {
		return nil, &Error{Status: resp.StatusCode, Err: fmt.Errorf("%w: %d bytes, limit %d", ErrLarge, resp.ContentLength, limit)}
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, limit+1))
	switch {
	case int64(len(body)) > limit:
		return nil, &Error{Status: resp.StatusCode, Err: fmt.Errorf("%w: more than %d bytes", ErrLarge, limit)}
	case err != nil:
		return nil, &Error{Status: resp.StatusCode, Err: fmt.Errorf("%w after %d bytes: %w", ErrBroken, len(body), err), again: true}
	}
	return body, nil
}

func (c *Client) checkHeader(header http.Header) error {
	if packed := header.Get("Content-Encoding"); packed != "" && packed != "identity" {
		return fmt.Errorf("%w: encoding %q", ErrType, short(packed))
	}
	said := header.Get("Content-Type")
	if said == "" || len(c.Types) == 0 {
		return nil
	}
	name, _, err := mime.ParseMediaType(said)
	if err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) || !slices.Contains(c.Types, name) {
		return fmt.Errorf("%w: type %q", ErrType, short(said))
	}
	return nil
}

// kept returns the cached entry of an address, with a nil body if it is missing, damaged or over
// the limit.
func (c *Client) kept(u *url.URL) entry {
	if c.Cache == nil {
		return entry{}
	}
	address := Redact(u.String())
	b, err := c.Cache.Read(nameOf(address))
	if err != nil {
		return entry{}
	}
	e, ok := decode(b)
	if !ok || e.Address != address || int64(len(e.body)) > c.limit() {
		return entry{}
	}
	return e
}
