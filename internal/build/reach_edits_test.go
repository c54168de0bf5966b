package build_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// partedSite are notes of which many tell of one person, one KEP and one gate, so that what is
// said of these stands in parts: of some releases alone, of others together, which have just room
// on one page. Two of the notes have a translation.
func partedSite(t *testing.T) fstest.MapFS {
	site := fstest.MapFS{"site.yaml": {Data: []byte("languages: [en, ja]\n")}}
	number := 200000
	for minor := 10; minor < 30; minor++ {
		for _, group := range []string{"node", "network"} {
			n := 2
			if minor >= 20 {
				n = 8
			}
			var b strings.Builder
			fmt.Fprintf(&b, "---\ntitle: 1.%d %s\nkind: changes\nrelease: \"1.%d\"\nsigs: [%s]\n---\n\n前置きです。KEP-3673 を見てください。\n\n## Feature\n\n", minor, group, minor, group)
			for i := range n {
				number++
				fmt.Fprintf(&b, "- `SidecarContainers` の挙動がとても速くなりました (KEP-753) ([#%d](https://github.com/kubernetes/kubernetes/pull/%d), [@thockin](https://github.com/thockin)) [SIG Node]\n", number-number%3, number-number%3)
				if i%3 == 0 {
					b.WriteString("    - 補足です。@liggitt も言っています。\n")
				}
			}
			path := fmt.Sprintf("content/1.%d/%s", minor, group)
			site[path+".ja.md"] = &fstest.MapFile{Data: []byte(b.String())}
			if minor%10 == 5 && group == "node" {
				site[path+".en.md"] = &fstest.MapFile{Data: []byte(strings.NewReplacer("の挙動がとても速くなりました", "is the faster one of the two", "前置きです。", "A word before. ", " を見てください。", " says the rest.", "補足です。", "One more: ", "も言っています。", "says the same.").Replace(b.String()))}
			}
		}
	}
	for path, f := range someOf(ownSite(t).FS(), "content/_data") {
		if !strings.HasPrefix(path, "content/_data/releases/") || strings.Contains(path, "1.27") {
			site[path] = f
		}
	}
	return site
}

// entryLines are the lines of a note at which an entry begins, or a heading that is one.
func entryLines(lines []string) []int {
	var at []int
	for i, l := range lines {
		if strings.HasPrefix(l, "- ") && strings.Contains(l, "#") && !strings.Contains(l, ": ") || strings.HasPrefix(l, "### ") {
			at = append(at, i)
		}
	}
	return at
}

// move puts an entry of a note into another, behind one of its own.
func (w *writer) move(site fstest.MapFS, from, to string) {
	lines, others := strings.SplitAfter(string(site[from].Data), "\n"), strings.SplitAfter(string(site[to].Data), "\n")
	entries, places := entryLines(lines), entryLines(others)
	if from == to || len(entries) == 0 || len(places) == 0 {
		return
	}
	at, behind := entries[w.IntN(len(entries))], places[w.IntN(len(places))]
	others[behind] += lines[at]
	lines[at] = ""
	site[from], site[to] = &fstest.MapFile{Data: []byte(strings.Join(lines, ""))}, &fstest.MapFile{Data: []byte(strings.Join(others, ""))}
}

// named are what entries may name besides, each in a few ways, so that it comes to be named
// twice.
var named = []string{
	" kubernetes/website#17", " kubernetes/website#18", " kubernetes/website", " kubernetes/enhancements#99", " #900002", " #900003",
	" `SidecarContainers`", " `InPlacePodVerticalScaling`", " KEP-753", " KEP-1287", " @somebody-else", " sig-docs",
}

// rewrite adds, leaves out, moves or changes an entry of a note.
func (w *writer) rewrite(data []byte) []byte {
	lines := strings.SplitAfter(string(data), "\n")
	entries := entryLines(lines)
	if len(entries) == 0 {
		return w.reword(data, false)
	}
	at, other := entries[w.IntN(len(entries))], entries[w.IntN(len(entries))]
	number := func(s string) string {
		return numbers.ReplaceAllString(s, w.pulls[w.IntN(len(w.pulls))])
	}
	switch w.IntN(13) {
	case 0:
		lines[at] += numbers.ReplaceAllString(lines[at], "#900001")
	case 1:
		lines[at] += number(lines[at])
	case 2:
		lines[at] = number(lines[at])
	case 3:
		lines[at] = ""
	case 4:
		lines[at], lines[other] = lines[other], lines[at]
	case 5:
		lines[at] = strings.TrimSuffix(lines[at], "\n") + " KEP-" + w.keps[w.IntN(len(w.keps))] + "\n"
	case 6:
		lines[at] = handles.ReplaceAllString(lines[at], "@somebody-new")
	case 7:
		lines[at] = handles.ReplaceAllString(lines[at], "@thockin")
	case 8, 9:
		lines[at] = strings.TrimSuffix(lines[at], "\n") + named[w.IntN(len(named))] + "\n"
	case 10:
		lines[at] += "\n段落です。 The paragraph names" + named[w.IntN(len(named))] + ".\n\n"
	case 11:
		for i := range 30 {
			lines[at] += numbers.ReplaceAllString(lines[at][:strings.Index(lines[at], "\n")+1], fmt.Sprintf("#9100%02d", i))
		}
	case 12:
		for _, i := range entries {
			if i%2 == 0 {
				lines[i] = ""
			}
		}
	}
	return []byte(strings.Join(lines, ""))
}

// What entries name.
var (
	numbers = regexp.MustCompile(`#\d{5,6}`)
	handles = regexp.MustCompile(`@[a-z0-9-]+`)
	folders = regexp.MustCompile(`KEP-(\d+)|kep-(\d+)`)
)
