package importer

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// The official CVE feed. It is a page of the website and a JSON Feed. Its items are the issues of
// kubernetes/kubernetes with the label official-cve-feed.
const (
	cveFolder = "official-cve-feed" // directory of a downloaded feed
	cveSource = "index.json"
	cvePath   = "docs/reference/issues-security/" + cveFolder

	cveAddress = "https://kubernetes.io/" + cvePath
)

// Limits of a vulnerability.
const (
	maxCVEs     = 5000
	maxVersions = 40  // items of a list
	maxItem     = 160 // characters of an item and of a title
	maxSaid     = 300 // characters of a sentence
)

// cveItem is an item of the feed.
type cveItem struct {
	ID        string `json:"id"` // older feeds have several: CVE-2023-2727, CVE-2023-2728
	Summary   string `json:"summary"`
	Text      string `json:"content_text"` // Markdown of the issue
	Published string `json:"date_published"`
	Status    string `json:"status"` // fixed, open, unfixed, unknown; older feeds have none
	URL       string `json:"url"`
}

// CVEs imports the official CVE feed, newest vulnerability first.
func CVEs(in In) (Result, error) {
	src, ds, err := read(in.FS, cveSource, maxDraft)
	if err != nil {
		return Result{}, err
	}
	if src == nil && len(ds) == 0 {
		return Result{}, errCheckout(cveSource, cveFolder)
	}
	var feed struct {
		Items []cveItem `json:"items"`
	}
	if err := json.Unmarshal(src, &feed); err != nil && len(ds) == 0 {
		ds = unreadable(cveSource, "invalid JSON: "+err.Error())
	}
	all := []upstream.CVE{}
	for _, item := range feed.Items[:min(len(feed.Items), maxCVEs)] {
		for id := range strings.SplitSeq(item.ID, ",") {
			if id = strings.TrimSpace(id); cveID.MatchString(id) {
				all = append(all, vulnerability(id, item))
			} else {
				ds = append(ds, diag.Warnf(diag.Position{File: cveSource}, "cve/id", "invalid CVE number %q", cut(id)))
			}
		}
	}
	slices.SortStableFunc(all, func(a, b upstream.CVE) int {
		return cmp.Or(cmp.Compare(b.Published, a.Published), cmp.Compare(a.ID, b.ID))
	})
	file, err := encode(upstream.CVEFile, all)
	if err != nil {
		return Result{}, err
	}
	return Result{
		Files: filesOf(file), Diags: diag.Sort(ds), Counts: []Count{{"vulnerabilities", len(all)}},
		Damaged: damage(ds, codeEmpty, codeUnreadable),
	}, nil
}

var (
	cveID       = regexp.MustCompile(`^CVE-[0-9]{4}-[0-9]{4,7}$`)
	cveSection  = regexp.MustCompile(`(?m)^#{1,6} +(CVE-[0-9]{4}-[0-9]{4,7})\b`)
	versionHead = regexp.MustCompile(`(?im)^[#*_ \t]*(affected|vulnerable|fixed) versions?\b[^\n]*\n`)
	partHead    = regexp.MustCompile(`(?m)^(?:#{1,6} |\*\*)`)
	fixedBy     = regexp.MustCompile(`(?i)\s*[-–(]*\s*(?:fixed (?:by|in) (?:https?:|#)|resolved in|\(#|\(master).*$`)
	versionItem = regexp.MustCompile(`(?i)^([a-z][a-z0-9 ,./-]*?)??\s*(?:<=?|>=?|=|≤|≥)?\s*v?[0-9]+\.[0-9]+`)
	everyItem   = regexp.MustCompile(`(?i)^all (?:kubernetes )?versions\b`)
	// releaseWord matches what says which releases a text is about.
	releaseWord = regexp.MustCompile(`\bv?1\.[1-9][0-9](?:\.[0-9]+)?\b|(?i:\ball (?:kubernetes )?versions\b)`)
)

