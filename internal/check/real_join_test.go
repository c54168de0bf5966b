package check_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/check"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

const ownNotes = "../../content"

var realNotes = testcorpus.Path("notes")

// notesIn reads all notes below a directory, with the paths of content/.
func notesIn(t testing.TB, dir string) files {
	t.Helper()
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the real notes are not at %s", dir)
	}
	out := files{}
	err := filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		path := "content/" + filepath.ToSlash(rel)
		if err != nil || !source.IsNote(path) {
			return err
		}
		b, err := os.ReadFile(p)
		out[path] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestJoinsOnRealNotes lists all problems in the real notes. Each was checked by hand. In the JSON
// of 1.26, the labels of the four pull requests are api-machinery and auth, cli and testing,
// api-machinery, and cluster-lifecycle, so 28 of the 32 entries belong to SIG Network. The gate of
// KEP-3386 is alpha from 1.26 on, that of KEP-2238 beta until 1.27. Both SIG notes of 1.27 agree
// with the release note of #115967 on KEP-3386.
func TestJoinsOnRealNotes(t *testing.T) {
	want := []string{
		"content/1.26/sig-network.zh.md:95:246: #112309 does not belong to sig/network upstream [pr/not-under-sig]",
		"content/1.26/sig-network.zh.md:101:195: #112580 does not belong to sig/network upstream [pr/not-under-sig]",
		"content/1.26/sig-network.zh.md:114:163: #112299 does not belong to sig/network upstream [pr/not-under-sig]",
		"content/1.26/sig-network.zh.md:140:70: #112751 does not belong to sig/network upstream [pr/not-under-sig]",
		"content/1.27/overview.ru.md:128:1: KEP-3386 was not beta in 1.27 [stage/contradicted]",
		"content/1.27/overview.ru.md:166:1: KEP-2238 was not stable in 1.27 [stage/contradicted]",
	}
	found := entryRules(t, linked(t, notesIn(t, realNotes)))
	if diff := cmp.Diff(strings.Join(want, "\n"), lines(found)); diff != "" {
		t.Errorf("(- want, + got) %s", diff)
	}
	hints := []string{found[4].Hint, found[5].Hint}
	if diff := cmp.Diff([]string{"upstream lists it as alpha in that release", "upstream lists it as beta in that release"}, hints); diff != "" {
		t.Error(diff)
	}
}

// TestJoinsOnOwnNotes checks that this repository's notes agree with upstream.
func TestJoinsOnOwnNotes(t *testing.T) {
	if found := entryRules(t, linked(t, notesIn(t, ownNotes))); len(found) > 0 {
		t.Error(lines(found))
	}
}

// TestGateDisagreements checks that 26 of the KEPs with one known gate are reported once, at the data
// file, with severity info.
func TestGateDisagreements(t *testing.T) {
	in := linked(t, nil)
	ds, err := check.Run(in, inOrder)
	if err != nil {
		t.Fatal(err)
	}
	kep := map[string]bool{}
	var first string
	for _, d := range ds {
		if d.Code != "kep/gate-disagrees" || d.Severity != diag.Info || d.Pos != (diag.Position{File: "content/_data/keps.json"}) {
			t.Errorf("%s: %v", d.Severity, d)
		}
		_, said, _ := strings.Cut(d.Text, " have different releases for ")
		number, _, _ := strings.Cut(said, ":")
		if kep[number] = true; number == "KEP-127" {
			first = d.Text
		}
	}
	if len(ds) != 26 || len(kep) != 26 {
		t.Errorf("%d diagnostics on %d KEPs, want 26", len(ds), len(kep))
	}
	if want := "kep.yaml and feature gate UserNamespacesSupport have different releases for KEP-127: alpha 1.25/1.28, beta 1.35/1.30"; first != want {
		t.Errorf("got %q, want %q", first, want)
	}
}

// attribution matches the line of an entry with a complete attribution.
var attribution = regexp.MustCompile(`^(- .*)\(#(\d+), @([\w-]+)\)(.*)$`)

// wrongLine is a line of a note with an intended error.
type wrongLine struct {
	lines []string // the replacement lines; the last one has the error
	sign  string   // text at the start of the error: its last occurrence in the line
	hint  string   // hint with the right value
}

// entryLine has the parts of the line of an attributed entry.
type entryLine struct {
	before, pr, who  string
	after            string
	number, sequence int
}

func (e entryLine) with(pr, who, after string) []string {
	return []string{fmt.Sprintf("%s(#%s, @%s)%s", e.before, pr, who, after)}
}

