package analyzer

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Patterns for numbers in a query.
var (
	address = regexp.MustCompile(addressPattern)
	kepIn   = regexp.MustCompile(`(?i)` + kepPattern)
	prIn    = regexp.MustCompile(`(?i)` + pullPattern)
)

// Query returns the pieces of a query in order, with duplicates.
func Query(text string) []Piece {
	var s scanner
	s.scan(rewrite(only(upright(text))))
	var pieces []Piece
	for _, t := range s.spans {
		run := s.whole[t.start:t.end]
		switch t.kind {
		case number:
			pieces = append(pieces, Piece{Text: cut(run), Script: ScriptNumber, Keys: []string{cut(run)}})
		case kata:
			pieces = append(pieces, Piece{Text: run, Script: ScriptKata, Keys: keys(run, wideKana)})
		case cjk:
			script := ScriptKana
			if strings.ContainsFunc(run, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
				script = ScriptHan
			}
			pieces = append(pieces, Piece{Text: run, Script: script, Keys: keys(run, wideHan)})
		case word:
			pieces = append(pieces, s.piece(t))
		}
	}
	s.sew(pieces)
	return pieces
}

// sew adds keys that require adjacent spans to be adjacent in the document: if they were typed so,
// and if one is a single character, which is not searched for otherwise.
func (s *scanner) sew(pieces []Piece) {
	single := func(i int) bool { return s.spans[i].isRun() && utf8.RuneCountInString(pieces[i].Text) == 1 }
	for i, t := range s.spans {
		seam := s.seam(i)
		if seam == "" || t.near == blank && !single(i) && !single(i-1) {
			continue
		}
		if t.near != slash && !t.isRun() {
			i--
		}
		pieces[i].Keys = append(pieces[i].Keys, seam)
	}
	for i := range pieces {
		if single(i) && len(pieces[i].Keys) > 1 {
			pieces[i].Keys = pieces[i].Keys[1:]
		}
	}
}

// only replaces the URL of a pull request or KEP with its number.
func only(query string) string {
	return address.ReplaceAllStringFunc(query, func(w string) string {
		if m := kepIn.FindStringSubmatch(w); m != nil {
			return "kep-" + m[1] + " "
		}
		if m := prIn.FindStringSubmatch(w); m != nil {
			return m[1]
		}
		return w
	})
}

func (s *scanner) piece(t span) Piece {
	p := Piece{Text: s.whole[t.start:t.end], Script: ScriptWord}
	p.Keys = []string{cut(p.Text)}
	for _, part := range s.parts[t.first:t.last] {
		p.Parts = append(p.Parts, s.whole[part.start:part.end])
	}
	if isKEP(p.Text) {
		p.Script = ScriptID
	}
	return p
}

// keys returns the fewest windows that cover a run: adjacent ones, and the last.
func keys(run string, wide int) []string {
	all := windows(nil, run, wide)
	last := max(0, len(all)-wide) // later windows are truncated by the end of the run
	var keys []string
	for i := 0; i < last; i += wide {
		keys = append(keys, all[i])
	}
	return append(keys, all[last])
}

// String returns the script and text, then in brackets the keys if they differ from the text, and
// in parentheses the parts if there are several.
func (p Piece) String() string {
	s := string(p.Script) + ":" + p.Text
	if keys := strings.Join(p.Keys, ","); keys != p.Text {
		s += "[" + keys + "]"
	}
	if parts := strings.Join(p.Parts, ","); len(p.Parts) > 1 {
		s += "(" + parts + ")"
	}
	return s
}

// ID returns the terms that find a reference, the most specific first: kep127 and 127 for KEP 127,
// the number for a pull request or issue, sigapimachinery for the SIG api-machinery, wgbatch for
// the working group wg-batch, 1.27 for a release, and the joined name for others (a gate, an API
// group). kind and id are as in note.Ref. It returns nil for an id without a letter or digit.
func ID(kind, id string) []string {
	if kind == "kep" || kind == "sig" && !strings.HasPrefix(id, "wg-") && !strings.HasPrefix(id, "committee-") {
		id = kind + "-" + id
	}
	var terms []string
	for _, p := range Query(id) {
		terms = append(terms, p.Keys...)
		if p.Script == ScriptID {
			terms = append(terms, strings.TrimPrefix(p.Text, "kep"))
		}
	}
	return terms
}
