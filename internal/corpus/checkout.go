package corpus

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// The directories that Checkouts returns.
const (
	Enhancements = "enhancements" // a checkout of kubernetes/enhancements, for import keps
	SigRelease   = "sig-release"  // one of kubernetes/sig-release, for import release
)

// Checkouts returns upstream data for the notes of Make, in the form of checkouts without history:
// as many KEPs as notes, and for each release the notes of the pull requests that are cited.
func Checkouts(o Options) []File {
	files := make([]File, 0, o.Notes)
	for i := range o.Notes {
		files = append(files, makeKEP(o, i))
	}
	byRelease, w := map[string]map[string]any{}, o.From.prepare()
	for i := range o.Notes {
		n := makeNote(o, w, i)
		of := byRelease[n.release]
		if of == nil {
			of = map[string]any{}
			byRelease[n.release] = of
		}
		for _, e := range n.entries {
			of[fmt.Sprint(e.pr)] = officialNote(o, e)
		}
	}
	for _, release := range slices.Sorted(maps.Keys(byRelease)) {
		data, _ := json.MarshalIndent(byRelease[release], "", "  ") // cannot fail: strings and numbers
		files = append(files, File{SigRelease + "/releases/release-" + release + "/release-notes/release-notes-draft.json", data})
	}
	return files
}

// ReleasesOf lists the releases of a site's notes, oldest first.
func ReleasesOf(o Options) []string {
	var releases []string
	for i := 0; i < o.Notes; i += len(sigs) {
		releases = append(releases, releaseOf(i))
	}
	return releases
}

// kindLabels lists upstream's labels kind/… without the prefix.
var kindLabels = []string{"api-change", "feature", "bug", "cleanup"}

func officialNote(o Options, e entry) map[string]any {
	rng := rand.New(rand.NewPCG(o.Seed+2, uint64(e.pr)))
	text := sentence(rng, english, entry{gate: e.gate})
	url := fmt.Sprintf("https://github.com/kubernetes/kubernetes/pull/%d", e.pr)
	n := map[string]any{
		"text": text, "author": e.author, "pr_url": url, "pr_number": e.pr, "sigs": e.sigs,
		"markdown": fmt.Sprintf("%s ([#%d](%s), [@%s](https://github.com/%s))", text, e.pr, url, e.author, e.author),
		"kinds":    []string{pick(rng, kindLabels)},
	}
	if e.kep != 0 {
		n["documentation"] = []map[string]string{{"description": "[KEP]", "type": "KEP",
			"url": fmt.Sprintf("https://github.com/kubernetes/enhancements/issues/%d", e.kep)}}
	}
	return n
}

var notLetters = regexp.MustCompile(`[^a-z]+`)

func makeKEP(o Options, i int) File {
	rng := rand.New(rand.NewPCG(o.Seed+3, uint64(i)))
	sig, number := "sig-"+pick(rng, sigs), 100+i
	slug := notLetters.ReplaceAllString(strings.ToLower(pick(rng, fields)), "-")
	first := 14 + rng.IntN(12)
	var b strings.Builder
	fmt.Fprintf(&b, "title: %s of %s\nkep-number: %d\nauthors:\n  - \"@%s\"\nowning-sig: %s\nparticipating-sigs:\n  - sig-%s\n",
		strings.Trim(pick(rng, fields), "-"), pick(rng, components), number, pick(rng, authors), sig, pick(rng, sigs))
	fmt.Fprintf(&b, "status: implementable\ncreation-date: 2020-09-21\nreviewers:\n  - \"@%s\"\napprovers:\n  - \"@%s\"\n", pick(rng, authors), pick(rng, authors))
	fmt.Fprintf(&b, "stage: beta\nlatest-milestone: \"v1.%d\"\nmilestone:\n  alpha: \"v1.%d\"\n  beta: \"v1.%d\"\n", first+2, first, first+2)
	fmt.Fprintf(&b, "feature-gates:\n  - name: %s\n    components:\n      - kubelet\ndisable-supported: true\n", pick(rng, gates))
	path := fmt.Sprintf("%s/keps/%s/%d-%s/kep.yaml", Enhancements, sig, number, strings.Trim(slug, "-"))
	return File{path, []byte(b.String())}
}
