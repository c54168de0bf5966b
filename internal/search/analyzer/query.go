package analyzer

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What a query may say around a number.
var (
	address = regexp.MustCompile(addressPattern)
	kepIn   = regexp.MustCompile(`(?i)` + kepPattern)
	prIn    = regexp.MustCompile(`(?i)` + pullPattern)
)

// Query returns the pieces of a query in its order, repeats included.
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

// sew adds to runs what tells that they and their neighbours stand together: where that
// was typed, and where one of the two is a single character, which says little by itself
// and is looked for in no other way.
func (s *scanner) sew(pieces []Piece) {
	single := func(i int) bool { return s.spans[i].isRun() && utf8.RuneCountInString(pieces[i].Text) == 1 }
	for i, t := range s.spans {
		seam := s.seam(i)
		if seam == "" || t.near == blank && !single(i) && !single(i-1) {
			continue
		}
		if !t.isRun() {
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

// only leaves of an address that names a pull request or a KEP its number.
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

// piece returns the word t as a piece.
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

// keys returns as few windows of a run as touch all its characters: one beside the other,
// and the last.
func keys(run string, wide int) []string {
	all := windows(nil, run, wide)
	last := max(0, len(all)-wide) // the others are cut off by the end of the run
	var keys []string
	for i := 0; i < last; i += wide {
		keys = append(keys, all[i])
	}
	return append(keys, all[last])
}

// String writes a piece in short: its script and text, then in brackets its keys where
// they are not the text, in parentheses its parts where there are several.
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

// ID returns the terms by which a reference is found, the most telling first: KEP 127 by
// kep127 and 127, a pull request or an issue by its number, the SIG api-machinery by
// sigapimachinery, the working group wg-batch by wgbatch, committee-steering likewise, a
// release by 1.27, and whatever has a name (a gate, an API group) by that, joined. kind and
// id are as note.Ref has them. It is nothing when id has neither letter nor digit.
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
