package check_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// joinCodes are the codes of the rules that compare notes with upstream data and with each other.
var joinCodes = []diag.Code{
	"entry/duplicate", "entry/untranslated", "kep/gate-disagrees", "kind/contradicted", "pr/author", "pr/labels",
	"pr/not-in-release", "pr/not-under-sig", "pr/unknown", "stage/contradicted",
}

// imported is this repository's upstream data.
var imported = sync.OnceValues(func() (*upstream.Data, error) {
	d, _, err := upstream.Load(os.DirFS("../../content/_data"))
	return d, err
})

func importedData(t testing.TB) *upstream.Data {
	t.Helper()
	d, err := imported()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// official is the site of the imported data with official notes only.
var official = sync.OnceValue(func() *site.Site {
	d, err := imported()
	if err != nil {
		d = &upstream.Data{} // importedData reports the error
	}
	var notes []*note.Note
	for _, r := range d.ReleaseList {
		if len(r.Notes) > 0 {
			notes = append(notes, source.Official(r, d.Names()))
		}
	}
	s, _ := site.Link(notes, d, site.Options{})
	return s
})

// linked parses some files, by path, and links them with the imported data.
func linked(t testing.TB, texts files) *check.In {
	t.Helper()
	d := importedData(t)
	in := &check.In{Names: d.Names()}
	var notes []*note.Note
	for path, text := range texts {
		n, ds := source.Parse(source.Input{Path: path, Bytes: []byte(text)}, in.Names, source.Options{})
		if n == nil {
			t.Fatalf("%s: %v", path, ds)
		}
		notes = append(notes, n)
		in.Files = append(in.Files, check.NewFile(path, []byte(text), n))
	}
	slices.SortFunc(in.Files, func(a, b *check.File) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(notes, func(a, b *note.Note) int { return strings.Compare(a.Path, b.Path) })
	in.Site, _ = official().With(notes, nil)
	return in
}

// entryRules runs all rules and returns the problems of joinCodes in notes.
func entryRules(t testing.TB, in *check.In) []diag.Diagnostic {
	t.Helper()
	ds, err := check.Run(in, inOrder)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(ds, func(d diag.Diagnostic) bool {
		return !slices.Contains(joinCodes, d.Code) || d.Code == "kep/gate-disagrees"
	})
}

func inOrder(n int, f func(int) error) error {
	for i := range n {
		if err := f(i); err != nil {
			return err
		}
	}
	return nil
}

func head(rest string) string { return "---\ntitle: T\n" + rest + "---\n\n" }

// unknowns returns the expected problems for n consecutive unknown numbers in the first entry of a
// note.
func unknowns(first, n int) []string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf("5:%d pr/unknown: #%d is not in any imported release notes | check the number at https://github.com/kubernetes/kubernetes/pull/%d", 9+10*i, first+i, first+i))
	}
	return out
}

