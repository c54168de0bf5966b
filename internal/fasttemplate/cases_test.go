package fasttemplate

import (
	"errors"
	"fmt"
	"html/template"
)

var nasty = []string{
	"", "plain", "0", "a b", "<b>bold</b>", `"quoted" & 'single'`, "1 + 1 = 2", "a\x00b", "\x00", "\x01\x7f\x1f", "tab\tline\nreturn\r",
	"javascript:alert(1)", "JavaScript:alert(1)", " javascript:x", "http://a.example/?a=b&c=d#e+f", "HTTPS://a/", "mailto:a@b.example", "data:text/html,x",
	"a/b:c", "//host/path", "../1.27/sig-node/#pr-1", "?q=%41%zz%4", "100%", "%", "%4", "a%2Fb", "#", "#ZgotmplZ", "[1]{2}|`^", `back\slash`,
	"瓦版、日本語", "Ёлки", "é", "\u2028\u2029", "\ufdd0\ufffe\uffff", "\xff\xfe bad", "cut \xe7\x93", "\xed\xa0\x80", "👩‍👩‍👧",
	"</script><script>", "<!--", "-->", "]]>", "&amp; &lt; &#43;", "{{.}}", "<wbr>", `<a title="1>2">x</a>`, "http:", ":", "a:b", "x:/y", "kſ:", "httpſ://x", "mailTo:",
}

type words struct{ lang *string }

func (w words) T(key string, args ...any) string { return *w.lang + ":" + key + fmt.Sprint(args...) }

func (w words) N(key string, n int, args ...any) string {
	return fmt.Sprint(*w.lang, ":", key, n, args)
}

func (w words) Voice() any { return w.lang }

type leaf struct {
	Text string
	Rich template.HTML
	N    int
}

// Shout is a method without arguments.
func (l leaf) Shout() template.HTML { return template.HTML("<b>" + l.Text + "</b>") }

// Try is a method that may fail.
func (l leaf) Try() (string, error) {
	if l.Text == "" {
		return "", errors.New("nothing to try")
	}
	return l.Text, nil
}

// Only is a method of the pointer, which values do not have.
func (l *leaf) Only() string { return l.Text }

type Base struct {
	words
	Title string
	Lang  string
}

type view struct {
	Base
	Text   string
	Other  string
	Rich   template.HTML
	URL    template.URL
	Num    int
	Big    int
	Flag   bool
	Leaf   leaf
	Ptr    *leaf
	Nil    *leaf
	Leaves []leaf
	Deep   [][]string
	None   []string
	Names  []string
	Map    map[string]string
	Any    any
	Func   func() string
	Nested []*view
	Mute   words // has no language and panics
	Cells  []int
}

func leafOf(s string) leaf { return leaf{Text: s, Rich: template.HTML(s), N: len(s)} }

func viewOf(lang, s, other string) view {
	l := leafOf(s)
	return view{
		Base: Base{words{&lang}, s, other}, Text: s, Other: other, Rich: template.HTML(s), URL: template.URL(s), Num: len(s), Big: -1234567, Flag: s == "",
		Leaf: l, Ptr: &l, Leaves: []leaf{l, {}, leafOf(other)}, Deep: [][]string{{s, other}, nil, {other}}, Names: []string{s, other, "x"},
		Map: map[string]string{"a": s}, Any: s, Nested: []*view{{Base: Base{words{&lang}, other, s}, Text: other}}, Cells: []int{0, 7, -7},
	}
}

