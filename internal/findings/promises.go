package findings

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

const (
	promise = `\b(?:will|shall|(?:is|are)\s+(?:planned|scheduled|going|expected)\s+to)\s+`
	wholly  = `(?:(?:also|now|then|fully|completely|entirely|eventually)\s+)*`
)

var (
	// promised matches the words of an announcement, up to its verb.
	promised = regexp.MustCompile(`(?i)` + promise + wholly + `(?:be\s+` + wholly + `(removed|dropped|deleted|locked)|no\s+longer\s+be\s+(?:served|supported|accepted|available))`)
	// withdrawn matches sentences that take an announcement back.
	withdrawn = regexp.MustCompile(`(?i)\b(?:initially|originally|previously)\s+planned\s+to\s+be\s+(?:removed|dropped|locked)\b|\bno\s+longer\s+deprecated\b|\bun-?deprecated\b`)
	// conditional matches what follows the verb if a program removes something at run time.
	conditional = regexp.MustCompile(`(?i)^\s+(?:when|if|once|unless|during|by default|after the|from the)\b`)
	// pointing matches sentences that may need the one before to be understood.
	pointing    = regexp.MustCompile(`^(?:The|This|These|Those|It|They|Additionally)\b`)
	subject     = regexp.MustCompile(`(?i)\b(?:apis?|versions?|flags?|options?|parameters?|arguments?|gates?|plugins?|metrics?|fields?|annotations?|labels?|modes?|profiles?|functions?|feature|support)\b`)
	onRelease   = regexp.MustCompile(`(?i)\b(?:in|by|from|as of|with|until)\s+(?:the\s+)?(?:kubernetes\s+)?(?:release\s+)?` + "`?" + `v?(1\.[1-9][0-9])\b`)
	nextRelease = regexp.MustCompile(`(?i)\b(?:the\s+)?next\s+release\b`)
	groupForm   = regexp.MustCompile(`\b[a-z][a-z0-9.-]*\.k8s\.io/v[0-9]+(?:(?:alpha|beta)[0-9]+)?\b`)
	instead     = regexp.MustCompile(`(?i)\bin fav(?:or|our) of\s+[^\s,]+`)
	capitalized = regexp.MustCompile(`\b[A-Z][A-Za-z0-9]{2,99}\b`)
)

// Promises returns what the official notes of a release announce for later releases: removals and
// locks. They are sorted by target, unknown targets last, then by pull request.
func Promises(r *upstream.Release, names Names) []upstream.Promise {
	var out []upstream.Promise
	for n := range r.Published {
		for _, text := range n.Wordings() {
			for _, p := range promisesIn(text, names, n.Areas, r.Release) {
				p.PR, p.Repo = n.PR, n.Repo
				if !slices.ContainsFunc(out, func(o upstream.Promise) bool {
					return o.PR == p.PR && o.Repo == p.Repo && o.Target == p.Target && slices.EqualFunc(o.Names, p.Names, sameName)
				}) {
					out = append(out, p)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b upstream.Promise) int {
		return cmp.Or(byTarget(a.Target, b.Target), cmp.Compare(a.PR, b.PR))
	})
	return out
}

func byTarget(a, b note.Release) int {
	switch {
	case a == b:
		return 0
	case a == "":
		return 1
	case b == "":
		return -1
	}
	return upstream.CompareReleases(a, b)
}

// promisesIn returns the announcements in one text of a note of a release.
func promisesIn(text string, names Names, areas []string, r note.Release) (out []upstream.Promise) {
	gates := calledGates(text)
	sentences := split(text)
	for at, s := range sentences {
		whole := withContext(sentences, at)
		if withdrawn.MatchString(s) {
			if named := namesIn(s, text, names, gates, areas); len(named) > 0 {
				out = append(out, upstream.Promise{Turn: upstream.Withdrawn, Names: named, Text: whole})
			}
			continue
		}
		matches := promised.FindAllStringSubmatchIndex(s, -1)
		start := 0
		for i, m := range matches {
			end := len(s)
			if i+1 < len(matches) {
				end = matches[i+1][0]
			}
			before, after := s[start:m[0]], s[m[1]:end]
			start = m[1]
			if conditional.MatchString(after) || !subject.MatchString(s) {
				continue
			}
			p := upstream.Promise{Turn: upstream.WillGo, Target: targetIn(after, r), Text: whole}
			if m[2] >= 0 && strings.EqualFold(s[m[2]:m[3]], "locked") {
				p.Turn = upstream.WillLock
			}
			p.Names = namesIn(before, text, names, gates, areas)
			out = append(out, p)
		}
	}
	return out
}

// withContext returns a sentence with the sentences before that it refers to.
func withContext(sentences []string, at int) string {
	first := at
	for first > 0 && pointing.MatchString(sentences[first]) {
		first--
	}
	return strings.Join(sentences[first:at+1], " ")
}

// targetIn returns the release that the words after the verb name, or "" if they name none.
func targetIn(after string, said note.Release) note.Release {
	if m := onRelease.FindStringSubmatch(after); m != nil {
		return note.Release(m[1])
	}
	if _, minor, _ := strings.Cut(string(said), "."); nextRelease.MatchString(after) {
		if n, err := strconv.Atoi(minor); err == nil {
			return note.Release("1." + strconv.Itoa(n+1))
		}
	}
	return ""
}

// namesIn returns the names in a part of a sentence. A replacement is not one of them.
func namesIn(part, text string, names Names, gates map[string]bool, areas []string) []upstream.PromisedName {
	part = instead.ReplaceAllString(part, " ")
	var out []upstream.PromisedName
	add := func(kind, name string) {
		if n := named(kind, name, text, names, areas); !slices.ContainsFunc(out, func(o upstream.PromisedName) bool { return sameName(o, n) }) {
			out = append(out, n)
		}
	}
	for _, n := range tokenize(part, names, gates).names {
		add(n.kind, n.text)
	}
	for _, api := range groupForm.FindAllString(strings.ToLower(part), -1) {
		add("api", api)
	}
	if gate := gateMeant(part, text, names, gates); gate != "" && len(out) == 0 {
		add("gate", gate)
	}
	if n := len(out); n > 1 && strings.Contains(part, "the latter") {
		return out[n-1:]
	}
	return slices.DeleteFunc(out, func(n upstream.PromisedName) bool { return len(out) > 1 && n.Name == "--feature-gates" })
}

// gateMeant returns the gate that a part of a sentence is about if it does not call the name a
// gate: the only known gate in it or, if it says "the feature gate", the only one in the whole note.
func gateMeant(part, text string, names Names, gates map[string]bool) string {
	if !gateWord.MatchString(text) {
		return ""
	}
	known := func(s string) (out []string) {
		for _, word := range capitalized.FindAllString(s, -1) {
			if (names.Gates[word] || gates[word]) && capital.MatchString(word) && !slices.Contains(out, word) {
				out = append(out, word)
			}
		}
		return out
	}
	found := known(part)
	if len(found) == 0 && gateWord.MatchString(part) {
		found = slices.Collect(maps.Keys(gates))
		if len(found) != 1 {
			found = known(text)
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

func sameName(a, b upstream.PromisedName) bool { return a.Kind == b.Kind && a.Name == b.Name }

func named(kind, name, text string, names Names, areas []string) upstream.PromisedName {
	n := upstream.PromisedName{Kind: kind, Name: name}
	switch kind {
	case "flag":
		n.Component = componentOf(text, componentsIn(text), areas, names.Flags[name])
	case "field":
		n.Component = componentOf(text, componentsIn(text), areas, names.Fields[name])
	}
	return n
}
