package scaffold

import (
	"regexp"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

var unwritten = regexp.MustCompile(`(?m)^- ((?:KEP-[0-9]+(?:, KEP-[0-9]+)*: )?)\(`)

// TestBegunIsNotStale fills in the new entries of each SIG in two releases. None is stale, and each
// becomes stale when its comment gets one more word.
func TestBegunIsNotStale(t *testing.T) {
	data, words := realData(t), realWords(t)
	in := desk(t, data, words, "ja", nil)
	var releases []*upstream.Release
	var official []*note.Note
	for _, r := range data.ReleaseList {
		if len(r.Notes) > 0 && len(releases) < 2 {
			releases = append(releases, r)
			official = append(official, source.Official(r, in.Names))
		}
	}
	in.Site, _ = site.Link(official, data, site.Options{})
	all := 0
	for _, r := range releases {
		for _, c := range in.Site.Facts(r.Release).BySIG() {
			if c.SIG == "" {
				continue
			}
			target, err := ParseTarget(string(r.Release)+"/"+c.SIG.Slug(), in)
			if err != nil {
				t.Fatal(err)
			}
			path := "content/" + string(target.ID) + ".ja.md"
			_, begun := Changes(in, path, target, nil)
			text := unwritten.ReplaceAllString(string(begun), "- ${1}訳した文です。 (")
			if stale, known := countStale(t, in, path, text); stale > 0 {
				t.Errorf("%s: %d of %d are stale", path, stale, known)
			}
			text = strings.NewReplacer(" -->\n- ", " altered -->\n- ", "\n-->\n- ", "\n\naltered\n-->\n- ").Replace(text)
			stale, known := countStale(t, in, path, text)
			if stale != known {
				t.Errorf("%s: %d of %d are stale after all comments were changed", path, stale, known)
			}
			all += known
		}
	}
	if all < 500 {
		t.Errorf("%d entries are too few for two releases", all)
	}
}

// countStale counts the stale entries of a note, and those that can be stale: with a comment and
// one pull request.
func countStale(t *testing.T, in In, path, text string) (stale, known int) {
	t.Helper()
	n, ds := source.Parse(source.Input{Path: path, Bytes: []byte(text)}, in.Names, source.Options{})
	if n == nil {
		t.Fatal(ds)
	}
	for e := range n.Entries {
		if len(e.Source) > 0 && len(e.Attr.PRs) == 1 && len(e.Attr.Threads) == 0 {
			known++
		}
		if in.Site.StaleOf(n, e) != nil {
			stale++
		}
	}
	return stale, known
}
