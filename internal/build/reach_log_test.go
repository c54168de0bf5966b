package build_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// loggedSite is a log of which many posts of one year name one KEP and one person, so that the
// year is cut, and a month of it too; and notes that cite threads of one repository as often as
// its page has room for.
func loggedSite(t *testing.T) fstest.MapFS {
	site := someOf(ownSite(t).FS(), "content/_data")
	maps.DeleteFunc(site, func(path string, _ *fstest.MapFile) bool { return strings.HasPrefix(path, "content/_data/releases/") })
	site["site.yaml"] = &fstest.MapFile{Data: []byte("languages: [en, ja]\n")}
	var b strings.Builder
	b.WriteString("---\ntitle: 日誌\n---\n")
	for _, days := range []struct{ month, n, posts int }{{3, 3, 5}, {9, 20, 8}, {10, 1, 9}, {12, 2, 7}} {
		for day := range days.n {
			fmt.Fprintf(&b, "\n## 2026-%02d-%02d\n\n", days.month, day+1)
			for i := range days.posts {
				fmt.Fprintf(&b, "- %d 月 %d 日の挙動がとても速くなりました (KEP-753) (#%d, @thockin)\n", days.month, day+1, 300000+days.month*1000+day*20+i)
			}
		}
	}
	site["content/log/log.ja.md"] = &fstest.MapFile{Data: []byte(b.String())}
	for release := 20; release < 24; release++ {
		var b strings.Builder
		fmt.Fprintf(&b, "---\ntitle: 1.%d\nkind: changes\nrelease: \"1.%d\"\nsigs: [docs]\n---\n\n## Feature\n\n", release, release)
		for i := range 30 {
			fmt.Fprintf(&b, "- とても速くなりました (KEP-753) kubernetes/website#%d ([#%d](https://github.com/kubernetes/kubernetes/pull/%d), [@liggitt](https://github.com/liggitt))\n", 17+i%6, 210000+release*100+i, 210000+release*100+i)
		}
		site[fmt.Sprintf("content/1.%d/docs.ja.md", release)] = &fstest.MapFile{Data: []byte(b.String())}
	}
	return site
}

// TestReachOfLog: of a year of the log that is cut a word reaches the part in which it stands, with
// the month and the year above it; and an entry that leaves the page of a repository no room the
// pages that its threads then have.
func TestReachOfLog(t *testing.T) {
	w := newWriter(t, loggedSite(t))
	const log, docs = "content/log/log.ja.md", "content/1.22/docs.ja.md"
	cited := []string{"repos/kubernetes/website"}
	for i := range 6 {
		cited = append(cited, fmt.Sprintf("repos/kubernetes/website/t-%d", 17+i))
	}
	for name, c := range map[string]struct {
		note, old, text string
		made            []string
	}{
		"a word": {log, "9 月 2 日の挙動がとても", "9 月 2 日の挙動がとっても", []string{
			"keps/753", "keps/753/log-2026", "keps/753/log-2026/09", "keps/753/log-2026/09/d-01-08",
			"people/thockin", "people/thockin/log-2026", "people/thockin/log-2026/09", "people/thockin/log-2026/09/d-01-08",
		}},
		"a citation": {docs, "## Feature\n", "## Feature\n\n- 新しい kubernetes/website#17 (#219999, @liggitt)", cited},
	} {
		t.Run(name, func(t *testing.T) {
			site := maps.Clone(w.site)
			text := strings.Replace(string(site[c.note].Data), c.old, c.text, 1)
			if text == string(site[c.note].Data) {
				t.Fatalf("%q does not stand in %s", c.old, c.note)
			}
			site[c.note] = &fstest.MapFile{Data: []byte(text)}
			made := slices.DeleteFunc(w.made(site), func(path string) bool {
				return !slices.ContainsFunc(c.made, func(p string) bool { return path == p || strings.HasPrefix(path, p+"/") })
			})
			if !slices.Equal(made, c.made) {
				t.Errorf("made are %q, want %q", made, c.made)
			}
			if n, ok := w.compare(site); !ok {
				t.Errorf("%d files are surely the same", n)
			}
		})
	}
}
