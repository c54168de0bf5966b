package source

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// TestNames parses notes with all kinds of file names. Each must have an address, a language and a
// release, or a diagnostic with the reason.
func TestNames(t *testing.T) {
	type want struct {
		ID      note.ID
		Lang    note.Lang
		Release note.Release
		Code    string // code of the first diagnostic
	}
	for path, w := range map[string]want{
		"1.27/sig-node.ja.md":          {"1.27/sig-node", "ja", "1.27", ""},
		"v1.27.0/sig-node.md":          {"v1.27.0/sig-node", "ja", "1.27", ""},
		"release-1.27/sig-node.md":     {"release-1.27/sig-node", "ja", "1.27", ""},
		"kubernetes-1.27/sig-node.md":  {"kubernetes-1.27/sig-node", "ja", "1.27", ""},
		"ja/1.27/sig-node.md":          {"1.27/sig-node", "ja", "1.27", ""},
		"1.27/en/sig-node.md":          {"1.27/sig-node", "en", "1.27", ""},
		"1.27/ja/sig-node.ja.md":       {"1.27/sig-node", "ja", "1.27", ""},
		"1.27/zh-cn/sig-node.md":       {"1.27/sig-node", "zh", "1.27", ""},
		"1.27/sig-node/index.ja.md":    {"1.27/sig-node", "ja", "1.27", ""},
		"1.27/index.ja.md":             {"1.27-notes", "ja", "1.27", "address/changed"},
		"1.27/sig-node.markdown":       {"1.27/sig-node", "ja", "1.27", ""},
		"1.27/changes.ja.md":           {"1.27/changes-notes", "ja", "1.27", "address/changed"},
		"1.27.ja.md":                   {"1.27-notes", "ja", "1.27", "address/changed"},
		"people.ja.md":                 {"people-notes", "ja", "", "address/changed"},
		"keps/127.ja.md":               {"keps-notes/127", "ja", "", "address/changed"},
		"log.ja.md":                    {"log-notes", "ja", "", "address/changed"},
		"log/2023.ja.md":               {"log/2023-notes", "ja", "", "address/changed"},
		"log/2023/04.md":               {"log/2023/04-notes", "ja", "", "address/changed"},
		"2023-04-13-k8s-127.md":        {"2023-04-13-k8s-127", "ja", "1.27", "front-matter/inferred"},
		"articles/k8s-1.27-node.md":    {"articles/k8s-1.27-node", "ja", "1.27", "front-matter/inferred"},
		"posts/v1.27-node.md":          {"posts/v1.27-node", "ja", "1.27", "front-matter/inferred"},
		"articles/containerd-1.7.md":   {"articles/containerd-1.7", "ja", "", ""},
		"1.27/SIG Node の変更.md":         {"1.27/SIG-Node-の変更", "ja", "1.27", "address/changed"},
		"1.27/network & storage.ja.md": {"1.27/network-storage", "ja", "1.27", "address/changed"},
		"1.27/c#.ja.md":                {"1.27/c", "ja", "1.27", "address/changed"},
		"1.27/🎉 node.ja.md":            {"1.27/node", "ja", "1.27", "address/changed"},
		"1.27/🎉.ja.md":                 {"1.27/note-6146299c", "ja", "1.27", "address/changed"},
		"1.27/ノード.ja.md":               {"1.27/ノード", "ja", "1.27", ""},
		"1.27/README.md":               {"", "", "", "content/not-read"},
		"1.27/_index.md":               {"", "", "", "content/not-read"},
		"_posts/2023-04-13-k8s.md":     {"", "", "", "content/not-read"},
		"_data/SOURCES.md":             {},
	} {
		got := want{}
		if d, ok := NotRead(Root + path); ok {
			got.Code = string(d.Code)
		} else if IsNote(Root + path) {
			n, ds := Parse(Input{Path: Root + path, Bytes: []byte("---\ntitle: 変更\n---\n\n変更の話です。\n")}, testNames(), Options{})
			got.ID, got.Lang = n.ID, n.Lang
			if len(n.Releases) > 0 {
				got.Release = n.Releases[0]
			}
			if len(ds) > 0 {
				got.Code = string(ds[0].Code)
			}
		}
		if d := cmp.Diff(w, got); d != "" {
			t.Errorf("%s\n%s", path, d)
		}
	}
}