var programmed = map[string]string{
	"text":              `<p>{{.Text}}</p>`,
	"html in text":      `<p>{{.Rich}}</p>`,
	"numbers":           `<p title="{{.Num}}">{{.Big}}</p><a href="{{.Big}}">x</a><a href="#{{.Num}}">`,
	"attribute":         `<p title="{{.Text}}" class='a-{{.Text}} {{.Other}}'>x</p>`,
	"data attribute":    `<p data-x="{{.Text}}">x</p>`,
	"title":             `<title>{{.Text}} · {{.Other}}</title><textarea>{{.Text}}</textarea>`,
	"address":           `<a href="{{.Text}}">x</a><img src="{{.Other}}">`,
	"address behind":    `<a href="{{.Other}}/{{.Text}}">x</a>`,
	"address in path":   `<a href="/x/{{.Text}}">x</a>`,
	"fragment":          `<a href="#{{.Text}}">x</a><a href="?q={{.Text}}&amp;r={{.Other}}">y</a>`,
	"refresh":           `<meta http-equiv="refresh" content="0; url={{.Text}}">`,
	"content":           `<meta name="description" content="{{.Text}}">`,
	"fields":            `{{.Leaf.Text}}{{.Base.Title}}{{.Title}}{{.Ptr.N}}`,
	"root":              `{{with .Leaf}}{{$.Text}}{{.Text}}{{end}}`,
	"if":                `{{if .Text}}a{{else}}b{{end}}{{if .Num}}c{{end}}{{if .Nil}}d{{end}}{{if .Ptr}}e{{end}}{{if .None}}f{{end}}{{if .Flag}}g{{end}}{{if .Leaf}}h{{end}}`,
	"else if":           `{{if .None}}a{{else if .Text}}{{.Text}}{{else}}c{{end}}`,
	"with":              `{{with .Text}}<i lang="{{.}}">{{.}}</i>{{else}}{{.Other}}{{end}}{{with .Nil}}x{{else}}{{.Text}}{{end}}{{with .Ptr}}{{.Text}}{{end}}`,
	"else with":         `{{with .None}}a{{else with .Text}}{{.}}{{else}}c{{end}}`,
	"with variable":     `{{with $x := .Text}}{{$x}}{{$.Other}}{{.}}{{else}}[{{$x}}{{.Other}}]{{end}}`,
	"variable":          `{{$x := .Text}}{{with .Leaf}}{{$x}}{{$y := .Text}}{{$y}}{{end}}{{$x := .Other}}{{$x}}`,
	"shadowed":          `{{$x := .Text}}{{if true}}{{$x := .Other}}{{$x}}{{end}}{{$x}}`,
	"dot in variable":   `{{$l := .Leaf}}{{$l.Text}}{{$p := .Ptr}}{{$p.Text}}`,
	"range":             `{{range .Leaves}}<i>{{.Text}}{{.N}}</i>{{end}}{{range .None}}x{{else}}none {{.Text}}{{end}}`,
	"range of pairs":    `{{range $i, $l := .Leaves}}{{if $i}}, {{end}}{{$i}}{{$l.Text}}{{.Text}}{{$.Other}}{{end}}`,
	"range of one":      `{{range $s := .Names}}<i title="{{$s}}">{{.}}</i>{{end}}`,
	"range of ranges":   `{{range $i, $r := .Deep}}{{range $j, $s := .}}{{$i}}{{$j}}{{$s}}{{len $r}}{{end}}{{end}}`,
	"range of pointers": `{{range .Nested}}{{.Text}}{{.Title}}{{.T "k"}}{{end}}`,
	"range of numbers":  `{{range .Cells}}<td{{if not .}} class="zero"{{end}}>{{.}}</td>{{end}}`,
	"and or not":        `{{if and .Text .Other}}a{{end}}{{if or .Nil .Num .Text}}b{{end}}{{if not .Text}}c{{end}}{{if or .None (not .Nil)}}d{{end}}{{if and .Num (or .Flag .Text)}}e{{end}}`,
	"or in text":        `{{or .Text .Other}}<a href="{{or .Other .Text "x"}}">{{and .Text .Other}}</a>{{with or .Text .Other}}{{.}}{{end}}`,
	"compare strings":   `{{if eq .Text .Other}}a{{end}}{{if ne .Text .Other}}b{{end}}{{if lt .Text .Other}}c{{end}}{{if ge .Text "plain"}}d{{end}}{{if eq .Text "x" .Other "plain"}}e{{end}}{{if eq .Rich .Text}}f{{end}}`,
	"compare numbers":   `{{if eq .Num 5}}a{{end}}{{if ne .Num 0}}b{{end}}{{if lt .Num 3}}c{{end}}{{if le .Num 5}}{{else}}d{{end}}{{if gt .Num -1}}e{{end}}{{if eq .Num 010 9}}f{{end}}`,
	"len":               `{{len .Text}}{{len .Leaves}}{{len .None}}{{with .Names}}{{$.Num}}{{len .}}{{end}}`,
	"constants":         `{{"a<b"}}{{1}}{{-7}}<a href="{{"javascript:x"}}">`,
	"template":          `{{template "sub" .Leaf}}{{template "sub" .Ptr}}{{range .Leaves}}{{template "sub" .}}{{end}}`,
	"recursion":         `{{template "tree" .}}`,
	"words":             `{{.T "key"}}<p title="{{.T "key"}}">{{range .Nested}}{{.T "a<b"}}{{end}}{{$.T "key"}}{{.Base.T "key"}}`,
	"words filled":      `{{.T "key" .Text .Num "x" 7}}{{$.N "count" .Num}}{{.N "count" (len .Names) .Text}}{{.T .Text}}`,
	"words as values":   `{{if .T "x"}}a{{end}}{{with .T .Text}}{{.}}{{end}}{{or (.T .Text) .Text}}{{$w := .T "y"}}{{$w}}`,
	"truth as values":   `{{with eq .Num 5}}a{{else}}b{{end}}{{$b := not .Text}}{{if $b}}c{{end}}{{if or (eq .Text "") .Flag}}d{{end}}`,
	"method":            `{{.Leaf.Shout}}{{with .Ptr}}{{.Shout}}{{end}}`,
	"own function":      `<link href="{{asset "a.css"}}">{{asset .Text}}`,
	"once":              `{{once "sub" .Text .Leaf}}{{range .Leaves}}{{once "sub" .Text .}}{{end}}`,
	"nothing at all":    ``,
	"comment":           `a{{/* b */}}c<!-- d -->e`,
	"spaces":            "a {{- .Text -}} b",
	"wrong escape":      `<p title="{{.Text}}&{{.Other}}">&{{.Text}};`,
}

