package upstream

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// boardWorld has two releases and three SIGs: two in sigs.json, and one that only a release note
// names.
func boardWorld(t *testing.T, claims, elsewhere string) (*Data, []string) {
	t.Helper()
	d, ds, err := Load(fstest.MapFS{
		SIGFile:              pretty(t, []*SIG{{Label: "node", Name: "Node"}, {Label: "api-machinery", Name: "API Machinery"}}),
		"releases/1.26.json": pretty(t, &Release{Release: "1.26", Notes: []ReleaseNote{{PR: 1, SIGs: []note.SIG{"wg-lts"}}}}),
		"releases/1.27.json": pretty(t, &Release{Release: "1.27"}),
		ClaimFile:            {Data: []byte(claims)},
		ElsewhereFile:        {Data: []byte(elsewhere)},
	})
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, x := range ds {
		if x.Severity != diag.Error {
			t.Errorf("no error: %v", x)
		}
		said = append(said, strings.TrimPrefix(x.String(), DataDir+"/")+" | "+x.Hint)
	}
	return d, said
}

func TestBoardFiles(t *testing.T) {
	d, said := boardWorld(t, `
claims:
  - {release: "1.26", sig: WG LTS, person: "@octo"}
  - release: 1.27
    sig: SIG API Machinery
    person: 山田 太郎
    date: 2023-06-15
    slides: https://example.org/s
    video: http://example.org/v
  - {release: "1.27", sig: api-machinery, person: octo}
`, `
notes:
  - {release: "1.27", title: "What\n changed", lang: zh-CN, url: "https://example.org/a?b=c#d"}
  - {release: "1.27", sig: sig-node, title: 変更, lang: ja, url: https://example.org/b, author: octo, kind: changes}
  - {release: "1.26", sig: node, title: 変更, lang: ja, url: https://example.org/b}
`)
	if len(said) > 0 {
		t.Error(said)
	}
	if diff := cmp.Diff([]Claim{
		{Release: "1.27", SIG: "api-machinery", Person: "山田 太郎", Date: "2023-06-15", Slides: "https://example.org/s", Video: "http://example.org/v"},
		{Release: "1.27", SIG: "api-machinery", Person: "octo"},
		{Release: "1.26", SIG: "wg-lts", Person: "octo"},
	}, d.Claims); diff != "" {
		t.Errorf("claims (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]Elsewhere{
		{Release: "1.27", Title: "What changed", Lang: "zh", URL: "https://example.org/a?b=c#d"},
		{Release: "1.27", SIG: "node", Title: "変更", Lang: "ja", URL: "https://example.org/b", Author: "octo", Kind: "changes"},
		{Release: "1.26", SIG: "node", Title: "変更", Lang: "ja", URL: "https://example.org/b"},
	}, d.Elsewhere); diff != "" {
		t.Errorf("elsewhere (-want +got):\n%s", diff)
	}
}

