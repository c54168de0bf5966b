package site_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
)

// linkTexts links notes from an archive of files below content/, with the official notes of the
// test data.
func linkTexts(t *testing.T, archive string, o site.Options) *site.Site {
	t.Helper()
	d := world(t)
	notes := []*note.Note{source.Official(d.Releases["1.27"], d.Names())}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		n, ds := source.Parse(source.Input{Path: "content/" + f.Name, Bytes: f.Data}, d.Names(), source.Options{})
		if n == nil {
			t.Fatal(ds)
		}
		notes = append(notes, n)
	}
	s, _ := site.Link(notes, d, o)
	return s
}

func version(t *testing.T, s *site.Site, name string) *note.Note {
	t.Helper()
	i := strings.LastIndexByte(name, '.')
	id, lang := name[:i], name[i+1:]
	for _, n := range s.Versions(note.ID(id)) {
		if n.Lang == note.Lang(lang) {
			return n
		}
	}
	t.Fatalf("no %s", name)
	return nil
}

func printRows(rows []site.Row, indent string) string {
	var b strings.Builder
	for _, r := range rows {
		var own []string
		for _, x := range r.Blocks {
			own = append(own, x.Text.Plain())
		}
		fmt.Fprintf(&b, "%s%s", indent, strings.Join(own, " + "))
		if len(own) == 0 {
			b.WriteString("-")
		}
		for _, c := range r.Other {
			words := c.Text.Plain()
			for _, x := range c.Blocks {
				words += x.Text.Plain() + " "
			}
			fmt.Fprintf(&b, " | %s %s: %s", c.Lang, c.How, strings.TrimSpace(words))
		}
		if r.Stale != nil {
			fmt.Fprintf(&b, " | stale: %s -> %s", r.Stale.Was.Plain(), r.Stale.Now.Plain())
		}
		b.WriteByte('\n')
		b.WriteString(printRows(r.Children, indent+"  "))
	}
	return b.String()
}

func TestPairing(t *testing.T) {
	for _, tt := range []struct{ name, note, reader, want, files string }{
		{"official English, a comment, and both of two pull requests", "1.27/a.ja", "ja", `
en
Feature
消えた。 | en official: Removed the flag.
加えた。 | en comment: Added a thing, said before. | stale: Added a thing, said before. -> Added a thing.
二つ。 | en official: Removed the flag. Fixed.
  補足。
知らない。

`, `
-- 1.27/a.ja.md --
---
title: あ
kind: changes
---

## Feature

- 消えた。 (#100001, @mona)

<!-- Added a thing, said before. -->
- 加えた。 (#100002, @mona)
- 二つ。 (#100001, #100003, @mona)
  - :pencil: 補足。
- 知らない。 (#100007, @mona)
- (#100003, @mona)
`},
		{"sections turned round, and what only one has at its place", "1.27/a.ja", "ja", `
en
はじめに KEP-127。 | en translation: To begin with, KEP-127.
Feature | en translation: Feature
二。 | en translation: Two.
  補足二 k/k#100003。 | en translation: Remark two, k/k#100003.
- | en translation: Four.
- | en translation: Documentation
- | en translation: Five.
Bug or Regression | en translation: Bug or Regression
- | en translation: Six.
一。 | en translation: One.
三。
`, `
-- 1.27/a.ja.md --
---
title: あ
kind: changes
---

はじめに KEP-127。

## Feature

- 二。 (#100012, @mona)
  - :pencil: 補足二 k/k#100003。

## Bug or Regression

- 一。 (#100011, @mona)
- 三。 (#100013, @mona)
-- 1.27/a.en.md --
---
title: A
kind: changes
translates: a.ja.md
---

To begin with, KEP-127.

## Bug or Regression

- Six. (#100016, @mona)
- One. (#100011, @mona)

## Feature

- Two. (#100012, @mona)
  - :pencil: Remark two, k/k#100003.
- Four. (#100014, @mona)

## Documentation

- Five. (#100015, @mona)
`},
		{"another note on the same pull request, else on the same KEP", "1.27/a.zh", "ja", `
ja
Feature
甲。 | ja note: 変更の甲。
KEP-753 乙。 | ja note: Sidecar Containers
KEP-753 丙，KEP-127 丁。
`, `
-- 1.27/a.zh.md --
---
title: 甲
kind: changes
---

### Feature

- 甲。 (#100011, @mona)
- KEP-753 乙。 (#100012, @mona)
- KEP-753 丙，KEP-127 丁。 (#100013, @mona)
-- 1.27/b.ja.md --
---
title: 乙
kind: changes
---

### Feature

- 変更の甲。 (#100011, @mona)
-- 1.27/c.ja.md --
---
title: 丙
kind: overview
---

## Sidecar Containers

#753; KEP

サイドカー。
`},
		{"a page in the convention of kubernetes.io", "talks/page.zh", "ru", `
en
开始之前 | en comment: Before you begin
你需要一个集群。 | en comment: You need a cluster.
两段合为一段。 + 后来又加了一段。 + 再加一段。 | en comment: A paragraph. Another one.
没有来源。
`, `
-- talks/page.zh.md --
---
title: 页面
kind: talk
---

<!--
## Before you begin

You need a cluster.
-->
## 开始之前

你需要一个集群。

<!--
A paragraph.

Another one.
-->
两段合为一段。

后来又加了一段。

再加一段。

<!-- body -->

没有来源。
`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := linkTexts(t, tt.files, site.Options{})
			p := s.Pairing(version(t, s, tt.note), note.Lang(tt.reader))
			if diff := cmp.Diff(strings.TrimPrefix(tt.want, "\n"), string(p.Lang)+"\n"+printRows(p.Rows, "")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestPairingOfManySolos checks that pairing is linear in the number of rows, even if one version
// has thousands of additional blocks.
func TestPairingOfManySolos(t *testing.T) {
	var own, theirs []note.Block
	for i := range 3000 {
		b := entry(fmt.Sprintf("x-%d", i))
		if i%2 == 0 {
			own = append([]note.Block{b}, own...) // reversed
		}
		theirs = append(theirs, b)
	}
	a, b := newNote("1.27/a", "ja", own...), newNote("1.27/a", "en", theirs...)
	s, _ := site.Link([]*note.Note{a, b}, world(t), site.Options{})
	p := s.Pairing(a, "ja")
	if len(p.Rows) != 3000 {
		t.Errorf("%d rows", len(p.Rows))
	}
}
