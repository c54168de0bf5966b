package importer

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// corpus returns a checkout of a Kubernetes repository from the shared corpus.
func corpus(t *testing.T, repository string) fs.FS {
	t.Helper()
	dir := testcorpus.Path("kubernetes", repository)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no corpus of Kubernetes' repositories at %s", dir)
	}
	return os.DirFS(dir)
}

// imports lists the imports that make content/_data.
var imports = []struct{ name, repository, release string }{
	{"keps", "enhancements", ""}, {"sigs", "community", ""}, {"gates", "website", ""},
	{"release", "sig-release", "1.25"}, {"release", "sig-release", "1.26"}, {"release", "sig-release", "1.27"},
	{"release", "sig-release", "1.28"}, {"release", "sig-release", "1.29"},
}

// runImport runs an importer of the list by its name.
func runImport(t *testing.T, name, repository, release string) Result {
	t.Helper()
	for _, i := range Importers {
		if i.Name == name {
			in := In{FS: corpus(t, repository), Release: note.Release(release)}
			if i.Pulls {
				const name = "enhancements_pr_to_kep.json"
				b, err := fs.ReadFile(corpus(t, ""), name)
				if err != nil {
					t.Fatal(err)
				}
				in.Pulls = &Table{name, b}
			}
			r, err := i.Run(in)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
	}
	t.Fatalf("no importer %s", name)
	return Result{}
}

// content returns the bytes of the files of an import, by path.
func content(t *testing.T, r Result) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, f := range r.Files {
		b, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		out[f.Path] = string(b)
	}
	return out
}