// TestBoardMistakes writes each invalid row next to a valid one, which must be kept.
func TestBoardMistakes(t *testing.T) {
	good := "  - {release: \"1.27\", sig: node, person: octo}\n"
	other := "  - {release: \"1.27\", title: T, lang: ja, url: https://example.org/}\n"
	for _, c := range []struct {
		name, row string // below claims: or notes:
		notes     bool
		want      string
		kept      int // rows, the good one among them
	}{
		{"release", "  - {release: v1.27, sig: node, person: a}", false, `claims.yaml:3:15: invalid release "v1.27" [board/release] | write release: "1.27"`, 1},
		{"release nobody knows", "  - {release: '1.72', sig: node, person: a}", false, `claims.yaml:3:15: unknown release "1.72" [board/release] | import its notes, or add a row to releases.yaml`, 1},
		{"no release", "  - {sig: node, person: a}", false, `claims.yaml:3:5: missing release, row omitted [board/missing] | add release: to the row`, 1},
		{"group", "  - {release: '1.27', sig: nod, person: a}", false, `claims.yaml:3:28: unknown SIG or working group "nod" [board/sig] | did you mean node?`, 1},
		{"group like no other", "  - {release: '1.27', sig: qqqqqq, person: a}", false, `claims.yaml:3:28: unknown SIG or working group "qqqqqq" [board/sig] | `, 1},
		{"no person", "  - {release: '1.27', sig: node, person: '@'}", false, `claims.yaml:3:42: missing person, row omitted [board/missing] | add person: to the row`, 1},
		{"no name", "  - {release: '1.27', sig: node, person: '--'}", false, `claims.yaml:3:42: invalid name "--" [board/person] | write a GitHub handle or a name`, 1},
		{"date", "  - {release: '1.27', sig: node, person: a, date: 2023-14-05}", false, `claims.yaml:3:51: invalid date "2023-14-05" [board/date] | write it as 2023-06-15`, 2},
		{"script", "  - {release: '1.27', sig: node, person: a, slides: 'javascript:alert(1)'}", false, `claims.yaml:3:53: invalid web address in slides: "javascript:alert(1)" [board/address] | write the full URL, starting with https://`, 2},
		{"password", "  - {release: '1.27', sig: node, person: a, video: 'https://u:p@example.org'}", false, `claims.yaml:3:52: invalid web address in video: "https://u:p@example.org" [board/address] | write the full URL, starting with https://`, 2},
		{"twice", "  - {release: '1.27', sig: sig-node, person: Octo}", false, `claims.yaml:3:5: duplicate claim, row omitted [board/duplicate] | `, 1},
		{"field", "  - {release: '1.27', sig: node, person: a, slide: x}", false, `claims.yaml:3:45: unknown field "slide" [board/unknown-field] | did you mean slides?`, 2},
		{"no row", "  - octo", false, `claims.yaml:3:5: invalid value for "claims[2]": expected keys with values, found "octo" [board/type] | `, 1},
		{"empty row", "  - {}", true, `elsewhere.yaml:3:5: missing release, row omitted [board/missing]`, 1},
		{"list", "  - {release: ['1.27'], sig: node, person: a}", false, `invalid value for "claims[2].release": expected text, found […] [board/type]`, 1},
		{"title", "  - {release: '1.27', lang: ja, url: https://example.org/2}", true, `elsewhere.yaml:3:5: missing title, row omitted [board/missing] | add title: to the row`, 1},
		{"language", "  - {release: '1.27', title: T, lang: japanese, url: https://example.org/2}", true, `elsewhere.yaml:3:39: invalid language code "japanese" [board/language] | write a code such as en, ja, zh or ru`, 1},
		{"no address", "  - {release: '1.27', title: T, lang: ja}", true, `elsewhere.yaml:3:5: missing url, row omitted [board/missing] | add url: to the row`, 1},
		{"unsafe address", "  - {release: '1.27', title: T, lang: ja, url: 'data:text/html,x'}", true, `elsewhere.yaml:3:48: invalid web address in url: "data:text/html,x" [board/address] | write the full URL, starting with https://`, 1},
		{"kind", "  - {release: '1.27', title: T, lang: ja, url: https://example.org/2, kind: overveiw}", true, `elsewhere.yaml:3:77: unknown note kind "overveiw" [board/kind] | did you mean overview?`, 2},
		{"note twice", "  - {release: '1.27', title: U, lang: en, url: https://example.org/}", true, `elsewhere.yaml:3:5: duplicate note, row omitted [board/duplicate] | `, 1},
	} {
		claims, notes := "claims:\n"+good+c.row+"\n", ""
		if c.notes {
			claims, notes = "", "notes:\n"+other+c.row+"\n"
		}
		d, said := boardWorld(t, claims, notes)
		if !strings.Contains(strings.Join(said, "\n"), c.want) || strings.Contains(c.want, "|") && len(said) != 1 {
			t.Errorf("%s: %q\nwant %q", c.name, said, c.want)
		}
		if got := len(d.Claims) + len(d.Elsewhere); got != c.kept {
			t.Errorf("%s: %d rows are left, want %d", c.name, got, c.kept)
		}
	}
}

// TestBoardBroken checks that a file with invalid YAML does not affect other files.
func TestBoardBroken(t *testing.T) {
	d, said := boardWorld(t, "claims: [", "notes:\n  - {release: \"1.27\", title: T, lang: ja, url: https://example.org/}\n")
	if len(said) != 1 || !strings.HasPrefix(said[0], "claims.yaml:") || len(d.Claims) != 0 || len(d.Elsewhere) != 1 || len(d.SIGList) != 2 {
		t.Errorf("%q, %v, %v", said, d.Claims, d.Elsewhere)
	}
}

// FuzzBoard checks that the rows of any two files can be printed and linked.
func FuzzBoard(f *testing.F) {
	f.Add("claims:\n- {release: '1.27', sig: node, person: a, date: 2023-06-15, slides: https://a.b}\n", "notes:\n- {release: '1.27', title: T, lang: ja, url: 'http://a'}\n")
	f.Add("claims: [{release: 1.27, sig: sig-node, person: '@'}]", "notes:\n- url: ' javascript:x'\n  title: ''\n")
	f.Fuzz(func(t *testing.T, claims, elsewhere string) {
		d, _, err := Load(fstest.MapFS{ClaimFile: {Data: []byte(claims)}, ElsewhereFile: {Data: []byte(elsewhere)}})
		if err != nil {
			t.Fatal(err)
		}
		safe := func(s string) bool {
			low := strings.ToLower(s)
			return s == "" || (strings.HasPrefix(low, "http://") || strings.HasPrefix(low, "https://")) && !strings.ContainsAny(s, " \t\r\n\x00")
		}
		for _, c := range d.Claims {
			if !IsRelease(string(c.Release)) || !plainName.MatchString(string(c.SIG)) || c.Person == "" || !safe(c.Slides) || !safe(c.Video) {
				t.Errorf("kept %+v", c)
			}
		}
		for _, e := range d.Elsewhere {
			if !IsRelease(string(e.Release)) || e.Title == "" || e.Lang == "" || e.URL == "" || !safe(e.URL) {
				t.Errorf("kept %+v", e)
			}
		}
	})
}