// slips are the kinds of errors in an entry, each with the code of its problem. They return false
// if the error is impossible for an entry.
var slips = []struct {
	name string
	code diag.Code
	make func(d *upstream.Data, e entryLine) (wrongLine, bool)
}{
	{"of another release", "pr/not-in-release", func(d *upstream.Data, e entryLine) (wrongLine, bool) {
		other := d.Releases["1.28"].Notes
		n := other[e.sequence%len(other)]
		if !n.Published || n.Repo != "" || len(d.OfficialNote(n.PR)) > 1 {
			return wrongLine{}, false
		}
		return wrongLine{e.with(strconv.Itoa(n.PR), string(n.Author), ""), "#" + strconv.Itoa(n.PR), "upstream lists it in the release notes of 1.28"}, true
	}},
	{"two digits swapped", "pr/unknown", func(d *upstream.Data, e entryLine) (wrongLine, bool) {
		b := []byte(e.pr)
		b[2], b[3] = b[3], b[2]
		number, _ := strconv.Atoi(string(b))
		if number == e.number || len(d.OfficialNote(number)) > 0 {
			return wrongLine{}, false
		}
		return wrongLine{e.with(string(b), e.who, e.after), "#" + string(b), "did you mean #" + e.pr + "?"}, true
	}},
	{"somebody else's", "pr/author", func(_ *upstream.Data, e entryLine) (wrongLine, bool) {
		return wrongLine{e.with(e.pr, "somebody-else", e.after), "@somebody", "upstream names @" + e.who}, true
	}},
	{"a group too many", "pr/labels", func(_ *upstream.Data, e entryLine) (wrongLine, bool) {
		if !strings.HasSuffix(e.after, "]") || strings.Contains(e.after, "contributor") {
			return wrongLine{}, false
		}
		after := strings.TrimSuffix(e.after, "]") + ",sig/contributor-experience]"
		return wrongLine{e.with(e.pr, e.who, after), "sig/contributor", "write ["}, strings.Contains(after, "sig/node,") || strings.Contains(after, "[sig/")
	}},
	{"said twice", "entry/duplicate", func(_ *upstream.Data, e entryLine) (wrongLine, bool) {
		line := e.with(e.pr, e.who, e.after)[0]
		return wrongLine{[]string{line, line}, "#" + e.pr, "merge it with the entry on line "}, true
	}},
}

// addErrors adds one kind of error to every attributed entry of a text. It returns the new text,
// and the errors by line.
func addErrors(d *upstream.Data, text string, slip func(*upstream.Data, entryLine) (wrongLine, bool)) (string, map[int]wrongLine) {
	var out []string
	made := map[int]wrongLine{}
	for i, line := range strings.Split(text, "\n") {
		m := attribution.FindStringSubmatch(line)
		if m == nil {
			out = append(out, line)
			continue
		}
		number, _ := strconv.Atoi(m[2])
		s, ok := slip(d, entryLine{before: m[1], pr: m[2], who: m[3], after: m[4], number: number, sequence: i})
		if !ok {
			out = append(out, line)
			continue
		}
		out = append(out, s.lines...)
		made[len(out)] = s
	}
	return strings.Join(out, "\n"), made
}

// beside lists further codes that an error may cause: the wrong pull request has other groups,
// kinds and stages.
var beside = []diag.Code{"pr/not-under-sig", "kind/contradicted", "stage/contradicted"}

// TestSeededSlips adds each kind of error to every attributed entry of this repository's notes, and
// of the real ones if they exist. It counts the errors that are found, with the right line, column
// and hint. If one author has two pull requests one digit away from a number, the hint suggests
// none.
func TestSeededSlips(t *testing.T) {
	d := importedData(t)
	sets := []files{notesIn(t, ownNotes)}
	if _, err := os.Stat(realNotes); err == nil {
		sets = append(sets, notesIn(t, realNotes))
	}
	t.Logf("%-20s %-18s %6s %6s %6s %6s %6s", "slip", "code", "made", "found", "place", "hint", "wrong")
	for _, slip := range slips {
		var sum tally
		for _, set := range sets {
			wrong, made := files{}, map[string]map[int]wrongLine{}
			for path, text := range set {
				if strings.HasPrefix(path, "content/guide/") {
					wrong[path] = text // its entries are examples in code
					continue
				}
				wrong[path], made[path] = addErrors(d, text, slip.make)
			}
			sum.add(slip.code, made, entryRules(t, linked(t, wrong)))
		}
		t.Logf("%-20s %-18s %6d %6d %6d %6d %6d", slip.name, slip.code, sum.made, sum.found, sum.placed, sum.hinted, sum.wrong)
		if sum.made < 50 || sum.found < sum.made || sum.placed < sum.made || 100*sum.hinted < 98*sum.made || sum.wrong > 0 {
			t.Errorf("%s: not all errors are found correctly", slip.name)
		}
	}
}

// tally counts errors and what was found.
type tally struct{ made, found, placed, hinted, wrong int }

func (sum *tally) add(code diag.Code, made map[string]map[int]wrongLine, found []diag.Diagnostic) {
	for _, slips := range made {
		sum.made += len(slips)
	}
	for _, x := range found {
		s, ok := made[x.Pos.File][x.Pos.Line]
		if x.Code != code || !ok {
			if !slices.Contains(beside, x.Code) {
				sum.wrong++
			}
			continue
		}
		sum.found++
		line := s.lines[len(s.lines)-1]
		if at := strings.LastIndex(line, s.sign); x.Pos.Col == utf8.RuneCountInString(line[:at])+1 {
			sum.placed++
		}
		if strings.Contains(x.Hint, s.hint) {
			sum.hinted++
		}
	}
}
