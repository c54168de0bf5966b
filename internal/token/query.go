package token

import (
	"regexp"
	"strings"
	"unicode"
)

// What a query may say around a number, each written as in the twin.
var (
	address = regexp.MustCompile(`[\w./:#?=&%-]+`)
	kepIn   = regexp.MustCompile(`(?i)\b(?:keps?[ \n#:-]{0,3}|enhancements#|(?:keps?(?:\.k8s\.io)?|enhancements)/(?:[a-z][\w-]*/)?)(\d+)`)
	prIn    = regexp.MustCompile(`(?i)(?:#|\b(?:pull|issues?|pr)(?:\.k8s\.io)?/)(\d+)`)
	pr      = regexp.MustCompile(`(?i)\bpr[ -]*(\d)`)
)

// Query returns the pieces of a query in its order, repeats included.
func Query(text string) []Piece {
	s := scan(rewrite(only(upright(text))))
	var pieces []Piece
	for i, t := range s.spans {
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
			pieces = s.piece(pieces, i)
		}
	}
	return pieces
}

// only leaves of an address, and of what names a pull request, its number.
func only(query string) string {
	query = address.ReplaceAllStringFunc(query, func(w string) string {
		if m := kepIn.FindStringSubmatch(w); m != nil {
			return "kep-" + m[1] + " "
		}
		if m := prIn.FindStringSubmatch(w); m != nil {
			return m[1]
		}
		return w
	})
	return pr.ReplaceAllString(query, "$1")
}

// piece appends the word at i, or joins it to the piece before where a / does so; then a
// key is what Terms has of two neighbours.
func (s *scanner) piece(to []Piece, i int) []Piece {
	t := s.spans[i]
	text := s.whole[t.start:t.end]
	if !t.joined {
		to = append(to, Piece{Text: text, Script: ScriptWord, Keys: []string{cut(text)}})
	}
	p := &to[len(to)-1]
	for _, part := range s.partsOf(i) {
		p.Parts = append(p.Parts, s.whole[part.start:part.end])
	}
	switch before := s.spans[max(i-1, 0)]; {
	case !t.joined && strings.HasPrefix(text, "kep") && isNumber(text[len("kep"):]):
		p.Script = ScriptID
	case t.joined && !before.joined:
		p.Text += text
		p.Keys[0] = cut(s.whole[before.start:t.end])
	case t.joined:
		p.Text += text
		p.Keys = append(p.Keys, cut(s.whole[before.start:t.end]))
	}
	return to
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
