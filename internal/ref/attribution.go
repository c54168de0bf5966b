package ref

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Attribution parses the attribution at the end of text, the plain text of an entry: "(#115331,
// @mimowo) [SIG Node] [sig/node]". start is its byte offset. damaged reports a missing or extra
// parenthesis. Two attributions in a row are joined. A parenthesis with anything but numbers and
// people, such as (k/k#115143, blog), is not an attribution.
func Attribution(text string, names *Names) (a note.Attribution, start int, damaged, ok bool) {
	var r Reader
	return r.Attribution(text, names)
}

// Attribution is like the function [Attribution].
func (in *Reader) Attribution(text string, names *Names) (a note.Attribution, start int, damaged, ok bool) {
	r := &in.c
	*r = closing{text: in.fold(text), names: names}
	r.end = len(strings.TrimRight(r.text.text, " \t\n.。"))
	for range maxGroups {
		if !r.group() {
			break
		}
		ok = true
	}
	if !ok {
		return note.Attribution{}, 0, false, false
	}
	slices.Reverse(r.people)
	slices.Reverse(r.prs)
	slices.Reverse(r.threads)
	return note.Attribution{
		PRs: unique(r.prs), People: unique(r.people), Threads: unique(r.threads), SIGs: unique(r.sigs),
	}, r.text.at(r.end), r.damaged, true
}

// maxGroups limits the attributions, and the lists of SIGs in one. Real notes have at most two.
const maxGroups = 16

// group parses one attribution backwards: numbers and people in parentheses, then lists of SIGs.
func (r *closing) group() bool {
	end, sigs := r.lists(r.end)
	open, inner, damaged, ok := r.parenthesis(end)
	if !ok {
		return false
	}
	items, ok := r.items(inner)
	if !ok || !items.closes(len(sigs) > 0, damaged) {
		return false
	}
	r.prs = append(r.prs, items.prs...)
	r.threads = append(r.threads, items.threads...)
	r.people = append(r.people, items.people...)
	r.sigs = append(sigs, r.sigs...)
	r.damaged = r.damaged || damaged
	r.end = len(strings.TrimRight(r.text.text[:open], " \t\n,、"))
	return true
}

func (r *closing) lists(end int) (int, []note.SIG) {
	var sigs []note.SIG
	for range maxGroups {
		t := strings.TrimRight(r.text.text[:end], " \t\n")
		if !strings.HasSuffix(t, "]") {
			return len(t), sigs
		}
		open := strings.LastIndexByte(t, '[')
		if open < 0 {
			return len(t), sigs
		}
		list := ParseSIGList(t[open:], r.names)
		if len(list) == 0 {
			return len(t), sigs
		}
		sigs = append(list, sigs...)
		end = open
	}
	return end, sigs
}

func (r *closing) parenthesis(end int) (open int, inner string, damaged, ok bool) {
	t := r.text.text[:end]
	body := strings.TrimRight(t, ") ")
	closed := strings.Count(t[len(body):], ")")
	from := max(0, len(body)-400)
	open = strings.LastIndexByte(body[from:], '(')
	if open >= 0 {
		open += from
		if _, ok := r.items(body[open+1:]); ok {
			first := len(strings.TrimRight(body[:open], "( "))
			opened := strings.Count(body[first:open+1], "(")
			return first, body[open+1:], opened != closed, opened == 1 || closed > 0 || opened == closed
		}
	}
	if closed == 0 {
		return 0, "", false, false
	}
	start := r.lostOpening(body)
	return start, body[start:], true, start < len(body)
}

func (r *closing) lostOpening(body string) int {
	start := len(body)
	for start > 0 {
		left := strings.TrimRight(body[:start], separators)
		from := strings.LastIndexAny(left, separators+")")
		if from >= 0 {
			_, size := utf8.DecodeRuneInString(left[from:])
			from += size
		}
		word := left[max(from, 0):]
		if !strings.ContainsAny(word, "#@") {
			return start
		}
		if _, ok := r.items(word); !ok {
			return start
		}
		start = max(from, 0)
	}
	return start
}

const separators = " \t\n,、"

type attributed struct {
	prs, threads []string
	people       []note.Person
	named        bool // a person has no @
	spelled      bool // a pull request is written with its repository
}

// closes reports whether the items are an attribution. It needs a number and a person; a number
// alone is enough before a list of SIGs, or if it clearly is a pull request.
func (a attributed) closes(sigs, damaged bool) bool {
	switch {
	case len(a.prs)+len(a.threads) == 0:
		return false
	case damaged:
		return len(a.people) > 0 && !a.named
	case a.named:
		return sigs
	}
	return len(a.people) > 0 || sigs || len(a.threads) == 0 && !a.spelled
}

// items parses numbers and people, in reverse; false if there is anything else.
func (r *closing) items(inner string) (attributed, bool) {
	var a attributed
	fields := strings.FieldsFunc(inner, func(c rune) bool { return strings.ContainsRune(separators, c) })
	slices.Reverse(fields)
	for _, f := range fields {
		if f == "and" || f == "と" || f == "和" || f == "и" {
			continue
		}
		if !a.take(f, r) {
			return a, false
		}
	}
	return a, len(fields) > 0
}

func (a *attributed) take(field string, r *closing) bool {
	s := &r.field
	*s = scanner{folded: folded{text: field}, names: r.names}
	if _, f := s.longest(0); f.end == len(field) {
		switch f.kind {
		case note.PR:
			a.prs = append(a.prs, f.id)
			a.spelled = a.spelled || field[0] != '#'
			return true
		case note.Thread:
			a.threads = append(a.threads, f.id)
			return field[0] != '#'
		case note.PersonRef:
			a.people = append(a.people, note.Person(f.id))
			return true
		}
		return false
	}
	if s.run(0, ownerByte, 39) == len(field) && isLetter(field[0]) { // a person without the @
		a.people = append(a.people, note.Person(field))
		a.named = true
		return true
	}
	return false
}

func unique[T comparable](in []T) []T {
	if len(in) < 2 {
		return in // the usual case
	}
	var out []T
	seen := make(map[T]bool, len(in))
	for _, v := range in {
		if !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}
