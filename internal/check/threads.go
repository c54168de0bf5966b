package check

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

const (
	kubeRepo        = "kubernetes/kubernetes"
	enhancementRepo = "kubernetes/enhancements"

	// firstPull is the first number that means kubernetes/kubernetes if it has no repository.
	// Lower numbers mean kubernetes/enhancements: see package ref.
	firstPull = 10000
	// firstTelling is the first number that two repositories probably do not share by chance.
	firstTelling = 1000
)

func (in *In) cited() *cited {
	in.spellingData.threadsOnce.Do(func() {
		c := &cited{count: map[string]int{}, upstream: map[string]bool{}, elsewhere: map[string][]string{}}
		for _, f := range in.Files {
			c.read(f)
		}
		if in.Site != nil {
			c.readUpstream(in.Site.Data())
		}
		c.index()
		in.spellingData.threads = c
	})
	return in.spellingData.threads
}

func (f *File) readCites() fileCites {
	var out fileCites
	for _, s := range f.Segments() {
		switch s.Kind {
		case source.Words:
			for found := range citesOf(string(f.Bytes[s.Start:s.End])) {
				found.file, found.start, found.end = f, found.start+s.Start, found.end+s.Start
				found.repo, found.number = strings.Clone(found.repo), strings.Clone(found.number)
				out.cites = append(out.cites, found)
			}
		case source.Address:
			if repo := addressed(string(f.Bytes[s.Start:s.End])); repo != "" {
				out.repos = append(out.repos, repo)
			}
		}
	}
	return out
}

func (c *cited) read(f *File) {
	of := f.cites()
	for _, at := range of.cites {
		c.count[at.repo]++
		c.readElsewhere(at)
	}
	for _, repo := range of.repos {
		c.count[repo]++
	}
	c.cites = append(c.cites, of.cites...)
}

// readElsewhere records the repositories outside of Kubernetes in which a number occurs. Two are
// enough to show that the number is ambiguous.
func (c *cited) readElsewhere(at cite) {
	if at.number == "" || at.repo == "kk" || at.repo == "k/k" || at.repo == kubeRepo {
		return
	}
	if repos := c.elsewhere[at.number]; len(repos) < 2 && !slices.Contains(repos, at.repo) {
		c.elsewhere[at.number] = append(repos, at.repo)
	}
}

func (c *cited) readUpstream(d *upstream.Data) {
	for _, repo := range [...]string{kubeRepo, enhancementRepo, "kubernetes/website", "kubernetes/community", "kubernetes/sig-release", "kubernetes/test-infra"} {
		c.upstream[repo] = true
	}
	for _, r := range d.ReleaseList {
		for i := range r.Notes {
			n := &r.Notes[i]
			c.upstream[n.Repo] = true
			for _, t := range n.Threads {
				repo, _, _ := strings.Cut(t, "#")
				c.upstream[repo] = true
			}
			for _, doc := range n.Docs {
				c.upstream[addressed(doc.URL)] = true
			}
		}
	}
	delete(c.upstream, "")
}

func (c *cited) index() {
	var known []*name
	for repo := range c.upstream {
		if c.count[repo] == 0 {
			c.count[repo] = 0
		}
	}
	for _, repo := range slices.Sorted(maps.Keys(c.count)) {
		if strings.Contains(repo, "/") {
			t := trustElse
			if c.upstream[repo] {
				t = trustName
			}
			known = append(known, &name{text: repo, trust: t})
		}
	}
	c.near = newFamily(known)
}

func addressed(text string) string {
	host, path, ok := strings.Cut(text, "github.com/")
	if !ok || strings.HasSuffix(host, "gist.") {
		return ""
	}
	owner, rest, ok := strings.Cut(path, "/")
	end := 0
	for end < len(rest) && repoByte(rest[end]) {
		end++
	}
	if !ok || owner == "" || end == 0 {
		return ""
	}
	return owner + "/" + strings.TrimRight(rest[:end], ".")
}

// misspeltRepository reports repositories whose name is nearly equal to one in upstream data or
// in other notes.
func misspeltRepository(in *In) []diag.Diagnostic {
	c := in.cited()
	meant := map[string][]string{}
	var ds []diag.Diagnostic
	for _, at := range c.cites {
		near, known := meant[at.repo]
		if !known {
			near = c.meant(at.repo)
			meant[at.repo] = near
		}
		if len(near) == 0 {
			continue
		}
		d := didYouMean(diag.Warnf(at.file.At(at.start), "ref/misspelt-repository", "unknown repository %q", at.repo), near)
		if len(near) == 1 && c.certain(at.repo, near[0]) {
			d = d.WithFix(diag.Fix{Start: at.start, End: at.end, New: near[0]})
		}
		ds = append(ds, d)
	}
	return ds
}