// world imports everything and loads it.
func world(t *testing.T) *upstream.Data {
	t.Helper()
	files := fstest.MapFS{}
	for _, i := range imports {
		for name, text := range content(t, runImport(t, i.name, i.repository, i.release)) {
			files[name] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	d, ds, err := upstream.Load(files)
	if err != nil || len(ds) > 0 {
		t.Fatal(err, ds)
	}
	return d
}

var update = flag.Bool("update", false, "import the corpus into content/_data, and write what the cases expect")

// TestAgain checks that importing the sources of content/_data again changes nothing.
func TestAgain(t *testing.T) {
	for _, i := range imports {
		for name, text := range content(t, runImport(t, i.name, i.repository, i.release)) {
			file := path.Join("../../content/_data", name)
			if *update {
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			kept, err := os.ReadFile(file)
			if err != nil {
				t.Error(err)
			} else if diff := cmp.Diff(string(kept), text); diff != "" {
				t.Errorf("%s is not what its sources say (-kept +imported):\n%s", name, diff)
			}
		}
	}
}

// keps reads the KEPs as written, because [upstream.Load] replaces placeholders of the template.
func keps(t *testing.T, text string) (out []*upstream.KEP) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestRoundTrip checks that data that are loaded and written again are equal.
func TestRoundTrip(t *testing.T) {
	d := world(t)
	for _, i := range imports {
		for name, text := range content(t, runImport(t, i.name, i.repository, i.release)) {
			values := map[string]any{
				upstream.GateFile: d.GateList, upstream.SIGFile: d.SIGList, upstream.PullFile: d.Pulls,
			}
			v := values[name]
			if name == upstream.KEPFile {
				v = keps(t, text)
			}
			if v == nil {
				v = d.Releases[note.Release(i.release)]
			}
			f, err := encode(name, v)
			if err != nil {
				t.Fatal(err)
			}
			if b, _ := f.Bytes(); string(b) != text {
				t.Errorf("%s: %s", name, cmp.Diff(text, string(b)))
			}
		}
	}
}

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		name, repository, release string
		want                      map[string]int
	}{
		{"keps", "enhancements", "", map[string]int{"files": 656, "KEPs": 656, "pull requests": 2452}},
		{"sigs", "community", "", map[string]int{"SIGs": 24, "working groups": 8, "user groups": 0, "committees": 3}},
		{"gates", "website", "", map[string]int{"gates": 440, "descriptions in en": 440, "descriptions in zh": 420, "descriptions in ja": 1}},
		// 221 pull requests of kubernetes/kubernetes, one of them not in the JSON, and one enhancement.
		{"release", "sig-release", "1.25", map[string]int{"notes": 239, "published": 221, "numbers": 222, "entries": 221}},
		{"release", "sig-release", "1.26", map[string]int{"notes": 229, "published": 218, "numbers": 218, "entries": 218}},
		{"release", "sig-release", "1.27", map[string]int{"notes": 400, "published": 325, "numbers": 325, "entries": 325, "SIGs": 19}},
		{"release", "sig-release", "1.28", map[string]int{"notes": 316, "published": 290, "numbers": 290, "entries": 290}},
		{"release", "sig-release", "1.29", map[string]int{"notes": 315, "published": 273, "numbers": 273, "entries": 279}},
	} {
		r := runImport(t, c.name, c.repository, c.release)
		for what, n := range c.want {
			if got := r.Count(what); got != n {
				t.Errorf("%s %s: %d %s, want %d", c.name, c.release, got, what, n)
			}
		}
	}
}

// drafts lists the release notes of the corpus.
func drafts(t *testing.T) (found []In) {
	t.Helper()
	for _, folder := range []string{"kubernetes", "current"} {
		checkout := os.DirFS(testcorpus.Path(folder, "sig-release"))
		entries, _ := fs.ReadDir(checkout, "releases")
		for _, e := range entries {
			found = append(found, In{FS: checkout, Release: note.Release(strings.TrimPrefix(e.Name(), "release-"))})
		}
	}
	if len(found) == 0 {
		t.Skip("no corpus of release notes")
	}
	return found
}

// TestLosesNothing compares each release of the corpus with a plain reading of its two files. Each
// link to a pull request followed by a link to a person must be an entry. All words must be in a
// note or counted as omitted. Urgent entries must be those of the section or of the JSON.
func TestLosesNothing(t *testing.T) {
	attributions := regexp.MustCompile(`\[#?(\d+)\],?\(https://github\.com/[\w-]+/[\w-]+/pull/\d+\)\)*(?:, \[#\d+\]\([^)]*\))*,? \[ ?@?[\w-]+(?:\[bot\])?\]\(https://github`)
	for _, in := range drafts(t) {
		base := draftPaths(in.Release)[0]
		src, err := fs.ReadFile(in.FS, base+".md")
		if err != nil {
			t.Fatal(err)
		}
		r, err := Release(in)
		if err != nil {
			t.Fatal(err)
		}
		out := &upstream.Release{}
		if err := json.Unmarshal([]byte(content(t, r)[fmt.Sprintf("releases/%s.json", in.Release)]), out); err != nil {
			t.Fatal(err)
		}
		d, _ := parseDraft(src, base+".md")
		want, got := numbersOf(attributions, src), []string{}
		for _, e := range d.entries {
			got = append(got, fmt.Sprint(e.prs[0]))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-in the file +read):\n%s", in.Release, diff)
		}
		urgent, issues := actionRequired(t, in.FS, base+".json", want), ""
		for part := range strings.SplitSeq(string(src), "\n## ") {
			heading, text, _ := strings.Cut(strings.TrimPrefix(part, "## "), "\n")
			switch {
			case strings.HasPrefix(heading, "Urgent"):
				urgent = append(urgent, numbersOf(attributions, []byte(text))...)
			case strings.HasPrefix(heading, "Known Issues"):
				issues = strings.TrimSpace(text)
			}
		}
		slices.Sort(urgent)
		urgent = slices.Compact(urgent)
		var read []string
		for n := range out.Published {
			if n.Urgent {
				read = append(read, fmt.Sprint(n.PR))
			}
		}
		slices.Sort(read)
		if diff := cmp.Diff(urgent, read); diff != "" {
			t.Errorf("%s: urgent (-in the files +read):\n%s", in.Release, diff)
		}
		if out.KnownIssues != issues {
			t.Errorf("%s: known issues %q, want %q", in.Release, out.KnownIssues, issues)
		}
		if lost := lostWords(string(src), textsOf(out)); len(lost) > r.Count("items left out") {
			t.Errorf("%s: these lines are in no entry, %d are counted:\n%s", in.Release, r.Count("items left out"), strings.Join(lost, "\n"))
		}
		t.Logf("%s: %d entries, %d published, %d urgent, %d left out", in.Release, len(got), r.Count("published"), len(read), r.Count("items left out"))
	}
}

func numbersOf(form *regexp.Regexp, src []byte) (out []string) {
	for _, m := range form.FindAllSubmatch(src, -1) {
		out = append(out, string(m[1]))
	}
	return out
}

// actionRequired returns the pull requests that the JSON marks as urgent.
func actionRequired(t *testing.T, fsys fs.FS, name string, published []string) (out []string) {
	t.Helper()
	src, err := fs.ReadFile(fsys, name)
	if err != nil {
		t.Fatal(err)
	}
	var notes map[string]struct {
		Required bool `json:"action_required"`
	}
	if err := json.Unmarshal(src, &notes); err != nil {
		t.Fatal(err)
	}
	for number, n := range notes {
		if n.Required && slices.Contains(published, number) {
			out = append(out, number)
		}
	}
	return out
}

