package check

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

const ownContent = "../../content"

var realNotes = testcorpus.Path("notes")

func upstreamData(t testing.TB) *upstream.Data {
	t.Helper()
	d, _, err := upstream.Load(os.DirFS("../../content/_data"))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// notesBelow reads every note below a directory, with the paths of content/. It returns none if the
// directory does not exist.
func notesBelow(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	if _, err := os.Stat(dir); err != nil {
		return out
	}
	err := filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		if name := path.Join("content", filepath.ToSlash(rel)); source.IsNote(name) {
			out[name], err = os.ReadFile(p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// linked parses and links notes, and returns the problems of linking.
func linked(files map[string][]byte, d *upstream.Data) (*In, []diag.Diagnostic) {
	in := &In{Names: d.Names()}
	var notes []*note.Note
	for _, name := range sortedKeys(files) {
		n, _ := source.Parse(source.Input{Path: name, Bytes: files[name]}, in.Names, source.Options{})
		if n != nil {
			notes = append(notes, n)
		}
		in.Files = append(in.Files, NewFile(name, files[name], n))
	}
	s, ds := site.Link(notes, d, site.Options{})
	in.Site = s
	return in, ds
}

func sortedKeys[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// spellings returns the problems of the spelling rules, and unknown KEPs.
func spellings(in *In, link []diag.Diagnostic) []diag.Diagnostic {
	ds := slices.DeleteFunc(slices.Clone(link), func(d diag.Diagnostic) bool { return d.Code != "ref/unknown-kep" })
	for _, f := range in.Files {
		ds = append(ds, misspelt(in, f)...)
	}
	return diag.Sort(slices.Concat(ds, misspeltRepository(in), wrongRepository(in), mixedSpellings(in)))
}

// short formats a problem: position, code, hint and fix.
func short(d diag.Diagnostic) string {
	out := fmt.Sprintf("%s [%s] %s", d.Pos, d.Code, d.Hint)
	if !d.Fix.IsZero() {
		out += " | fix: " + d.Fix.New
	}
	return out
}

func shorts(ds []diag.Diagnostic) string {
	var out []string
	for _, d := range ds {
		out = append(out, short(d))
	}
	return strings.Join(out, "\n")
}

// realSlips are the misspellings in the real notes. Their positions come from a different program,
// in code points.
//
// Six were not known before: Depolyment in the overview; Kublet, deletionTimestsamp, Statefulaset
// and prividerID in the log; and k/k#3765. That number is like k/k#4293, from the same weeks as
// pull requests 3723 to 3824 of kubernetes/enhancements.
const realSlips = `
content/1.26/sig-network.zh.md:83:3 [gate/unknown] did you mean MixedProtocolLBService? | fix: MixedProtocolLBService
content/1.27/overview.ru.md:40:24 [word/near] did you mean maxParallelImagePulls?
content/1.27/overview.ru.md:330:88 [word/near] did you mean Deployment?
content/1.27/sig-node.ja.md:27:195 [gate/unknown] did you mean JobPodFailurePolicy? | fix: JobPodFailurePolicy
content/1.27/sig-node.ja.md:27:217 [gate/unknown] did you mean PodDisruptionConditions? | fix: PodDisruptionConditions
content/1.27/sig-node.ja.md:53:3 [gate/unknown] did you mean PodDisruptionBudget?
content/1.27/sig-node.ja.md:53:132 [gate/unknown] did you mean PodDisruptionBudget? | fix: PodDisruptionBudget
content/log/2023-spring.ja.md:9:93 [ref/unknown-kep] did you mean KEP-753? Pull request #3761 changed it
content/log/2023-spring.ja.md:12:3 [ref/unknown-kep] check the number at https://kep.k8s.io/3759
content/log/2023-spring.ja.md:18:86 [ref/misspelt-repository] did you mean kubernetes/enhancements? | fix: kubernetes/enhancements
content/log/2023-spring.ja.md:21:63 [ref/slip] did you mean kubernetes/enhancements#3765 (KEP-2433)?
content/log/2023-spring.ja.md:25:92 [ref/misspelt-repository] did you mean kubernetes/enhancements? | fix: kubernetes/enhancements
content/log/2023-spring.ja.md:32:57 [ref/misspelt-repository] did you mean kubernetes/enhancements? | fix: kubernetes/enhancements
content/log/2023-spring.ja.md:40:76 [ref/misspelt-repository] did you mean aws/containers-roadmap? | fix: aws/containers-roadmap
content/log/2023-spring.ja.md:55:72 [ref/slip] did you mean k/k#115139? | fix: k/k
content/log/2023-spring.ja.md:86:34 [word/near] did you mean kubelet?
content/log/2023-spring.ja.md:100:22 [word/near] did you mean deletionTimestamp?
content/log/2023-spring.ja.md:262:59 [ref/slip] did you mean cilium/cilium#23486?
content/log/2023-spring.ja.md:329:31 [word/near] did you mean StatefulSet?
content/log/2023-spring.ja.md:376:12 [word/near] did you mean providerID?
`

func TestRealSlips(t *testing.T) {
	files := notesBelow(t, realNotes)
	if len(files) == 0 {
		t.Skipf("the real notes are not at %s", realNotes)
	}
	in, link := linked(files, upstreamData(t))
	if diff := cmp.Diff(strings.TrimSpace(realSlips), shorts(spellings(in, link))); diff != "" {
		t.Error(diff)
	}
}

// TestOwnNotes checks that this repository's notes have no misspellings.
func TestOwnNotes(t *testing.T) {
	in, link := linked(notesBelow(t, ownContent), upstreamData(t))
	if found := shorts(spellings(in, link)); found != "" {
		t.Error(found)
	}
}
