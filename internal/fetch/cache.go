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

// Client asks servers. The zero value is ready; it may be used by several goroutines, and
// its fields do not change after the first call.
type Client struct {
	Cache   Cache         // keeps what Get got; nil keeps nothing
	Limit   int64         // bytes that a body may have; 0 is DefaultLimit
	Timeout time.Duration // for one call; 0 is DefaultTimeout
	Agent   string        // who asks, as servers are told
	Types   []string      // media types that Get takes, as text/plain; none: all
	Hosts   []string      // names of hosts that Get may be led on to

	// Reduce, if set, turns a body into the part that is returned and kept. It returns an error
	// for a damaged body.
	Reduce func(body []byte) ([]byte, error)

	once sync.Once
	http *http.Client

	// Tests replace these.
	resolver *net.Resolver
	proxy    func(*http.Request) (*url.URL, error)
	sleep    func(context.Context, time.Duration) error
}

// Cache keeps bytes under names that are safe as names of files. Write replaces what a
// name had, whole or not at all; what Read returns is checked, so that it may be anything.
type Cache interface {
	Read(name string) ([]byte, error)
	Write(name string, data []byte) error
}

// entry is a file with what its server said of it.
type entry struct {
	Address  string `json:"address"`
	Tag      string `json:"etag,omitempty"`
	Modified string `json:"modified,omitempty"`

	body []byte // nil: there is no entry
}

// ask makes a request one for what differs from the entry.
func (e entry) ask(header http.Header) {
	switch {
	case e.body == nil:
	case e.Tag != "":
		header.Set("If-None-Match", e.Tag)
	case e.Modified != "":
		header.Set("If-Modified-Since", e.Modified)
	}
}

// encode is the entry as it is kept: the sum of all that follows, what the server said as a
// line of JSON, the body.
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

// decode reads what encode wrote; false for anything else.
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

// nameOf is the name of an address in the cache.
func nameOf(address string) string { return string(sum([]byte(address))[:40]) }

// keep puts a file into the cache, if the server gave it a tag or a date to ask with.
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