// textsOf returns all texts of a release.
func textsOf(r *upstream.Release) string {
	var b strings.Builder
	b.WriteString(r.WhatsNew + r.KnownIssues)
	for _, n := range r.Notes {
		b.WriteString(strings.Join(n.Wordings(), ""))
	}
	for _, n := range r.Unnumbered {
		b.WriteString(n.Text)
	}
	return b.String()
}

// lostWords lists the lines of a draft that the texts lack, except headings, comments and
// attributions.
func lostWords(src, texts string) (lost []string) {
	squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
	texts = squeeze(texts)
	links := regexp.MustCompile(` *\(*\[#?\d+\],?\([^)]*\)\)*(?:, \[#\d+\]\([^)]*\))*[, ]+\[ ?@?[^\]]*\]\([^)]*\)\)*( *\[SIG [^\]]*\]\.?)?`)
	src = regexp.MustCompile(`(?s)<!--.*?-->`).ReplaceAllString(src, "")
	for line := range strings.Lines(src) {
		line = strings.TrimSpace(strings.TrimSpace(links.ReplaceAllString(line, "")))
		bullet := strings.TrimPrefix(strings.TrimPrefix(line, "- "), "#### ")
		if line != "-" && !strings.HasPrefix(line, "#") && !strings.Contains(texts, squeeze(bullet)) {
			lost = append(lost, line)
		}
	}
	// A bullet that is only a heading has no entry: it is reported instead.
	return slicesDelete(lost, "- #### Additional documentation")
}

func slicesDelete(lines []string, prefix string) (out []string) {
	for _, l := range lines {
		if !strings.HasPrefix(l, prefix) {
			out = append(out, l)
		}
	}
	return out
}

// TestReleases checks facts about releases that were read by hand.
func TestReleases(t *testing.T) {
	d := world(t)
	urgent, memberships, several := 0, 0, 0
	direct, linked, all := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, id := range []note.Release{"1.27", "1.28", "1.29"} {
		for n := range d.Releases[id].Published {
			if n.Urgent {
				urgent++
			}
			if id != "1.27" {
				continue
			}
			memberships += len(n.SIGs)
			if len(n.SIGs) > 1 {
				several++
			}
			for _, k := range n.KEPs {
				if d.KEP(k) != nil {
					direct[k], linked[k] = true, true
				}
			}
			for _, k := range d.KEPsOfNote(n) {
				all[k] = true
			}
			for _, pull := range n.KEPPulls {
				if keps := d.KEPsOfThread(pull); len(keps) == 1 {
					linked[keps[0]] = true
				}
			}
		}
	}
	// Documents of type KEP lead to 39 and 44. #114997 names KEP-3466 by its short address, which
	// the file marks as external.
	got := map[string]int{"urgent, 1.27 to 1.29": urgent, "memberships": memberships, "with several SIGs": several, "KEPs linked": len(direct), "and by pull requests": len(linked), "and by gates": len(all)}
	want := map[string]int{"urgent, 1.27 to 1.29": 14, "memberships": 753, "with several SIGs": 200, "KEPs linked": 40, "and by pull requests": 45, "and by gates": 64}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if n := d.OfficialNote(116299); len(n) != 1 || !n[0].Note.Urgent || n[0].Note.Kind != note.APIChange {
		t.Errorf("#116299 is urgent by the JSON alone: %+v", n)
	}
	if n := d.OfficialNote(115331); len(n) != 1 || !strings.HasPrefix(n[0].Note.Text, "Give terminal phase") || !strings.HasSuffix(n[0].Note.Text, "node shutdown.") {
		t.Errorf("#115331 is long, and its bullet one space off: %+v", n)
	}
	if r := d.Releases["1.29"]; !strings.HasPrefix(r.WhatsNew, "Major themes") || !strings.HasPrefix(r.KnownIssues, "### Evented PLEG") || strings.Contains(r.KnownIssues, "## Urgent") {
		t.Errorf("What's New %q, Known Issues %q", r.WhatsNew, r.KnownIssues)
	}
	if r := d.Releases["1.25"]; strings.Count(r.WhatsNew, "### ") != 13 || r.KnownIssues != "" {
		t.Errorf("1.25 has 13 themes: %q", r.WhatsNew)
	}
}

var addresses = regexp.MustCompile(`\]\(([^)\s]*)`)

