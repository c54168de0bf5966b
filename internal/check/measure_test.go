package check

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// mutations are the kinds of typing errors.
var mutations = []func(r *rand.Rand, w string) string{
	func(r *rand.Rand, w string) string { // an additional letter
		i := r.IntN(len(w) + 1)
		return w[:i] + string(rune('a'+r.IntN(26))) + w[i:]
	},
	func(r *rand.Rand, w string) string { // a missing letter
		i := r.IntN(len(w))
		return w[:i] + w[i+1:]
	},
	func(r *rand.Rand, w string) string { // a replaced letter
		i := r.IntN(len(w))
		return w[:i] + string(rune('a'+r.IntN(26))) + w[i+1:]
	},
	func(r *rand.Rand, w string) string { // two swapped letters
		i := r.IntN(len(w) - 1)
		return w[:i] + w[i+1:i+2] + w[i:i+1] + w[i+2:]
	},
	func(r *rand.Rand, w string) string { // a doubled letter
		i := r.IntN(len(w))
		return w[:i+1] + w[i:]
	},
}

// mutate returns a misspelling of a name that is not a known name. Its separators stay.
func mutate(r *rand.Rand, name string, known func(string) bool) string {
	for {
		w := mutations[r.IntN(len(mutations))](r, name)
		if w != name && strings.Trim(w, "-/.") == w && signsOf(w) == signsOf(name) && !known(w) {
			return w
		}
	}
}

// signsOf returns the separators of a name.
func signsOf(w string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 && (letter(byte(r)) || digit(byte(r))) {
			return -1
		}
		return r
	}, w)
}

var special = regexp.MustCompile("[<>`_*\\[\\]|#:\\\\&~!]")

