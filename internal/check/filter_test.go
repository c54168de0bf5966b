package check_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/diag"
)

// TestSilence checks which comments suppress which problems, and which comments are reported.
func TestSilence(t *testing.T) {
	const path = "content/a.ja.md"
	at := func(line int, code diag.Code) diag.Diagnostic {
		return diag.Warnf(diag.Position{File: path, Line: line, Col: 3}, code, "wrong")
	}
	for _, c := range []struct {
		name, text string
		found      []diag.Diagnostic
		want       []string
	}{
		{"on the line", "a\nb <!-- kawaraban-ignore flag/dash -->\nc\n", []diag.Diagnostic{at(1, "flag/dash"), at(2, "flag/dash"), at(3, "flag/dash"), at(2, "gate/unknown")},
			[]string{"1:3 flag/dash", "2:3 gate/unknown", "3:3 flag/dash"}},
		{"before it", "a\n\n<!-- kawaraban-ignore flag/dash -->\nc\nd\n", []diag.Diagnostic{at(4, "flag/dash"), at(5, "flag/dash"), at(1, "flag/dash")},
			[]string{"1:3 flag/dash", "5:3 flag/dash"}},
		{"several lines of comments", "a\n\n<!-- kawaraban-ignore flag/dash -->\n<!--kawaraban-ignore gate/unknown, word/near-->\nc\n",
			[]diag.Diagnostic{at(5, "flag/dash"), at(5, "gate/unknown"), at(5, "word/near")}, nil},
		{"in a list and a quote", "- a\n\n  <!-- kawaraban-ignore flag/dash -->\n  b\n> <!-- kawaraban-ignore flag/dash -->\n> c\n", []diag.Diagnostic{at(4, "flag/dash"), at(6, "flag/dash")}, nil},
		{"not alone before it", "a\nb <!-- kawaraban-ignore flag/dash -->\nc\n", []diag.Diagnostic{at(3, "flag/dash")},
			[]string{"2:25 check/unused-ignore", "3:3 flag/dash"}},
		{"in code", "a `<!-- kawaraban-ignore flag/dash -->`\n\n    <!-- kawaraban-ignore flag/dash -->\n", []diag.Diagnostic{at(1, "flag/dash")}, []string{"1:3 flag/dash"}},
		{"Windows", "a\r\n\r\n<!-- kawaraban-ignore flag/dash -->\r\nc\r\n", []diag.Diagnostic{at(4, "flag/dash")}, nil},
		{"the whole file", "---\ntitle: x\nsigs: [y]\n---\n\n<!-- kawaraban-ignore sig/unknown address/alias -->\nText\n",
			[]diag.Diagnostic{at(3, "sig/unknown"), {Pos: diag.Position{File: path}, Severity: diag.Warning, Code: "address/alias"}}, nil},
		{"the whole file without front matter", "<!-- kawaraban-ignore front-matter/no-title -->\nText\n", []diag.Diagnostic{at(1, "front-matter/no-title")}, nil},
		{"not the whole file", "---\ntitle: x\nsigs: [y]\n---\nText\n\n<!-- kawaraban-ignore sig/unknown -->\n", []diag.Diagnostic{at(3, "sig/unknown")},
			[]string{"3:3 sig/unknown", "7:23 check/unused-ignore"}},
		{"no code", "a <!-- kawaraban-ignore -->\n", nil, []string{"1:3 check/unknown-code"}},
		{"an unknown code", "a <!-- kawaraban-ignore flag/dsh -->\n", nil, []string{"1:25 check/unknown-code"}},
		{"what cannot be silenced", "a <!-- kawaraban-ignore content/empty -->\n", []diag.Diagnostic{at(1, "content/empty")}, []string{"1:3 content/empty", "1:25 check/unused-ignore"}},
		{"what silences is silenced", "a <!-- kawaraban-ignore flag/dash check/unused-ignore -->\n", nil, nil},
		{"another comment", "a <!-- kawaraban-ignored flag/dash --> <!-- kawaraban -->\n", nil, nil},
		{"a file that is no note", "a\n", []diag.Diagnostic{{Pos: diag.Position{File: "content/_data/keps.json"}, Code: "kep/gate-disagrees"}}, []string{"content/_data/keps.json kep/gate-disagrees"}},
	} {
		f := check.NewFile(path, []byte(c.text), nil)
		in := check.In{Files: []*check.File{f}}
		var got []string
		for _, d := range check.Filter(c.found, nil, in.File, in.Files) {
			got = append(got, strings.TrimPrefix(d.Pos.String(), path+":")+" "+string(d.Code))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// TestWeights checks that a severity in site.yaml applies to every problem of its code, of any
// package.
func TestWeights(t *testing.T) {
	set, ds := check.Settings([]config.Check{
		{Code: "gate/unknown", Level: config.Error}, {Code: "link/missing-note", Level: config.Info},
		{Code: "flag/dash", Level: config.Off}, {Code: "markdown/duplicate-id", Level: config.Warning},
		{Code: "front-matter/syntax", Level: config.Off}, {Code: "flag/dahs", Level: config.Off}, {Code: "nothing/like-it-at-all", Level: config.Off},
	})
	want := "config/fixed-check the severity of front-matter/syntax cannot be changed: it is always an error | remove the line\n" +
		"config/unknown-check unknown check \"flag/dahs\" | did you mean flag/dash?\n" +
		"config/unknown-check unknown check \"nothing/like-it-at-all\" | "
	var got []string
	for _, d := range ds {
		got = append(got, string(d.Code)+" "+d.Text+" | "+d.Hint)
	}
	if diff := cmp.Diff(want, strings.Join(got, "\n")); diff != "" {
		t.Error(diff)
	}
	found := []diag.Diagnostic{
		{Code: "gate/unknown", Severity: diag.Warning}, {Code: "link/missing-note", Severity: diag.Error}, {Code: "flag/dash"},
		{Code: "markdown/duplicate-id", Severity: diag.Error}, {Code: "front-matter/syntax"}, {Code: "markdown/raw-html", Severity: diag.Warning},
		{Code: "template/broken"},
	}
	severities := map[diag.Code]diag.Severity{}
	for _, d := range check.Filter(found, set, func(string) *check.File { return nil }, nil) {
		severities[d.Code] = d.Severity
	}
	if diff := cmp.Diff(map[diag.Code]diag.Severity{
		"gate/unknown": diag.Error, "link/missing-note": diag.Info, "markdown/duplicate-id": diag.Warning, "front-matter/syntax": diag.Error,
		"markdown/raw-html": diag.Warning, "template/broken": diag.Error,
	}, severities); diff != "" {
		t.Error(diff)
	}
}

// beyondComments are codes that no comment in a note can suppress: their files are not notes, or
// they concern a comment.
var beyondComments = []diag.Code{
	"content/folder-named-as-note", "content/not-read", "kep/gate-disagrees", "markdown/unclosed-comment", "check/unknown-code", "check/unused-ignore",
}

// TestSilenceEverywhere suppresses every problem of the guide's bad examples with a comment at the
// end of its line or before it. Codes that only site.yaml can suppress are off there.
func TestSilenceEverywhere(t *testing.T) {
	l := shared()
	for _, s := range guide(t) {
		if check.Codes()[s.code].Fixed || len(s.bad) == 0 {
			continue
		}
		in := silenced(s.bad, l.find(t, s.bad))
		if slices.Contains(beyondComments, s.code) {
			in = maps.Clone(s.bad)
			in["site.yaml"] = "checks: {" + string(s.code) + ": off}\n"
		}
		if ds := l.find(t, in); len(ds) > 0 {
			t.Errorf("%s is not suppressed: %s\n%v", s.code, lines(ds), in)
		}
	}
}

// silenced adds a comment for each problem. It is before the text for front matter or the file,
// before a code block, block or HTML, else at the end of the line.
func silenced(in files, found []diag.Diagnostic) files {
	out := maps.Clone(in)
	for _, d := range slices.Backward(found) {
		text := strings.Split(out[d.Pos.File], "\n")
		comment := "<!-- kawaraban-ignore " + string(d.Code) + " -->"
		front := 0
		if text[0] == "---" {
			front = slices.Index(text[1:], "---") + 2
		}
		n := d.Pos.Line - 1
		switch {
		case n < front || n == 0:
			text = slices.Insert(text, front, comment)
		case strings.HasPrefix(text[n], "```") || strings.HasPrefix(text[n], ":::") || strings.HasPrefix(text[n], "<!--") || strings.HasSuffix(text[n], "}"):
			text = slices.Insert(text, n, comment)
		case !strings.Contains(text[n], comment):
			text[n] += " " + comment
		}
		out[d.Pos.File] = strings.Join(text, "\n")
	}
	return out
}