var left = map[string]string{
	"bare attribute":     `<p title={{.Text}} class=x>x</p>`,
	"printf":             `{{printf "%q" .Text}}`,
	"print":              `{{print .Text .Num}}`,
	"index":              `{{index .Names 0}}{{index .Map "a"}}`,
	"pipeline":           `{{.Text | printf "%s-%s" .Other}}{{.Names | len}}`,
	"html":               `{{.Text | html}}`,
	"own function":       `{{twice .Text}}{{.Text | twice}}`,
	"map":                `{{range $k, $v := .Map}}{{$k}}{{$v}}{{end}}{{.Map.a}}`,
	"interface":          `{{.Any}}{{if .Any}}x{{end}}`,
	"url type":           `<a href="{{.URL}}">x</a>`,
	"html in attribute":  `<a title="{{.Rich}}" href="{{.Rich}}">x</a>`,
	"html in title":      `<title>{{.Rich}}</title>`,
	"script":             `<script>var x = {{.Text}}, y = "{{.Other}}"; f({{.Names}})</script>`,
	"style":              `<style>a { color: {{.Text}} }</style><p style="color: {{.Other}}">`,
	"attribute name":     `<p {{.Text}}="x">`,
	"handler":            `<p onclick="f({{.Text}})">`,
	"srcset":             `<img srcset="{{.Text}}">`,
	"in attribute":       `<p title="{{template "sub" .Leaf}}">`,
	"in script":          `<script>{{template "sub" .Leaf}}</script>`,
	"hexadecimal":        `{{if eq .Num 0x5}}x{{end}}`,
	"bool":               `{{.Flag}}{{eq .Num 1}}`,
	"no order":           `{{if lt .Text .Leaf.Text}}x{{end}}{{if eq .Leaf .Leaf}}y{{end}}`,
	"length of a map":    `{{len .Map}}{{if .Map}}x{{end}}{{not .Map}}`,
	"other dots":         `{{with .Map}}{{len .}}{{end}}{{range .Map}}{{.}}{{end}}{{template "fixed" .Any}}`,
	"break":              `{{range .Names}}{{if eq . "x"}}{{break}}{{end}}{{.}}{{end}}`,
	"continue":           `{{range .Names}}{{if eq . "x"}}{{continue}}{{end}}{{.}}{{end}}`,
	"set":                `{{$x := .Text}}{{range .Names}}{{$x}}{{$x = .}}{{end}}{{$x}}`,
	"range int":          `{{range 3}}{{.}}{{end}}`,
	"range with else":    `{{range $x := .None}}{{$x}}{{else}}{{len $x}}{{end}}`,
	"pointer method":     `{{range .Leaves}}{{.Only}}{{end}}`,
	"chain":              `{{(index .Leaves 0).Text}}`,
	"no dot":             `{{template "fixed"}}`,
	"float":              `{{if lt 1.5 2.0}}x{{end}}`,
	"struct":             `{{.Leaf}}`,
	"pointer":            `{{.Ptr}}`,
	"function in a view": `{{if .Func}}x{{end}}`,
}