// TestGateData checks facts about gates that were read by hand.
func TestGateData(t *testing.T) {
	d := world(t)
	named := 0
	for _, g := range d.GateList {
		for _, k := range d.KEPList {
			if hasGate(k, g.Name) {
				named++
				break
			}
		}
	}
	if len(d.GateList)-named != 142 {
		t.Errorf("the files kep.yaml name %d of %d gates: all but 142 they should", named, len(d.GateList))
	}
	g := d.Gates["UserNamespacesSupport"]
	last := g.Stages[len(g.Stages)-1]
	if last.Stage != note.Beta || last.Default == nil || !*last.Default || last.From != "1.33" {
		t.Errorf("UserNamespacesSupport is on by default since 1.33: %+v", last)
	}
	if got := d.KEPsOfGate("UserNamespacesStatelessPodsSupport"); len(got) != 1 || got[0] != "127" {
		t.Errorf("the gate that UserNamespacesSupport superseded belongs to KEP-127, not %v", got)
	}
	log := d.Gates["NodeLogQuery"]
	if len(log.Description) != 2 || log.Description["zh"] == "" || strings.Contains(log.Description["zh"], "Enables") {
		t.Errorf("the Chinese description has no English source in it: %q", log.Description)
	}
	for _, g := range d.GateList {
		for lang, text := range g.Description {
			if strings.Contains(text, "<!--") || strings.Contains(text, "{{") {
				t.Errorf("%s in %s stands not on its own: %q", g.Name, lang, text)
			}
			for _, m := range addresses.FindAllStringSubmatch(text, -1) {
				if !strings.HasPrefix(m[1], "https://") && !strings.HasPrefix(m[1], "http://") {
					t.Errorf("%s in %s: the address %s is not whole", g.Name, lang, m[1])
				}
			}
		}
	}
}

func hasGate(k *upstream.KEP, name string) bool {
	for _, use := range k.Gates {
		if use.Name == name {
			return true
		}
	}
	return false
}

// TestKEPDefects compares the diagnostics for the real files with defects that were found by hand.
func TestKEPDefects(t *testing.T) {
	r := runImport(t, "keps", "enhancements", "")
	var all bytes.Buffer
	for _, d := range r.Diags {
		fmt.Fprintln(&all, d)
		if d.Pos.Line == 0 && d.Severity != diag.Info {
			t.Errorf("no place: %v", d)
		}
	}
	for _, want := range []string{
		`keps/sig-node/2133-kubelet-credential-providers/kep.yaml:2:13: duplicate KEP number 2133: also used by keps/sig-cloud-provider/2133-out-of-tree-credential-provider`,
		`keps/sig-node/2043-pod-resource-concrete-assigments/kep.yaml:2:13: number 1884 differs from 2043-pod-resource-concrete-assigments in the directory name`,
		`keps/sig-node/2625-cpumanager-policies-thread-placement/kep.yaml:8:9: unknown status "imlpemented"`,
		`keps/sig-api-machinery/4355-coordinated-leader-election/kep.yaml:10:16: invalid date in creation-date: "2023-14-05"`,
		`keps/sig-storage/625-csi-migration/kep.yaml:46:11: invalid feature gate name "CSIMigration{vendor}"`,
		`keps/sig-instrumentation/3498-extending-stability/kep.yaml:32:11: invalid feature gate name "n/a"`,
		`keps/sig-storage/3314-csi-changed-block-tracking/kep.yaml:48:11: invalid feature gate name "None"`,
		`invalid release in milestone.stable: "TBD"`, `invalid release in latest-milestone: "0.0"`,
		`invalid release in milestone.stable: ""`, `keps/NNNN-kep-template/kep.yaml:2:13: placeholder NNNN`,
	} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("not reported: %s", want)
		}
	}
	if n := strings.Count(all.String(), "placeholder 0000 instead of a number"); n != 4 {
		t.Errorf("0000 is used four times, %d reported", n)
	}
}

// TestOwnReleases checks that importing the releases of this site again changes nothing.
func TestOwnReleases(t *testing.T) {
	own := 0
	for _, in := range drafts(t) {
		kept, err := os.ReadFile(fmt.Sprintf("../../content/_data/releases/%s.json", in.Release))
		if err != nil {
			continue // not one of this site
		}
		r, err := Release(in)
		if err != nil {
			t.Fatal(err)
		}
		own++
		if text := content(t, r)[fmt.Sprintf("releases/%s.json", in.Release)]; text != string(kept) {
			t.Errorf("%s is not what its sources say", in.Release)
		}
	}
	if own != 13 {
		t.Errorf("%d releases of this site are in the corpus, want 13", own)
	}
}
