package affects

import (
	"cmp"
	"slices"
	"strings"
)

// Bounds of the reader.
const (
	// MaxSize is the largest input in bytes, of all files together.
	MaxSize     = 50 << 20
	maxSettings = 100_000 // of one file
	maxWithin   = 4       // texts within texts
	maxName     = 400     // bytes; a group, version and kind of Kubernetes are shorter
)

// reader reads one file.
type reader struct {
	known map[string]string // gates, see Base
	apis  map[string]API
	kinds map[string][]string // of apis by group/version; nil before the first use
	out   Reading
	full  bool // there are more settings than maxSettings
}

// scope is what surrounds a value.
type scope struct {
	component string
	config    bool // within the configuration of component: keys are fields
	fields    bool // keys are flags in the spelling of kOps
	prose     bool // names are only mentioned
	depth     int  // of texts within texts
}

// Read finds the settings of a file. The base gives the names of feature gates that prose may
// mention. It never fails: what it cannot read is in Skipped.
func Read(file, text string, base *Base) Reading {
	r := &reader{known: base.Gates, apis: base.APIs, out: Reading{File: file, Settings: []Setting{}, Seen: []Seen{}, Skipped: []Skipped{}}}
	switch {
	case len(text) > MaxSize:
		r.skip(Skipped{Code: "size"})
	case isBinary(text):
		r.skip(Skipped{Code: "binary"})
	default:
		r.text(text, 1, scope{component: componentOfFile(file), prose: isProse(file, text)})
		r.finish()
	}
	return r.out
}

// isBinary reports whether a text has a NUL in its first bytes.
func isBinary(text string) bool { return strings.IndexByte(text[:min(len(text), 8000)], 0) >= 0 }

// isProse reports whether a file is a document for people: its names are only mentioned.
func isProse(file, text string) bool {
	for _, suffix := range []string{".md", ".markdown", ".rst", ".adoc", ".html"} {
		if strings.HasSuffix(lower(file), suffix) {
			return true
		}
	}
	return strings.HasPrefix(text, "```") || strings.Contains(text, "\n```")
}

// componentOfFile returns the component or tool that a file is named after: kubelet, kube-apiserver.yaml,
// kubelet.service.d/10-kubeadm.conf.
func componentOfFile(file string) string {
	parts := strings.Split(strings.ReplaceAll(file, "\\", "/"), "/")
	for _, part := range slices.Backward(parts[max(0, len(parts)-2):]) {
		name, _, dotted := strings.Cut(part, ".")
		if c := programs[name]; c != "" {
			return c
		}
		if tools[name] && !dotted {
			return name
		}
	}
	return ""
}

// text reads a text whose first line has a number.
func (r *reader) text(text string, first int, s scope) {
	t := parse(text, first)
	for _, d := range t.docs {
		r.document(d.root, s)
		r.loose(d.loose, s)
	}
	r.out.Skipped = append(r.out.Skipped, t.skipped...)
}

// within reads a text that is the value of a key.
func (r *reader) within(text string, first int, s scope) {
	if s.depth++; s.depth > maxWithin {
		r.skip(Skipped{Code: "too-deep", Line: first})
		return
	}
	r.text(text, first, s)
}

func (r *reader) add(s Setting) {
	if len(s.Name) > maxName {
		return
	}
	if len(r.out.Settings) >= maxSettings {
		if !r.full {
			r.skip(Skipped{Code: "too-many", Line: s.Line})
		}
		r.full = true
		return
	}
	s.How = cmp.Or(s.How, Set)
	r.out.Settings = append(r.out.Settings, s)
}

// howOf returns how names in a scope occur.
func howOf(s scope) How {
	if s.prose {
		return Mentioned
	}
	return Set
}

func (r *reader) see(what string, line int) {
	r.out.Seen = append(r.out.Seen, Seen{What: what, Line: line})
}

func (r *reader) skip(s Skipped) { r.out.Skipped = append(r.out.Skipped, s) }

// finish sorts by line and removes duplicates. Of what was seen and skipped, the first of each name
// stays.
func (r *reader) finish() {
	o := &r.out
	slices.SortStableFunc(o.Settings, func(a, b Setting) int { return a.Line - b.Line })
	o.Settings = firsts(o.Settings, func(s Setting) Setting { return s })
	slices.SortStableFunc(o.Seen, func(a, b Seen) int { return a.Line - b.Line })
	o.Seen = firsts(o.Seen, func(s Seen) string { return s.What })
	slices.SortStableFunc(o.Skipped, func(a, b Skipped) int { return a.Line - b.Line })
	o.Skipped = firsts(o.Skipped, func(s Skipped) [2]string { return [2]string{s.Code, s.Name} })
	if len(o.Settings)+len(o.Seen)+len(o.Skipped) == 0 {
		r.skip(Skipped{Code: "nothing"})
	}
}

// firsts keeps the first value of each key.
func firsts[T any, K comparable](in []T, key func(T) K) []T {
	seen := map[K]bool{}
	out := in[:0]
	for _, v := range in {
		if k := key(v); !seen[k] {
			seen[k] = true
			out = append(out, v)
		}
	}
	return out
}