var mistakes = map[string]string{
	"nil pointer":          `<p>{{.Text}}</p>{{.Nil.Text}}`,
	"nil in a condition":   `{{if .Nil.Text}}x{{end}}`,
	"nil in and":           `{{if and .Text .Nil.N}}x{{end}}`,
	"nil in eq":            `{{if eq .Num .Num .Nil.N}}x{{end}}`,
	"nil in with":          `{{with .Nil.Rich}}x{{end}}`,
	"nil in range":         `{{range .Names}}{{$.Nil.Text}}{{end}}`,
	"nil in an argument":   `{{.T "x" .Nil.N}}`,
	"method of nil":        `{{.Nil.Shout}}`,
	"nil in once":          `{{once "sub" .Text .Nil}}`,
	"mute":                 `{{range .Nested}}{{range .Nested}}{{.T "x"}}{{end}}{{end}}{{template "mute" .Leaves}}`,
	"function fails":       `{{asset ""}}`,
	"words panic":          `{{.Text}}{{.Mute.T "x"}}`,
	"count panics":         `{{.Mute.N "x" 1}}`,
	"method fails":         `{{range .Leaves}}{{.Try}}{{end}}`,
	"no field":             `{{.Nope}}`,
	"no template":          `{{template "nope" .}}`,
	"no template for once": `{{once "nope" "x" .}}`,
	"no end":               `<p title="{{.Text}}`,
	"endless":              `{{template "endless" .Leaf}}`,
	"wrong types":          `{{if eq .Num .Text}}x{{end}}`,
	"not a number":         `{{if lt .Num "x"}}x{{end}}`,
	"too many":             `{{if ne .Num 1 2}}x{{end}}`,
	"wrong argument":       `{{.T .Num}}`,
	"no argument":          `{{.T}}`,
	"count is no number":   `{{.N "x" .Text}}`,
}

const parts = `
{{define "sub"}}<b class="{{.Text}}">{{.Text}}{{.N}}</b>{{end}}
{{define "fixed"}}fixed{{end}}
{{define "mute"}}{{range .}}{{.N}}{{end}}{{end}}
{{define "endless"}}{{template "endless" .}}{{end}}
{{define "tree"}}<ul title="{{.Text}}">{{range .Nested}}<li>{{template "tree" .}}</li>{{end}}</ul>{{end}}`

func views() (all []view) {
	for i, s := range nasty {
		all = append(all, viewOf([]string{"en", "ja"}[i%2], s, nasty[(i*7+1)%len(nasty)]))
	}
	return all
}