// TestJoins checks the problems of the rules and their positions, with real upstream data. #115331
// is by mimowo, a bug fix in 1.27 of cloud-provider, node and testing. #96120 is by LorbusChris, an
// API change in 1.27 of six groups.
func TestJoins(t *testing.T) {
	const ok = "- Pods get a terminal phase. (#115331, @mimowo)\n"
	for _, c := range []struct {
		name, path, text string
		want             []string // line:column code: text | hint
	}{
		{"right", "1.27/a.en.md", head("sigs: [node]\n") + ok + "- The kubelet serves logs. ([#96120](https://github.com/kubernetes/kubernetes/pull/96120), [@LORBUSCHRIS](https://github.com/LorbusChris)) [sig/node,sig/cli,sig/testing,sig/windows,sig/apps,sig/api-machinery]\n", nil},
		{"of another release", "1.27/a.en.md", head("") + "- In 1.26 already. (#113171, @Jefftree)\n", []string{
			"5:21 pr/not-in-release: #113171 is not in the release notes of 1.27 | upstream lists it in the release notes of 1.26"}},
		{"named again in a remark", "1.27/a.en.md", head("") + "- See #113171. (#113171, @Jefftree)\n  - :pencil: #113171 is large.\n", []string{
			"5:17 pr/not-in-release: #113171 is not in the release notes of 1.27 | upstream lists it in the release notes of 1.26"}},
		{"a draft only", "1.27/a.en.md", head("") + "- Not published. (#111207, @lucming)\n", []string{
			"5:19 pr/not-in-release: #111207 is not in the release notes of 1.27 | upstream has it only in draft release notes of 1.27, which were not published"}},
		{"full-width signs", "1.27/a.ja.md", head("") + "- 公開されていない。（＃113171、＠Jefftree）\n", []string{
			"5:13 pr/not-in-release: #113171 is not in the release notes of 1.27 | upstream lists it in the release notes of 1.26"}},
		{"two digits swapped", "1.27/a.en.md", head("") + "- Pods get a terminal phase. (#115313, @mimowo)\n", []string{
			"5:31 pr/unknown: #115313 is not in any imported release notes | did you mean #115331?"}},
		{"two digits swapped, and the right one is there", "1.27/a.en.md", head("") + ok + "- More phases of Pods. (#115313, @mimowo)\n", []string{
			"6:25 pr/unknown: #115313 is not in any imported release notes | check the number at https://github.com/kubernetes/kubernetes/pull/115313"}},
		{"a digit wrong, by somebody else", "1.27/a.en.md", head("") + "- Pods get a terminal phase. (#115339, @nobody)\n", []string{
			"5:31 pr/unknown: #115339 is not in any imported release notes | check the number at https://github.com/kubernetes/kubernetes/pull/115339"}},
		{"a number that the sentence quotes", "1.28/a.en.md", head("") + "- The log is shorter (#105536) (#116134, @cvvz)\n", nil},
		{"many numbers", "1.27/a.en.md", head("") + "- All. (#1153390, #1153391, #1153392, #1153393, #1153394, #1153395, #1153396, #1153397, #1153398, #1153399)\n", unknowns(1153390, 8)},
		{"a number too long", "1.27/a.en.md", head("") + "- Pods get a terminal phase. (#1153311, @mimowo)\n", []string{
			"5:31 pr/unknown: #1153311 is not in any imported release notes | did you mean #115331?"}},
		{"a release without data", "1.39/a.en.md", head("") + "- Old. (#113171, @Jefftree)\n- Unknown. (#999999, @Jefftree) [sig/node]\n", nil},
		{"no release", "more/a.en.md", head("kind: overview\n") + "- Old. (#113171, @nobody)\n", nil},
		{"two releases", "more/a.en.md", head("kind: changes\nreleases: ['1.26', '1.27']\n") + "- Old. (#113171, @Jefftree)\n" + ok, nil},
		{"a log", "log/a.en.md", head("") + "## 2023-05-01\n\n- Old. (#113171, @nobody)\n", nil},

		{"under no SIG of the note", "1.27/a.en.md", head("sigs: [network, storage]\n") + ok, []string{
			"6:31 pr/not-under-sig: #115331 does not belong to sig/network, sig/storage upstream | upstream lists it under sig/cloud-provider, sig/node, sig/testing"}},
		{"under one of them", "1.27/a.en.md", head("sigs: [network, testing]\n") + ok, nil},
		{"together with one that is", "1.27/a.en.md", head("sigs: [windows]\n") + "- Both. (#115331, #96120, @mimowo, @LorbusChris)\n", nil},

		{"a label too many", "1.27/a.en.md", head("") + "- Pods. (#115331, @mimowo) [sig/node,sig/testing,sig/cloud-provider,sig/cli]\n", []string{
			"5:69 pr/labels: SIG labels of #115331 differ from upstream: extra sig/cli | write [sig/cloud-provider,sig/node,sig/testing]"}},
		{"a label missing", "1.27/a.en.md", head("") + "- Pods. (#115331, @mimowo) [SIG Cloud Provider and Node]\n", []string{
			"5:29 pr/labels: SIG labels of #115331 differ from upstream: missing sig/testing | write [sig/cloud-provider,sig/node,sig/testing]"}},

		{"somebody else's", "1.27/a.en.md", head("") + "- Pods. (#115331, @pacoxu)\n", []string{
			"5:19 pr/author: @pacoxu is not an author of #115331 | upstream names @mimowo"}},
		{"one of two is wrong", "1.27/a.en.md", head("") + "- Both. (#115331, #96120, @mimowo, @pacoxu)\n", []string{
			"5:36 pr/author: @pacoxu is not an author of #115331, #96120 | upstream names @LorbusChris, @mimowo"}},
		{"his sign is lost", "1.27/a.en.md", head("") + "- Pods. (#115331, pacoxu) [SIG Cloud Provider, Node and Testing]\n", []string{
			"5:10 pr/author: @pacoxu is not an author of #115331 | upstream names @mimowo"}},
		{"the parenthesis is lost", "1.27/a.en.md", head("") + "- Pods. #115331, @pacoxu)\n", []string{
			"5:18 pr/author: @pacoxu is not an author of #115331 | upstream names @mimowo"}},
		{"of another repository", "1.27/a.en.md", head("") + "- Pods. (containerd/containerd#8006, @nobody)\n", nil},
		{"within another entry", "1.27/a.en.md", head("") + "- Pods. (#115331, @mimowo)\n  - Logs. (#96120, @pacoxu)\n", []string{
			"6:20 pr/author: @pacoxu is not an author of #96120 | upstream names @LorbusChris"}},
		{"ends of lines of Windows, and a mark of byte order", "1.27/a.en.md", "\uFEFF" + strings.ReplaceAll(head("")+"- Pods. (#115331, @pacoxu)\n", "\n", "\r\n"), []string{
			"5:19 pr/author: @pacoxu is not an author of #115331 | upstream names @mimowo"}},
		{"a draft of a note", "1.27/a.en.md", head("draft: true\n") + "- Pods. (#115331, @pacoxu)\n", []string{
			"6:19 pr/author: @pacoxu is not an author of #115331 | upstream names @mimowo"}},
		{"no author", "1.27/a.en.md", head("") + "- Pods. (#115331)\n", nil},

		{"under a heading of another kind", "1.27/a.en.md", head("") + "## Feature\n\n- Logs. (#112112, @nobody)\n\n## Bug or Regression\n\n- The kubelet serves logs. (#96120, @LorbusChris)\n", []string{
			"7:10 pr/unknown: #112112 is not in any imported release notes | check the number at https://github.com/kubernetes/kubernetes/pull/112112",
			"11:29 kind/contradicted: #96120 is listed under bug, but upstream lists it under api-change, feature | move it below a heading for api-change, feature"}},
		{"urgent to the author", "1.27/a.en.md", head("") + "## Urgent Upgrade Notes\n\n- The kubelet serves logs. (#96120, @LorbusChris)\n", nil},

		{"the same twice", "1.27/a.en.md", head("") + ok + "- Other words. (#115331, @mimowo)\n", []string{
			"6:17 entry/duplicate: duplicate entry for #115331 | merge it with the entry on line 5"}},
		{"three times", "1.27/a.en.md", head("") + ok + "- Other words. (#115331, @mimowo)\n- And others. (#115331, @mimowo)\n", []string{
			"6:17 entry/duplicate: duplicate entry for #115331 | merge it with the entry on line 5",
			"7:16 entry/duplicate: duplicate entry for #115331 | merge it with the entry on line 5"}},
		{"taken apart on purpose", "1.27/a.en.md", head("") + ok + "- Phases and logs of Pods. (#115331, #96120, @mimowo)\n", nil},
		{"the same pair the other way round", "1.27/a.en.md", head("") + "- Logs. (#96120, #115331, @mimowo)\n- Phases. (#115331, #96120, @mimowo)\n", []string{
			"6:12 entry/duplicate: duplicate entry for #115331, #96120 | merge it with the entry on line 5"}},
		{"listed twice by upstream", "1.29/a.en.md", head("") + "- One. (#117503)\n- Two. (#117503)\n", nil},
		{"not yet written", "1.27/a.en.md", head("") + "- KEP-127: (#115331, @mimowo)\n- KEP-127: (#96120, @LorbusChris)\n", nil},
		{"the same words of two", "1.27/a.en.md", head("") + "- The kubelet got better and much faster. (#115331, @mimowo)\n- The kubelet got better and much faster. (#96120, @LorbusChris)\n", []string{
			"6:1 entry/duplicate: the text is the same as on line 5 | remove one of them, or add what distinguishes them"}},
		{"a few words", "1.27/a.en.md", head("") + "- Got faster. (#115331, @mimowo)\n- Got faster. (#96120, @LorbusChris)\n", nil},
		{"two KEPs of one title", "1.20/a.en.md", head("kind: overview\n") + "## Alpha\n\n### Support for the same thing everywhere\n\n#127; KEP\n\nWords.\n\n### Support for the same thing everywhere\n\n#3673; KEP\n\nWords.\n", nil},
		{"one KEP twice", "1.20/a.en.md", head("kind: overview\n") + "## Nodes\n\n### Support for the same thing everywhere\n\n#127; KEP\n\nWords.\n\n### Support for the same thing everywhere\n\n#127; KEP\n\nWords.\n", []string{
			"14:1 entry/duplicate: the text is the same as on line 8 | remove one of them, or add what distinguishes them"}},
		{"a stage that did not hold", "1.27/a.en.md", head("kind: overview\n") + "## Nodes\n\n### Stable\n\n#### Liveness Probe Grace Period\n\n#2238\n\nWords.\n", []string{
			"10:1 stage/contradicted: KEP-2238 was not stable in 1.27 | upstream lists it as beta in that release"}},
		{"a stage of an entry", "1.27/a.ja.md", head("") + "- KEP-2238 が GA になりました。(#115331, @mimowo)\n- KEP-127 がアルファになりました。(#96120, @LorbusChris)\n", []string{
			"5:1 stage/contradicted: KEP-2238 was not stable in 1.27 | upstream lists it as beta in that release"}},
		{"a stage that the release note says too", "1.27/a.ja.md", head("") + "- KEP-3386 の Evented PLEG がベータになりました。 (#115967, @harche)\n", nil},
		{"a stage of a KEP that nobody knows", "1.27/a.en.md", head("kind: overview\n") + "## Stable\n\n### Something else\n\n#999999\n\nWords.\n", nil},
		{"a stage without a release", "more/a.en.md", head("kind: overview\n") + "## Stable\n\n### Liveness Probe Grace Period\n\n#2238\n\nWords.\n", nil},
		{"a stage that may come", "1.27/a.en.md", head("kind: talk\n") + "## Liveness Probe Grace Period\n\nKEP-2238 will be stable.\n", nil},
		{"the same words of a log", "log/a.ja.md", head("") + "## 2023-05-01\n\n- ノードのログを読むための新しい機能がアルファになった (blog)\n- ノードのログを読むための新しい機能がアルファになった (blog)\n", []string{
			"8:1 entry/duplicate: the text is the same as on line 7 | remove one of them, or add what distinguishes them"}},
		{"of two days", "log/a.ja.md", head("") + "## 2023-05-01\n\n- ノードのログを読むための新しい機能がアルファになった\n\n## 2023-05-02\n\n- ノードのログを読むための新しい機能がアルファになった\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := linked(t, files{"content/" + c.path: c.text})
			var got []string
			for _, d := range entryRules(t, in) {
				got = append(got, fmt.Sprintf("%d:%d %s: %s | %s", d.Pos.Line, d.Pos.Col, d.Code, d.Text, d.Hint))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(- want, + got) %s", diff)
			}
		})
	}
}
