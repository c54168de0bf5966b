package importer

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// guideSource is the API deprecation guide in kubernetes/website.
const guideSource = "content/en/docs/reference/using-api/deprecation-guide.md"

// Sentences of the guide. Versions are bold: **policy/v1beta1**.
var (
	servedForm   = regexp.MustCompile(`(?:is|are) no longer served as of v(1\.[0-9]{1,3})`)
	boldAPI      = regexp.MustCompile(`\*\*([a-z0-9.]+)/(v[0-9]+(?:(?:alpha|beta)[0-9]+)?)\*\*`)
	kindName     = regexp.MustCompile(`\b[A-Z][A-Za-z]+\b`)
	availability = regexp.MustCompile(`\*\*([a-z0-9.]+/v[0-9a-z]+)\*\* API versions?(?:, available since v(1\.[0-9]{1,3}))?`)
	paragraph    = regexp.MustCompile(`\n[ \t]*\n`)
)

// APIs imports the API deprecation guide: one value for each removed version of a kind.
func APIs(in In) (Result, error) {
	src, ds, err := read(in.FS, guideSource, maxSmall)
	if err != nil {
		return Result{}, err
	}
	if src == nil && len(ds) == 0 {
		return Result{}, errCheckout(guideSource, "kubernetes/website")
	}
	apis, sentences, more := parseGuide(string(src))
	ds = append(ds, more...)
	file, err := encode(upstream.GuideFile, apis)
	if err != nil {
		return Result{}, err
	}
	return Result{
		Files: filesOf(file), Diags: diag.Sort(ds), Damaged: damage(ds, codeEmpty, codeUnreadable),
		Counts: []Count{{"sentences", sentences}, {"versions of kinds", len(apis)}},
	}, nil
}

// parseGuide reads the sentences about removed versions. The list after a sentence names the
// replacements.
func parseGuide(src string) (apis []upstream.API, sentences int, ds []diag.Diagnostic) {
	src = strings.ReplaceAll(src, "\r\n", "\n")
	blocks := paragraph.Split(src, -1)
	at := 0
	for i, block := range blocks {
		line := 1 + strings.Count(src[:at], "\n")
		at += len(block)
		if m := paragraph.FindStringIndex(src[at:]); m != nil {
			at += m[1]
		}
		m := servedForm.FindStringSubmatchIndex(block)
		if m == nil {
			continue
		}
		sentences++
		found := guideSentence(block, m, strings.Join(blocks[i+1:min(i+2, len(blocks))], ""))
		if len(found) == 0 {
			ds = append(ds, diag.Warnf(diag.Position{File: guideSource, Line: line}, "api/sentence", "unknown API in the sentence: %s", cut(block)))
		}
		apis = append(apis, found...)
	}
	slices.SortFunc(apis, compareAPIs)
	return apis, sentences, ds
}

// guideSentence reads one sentence. at is the match of servedForm, below is the list after it.
func guideSentence(block string, at []int, below string) (out []upstream.API) {
	text := strings.Join(strings.Fields(block), " ")
	removed := note.Release(block[at[2]:at[3]])
	subject := block[:at[0]]
	kinds := slices.DeleteFunc(kindName.FindAllString(boldAPI.ReplaceAllString(subject, ""), -1), func(word string) bool { return word == "The" || word == "API" })
	var replacement string
	var since note.Release
	if m := availability.FindStringSubmatch(below); m != nil && strings.HasPrefix(strings.TrimSpace(below), "*") {
		replacement, since = m[1], note.Release(m[2])
	}
	for _, m := range boldAPI.FindAllStringSubmatch(subject, -1) {
		for _, kind := range kinds {
			out = append(out, upstream.API{
				Group: m[1], Version: m[2], Kind: kind, Removed: removed, Replacement: replacement, Since: since, Text: text,
			})
		}
	}
	return out
}

func compareAPIs(a, b upstream.API) int {
	return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Version, b.Version))
}