// TestDateOfNote checks that an invalid date affects only the date.
func TestDateOfNote(t *testing.T) {
	n, ds := Parse(Input{Path: "content/1.27/x.ja.md", Bytes: []byte("---\ntitle: x\ndate: 2025-XX-XX\nsigs: [node]\n---\n\n- 変更 (#115331, @mimowo)\n")}, testNames(), Options{})
	if n == nil || n.Meta.Date != "" || len(n.SIGs) != 1 || len(prsOf(n)) != 1 || len(ds) != 1 || ds[0].Pos.Line != 3 {
		t.Errorf("%+v, %v", n, ds)
	}
}

// TestInferFromPRs finds the release and the SIG of a changes note in the official notes of its pull
// requests, if nothing else gives them and more than half of the pull requests agree.
func TestInferFromPRs(t *testing.T) {
	official := func(r note.Release, sigs ...note.SIG) []ref.Published {
		return []ref.Published{{Release: r, SIGs: sigs}}
	}
	names := ref.NewNames(ref.NamesSpec{SIGs: map[string]string{"node": "Node", "apps": "Apps", "network": "Network"}, Published: map[string][]ref.Published{
		"100001": official("1.27", "node", "apps"), "100002": official("1.27", "node"), "100003": official("1.26", "node"), "100004": official("1.27", "apps"),
	}})
	for _, c := range []struct {
		title, front string
		prs          string
		want         string
	}{
		{"変更", "", "1 2 3", `SIG "node" is inferred from the pull requests, release "1.27" is inferred from the pull requests`},
		{"変更", "release: \"1.27\"\n", "1 2", `SIG "node" is inferred from the pull requests`},
		{"変更", "sigs: [apps]\n", "1 2", `release "1.27" is inferred from the pull requests`},
		{"変更", "release: \"1.27\"\nsigs: [node]\n", "1 2", ""},
		{"Kubernetes 1.26", "", "1 2", `release "1.26" is inferred from the title`}, // no pull request belongs to 1.26
		{"1.26 と Kubernetes 1.27、SIG Node と SIG Apps", "", "1 2", `release "1.27" is inferred from the title`},
		{"変更", "", "2 3", `SIG "node" is inferred from the pull requests`}, // half of them belong to 1.27
		{"変更", "", "2 4", `release "1.27" is inferred from the pull requests`},
		{"変更", "", "2 7 8", ""}, // most are unknown
		{"変更", "kind: talk\n", "1 2", ""},
		{"変更", "kind: log\n", "1 2", ""},
	} {
		text := "---\ntitle: " + c.title + "\n" + c.front + "---\n\n"
		for pr := range strings.FieldsSeq(c.prs) {
			text += "- 変更 (#10000" + pr + ", @octo)\n"
		}
		_, ds := Parse(Input{Path: "content/articles/abc.ja.md", Bytes: []byte(text)}, names, Options{})
		got := ""
		for _, d := range ds {
			if d.Code == "front-matter/inferred" {
				got += ", " + d.Text
			}
		}
		if got = strings.TrimPrefix(got, ", "); got != c.want {
			t.Errorf("%s %q %s: %q, want %q", c.title, c.front, c.prs, got, c.want)
		}
	}
}

// TestInfer checks the release and the group that are inferred for a note without these fields.
func TestInfer(t *testing.T) {
	for title, want := range map[string]string{
		"Kubernetes 1.27: SIG Node の変更内容": `SIG "node" is inferred from the title, release "1.27" is inferred from the title`,
		"Kubernetes 1.26 と 1.27 の比較":      "",
		"Что нового в Kubernetes v1.27.2": "release \"1.27\" is inferred from the title",
		"containerd 1.7": "",
		"Kubernetes 1.27: SIG Node と SIG Network": "release \"1.27\" is inferred from the title",
	} {
		n, ds := Parse(Input{Path: "content/articles/abc.ja.md", Bytes: []byte("# " + title + "\n\n- 変更 (#115331, @mimowo)\n")}, testNames(), Options{})
		var texts []string
		for _, d := range ds {
			texts = append(texts, d.Text)
		}
		if got := strings.Join(texts, ", "); got != want {
			t.Errorf("%s: %q, want %q; releases %v", title, got, want, n.Releases)
		}
	}
}
