package corpus

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

// KEPs returns a made kep.yaml for each note of Make, by its path in a checkout of
// kubernetes/enhancements.
func KEPs(o Options) []File {
	files := make([]File, o.Notes)
	for i := range files {
		files[i] = makeKEP(o, i)
	}
	return files
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
	path := fmt.Sprintf("keps/%s/%d-%s/kep.yaml", sig, number, strings.Trim(slug, "-"))
	return File{path, []byte(b.String())}
}
