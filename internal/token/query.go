package token

import (
	"regexp"
	"slices"
	"strings"
)

// What a query may say around a number, each written as in the twin.
var (
	address = regexp.MustCompile(`[\w./:#?=&%-]+`)
	kepIn   = regexp.MustCompile(`(?i)\b(?:keps?(?:[ \n#:-]{0,3}|/(?:[a-z][\w-]*/){0,2})|enhancements(?:#|/issues/)|kep\.k8s\.io/)(\d+)`)
	prIn    = regexp.MustCompile(`(?i)(?:#|\b(?:pull|issues?|pr)(?:\.k8s\.io)?/)(\d+)`)
	pr      = regexp.MustCompile(`(?i)\bpr[ #-]*(\d)`)
)

// Query returns the pieces of a query in its order, repeats included.
func Query(text string) []Piece {
	s := scan(rewrite(only(plain(text))))
	var pieces []Piece
	for i := 0; i < len(s.spans); i++ {
		t := s.spans[i]
		run := s.whole[t.start:t.end]
		switch t.kind {
		case number:
			pieces = append(pieces, Piece{Text: run, Script: ScriptNumber, Keys: []string{run}})
		case kata:
			pieces = append(pieces, Piece{Text: run, Script: ScriptKata, Keys: keys(run, wideKana)})
		case cjk:
			script := ScriptKana
			if strings.ContainsFunc(run, isHan) {
				script = ScriptHan
			}
			pieces = append(pieces, Piece{Text: run, Script: script, Keys: keys(run, wideHan)})
		case word:
			last := i
			for last+1 < len(s.spans) && s.spans[last+1].joined {
				last++
			}
			pieces = s.pieces(pieces, i, last)
			i = last
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

// pieces appends the words from first to last, joined to one. Numbers before them stand
// alone, as they do in Terms.
func (s *scanner) pieces(to []Piece, first, last int) []Piece {
	parts := s.partsOf(first)
	for len(parts) > 0 && parts[0].number {
		n := cut(s.whole[parts[0].start:parts[0].end])
		to = append(to, Piece{Text: n, Script: ScriptNumber, Keys: []string{n}})
		parts = parts[1:]
	}
	if len(parts) == 0 {
		return to
	}
	start := parts[0].start
	p := Piece{Text: s.whole[start:s.spans[last].end], Script: ScriptWord}
	for i := first; i <= last; i++ {
		if i > first {
			parts = append(slices.Clip(parts), s.partsOf(i)...)
		}
		if i < last || i == first {
			p.Keys = append(p.Keys, cut(s.whole[start:s.spans[min(i+1, last)].end]))
		}
		if i < last {
			start = s.spans[i+1].start
		}
	}
	if len(parts) > 1 {
		for _, part := range parts {
			p.Parts = append(p.Parts, s.whole[part.start:part.end])
		}
		if p.Parts[0] == "sig" || p.Parts[0] == "kep" && len(parts) == 2 && parts[1].number {
			p.Script = ScriptID
		}
	}
	return append(to, p)
}

// keys returns the windows of a run that together cover it: of Han each two that stand
// together, of katakana each third four and the last.
func keys(run string, wide int) []string {
	all := windows(nil, run, wide)
	last := max(0, len(all)-wide) // the others are cut off by the end of the run
	var keys []string
	for i := 0; i < last; i += wide - 1 {
		keys = append(keys, all[i])
	}
	return append(keys, all[last])
}
