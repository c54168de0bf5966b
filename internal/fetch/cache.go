package fetch

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// Client downloads files. The zero value is ready. It is safe for concurrent use; its fields must
// not change after the first call.
type Client struct {
	Cache   Cache         // may be nil
	Limit   int64         // size limit of a body in bytes; 0 is DefaultLimit
	Timeout time.Duration // for one call; 0 is DefaultTimeout
	Agent   string        // the User-Agent
	Types   []string      // accepted media types, such as text/plain; empty: all
	Hosts   []string      // further hosts that are allowed as targets of redirects

	// Reduce, if set, returns the part of a body that Get returns and caches. It returns an error for
	// a damaged body.
	Reduce func(body []byte) ([]byte, error)

	once sync.Once
	http *http.Client

	// Replaced in tests.
	resolver *net.Resolver
	proxy    func(*http.Request) (*url.URL, error)
	sleep    func(context.Context, time.Duration) error
}

// Cache stores bytes by name; names are valid file names. Write must be atomic. The result of Read
// may be damaged, because it is checked.
type Cache interface {
	Read(name string) ([]byte, error)
	Write(name string, data []byte) error
}

type entry struct {
	Address  string `json:"address"`
	Tag      string `json:"etag,omitempty"`
	Modified string `json:"modified,omitempty"`

	body []byte // nil: there is no entry
}

func (e entry) ask(header http.Header) {
	switch {
	case e.body == nil:
	case e.Tag != "":
		header.Set("If-None-Match", e.Tag)
	case e.Modified != "":
		header.Set("If-Modified-Since", e.Modified)
	}
}

// encode returns an entry as a checksum of the rest, a line of JSON, and the body.
func (e entry) encode() ([]byte, error) {
	head, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	rest := append(append(head, '\n'), e.body...)
	return append(append(sum(rest), '\n'), rest...), nil
}

func sum(b []byte) []byte {
	s := sha256.Sum256(b)
	return []byte(hex.EncodeToString(s[:]))
}

func decode(b []byte) (entry, bool) {
	said, rest, ok := bytes.Cut(b, []byte("\n"))
	if !ok || !bytes.Equal(said, sum(rest)) {
		return entry{}, false
	}
	head, body, ok := bytes.Cut(rest, []byte("\n"))
	var e entry
	if !ok || json.Unmarshal(head, &e) != nil {
		return entry{}, false
	}
	e.body = append([]byte{}, body...)
	return e, true
}

func nameOf(address string) string { return string(sum([]byte(address))[:40]) }

func (c *Client) keep(u *url.URL, e entry) error {
	if c.Cache == nil || e.Tag == "" && e.Modified == "" {
		return nil
	}
	e.Address = Redact(u.String())
	b, err := e.encode()
	if err != nil {
		return err
	}
	return c.Cache.Write(nameOf(e.Address), b)
}
