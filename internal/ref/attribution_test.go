package ref

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
)

func TestAttribution(t *testing.T) {
	type want struct {
		Attr    note.Attribution
		Before  string
		Damaged bool
	}
	attr := func(prs []string, people []note.Person, sigs ...note.SIG) note.Attribution {
		return note.Attribution{PRs: prs, People: people, SIGs: sigs}
	}
	pr, mi := []string{"115331"}, []note.Person{"mimowo"}
	for text, w := range map[string]want{
		"修正 (#115331, @mimowo)":            {attr(pr, mi), "修正", false},
		"修正 (#115331, @mimowo) [SIG Node]": {attr(pr, mi, "node"), "修正", false},
		"修正。(#115331, @mimowo) [SIG Cloud Provider and Node] [sig/node,sig/testing]": {attr(pr, mi, "cloud-provider", "node", "testing"), "修正。", false},
		"削除 #115331, @mimowo) [SIG Node] [sig/node]":                                 {attr(pr, mi, "node"), "削除", true},
		"削除 (#115331, @mimowo [SIG Node]":                                            {attr(pr, mi, "node"), "削除", true},
		"削除 (#115331, @mimowo)) [SIG Node]":                                          {attr(pr, mi, "node"), "削除", true},
		"削除 ((#115331, @mimowo) [SIG Node]":                                          {attr(pr, mi, "node"), "削除", true},
		"削除 (note) (#115331, @mimowo)":                                               {attr(pr, mi), "削除 (note)", false},
		"修正（＃115331、@mimowo）":                                                        {attr(pr, mi), "修正", false},
		"修正（＃115331）":                                                                {attr(pr, nil), "修正", false},
		"修正 (#115331, mimowo) [SIG Node]":                                            {attr(pr, mi, "node"), "修正", false},
		"修正 (#115331) [SIG Node].":                                                   {attr(pr, nil, "node"), "修正", false},
		"修正 (#115331, #115332, @mimowo)":                                             {attr([]string{"115331", "115332"}, mi), "修正", false},
		"修正 (#115331, @mimowo) [SIG Node] (#115332, @dims) [SIG CLI]": {
			attr([]string{"115331", "115332"}, []note.Person{"mimowo", "dims"}, "node", "cli"), "修正", false},
		"修正 (#115331, @mimowo and @dims)": {attr(pr, []note.Person{"mimowo", "dims"}), "修正", false},
		"修正 (kubernetes/kube-openapi#12, @mimowo)": {
			note.Attribution{Threads: []string{"kubernetes/kube-openapi#12"}, People: mi}, "修正", false},
		"修正 (k/k#115331, @mimowo)": {attr(pr, mi), "修正", false},
		"(#115331, @mimowo)":       {attr(pr, mi), "", false},
	} {
		a, start, damaged, ok := Attribution(text, testNames())
		if !ok {
			t.Errorf("%s: none found", text)
			continue
		}
		if d := cmp.Diff(w, want{a, text[:start], damaged}); d != "" {
			t.Errorf("%s\n%s", text, d)
		}
	}
}

func TestNoAttribution(t *testing.T) {
	for _, text := range []string{
		"", "()", ")", "))))", "]", "[]", "話 (k/k#115143, video, blog)", "話 (k/k#115143)", "問題 (comment - k/k#115143)",
		"最小限に (KEP 3761)", "見る (#2091)", "話 (@mimowo)", "配布 (video)", "(#115331, @mimowo) が直した", "削除 #115331)",
		"話 (containerd/containerd#8006)", "(#115331, 変更) [SIG Node]", "[SIG Node]",
	} {
		if a, _, _, ok := Attribution(text, testNames()); ok {
			t.Errorf("%q: got %+v", text, a)
		}
	}
}