func vulnerability(id string, item cveItem) upstream.CVE {
	text := cveText(id, strings.ReplaceAll(item.Text, "\r\n", "\n"))
	c := upstream.CVE{ID: id, Title: cutTo(upstream.OneLine(item.Summary), maxItem), Status: cveStatus(item.Status)}
	if day, err := time.Parse(time.RFC3339, item.Published); err == nil {
		c.Published = day.UTC().Format(time.DateOnly)
	}
	if strings.HasPrefix(item.URL, "https://github.com/") && !strings.ContainsAny(item.URL, " \t\n\"<>") {
		c.URL = item.URL
	}
	for _, h := range versionHead.FindAllStringSubmatchIndex(text, -1) {
		list := &c.Affected
		if strings.EqualFold(text[h[2]:h[3]], "fixed") {
			list = &c.Fixed
		}
		if len(*list) == 0 {
			*list = versionsIn(text[h[1]:])
		}
	}
	c.Core = ofKubernetes(c, text)
	if len(c.Affected)+len(c.Fixed) == 0 {
		c.Text = versionSentence(text)
	}
	return c
}

// cveText returns the part of an issue on one of several vulnerabilities, else the whole text.
func cveText(id, text string) string {
	heads := cveSection.FindAllStringSubmatchIndex(text, -1)
	for i, h := range heads {
		if text[h[2]:h[3]] != id {
			continue
		}
		for _, next := range heads[i+1:] {
			if text[next[2]:next[3]] != id {
				return text[h[0]:next[0]]
			}
		}
		return text[h[0]:]
	}
	return text
}

func cveStatus(written string) string {
	if slices.Contains([]string{"open", "fixed", "unfixed"}, written) {
		return written
	}
	return ""
}

// versionsIn returns the items of a list of versions, up to the next heading, without what fixed
// them. Items need no bullet.
func versionsIn(body string) (out []string) {
	if m := partHead.FindStringIndex(body); m != nil {
		body = body[:m[0]]
	}
	for line := range strings.Lines(body) {
		item := upstream.OneLine(strings.ReplaceAll(bulletStart.ReplaceAllString(line, ""), `\-`, "-"))
		item = strings.TrimRight(fixedBy.ReplaceAllString(item, ""), " ,")
		if len(out) < maxVersions && len(item) <= maxItem && (versionItem.MatchString(item) || everyItem.MatchString(item)) {
			out = append(out, item)
		}
	}
	return out
}

// coreWords are what items on Kubernetes itself may have before their version.
var coreWords = strings.Fields("kubernetes kubelet kube-apiserver kube-proxy kube-controller-manager kube-scheduler kubectl kubeadm " +
	"cloud-controller-manager all versions version prior to master fixed in and v")

var (
	coreIn    = regexp.MustCompile(`(?i)\b(?:kubelet|kube-apiserver|kube-proxy|kube-controller-manager|kube-scheduler|kubectl)\b`)
	otherIn   = regexp.MustCompile(`(?i)\bingress-?nginx\b`)
	splitWord = regexp.MustCompile(`[\s/,]+`)
)

// ofKubernetes reports whether the versions of a vulnerability are those of Kubernetes. Other
// projects have their own: azure-file-csi-driver v1.29.3.
func ofKubernetes(c upstream.CVE, text string) bool {
	named := false
	for _, item := range slices.Concat(c.Affected, c.Fixed) {
		m := versionItem.FindStringSubmatch(item)
		if m == nil {
			continue
		}
		for _, word := range splitWord.Split(strings.ToLower(m[1]), -1) {
			if word != "" && !slices.Contains(coreWords, word) {
				return false
			}
			named = named || strings.HasPrefix(word, "kube")
		}
	}
	return named || coreIn.MatchString(text) && !otherIn.MatchString(c.Title+" "+text)
}

// versionSentence returns the first sentence that names a release, for vulnerabilities without lists.
func versionSentence(text string) string {
	for paragraph := range strings.SplitSeq(text, "\n") {
		for _, sentence := range strings.SplitAfter(upstream.OneLine(paragraph), ". ") {
			if releaseWord.MatchString(sentence) && !strings.Contains(sentence, "://") {
				return cutTo(strings.TrimSpace(sentence), maxSaid)
			}
		}
	}
	return ""
}

func cutTo(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
