package corpus

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func gathered(t *testing.T) *Material {
	t.Helper()
	m, err := Gather(os.DirFS("../../content"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestGatherOwn checks minimum numbers for this repository's content, and that sentences contain no
// markup.
func TestGatherOwn(t *testing.T) {
	m := gathered(t)
	for lang, floor := range map[string]int{"ja": 400, "zh": 700, "ru": 300, "en": 1500} {
		if n := len(m.Sentences[lang]); n < floor {
			t.Errorf("%d sentences in %s, want %d or more", n, lang, floor)
		}
		for _, s := range m.Sentences[lang] {
			if strings.ContainsAny(s, "\n<>[]|") || strings.Contains(s, "(#") || strings.Contains(s, ":pencil:") {
				t.Errorf("%s: more than a sentence: %q", lang, s)
			}
		}
	}
	if len(m.Names) < 1000 || len(m.KEPs) < 600 || len(m.Gates) < 400 {
		t.Errorf("%d names, %d KEPs, %d gates", len(m.Names), len(m.KEPs), len(m.Gates))
	}
	for _, name := range []string{"--node-ip", "resource.k8s.io/v1alpha2", "maxParallelImagePulls"} {
		if !slices.Contains(m.Names, name) {
			t.Errorf("%s is in the notes and not among the names", name)
		}
	}
}

// TestGather reads two directories: only prose counts, each sentence belongs to its detected
// language, and duplicates are dropped.
func TestGather(t *testing.T) {
	const note = "---\ntitle: Nothing of the front matter stays.\n---\n\n# No heading stays here\n\n" +
		"<!-- No comment stays in it. -->\n\n```sh\nNo code stays in it.\n```\n\n" +
		"- The flag `--one` is read twice. The other sentence. (#115331, @mimowo) [SIG Node]\n" +
		"  - :pencil: これは補足の文であって、事実ではありません。\n| no | table stays |\n- short\n"
	a := fstest.MapFS{"1.27/sig-node.en.md": {Data: []byte(note)}}
	m, err := Gather(a, a, fstest.MapFS{})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"The flag `--one` is read twice", "The other sentence"}; !slices.Equal(m.Sentences["en"], want) {
		t.Errorf("en: %q, want %q", m.Sentences["en"], want)
	}
	if want := []string{"これは補足の文であって、事実ではありません"}; !slices.Equal(m.Sentences["ja"], want) {
		t.Errorf("ja: %q, want %q", m.Sentences["ja"], want)
	}
	if want := []string{"--one"}; !slices.Equal(m.Names, want) {
		t.Errorf("names %q, want %q", m.Names, want)
	}
}

// TestWoven checks that notes from Material are reproducible, have official notes, and a larger
// vocabulary than clauses.
func TestWoven(t *testing.T) {
	o := Options{Notes: 60, Entries: 25, Translated: 5, Seed: 7, From: gathered(t)}
	a, b := Make(o, Kawaraban), Make(o, Kawaraban)
	attribution := regexp.MustCompile(`\(#(\d+), @`)
	official, cited := []byte{}, map[string]bool{}
	for i := range a {
		if a[i].Path != b[i].Path || !bytes.Equal(a[i].Data, b[i].Data) {
			t.Fatalf("%s differs between two runs", a[i].Path)
		}
		if strings.HasSuffix(a[i].Path, ".json") {
			official = append(official, a[i].Data...)
		}
		for _, m := range attribution.FindAllSubmatch(a[i].Data, -1) {
			cited[string(m[1])] = true
		}
	}
	for pr := range cited {
		if !bytes.Contains(official, []byte(`{"pr":`+pr+`,"text":"`)) {
			t.Errorf("#%s has no official note", pr)
		}
	}
	if len(cited) < 500 {
		t.Errorf("%d pull requests are cited by 1,500 entries of three releases, want 500 or more", len(cited))
	}
	o.From = nil
	if woven, plain := vocabulary(a), vocabulary(Make(o, Kawaraban)); woven < 8*plain {
		t.Errorf("%d different words in woven notes, %d in plain ones", woven, plain)
	}
}

func vocabulary(files []File) int {
	words := map[string]bool{}
	for _, f := range files {
		if strings.HasSuffix(f.Path, ".md") {
			for _, w := range regexp.MustCompile(`\p{L}+`).FindAll(f.Data, -1) {
				words[string(w)] = true
			}
		}
	}
	return len(words)
}

func TestWovenFromNothing(t *testing.T) {
	for _, m := range []*Material{{}, {Sentences: map[string][]string{"ja": {"`a-b` と `--c` がある"}}, Names: []string{"x.y"}}} {
		for _, f := range Make(Options{Notes: 3, Entries: 5, Translated: 2, From: m}, Kawaraban) {
			if len(f.Data) == 0 {
				t.Errorf("%s is empty", f.Path)
			}
		}
	}
}