// realSentences returns pieces of text from real notes: our own and those of the corpus, if it
// exists. Each can be on a line of its own and has no problems.
func realSentences(t testing.TB) []string {
	t.Helper()
	var out []string
	for _, dir := range []string{ownContent, realNotes} {
		files := notesBelow(t, dir)
		for _, name := range sortedKeys(files) {
			for _, s := range source.Segments(files[name]) {
				text := strings.TrimSpace(string(files[name][s.Start:s.End]))
				if s.Kind == source.Words && utf8.RuneCountInString(text) > 20 && !special.MatchString(text) {
					out = append(out, text)
				}
			}
		}
	}
	const name = "content/1.27/sentences.ja.md"
	in, link := linked(map[string][]byte{name: []byte(strings.Join(out, "\n\n"))}, upstreamData(t))
	for _, d := range spellings(in, link) {
		out[(d.Pos.Line-1)/2] = ""
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

// put inserts a word into a sentence: between two letters that are not Latin, as in Japanese text,
// or next to a space. With code set, one in four is a code span. It returns the line, and the
// column of the word.
func put(r *rand.Rand, sentence, w string, code bool) (line string, col int) {
	fits := func(i int) bool {
		before, _ := utf8.DecodeLastRuneInString(sentence[:i])
		after, _ := utf8.DecodeRuneInString(sentence[i:])
		return (before == ' ' || before >= 0x3040) && (after == ' ' || after >= 0x3040)
	}
	var places []int
	for i := range sentence {
		if i > 0 && fits(i) {
			places = append(places, i)
		}
	}
	if len(places) == 0 {
		return "- " + sentence + " " + w, utf8.RuneCountInString(sentence) + 4
	}
	at := places[r.IntN(len(places))]
	if code && r.IntN(4) == 0 {
		w = "`" + w + "`"
	}
	col = utf8.RuneCountInString(sentence[:at]) + 3
	if w[0] == '`' {
		col++
	}
	return "- " + sentence[:at] + w + sentence[at:], col
}

// score is the result for a class of names.
type score struct {
	class           string
	made, right     int // misspellings, and those found at their position with the right suggestion
	exact, reported int // correct names, and all reported problems
	wrong           []string
}

func (s score) recall() float64 { return float64(s.right) / float64(s.made) }

func (s score) precision() float64 { return float64(s.right) / float64(max(1, s.reported)) }

// trial is a name and its written form, which is equal if there is no misspelling.
type trial struct{ name, written string }

// measure puts every trial into a real sentence and checks all of them as one site, together with
// the real notes.
func measure(t *testing.T, class string, trials []trial, form func(string) string, hint func(name string) string) score {
	t.Helper()
	sentences := realSentences(t)
	r := rand.New(rand.NewPCG(uint64(len(class)), 27))
	s := score{class: class}
	files := notesBelow(t, realNotes)
	lines, cols := []string{"---", "title: Trials", "---", ""}, []int{0, 0, 0, 0}
	for _, x := range trials {
		line, col := put(r, sentences[r.IntN(len(sentences))], form(x.written), class != "repositories" && class != "KEP numbers")
		lines, cols = append(lines, line), append(cols, col)
	}
	const name = "content/1.27/trials.ja.md"
	files[name] = []byte(strings.Join(lines, "\n"))
	in, link := linked(files, upstreamData(t))
	found := map[int][]diag.Diagnostic{}
	for _, d := range spellings(in, link) {
		if d.Pos.File == name {
			found[d.Pos.Line] = append(found[d.Pos.Line], d)
		}
	}
	for i, x := range trials {
		s.add(x, found[i+5], cols[i+4], hint(x.name), lines[i+4])
	}
	return s
}

// add counts the problems on the line of a trial.
func (s *score) add(x trial, found []diag.Diagnostic, col int, hint, line string) {
	s.reported += len(found)
	if x.name == x.written {
		s.exact++
	} else {
		s.made++
	}
	hit := slices.ContainsFunc(found, func(d diag.Diagnostic) bool {
		return d.Pos.Col >= col && d.Pos.Col <= col+2 && strings.Contains(strings.ToLower(d.Hint), strings.ToLower(hint))
	})
	switch {
	case hit && x.name != x.written:
		s.right++
	case x.name != x.written || len(found) > 0:
		s.wrong = append(s.wrong, fmt.Sprintf("%s for %s: %s\n\t%s", x.written, x.name, shorts(found), line))
	}
}

// slips returns two hundred misspellings of names, and the names themselves. The result depends
// only on the seed, not on the sentences.
func slips(seed uint64, names []string, known func(string) bool) []trial {
	const n = 200
	r := rand.New(rand.NewPCG(seed, 27))
	var out []trial
	made := map[string]bool{}
	for len(out) < n {
		name := names[r.IntN(len(names))]
		if w := mutate(r, name, known); !made[w] {
			made[w] = true
			out = append(out, trial{name, w})
		}
	}
	for _, name := range names {
		out = append(out, trial{name, name})
	}
	return out
}

func plainly(w string) string { return w }

func meant(name string) string { return "did you mean " + name + "?" }

// TestSpellingFigures measures the rules with random misspellings and correct names in real
// sentences. Every class has minimum values.
func TestSpellingFigures(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the real notes seven times")
	}
	d := upstreamData(t)
	v := NewVocabulary(d)
	known := func(w string) bool { return v.knows(w) || v.flags[w] }
	none := func(string) bool { return false }
	scores := []score{
		measure(t, "gates", slips(1, gateNames(d), known), plainly, meant),
		measure(t, "flags", slips(2, flagNames(v), known), func(w string) string { return "--" + w }, meant),
		measure(t, "components", slips(3, components[:], known), plainly, meant),
		measure(t, "identifiers", slips(4, identifiers(v), known), plainly, meant),
		measure(t, "repositories", slips(5, repositories(t, d), none), func(w string) string { return "(" + w + "#4321)" }, meant),
		measure(t, "KEP numbers", kepTrials(d), func(w string) string { return "KEP-" + w }, func(name string) string { return meant("KEP-" + name) }),
	}
	t.Log(table(scores))
	for _, s := range scores {
		if s.recall() < .95 || s.precision() < .98 {
			t.Errorf("%s: recall %.3f, precision %.3f", s.class, s.recall(), s.precision())
		}
		t.Logf("%s: %s", s.class, strings.Join(s.wrong, "\n"))
	}
}

func table(scores []score) string {
	var b strings.Builder
	b.WriteString("\n| class | slips made | found, rightly | names exact | reported in all | recall | precision |\n|---|--:|--:|--:|--:|--:|--:|\n")
	for _, s := range scores {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %.3f | %.3f |\n", s.class, s.made, s.right, s.exact, s.reported, s.recall(), s.precision())
	}
	return b.String()
}

func gateNames(d *upstream.Data) []string {
	var out []string
	for _, g := range d.GateList {
		out = append(out, g.Name)
	}
	return out
}

func flagNames(v *Vocabulary) []string {
	return slices.DeleteFunc(sortedKeys(v.flags), func(f string) bool { return len(f) < 8 })
}

// identifiers returns names in camel case of eight letters or more that are not gates. No other
// name is within two edits.
func identifiers(v *Vocabulary) []string {
	var out []string
	for _, n := range v.composed.names {
		if n.trust != trustGate && len(n.text) >= 8 && len(v.composed.near(n.text, 2, nil)) == 1 {
			out = append(out, n.text)
		}
	}
	return out
}

// repositories returns those in upstream's data or cited twice in the notes.
func repositories(t *testing.T, d *upstream.Data) []string {
	in, _ := linked(notesBelow(t, realNotes), d)
	c := in.cited()
	return slices.DeleteFunc(sortedKeys(c.count), func(repo string) bool {
		return !strings.Contains(repo, "/") || repo == "k/k" || !c.upstream[repo] && c.count[repo] < 2 || len(c.meant(repo)) > 0
	})
}

// kepTrials returns every fifth pull request of kubernetes/enhancements that changed exactly one
// KEP and is not a KEP number, and all numbers of KEPs.
func kepTrials(d *upstream.Data) []trial {
	var out []trial
	for i, pull := range sortedKeys(d.Pulls) {
		if touched := d.Pulls[pull]; i%5 == 0 && len(touched) == 1 && len(d.KEP(pull)) == 0 && len(d.KEP(touched[0])) > 0 {
			out = append(out, trial{touched[0], pull})
		}
	}
	for _, number := range d.KEPNumbers() {
		if number != "0000" {
			out = append(out, trial{number, number})
		}
	}
	return out
}

// TestExactNames checks that correct names are not reported: gates in the real notes,
// EndpointSlices, and every word of the English notes of five releases.
func TestExactNames(t *testing.T) {
	d := upstreamData(t)
	v := NewVocabulary(d)
	gates := map[string]bool{}
	in, _ := linked(notesBelow(t, realNotes), d)
	for _, f := range in.Files {
		for w := range f.tokens {
			if d.Gate(w.text) != nil {
				gates[w.text] = true
			}
		}
	}
	if len(in.Files) > 0 && len(gates) != 31 {
		t.Errorf("the real notes name %d gates exactly: %v", len(gates), sortedKeys(gates))
	}
	for _, w := range append(sortedKeys(gates), "EndpointSlices", "EndpointSlice", "PodDisruptionBudgets", "kubelets") {
		if s := v.correct(word{text: w}, nil); s != nil {
			t.Errorf("%s: did you mean %s?", w, s.meant)
		}
	}
	releases, tokens := 0, 0
	var got []string
	for _, r := range d.ReleaseList {
		if len(r.Notes) == 0 {
			continue
		}
		releases++
		n := 0
		ds := misspelt(&In{Site: in.Site}, officialFile(r, &n))
		tokens += n
		for _, x := range ds {
			got = append(got, string(r.Release)+" "+x.Text)
		}
	}
	// Misspellings by upstream, and the name of a package.
	if diff := cmp.Diff([]string{"1.24 unknown name \"kublet\"", "1.26 unknown name \"kubctl\"", "1.29 unknown name \"kubadm\"", "1.32 unknown name \"kubeamd\"", "1.34 unknown name \"kubeapiserver\""}, got); diff != "" {
		t.Error(diff)
	}
	t.Logf("%d words of the English notes of %d releases", tokens, releases)
}

// officialFile returns a note with all official English notes of a release.
func officialFile(r *upstream.Release, tokens *int) *File {
	var b strings.Builder
	for i := range r.Notes {
		b.WriteString(r.Notes[i].Text)
		b.WriteString("\n\n")
	}
	f := NewFile("content/"+string(r.Release)+"/all.en.md", []byte(b.String()), &note.Note{Releases: []note.Release{r.Release}})
	for range f.tokens {
		*tokens++
	}
	return f
}

// unseenWords lists the words in the notes of each release that are reported if only the other
// releases, gates and KEPs are known. They are misspellings by upstream, and the package name
// kubeapiserver.
const unseenWords = `
1.24 kublet -> kubelet
1.26 kubctl -> kubectl
1.26 cAdvsior -> cAdvisor
1.28 AdmissionWebhookMatchCondition -> AdmissionWebhookMatchConditions
1.28 ValidtaingAdmissionPolicy -> ValidatingAdmissionPolicy
1.29 kubadm -> kubeadm
1.31 PersistantVolumeClaim -> PersistentVolumeClaim
1.31 lastSuccessfullTime -> lastSuccessfulTime
1.31 kube-apisever -> kube-apiserver
1.32 SchedulerQueueingHint -> SchedulerQueueingHints
1.32 kubeamd -> kubeadm
1.32 InPlacePodVerticalSaclingAllocatedStatus -> InPlacePodVerticalScalingAllocatedStatus
1.34 ResouceSlice -> ResourceSlice
1.34 kubeapiserver -> kube-apiserver
1.35 RestartAllContainersOnContainerExit -> RestartAllContainersOnContainerExits
1.36 PodCertificateRequests -> PodCertificateRequest
`

// TestHeldOut measures precision on unknown names. The English notes of each release are checked
// with a vocabulary without that release.
func TestHeldOut(t *testing.T) {
	d := upstreamData(t)
	var out []string
	for _, r := range d.ReleaseList {
		if len(r.Notes) == 0 {
			continue
		}
		rest := &upstream.Data{KEPList: d.KEPList, GateList: d.GateList}
		for _, o := range d.ReleaseList {
			if o != r {
				rest.ReleaseList = append(rest.ReleaseList, o)
			}
		}
		v := NewVocabulary(rest)
		seen := map[string]bool{}
		n := 0
		for w, s := range officialFile(r, &n).tokens {
			if s.Kind == source.CodeBlock || seen[w.text] {
				continue
			}
			seen[w.text] = true
			if x := v.correct(w, nil); x != nil {
				out = append(out, fmt.Sprintf("%s %s -> %s", r.Release, w.text, x.meant))
			}
		}
	}
	if got := strings.Join(out, "\n"); got != strings.TrimSpace(unseenWords) {
		t.Error(got)
	}
}

// TestNewGates checks that an unknown gate is rarely treated as a misspelling. Every 22nd gate is
// removed in turn. A similar name is allowed if only letter case differs, as in a KEP.
func TestNewGates(t *testing.T) {
	if testing.Short() {
		t.Skip("makes twenty vocabularies")
	}
	d := upstreamData(t)
	for i := 5; i < len(d.GateList); i += 22 {
		gone := d.GateList[i].Name
		rest := &upstream.Data{KEPList: d.KEPList, ReleaseList: d.ReleaseList, GateList: slices.Concat(d.GateList[:i], d.GateList[i+1:])}
		v := NewVocabulary(rest)
		delete(v.names, gone)
		if n := v.lowerFirst[lowerFirst(gone)]; n != nil && n.text == gone {
			delete(v.lowerFirst, lowerFirst(gone))
		}
		if s := v.correct(word{text: gone}, nil); s != nil && !strings.EqualFold(s.meant, gone) {
			t.Errorf("%s: did you mean %s?", gone, s.meant)
		}
	}
}

// TestFlagNames checks the flags that typography damaged in the real notes, and invalid flags.
func TestFlagNames(t *testing.T) {
	v := NewVocabulary(upstreamData(t))
	for name, want := range map[string]bool{
		"raw": true, "node-ip": true, "feature-gates": true, "disable-compression": true, "iptables-localhost-nodeports": true,
		"": false, "--raw": false, "kubelet": false, "v1": false,
	} {
		if got := v.IsFlag(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}
