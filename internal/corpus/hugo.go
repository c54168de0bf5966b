package corpus

import "slices"

// HugoSite returns the files, without notes, of a minimal Hugo site for comparison: every
// reference is a taxonomy term with a page that lists its notes, and every note links its terms.
func HugoSite() []File { return slices.Clone(hugoSite) }

var hugoSite = []File{
	{Path: "hugo.yaml", Data: []byte(`baseURL: https://example.org/
title: Notes
defaultContentLanguage: ja
disableKinds: [RSS, sitemap]
enableEmoji: true
languages:
  ja: {weight: 1}
taxonomies: {release: releases, sig: sigs, pr: prs, kep: keps, gate: gates, person: people}
markup: {goldmark: {extensions: {cjk: {enable: true}}}}
`)},
	{Path: "layouts/_default/baseof.html", Data: []byte(`<!doctype html>
<html lang="{{ .Site.Language.Lang }}"><head><meta charset="utf-8"><title>{{ .Title }}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"></head>
<body><header><nav><a href="/">Home</a> <a href="/releases/">Releases</a> <a href="/keps/">KEPs</a> <a href="/sigs/">SIGs</a> <a href="/gates/">Gates</a></nav></header>
<main>{{ block "main" . }}{{ end }}</main></body></html>
`)},
	{Path: "layouts/_default/single.html", Data: []byte(`{{ define "main" }}<h1>{{ .Title }}</h1>
{{ range slice "releases" "sigs" "keps" "gates" "people" "prs" }}{{ with $.GetTerms . }}<ul>{{ range . }}<li><a href="{{ .RelPermalink }}">{{ .LinkTitle }}</a></li>{{ end }}</ul>{{ end }}{{ end }}
{{ .Content }}{{ end }}
`)},
	{Path: "layouts/_default/list.html", Data: []byte(`{{ define "main" }}<h1>{{ .Title }}</h1>
<ul>{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .LinkTitle }}</a></li>{{ end }}</ul>{{ end }}
`)},
}
