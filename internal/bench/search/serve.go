package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"mime"
	"net"
	"net/http"
	"path"
	"strings"
	"sync"
	"sync/atomic"
)

// tally is what a server has sent since it was last asked: bodies as they travelled,
// without headers, so that nobody is charged for how many files there are.
type tally struct {
	Bytes    int64
	Requests int64
}

// tallyPath is the address under which a server tells its tally and begins anew.
const tallyPath = "/-/tally"

// server gives out the files of a site as a host does: text compressed where the browser
// takes it, everything good for ten minutes, and no other encoding of what is compressed
// within.
type server struct {
	read func(name string) ([]byte, bool)

	bytes, requests atomic.Int64

	mu     sync.Mutex
	zipped map[string][]byte
}

// squeezed are the kinds of files that hosts compress on the way.
var squeezed = map[string]bool{".html": true, ".css": true, ".js": true, ".json": true, ".svg": true}

// kinds are those that the mime package may not know.
var kinds = map[string]string{".bin": "application/octet-stream", ".js": "text/javascript", ".css": "text/css", ".html": "text/html; charset=utf-8"}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == tallyPath {
		json.NewEncoder(w).Encode(tally{s.bytes.Swap(0), s.requests.Swap(0)})
		return
	}
	s.requests.Add(1)
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	data, ok := s.read(name)
	if !ok {
		http.NotFound(w, r)
		return
	}
	ext := path.Ext(name)
	w.Header().Set("Content-Type", kindOf(ext))
	w.Header().Set("Cache-Control", "max-age=600")
	if squeezed[ext] && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		data = s.squeeze(name, data)
	}
	s.bytes.Add(int64(len(data)))
	w.Write(data)
}

func kindOf(ext string) string {
	if kind, ok := kinds[ext]; ok {
		return kind
	}
	if kind := mime.TypeByExtension(ext); kind != "" {
		return kind
	}
	return "application/octet-stream"
}

// squeeze compresses a file once.
func (s *server) squeeze(name string, data []byte) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if z, ok := s.zipped[name]; ok {
		return z
	}
	if s.zipped == nil {
		s.zipped = map[string][]byte{}
	}
	z := zip(data)
	s.zipped[name] = z
	return z
}

func zip(data []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level exists
	w.Write(data)
	w.Close() // into memory: neither can fail
	return b.Bytes()
}

// serve tells its address by told and gives out files until the process is ended.
func serve(read func(name string) ([]byte, bool), told func(address string) error) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	if err := told("http://" + listener.Addr().String()); err != nil {
		return err
	}
	return http.Serve(listener, &server{read: read})
}
