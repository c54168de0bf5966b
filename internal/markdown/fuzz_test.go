package markdown

import (
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"golang.org/x/text/unicode/norm"
)

var forbidden = regexp.MustCompile(`(?i)<script|<style|<iframe|<!--|<[a-z][^>]* on[a-z]+=|<[a-z][^>]*(?:href|src)="\s*(?:javascript|data|vbscript):`)

// FuzzParse checks any input: no panic, balanced tags, nothing forbidden, valid positions, and at
// most as many placeholders as references.
func FuzzParse(f *testing.F) {
	for _, file := range []string{"testdata/blocks.txtar", "testdata/emphasis.txtar", "testdata/links.txtar", "testdata/references.txtar"} {
		a, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, x := range a.Files {
			if strings.HasSuffix(x.Name, ".md") {
				f.Add(string(x.Data), strings.HasPrefix(x.Name, "raw"))
			}
		}
	}
	for _, make := range hostile {
		f.Add(make(300), true)
	}
	known := names()
	f.Fuzz(func(t *testing.T, src string, raw bool) {
		d := Parse([]byte(src), Options{Names: known, RawHTML: raw})
		text := d.RenderAll(d.Blocks, RenderOptions{})
		html := show(text)
		if bad := unbalanced(html); bad != "" {
			t.Errorf("%s in %q", bad, html)
		}
		if bad := forbidden.FindString(html); bad != "" {
			t.Errorf("%q in %q", bad, html)
		}
		if bad := unbalanced(show(d.RenderAll(d.Blocks, RenderOptions{DropAttribution: true, Skip: "📝"}))); bad != "" {
			t.Errorf("without attribution: %s", bad)
		}
		checkPlaces(t, d, strings.Count(src, "\n")+1)
	})
}

func checkPlaces(t *testing.T, d *Doc, lines int) {
	each(d.Blocks, func(b *Block) {
		if b.Pos.Line < 1 || b.Pos.Line > lines || b.Pos.Col < 1 {
			t.Errorf("%s at %v of %d lines", b.Type, b.Pos, lines)
		}
		for _, r := range b.Refs {
			if r.Pos.Line < b.Pos.Line && b.Type != Footnote || r.Pos.Line > lines || r.Pos.Col < 1 || r.Written == "" {
				t.Errorf("reference %v at %v in a block at %v", r, r.Pos, b.Pos)
			}
		}
	})
}

func FuzzSlug(f *testing.F) {
	f.Add("API の変更 (v1beta3)")
	f.Fuzz(func(t *testing.T, words string) {
		s := Slug(words)
		if strings.ContainsAny(s, " \t\n<>\"'&#?/%") || Slug(s) != s {
			t.Errorf("%q gives %q and then %q", words, s, Slug(s))
		}
	})
}

// FuzzLoose takes the loose attribution of an item. Its numbers must be in the source, and the
// remaining text a part of it. Both renderings must be well-formed.
func FuzzLoose(f *testing.F) {
	for _, s := range []string{
		"#115840: text", "[#115840](https://github.com/kubernetes/kubernetes/pull/115840): text", "text (#115944, @x) 🎉", "**text (#115944, @x)** :tada:",
		"text (#115220, @x) [SIG Node] [KEP](https://kep.k8s.io/127)", "修正（＃115220、@x）。続き。", "text [#115220](https://github.com/kubernetes/kubernetes/pull/115220)",
		"https://github.com/kubernetes/kubernetes/pull/115220: *text*", "a [b (#115220, @x)](c) d", "[PR](https://github.com/a/b/pull/1)\n(k/k#115220), #115221: x",
	} {
		f.Add(s)
	}
	known := names()
	f.Fuzz(func(t *testing.T, src string) {
		d := Parse([]byte("- "+src), Options{Names: known})
		for _, list := range d.Blocks {
			for _, b := range list.Children {
				if b.Loose == nil {
					continue
				}
				whole := b.Plain
				b.TakeLoose()
				for _, n := range b.Attr.PRs {
					if !strings.Contains(norm.NFKC.String(src+whole), n) { // an address is not among the words
						t.Errorf("%q: pull request %s", src, n)
					}
				}
				if b.Attr.IsZero() || len(b.Plain) > len(whole) {
					t.Errorf("%q: attribution %+v, words %q", src, b.Attr, b.Plain)
				}
				for _, drop := range []bool{false, true} {
					if bad := unbalanced(show(d.Render(b, RenderOptions{Inline: true, DropAttribution: drop}))); bad != "" {
						t.Errorf("%q: %s", src, bad)
					}
				}
			}
		}
	})
}