// meant returns the correct spellings of a repository. If there are several, all have the same
// distance. A spelling must be in upstream data, or notes must use it at least twice as often.
func (c *cited) meant(repo string) []string {
	if c.upstream[repo] || len(repo) < 8 {
		return nil
	}
	near := slices.DeleteFunc(c.alike(repo), func(n candidate) bool {
		return !c.upstream[n.text] && c.count[n.text] < 2*c.count[repo]
	})
	slices.SortStableFunc(near, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.trust, b.trust), cmp.Compare(a.edits, b.edits), cmp.Compare(c.count[b.text], c.count[a.text]))
	})
	var out []string
	for _, n := range near {
		first := near[0]
		if n.edits == first.edits && n.trust == first.trust && 2*c.count[n.text] >= c.count[first.text] {
			out = append(out, n.text)
		}
	}
	return out
}

func (c *cited) alike(repo string) []candidate {
	return slices.DeleteFunc(c.near.near(repo, maxEdits, nil), func(n candidate) bool {
		return n.edits == 0 || !alike(repo, n.text)
	})
}

// certain reports whether a misspelt repository can only mean another one. That one must be in
// upstream data, or the misspelt one must be used only once, and no third one may be similar. The
// result does not depend on the number of uses of others, because fixes change it.
func (c *cited) certain(repo, meant string) bool {
	return c.upstream[meant] || c.count[repo] == 1 && len(c.alike(repo)) == 1
}

// alike reports whether two repositories are similar. They may differ by one extra or missing
// letter, by two swapped letters, or by at most a quarter of each word. Words as short as ebs and
// efs may differ by one letter and both be correct.
func alike(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if edits(a, b, 1) <= 1 && (len(a) != len(b) || swapped(a, b)) {
		return true
	}
	as, bs := repoWords(a), repoWords(b)
	if len(as) != len(bs) {
		return false
	}
	for i, w := range as {
		limit := max(len(w), len(bs[i])) / 4
		if edits(w, bs[i], limit) > limit {
			return false
		}
	}
	return true
}

func repoWords(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == '/' || r == '-' || r == '.' })
}

// wrongRepository reports numbers of kubernetes/kubernetes that belong to another repository.
// It also reports k/k written as kk.
func wrongRepository(in *In) []diag.Diagnostic {
	var ds []diag.Diagnostic
	for _, at := range in.cited().cites {
		if at.number == "" || at.repo != "k/k" && at.repo != "kk" && at.repo != kubeRepo {
			continue
		}
		pos, written := at.file.At(at.start), at.repo+"#"+at.number
		if meant := in.otherRepository(at); meant != "" {
			ds = append(ds, diag.Warnf(pos, "ref/slip", "%s does not look like a kubernetes/kubernetes number", written).
				WithHint("did you mean %s?", meant))
		} else if at.repo == "kk" {
			ds = append(ds, diag.Warnf(pos, "ref/slip", "missing / between owner and repository in %s", written).
				WithHint("did you mean k/k#%s?", at.number).
				WithFix(diag.Fix{Start: at.start, End: at.end, New: "k/k"}))
		}
	}
	return ds
}

// otherRepository returns the reference that a number of kubernetes/kubernetes probably means, or
// "" if the number seems correct. It is a reference in another repository that notes use, a KEP,
// or a pull request for a KEP.
//
// A low number after a written kubernetes/kubernetes is an old issue, so it is correct.
func (in *In) otherRepository(at cite) string {
	n := at.number
	if in.Vocabulary().pulls[n] || compareNumbers(n, firstTelling) < 0 {
		return ""
	}
	if others := in.cited().elsewhere[n]; len(others) == 1 {
		return others[0] + "#" + n
	}
	if in.Site == nil || compareNumbers(n, firstPull) >= 0 || at.repo == kubeRepo {
		return ""
	}
	d := in.Site.Data()
	if len(d.KEPs[n]) > 0 {
		return "KEP-" + n
	}
	if touched := d.Pulls[n]; len(touched) == 1 {
		return enhancementRepo + "#" + n + " (KEP-" + touched[0] + ")"
	}
	return ""
}

func compareNumbers(digits string, n int) int {
	value := 0
	for i := range len(digits) {
		value = value*10 + int(digits[i]-'0')
	}
	return cmp.Compare(value, n)
}
