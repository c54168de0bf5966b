package strictyaml

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/diag"
)

type level string

func (l *level) UnmarshalText(b []byte) error {
	if s := string(b); s != "error" && s != "warning" {
		return fmt.Errorf("there is no level %s", s)
	}
	*l = level(b)
	return nil
}

type lead struct {
	Name string `yaml:"name"`
	Age  int    `yaml:"age"`
}

type common struct {
	Draft bool `yaml:"draft"`
}

type front struct {
	common  `yaml:",inline"`
	Common  common                       `yaml:",inline"`
	At      diag.Position                `yaml:",pos"`
	Title   Text                         `yaml:"title"`
	Release string                       `yaml:"release"`
	Date    string                       `yaml:"date"`
	SIGs    []string                     `yaml:"sigs,scalar"`
	Authors []Text                       `yaml:"authors"`
	Level   level                        `yaml:"level"`
	Leads   []*lead                      `yaml:"leads"`
	Words   map[string]map[string]string `yaml:"words,scalar"`
	Hidden  string
}

func say(ds []diag.Diagnostic) string {
	var b strings.Builder
	for _, d := range ds {
		fmt.Fprintf(&b, "%d:%d %s [%s]", d.Pos.Line, d.Pos.Col, d.Text, d.Code)
		if d.Hint != "" {
			fmt.Fprintf(&b, " (%s)", d.Hint)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestBind(t *testing.T) {
	var got front
	src := `title: '日本語: 変更'
release: 1.30
date: 2023-02-23
sigs: node
authors: [y1r96, 'true', null]
level: warning
draft: true
leads:
  - name: ~
    age: 12
  - name: "null"
words:
  nav.log: ログ
  count: {one: a, other: b}
`
	if ds := Unmarshal([]byte(src), diag.Position{File: "a.md", Line: 2}, &got); len(ds) > 0 {
		t.Fatalf("problems:\n%s", say(ds))
	}
	at := func(line, col int) diag.Position { return diag.Position{File: "a.md", Line: line, Col: col} }
	want := front{
		Common: common{true}, At: at(2, 1), Title: Text{"日本語: 変更", at(2, 8)}, Release: "1.30", Date: "2023-02-23",
		SIGs: []string{"node"}, Authors: []Text{{"y1r96", at(6, 11)}, {"true", at(6, 18)}, {"", at(6, 26)}}, Level: "warning",
		Leads: []*lead{{Age: 12}, {Name: "null"}},
		Words: map[string]map[string]string{"nav.log": {"": "ログ"}, "count": {"one": "a", "other": "b"}},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(front{})); diff != "" {
		t.Error(diff)
	}
}

func TestMistakes(t *testing.T) {
	fields := "draft, title, release, date, sigs, authors, level, leads, words"
	quotes := "put the value in quotes"
	for _, c := range []struct{ name, src, want string }{
		{"empty", "", ""},
		{"comment only", "# 何もない\n---\n", ""},
		{"nothing in a bracket", "title: x\nsigs: [\n\n", "2:8 missing value [yaml/syntax] (close every [ and {, and delete surplus ], } and commas)\n"},
		{"bracket too many", "title: ]", "1:8 missing value [yaml/syntax] (close every [ and {, and delete surplus ], } and commas)\n"},
		{"list beside its key", "sigs: - node", "1:7 a list begins on the line of its key [yaml/syntax] (put every - on its own line, or write [a, b])\n"},
		{"backslash", `title: "\q"`, "1:9 unknown escape after a backslash in double quotes [yaml/syntax] (write \\\\, or use single quotes)\n"},
		{"number of a character", `title: "\uZZZZ"`, "1:11 invalid character number [yaml/syntax] (write \\u and four digits, or \\\\ for a backslash)\n"},
		{"words after a block's sign", "title: |x\n y", "1:9 unexpected text after | or > [yaml/syntax] (move the text to the lines below and indent it)\n"},
		{"own tag", "title: !a!b x", "1:8 unsupported YAML tag [yaml/type] (" + quotes + ")\n"},
		{"directive", "%YAML 3.0\n---\ntitle: b", "1:1 unsupported YAML directive [yaml/syntax] (delete the line)\n"},
		{"unknown", "titel: x\ncolour: y", "1:1 unknown field \"titel\" [yaml/unknown-field] (did you mean title?)\n2:1 unknown field \"colour\" [yaml/unknown-field] (known fields: " + fields + ")\n"},
		{"untagged field", "Hidden: x", "1:1 unknown field \"Hidden\" [yaml/unknown-field] (known fields: " + fields + ")\n"},
		{"nested unknown", "leads: [{nam: x}]", "1:10 unknown field \"nam\" [yaml/unknown-field] (did you mean name?)\n"},
		{"duplicate", "title: a\ndate: b\ntitle: c", "3:1 duplicate key \"title\" [yaml/duplicate-key] (delete one of the two: the first is on line 1)\n"},
		{"duplicate in an unknown value", "x: {a: 1, a: 2}", "1:1 unknown field \"x\" [yaml/unknown-field] (known fields: " + fields + ")\n1:11 duplicate key \"a\" [yaml/duplicate-key] (delete one of the two: the first is on line 1)\n"},
		{"types", "title: [a]\ndraft: yes\nsigs: {a: b}\nleads:\n- age: 1.5\nauthors: 瓦版\nwords: []\nlevel: fatal",
			"1:8 invalid value for \"title\": expected text, found […] [yaml/type]\n" +
				"2:8 invalid value for \"draft\": expected true or false, found \"yes\" [yaml/type]\n" +
				"3:7 invalid value for \"sigs\": expected a list, found {…} [yaml/type]\n" +
				"5:8 invalid value for \"leads[1].age\": expected a whole number, found \"1.5\" [yaml/type]\n" +
				"6:10 invalid value for \"authors\": expected a list, found \"瓦版\" [yaml/type] (write [瓦版])\n" +
				"7:8 invalid value for \"words\": expected keys with values, found […] [yaml/type]\n" +
				"8:8 invalid value for \"level\": there is no level fatal [yaml/type]\n"},
		{"no map", "just words", "1:1 invalid YAML: expected keys with values, found \"just words\" [yaml/type]\n"},
		{"map as key", "? [a]\n: b", "1:3 invalid key […]: expected text [yaml/type]\n"},
		{"anchor and alias", "title: &t x\ndate: *t", "1:8 unsupported YAML anchor \"t\" [yaml/alias] (delete &t)\n2:7 unsupported YAML alias [yaml/alias] (write the value itself)\n"},
		{"unknown alias", "title: *t", "1:8 unsupported YAML alias [yaml/alias] (" + quotes + ")\n"},
		{"bold title", "title: **太字**", "1:8 unsupported YAML alias or anchor [yaml/alias] (" + quotes + ")\n"},
		{"bomb", "x: &a [b, b]\ny: &c [*a, *a]\ntitle: *c", "1:1 unknown field \"x\" [yaml/unknown-field] (known fields: " + fields + ")\n1:4 unsupported YAML anchor \"a\" [yaml/alias] (delete &a)\n" +
			"2:1 unknown field \"y\" [yaml/unknown-field] (known fields: " + fields + ")\n2:4 unsupported YAML anchor \"c\" [yaml/alias] (delete &c)\n3:8 unsupported YAML alias [yaml/alias] (write the value itself)\n"},
		{"merge", "<<: {title: a}", "1:1 unknown field \"<<\" [yaml/unknown-field] (known fields: " + fields + ")\n"},
		{"tag", "title: !!binary aGk=\ndate: !!str 1", "1:8 unsupported YAML tag \"!!binary\" [yaml/type] (delete the tag, or put the value in quotes)\n"},
		{"tab", "leads:\n \t- name: a", "2:2 invalid indentation: tab [yaml/tab] (indent with spaces)\n"},
		{"tab continues a value", "title: a\n\tb", "2:1 invalid indentation: tab [yaml/tab] (indent with spaces)\n"},
		{"tab between", "title:\ta", ""},
		{"colon", "title: Kubernetes 1.27: 変更\ntitel: x", "1:23 invalid value without quotes: contains a colon and a space [yaml/syntax] (put the whole value in quotes: title: \"Kubernetes 1.27: …\")\n2:1 unknown field \"titel\" [yaml/unknown-field] (did you mean title?)\n"},
		{"unclosed quote", "title: \"日本語\ndate: [x", "1:8 unclosed quote [yaml/syntax] (add the closing quote on the same line)\n2:7 unclosed list or missing comma [yaml/syntax] (write [a, b])\n"},
		{"text after quote", "title: \"日本\"語\ndraft: yes", "1:12 unexpected text after a value [yaml/syntax] (check the indentation and the quotes on this line)\n2:8 invalid value for \"draft\": expected true or false, found \"yes\" [yaml/type]\n"},
		{"at sign", "authors: [@mimowo]", "1:11 invalid first character of a value [yaml/syntax] (" + quotes + ")\n"},
		{"a line without colon", "title: a\nauthors\ndraft: no", "2:1 missing key and colon [yaml/syntax] (write key: value)\n3:8 invalid value for \"draft\": expected true or false, found \"no\" [yaml/type]\n"},
		{"second document", "---\ntitle: a\n---\ndate: b", "3:1 unexpected second YAML document [yaml/syntax] (delete the line ---)\n"},
		{"not UTF-8", "title: 変\xff更", "1:9 invalid UTF-8 text [yaml/encoding] (save the file as UTF-8)\n"},
		{"control", "title: a\r\ndate: 変\x00", "2:8 invalid control character U+0000 [yaml/encoding] (delete the character)\n"},
		{"CRLF and BOM", "\ufefftitle: a\r\ntitel: b\r\n", "2:1 unknown field \"titel\" [yaml/unknown-field] (did you mean title?)\n"},
		{"line separator", "title: a\u2028b\ntitel: b", "2:1 unknown field \"titel\" [yaml/unknown-field] (did you mean title?)\n"},
		{"deep", "title: " + strings.Repeat("[", 100) + strings.Repeat("]", 100), "1:72 lists and maps are nested too deeply [yaml/limit]\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, say(Unmarshal([]byte(c.src), diag.Position{File: "x"}, new(front)))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMistakesCostOnlyThemselves(t *testing.T) {
	var got front
	ds := Unmarshal([]byte("title: a: b\nrelease: 1.30\nsigs: [a, [b]]\ndate: x\n"), diag.Position{}, &got)
	if len(ds) != 2 || got.Release != "1.30" || got.Date != "x" || !cmp.Equal(got.SIGs, []string{"a", ""}) {
		t.Errorf("problems:\n%sgot %+v", say(ds), got)
	}
}

func TestOptions(t *testing.T) {
	var got front
	ds := Unmarshal([]byte("x: 1\nreviewers:\n- '@a'\ndate: [a]\n"), diag.Position{File: "kep.yaml", Line: 5, Col: 3}, &got, Lax(), Code("kep"))
	if want := "8:7 invalid value for \"date\": expected text, found […] [kep/type]\n"; say(ds) != want {
		t.Errorf("got %s, want %s", say(ds), want)
	}
	got = front{}
	ds = Unmarshal([]byte("sigs: [a, b, c, d]"), diag.Position{}, &got, MaxItems(2))
	if want := "1:14 too many items in \"sigs\": only the first 2 of 4 are used [yaml/too-many] (delete the other items)\n"; say(ds) != want || len(got.SIGs) != 2 {
		t.Errorf("got %s and %v, want %s", say(ds), got.SIGs, want)
	}
	ds = Unmarshal([]byte("x: 1"), diag.Position{File: "a", Line: 5, Col: 3}, &got)
	if len(ds) != 1 || ds[0].Pos != (diag.Position{File: "a", Line: 5, Col: 3}) {
		t.Errorf("got %v, want one at a:5:3", ds)
	}
}

func TestTargets(t *testing.T) {
	for _, v := range []any{nil, front{}, (*front)(nil), new(map[int]string), new(chan int), new(struct {
		A any `yaml:"a"`
	})} {
		if ds := Unmarshal([]byte("a: b"), diag.Position{}, v); len(ds) != 1 {
			t.Errorf("%T: got %d problems, want one", v, len(ds))
		}
	}
	var list []string
	if ds := Unmarshal([]byte("- a\n- b"), diag.Position{}, &list); len(ds) > 0 || len(list) != 2 {
		t.Errorf("list: %v, %s", list, say(ds))
	}
}

func TestLimits(t *testing.T) {
	if got := say(Unmarshal([]byte(strings.Repeat("a", maxBytes+1)), diag.Position{}, new(front))); !strings.Contains(got, "[yaml/limit]") {
		t.Errorf("a text that is too large: %s", got)
	}
	var b strings.Builder
	for i := range maxProblems + 7 {
		fmt.Fprintf(&b, "k%d: x\n", i)
	}
	ds := Unmarshal([]byte(b.String()), diag.Position{}, new(front))
	if len(ds) != maxProblems+1 || ds[maxProblems].Text != "7 more problems are not listed" {
		t.Errorf("got %d problems, the last is %v", len(ds), ds[len(ds)-1])
	}
}

func FuzzUnmarshal(f *testing.F) {
	for _, s := range []string{"title: a", "title: \"日本\"語\nx: [", "\ufeffa: &b {c: *b}", "a:\r\n\t- b", "---\n...\n---\n", "? a\n: - b", "a: |\n  b\n c: d", "<<: [a]", "\u2028a: \x85"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		base := diag.Position{File: "f", Line: 7}
		lines := 1 + strings.Count(strings.ReplaceAll(strings.ReplaceAll(string(src), "\r\n", "\n"), "\r", "\n"), "\n")
		for _, d := range Unmarshal(src, base, new(front)) {
			if d.Pos.Line < 7 || d.Pos.Line >= 7+lines || d.Pos.Col < 1 || d.Pos.Col > len(src)+1 {
				t.Errorf("%v is outside of %d lines", d, lines)
			}
			if d.Text == "" || d.Severity != diag.Error {
				t.Errorf("%#v", d)
			}
		}
	})
}
