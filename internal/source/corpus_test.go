package source

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
)

// corpus returns the real notes and checkouts of testcorpus.Path. It skips the test if they do not
// exist.
func corpus(t *testing.T) fs.FS {
	t.Helper()
	dir := testcorpus.Path()
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the corpus of real notes is not on this machine; the cases in testdata stand in for it")
	}
	return os.DirFS(dir)
}

// corpusNames reads gates, KEPs and SIGs with code that is independent of the importer.
func corpusNames(t *testing.T, root fs.FS) *ref.Names {
	t.Helper()
	spec := ref.NamesSpec{KEPs: map[string][]string{}, KEPFolders: map[string]string{}, SIGs: map[string]string{}, WGs: map[string]string{}}
	gates, err := fs.Glob(root, "kubernetes/website/content/en/docs/reference/command-line-tools-reference/feature-gates/*.md")
	if err != nil || len(gates) < 400 {
		t.Fatalf("%d gates, %v", len(gates), err)
	}
	for _, g := range gates {
		spec.Gates = append(spec.Gates, strings.TrimSuffix(g[strings.LastIndexByte(g, '/')+1:], ".md"))
	}
	title := regexp.MustCompile(`(?m)^title: *['"]?(.*?)['"]? *$`)
	inFolder := regexp.MustCompile(`/0*(\d+)-[^/]*/kep\.yaml$`)
	number := regexp.MustCompile(`(?m)^kep-number: *['"]?0*(\d+)`)
	err = fs.WalkDir(root, "kubernetes/enhancements/keps", func(p string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(p, "/kep.yaml") {
			return err
		}
		b, err := fs.ReadFile(root, p)
		n, head := number.FindSubmatch(b), title.FindSubmatch(b)
		if folder := inFolder.FindStringSubmatch(p); n != nil && folder != nil {
			spec.KEPFolders[folder[1]] = string(n[1])
		}
		if n != nil && head != nil {
			spec.KEPs[string(n[1])] = append(spec.KEPs[string(n[1])], string(head[1]))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	b, err := fs.ReadFile(root, "kubernetes/community/sigs.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^  - dir: (sig|wg)-(\S+)\n    name: (.+)$`).FindAllStringSubmatch(string(b), -1) {
		if m[1] == "sig" {
			spec.SIGs[m[2]] = m[3]
		} else {
			spec.WGs[m[2]] = m[3]
		}
	}
	return ref.NewNames(spec)
}

// real parses one of the real notes.
func real(t *testing.T, path string) (*note.Note, string) {
	t.Helper()
	root := corpus(t)
	b, err := fs.ReadFile(root, "notes/"+path)
	if err != nil {
		t.Fatal(err)
	}
	n, ds := Parse(Input{Path: "content/" + path, Bytes: b}, corpusNames(t, root), Options{})
	if n == nil {
		t.Fatal(ds)
	}
	_, body, _ := strings.Cut(strings.TrimPrefix(string(b), "---\n"), "\n---\n")
	return n, body
}

func entries(n *note.Note, ok func(*note.Block) bool) []*note.Block {
	var out []*note.Block
	for b := range n.Entries {
		if ok(b) {
			out = append(out, b)
		}
	}
	return out
}

func attributed(b *note.Block) bool { return len(b.Attr.PRs) > 0 }

func count[K comparable](bs []*note.Block, key func(*note.Block) K) map[K]int {
	out := map[K]int{}
	for _, b := range bs {
		out[key(b)]++
	}
	return out
}

func kindOf(b *note.Block) note.EntryKind { return b.Kind }

func equal[K comparable](t *testing.T, what string, got, want map[K]int) {
	t.Helper()
	for k := range want {
		if got[k] != want[k] {
			t.Errorf("%s: %v: got %d, want %d", what, k, got[k], want[k])
		}
	}
	for k := range got {
		if _, ok := want[k]; !ok {
			t.Errorf("%s: %v: got %d, want none", what, k, got[k])
		}
	}
}

func TestCorpusSIGNode(t *testing.T) {
	n, _ := real(t, "1.27/sig-node.ja.md")
	all := entries(n, attributed)
	prs := count(all, func(b *note.Block) string { return b.Attr.PRs[0] })
	if n.Kind != note.Changes || len(all) != 48 || len(prs) != 48 || prs["114017"] != 1 {
		t.Errorf("kind %s, %d attributed entries of %d pull requests, want 48", n.Kind, len(all), len(prs))
	}
	equal(t, "kinds", count(all, kindOf), map[note.EntryKind]int{
		note.Urgent: 1, note.Deprecation: 1, note.APIChange: 17, note.Feature: 9, note.Documentation: 2, note.FailingTest: 1, note.Bug: 11, note.Other: 6,
	})
	equal(t, "stages", count(all, func(b *note.Block) note.Stage { return b.Stage }), map[note.Stage]int{
		"": 35, note.Stable: 4, note.Beta: 3, note.Removed: 6,
	})
	under, over := 0, 0
	for i := range n.Blocks {
		if n.Blocks[i].Type == note.Remark {
			over++
		}
		under += len(n.Blocks[i].Remarks())
	}
	if under != 12 || over != 1 {
		t.Errorf("%d remarks under entries and %d over sections, want 12 and 1", under, over)
	}
	for _, b := range all {
		if len(b.Attr.People) != 1 || len(b.Attr.SIGs) == 0 || strings.Contains(b.Text.Plain(), "[sig/") || b.Lang != "ja" {
			t.Errorf("%s: %+v %s %q", b.ID, b.Attr, b.Lang, b.Text.Plain())
		}
	}
}

func TestCorpusSIGNetwork(t *testing.T) {
	n, _ := real(t, "1.26/sig-network.zh.md")
	all := entries(n, attributed)
	equal(t, "kinds", count(all, kindOf), map[note.EntryKind]int{note.APIChange: 9, note.Feature: 11, note.Bug: 10, note.Other: 2})
	if len(all) != 32 {
		t.Errorf("%d attributed entries, want 32", len(all))
	}
	rest := entries(n, func(b *note.Block) bool { return !attributed(b) })
	equal(t, "others", count(rest, kindOf), map[note.EntryKind]int{note.Proposal: 3, note.APIAdded: 2, note.APIRemoved: 3, note.APIDeprecated: 2})
	langs := map[note.Lang]int{}
	n.All(func(b *note.Block) bool {
		if b.Type == note.Entry && attributed(b) || b.Type == note.Heading {
			langs[b.Lang]++
		}
		return true
	})
	equal(t, "languages", langs, map[note.Lang]int{"ja": 32, "zh": 7})
	remarks := 0
	for _, b := range all {
		remarks += len(b.Remarks())
	}
	if remarks != 14 {
		t.Errorf("%d remarks, want 14", remarks)
	}
}

func TestCorpusOverview(t *testing.T) {
	n, _ := real(t, "1.27/overview.ru.md")
	all := entries(n, func(*note.Block) bool { return true })
	if n.Kind != note.Overview || len(all) != 37 {
		t.Fatalf("kind %s, %d sections, want 37", n.Kind, len(all))
	}
	equal(t, "areas", count(all, func(b *note.Block) string { return b.Area }), map[string]int{
		"": 1, "Узлы": 12, "Приложения": 6, "Хранилище": 6, "Планировщик": 4, "Сеть": 6, "API": 2,
	})
	equal(t, "stages", count(all, func(b *note.Block) note.Stage { return b.Stage }), map[note.Stage]int{
		note.Alpha: 12, note.Beta: 18, note.Stable: 7,
	})
	names := corpusNames(t, corpus(t))
	for _, b := range all {
		number := strings.TrimPrefix(string(b.ID), "kep-")
		if b.Refs[0].Kind != note.KEP || b.Refs[0].ID != number || !names.IsKEP(number) {
			t.Errorf("%s: %+v is not the KEP of the entry", b.ID, b.Refs[0])
		}
		if b.Area == "" && (number != "3325" || b.Stage != note.Beta) {
			t.Errorf("%s has no area and stage %s", b.ID, b.Stage)
		}
	}
}

func TestCorpusLog(t *testing.T) {
	n, body := real(t, "log/2023-spring.ja.md")
	all := entries(n, func(*note.Block) bool { return true })
	items := len(regexp.MustCompile(`(?m)^- `).FindAllString(body, -1))
	undated := len(regexp.MustCompile(`(?m)^- `).FindAllString(body[:strings.Index(body, "## ")], -1))
	days := map[string]bool{}
	for _, b := range n.Blocks {
		if b.Type == note.Heading {
			days[b.Date] = true
		}
	}
	heads := len(regexp.MustCompile(`(?m)^## 2023-\d\d-\d\d$`).FindAllString(body, -1))
	if n.Kind != note.Log || len(all) != items || len(days) != heads || days[""] {
		t.Errorf("kind %s, %d entries of %d items, %d days of %d headings", n.Kind, len(all), items, len(days), heads)
	}
	byDay := count(all, func(b *note.Block) string { return b.Date })
	if byDay[""] != undated || byDay["2023-02-23"] != 9 || byDay["2023-02-24"] != 0 || byDay["2023-04-29"] != 3 {
		t.Errorf("undated %d of %d, by day %v", byDay[""], undated, byDay)
	}
}

// form is a row of the table of reference forms. It compares the number of matches of an
// independent pattern in a note with the number of references found.
type form struct {
	name    string
	kind    note.RefKind
	raw     string // pattern in the note's text without code; each matched group counts as well
	written string // pattern of the references found
	want    int
}

// forms is the table for the four real notes. The numbers were checked with grep.
var forms = map[string][]form{
	"1.27/sig-node.ja.md": {
		{"attribution (#N, @user), one parenthesis lost", note.PR, `[( ]#\d+, @`, `^#\d+$`, 48},
		{"PR #N", note.PR, `PR #\d+`, `^PR #\d+$`, 1},
		{"KEP-N: Title", note.KEP, `KEP-\d+`, `^KEP-\d+$`, 1},
		{"[sig/label,sig/label]", note.SIGRef, `sig/[a-z-]+`, `^sig/`, 130},
		{"[SIG Name, Name and Name]", note.SIGRef, `\[SIG [A-Z]`, `^SIG [A-Z]`, 19},
		{"SIG-Name", note.SIGRef, `SIG-[A-Z]`, `^SIG-`, 2},
		{"@user", note.PersonRef, `@[A-Za-z0-9-]+`, `^@`, 49},
		{"v1.N", note.ReleaseRef, `v1\.\d+`, `^v1\.`, 4},
		{"Kubernetes 1.N", note.ReleaseRef, `Kubernetes 1\.\d+`, `^1\.`, 1},
		{"feature gate", note.Gate, gatePattern, ``, 17},
	},
	"1.26/sig-network.zh.md": {
		{"attribution (#N, @user), and bare #N in a heading", note.PR, `\(#\d+, @|(?m)^### .* #\d{5,}$`, `^#\d+$`, 33},
		{"bare #N below 10,000, a KEP", note.KEP, ` #2091`, `^#2091$`, 1},
		{"bare #N below 10,000, no KEP", note.Thread, ` #2104`, `^#2104$`, 1},
		{"KEP-N: Title", note.KEP, `KEP-\d+`, `^KEP-\d+$`, 3},
		{"group/version/resource", note.API, `[a-z.0-9]+/v\d\w+/[a-z]+`, ``, 7},
		{"SIG-Name", note.SIGRef, `SIG-Network`, `^SIG-Network$`, 18},
		{"sig/label", note.SIGRef, `sig/network`, `^sig/network$`, 2},
		{"[SIG Name, Name and Name]", note.SIGRef, `\[SIG [A-Z]`, `^SIG [A-Z]`, 8},
		{"v1.N", note.ReleaseRef, `v1\.2\d`, `^v1\.`, 4},
		{"Kubernetes 1.N", note.ReleaseRef, `Kubernetes ?1\.\d+( 和 1\.\d+)?`, `^1\.`, 18},
		{"@user", note.PersonRef, `@[A-Za-z0-9-]+`, `^@`, 33},
		{"feature gate", note.Gate, gatePattern, ``, 10},
	},
	"1.27/overview.ru.md": {
		{"line #N; KEP or #N", note.KEP, `(?m)^#\d+(?:; KEP)?$|allocation #\d+|предыдущего, #\d+`, `^#\d+$`, 39},
		{"KEP #N", note.KEP, `KEP #\d+`, `^KEP #\d+$`, 3},
		{"KEP N", note.KEP, `KEP \d+`, `^KEP \d+$`, 3},
		{"Feature gate N", note.KEP, `Feature gate \d+`, `^Feature gate \d+$`, 1},
		{"folder of a KEP", note.KEP, `\d{4}(?:-[a-z]+){2,}`, `^\d{4}-`, 2},
		{"Issue #N", note.Issue, `Issue #\d+`, `^Issue #\d+$`, 1},
		{"v1.N", note.ReleaseRef, `v1\.\d+`, `^v1\.`, 2},
		{"Kubernetes 1.N", note.ReleaseRef, `(?:Kubernetes|K8s)(?: —)? 1\.\d+`, `^1\.`, 13},
		{"feature gate", note.Gate, gatePattern, ``, 3},
	},
	"log/2023-spring.ja.md": {
		{"k/k#N", note.PR, `k/k#\d+`, `^k/k#\d+$`, 70},
		{"kk#N", note.PR, ` kk#\d+`, `^kk#\d+$`, 1},
		{"owner/repo#N", note.Thread, `(?:[A-Za-jl-z]|k[a-z-])[A-Za-z0-9-]*/[A-Za-z0-9._-]+#(?:[0-13-9]|2[1-9]|20[1-9])\d*`, ``, 51},
		{"kubernetes/enhancements#N, a KEP", note.KEP, `kubernetes/enhancements#2008`, `^kubernetes/`, 1},
		{"kubernetes/enhancements#N, no KEP", note.Thread, `kubernetes/enhancements#3\d+`, `^kubernetes/enhancements#`, 4},
		{"misspelt repository", note.Thread, `(?:enhancement|enhancent|container-roadmap)#\d+`, `(?:enhancement|enhancent|container-roadmap)#`, 4},
		{"KEP-N", note.KEP, `KEP-\d+`, `^KEP-\d+$`, 5},
		{"KEP N", note.KEP, `KEP \d+`, `^KEP \d+$`, 4},
		{"KEP- N", note.KEP, `KEP- \d+`, `^KEP- \d+$`, 2},
		{"KEP - N", note.KEP, `KEP - \d+`, `^KEP - \d+$`, 1},
		{"release of a repository", note.RepoRelease, `#v\d`, `#v`, 1},
		{"owner/repo without number", note.Repo, repoPattern, ``, 14},
		{"working group", note.WG, `WG-LTS|wg-batch`, ``, 2},
		{"sig-label", note.SIGRef, `sig-node`, `^sig-`, 1},
		{"Kubernetes 1.N", note.ReleaseRef, `Kubernetes 1\.\d+( -> 1\.\d+)?`, ``, 7},
	},
}

// gatePattern matches the names of gates in the real notes that are not API kinds there.
const gatePattern = `\b(?:AggregatedDiscoveryEndpoint|CSIInlineVolume|CSIMigration|ComponentSLIs|ConsistentHTTPGetHandlers|DaemonSetUpdateSurge|` +
	`DownwardAPIHugePages|DynamicResourceAllocation|EndpointSliceTerminatingCondition|EphemeralContainers|ExpandedDNSConfig|GRPCContainerProbe|` +
	`IPTablesOwnershipCleanup|IdentifyPodOS|KubeletTracing|LocalStorageCapacityIsolation|MinimizeIPTablesRestore|NetworkPolicyEndPort|` +
	`NewVolumeManagerReconstruction|NodeLogQuery|ProxyTerminatingEndpoints|ServiceIPStaticSubrange|ServiceInternalTrafficPolicy|` +
	`StableLoadBalancerNodeSet|StatefulSetMinReadySeconds|TopologyAwareHints|UserNamespacesStatelessPodsSupport)\b`

// repoPattern matches the repositories without a number in the log.
const repoPattern = `kong/blixt|aojea/cloud-provider-kind|aws/zone-aware-controllers-for-k8s|jetstack/knet-stress|k/k の|kubernetes-sigs/e2e-framework|` +
	`kubernetes-sigs/cloud-provider-kind|google/go-containerregistry|sozercan/kubectl-ai|uber-go/automaxprocs|aws/aws-application-networking-k8s[,)]|` +
	`kubernetes-sigs/jobset`

var codeBlock = regexp.MustCompile("(?s)```.*?\n```")

func TestCorpusForms(t *testing.T) {
	for _, path := range []string{"1.26/sig-network.zh.md", "1.27/overview.ru.md", "1.27/sig-node.ja.md", "log/2023-spring.ja.md"} {
		n, body := real(t, path)
		body = codeBlock.ReplaceAllString(body, "")
		var refs []note.Ref
		for i := range n.Blocks {
			refs = append(refs, n.Blocks[i].Refs...)
		}
		for _, f := range forms[path] {
			raw := 0
			for _, m := range regexp.MustCompile(f.raw).FindAllStringSubmatch(body, -1) {
				raw++
				for _, group := range m[1:] {
					raw += min(len(group), 1)
				}
			}
			found := 0
			for _, r := range refs {
				if r.Kind == f.kind && regexp.MustCompile(f.written).MatchString(r.Written) {
					found++
				}
			}
			t.Logf("%-24s %-48s %3d in the text %3d found", path, f.name, raw, found)
			if found != f.want || raw != f.want {
				t.Errorf("%s: %s: %d in the text, %d found, want %d", path, f.name, raw, found, f.want)
			}
		}
	}
}

// TestCorpusComments checks that every "comment -" before a reference is a comment in that thread.
func TestCorpusComments(t *testing.T) {
	n, body := real(t, "log/2023-spring.ja.md")
	want := len(regexp.MustCompile(`comment ?- (?:KEP[ -]+|[A-Za-z0-9./_-]+#)\d+`).FindAllString(body, -1))
	got := 0
	for i := range n.Blocks {
		for _, r := range n.Blocks[i].Refs {
			if r.Comment {
				got++
			}
		}
	}
	if want != 42 || got != want {
		t.Errorf("%d comments in the text, %d found, want 42", want, got)
	}
}

// TestCorpusRepositories checks that 26 repositories are cited with a number or a release.
func TestCorpusRepositories(t *testing.T) {
	n, _ := real(t, "log/2023-spring.ja.md")
	repos := map[string]bool{}
	for i := range n.Blocks {
		for _, r := range n.Blocks[i].Refs {
			if repo, _, ok := strings.Cut(r.Written, "#"); ok && strings.Contains(repo, "/") {
				repos[repo] = true
			}
		}
	}
	if len(repos) != 26 {
		t.Errorf("%d repositories, want 26: %v", len(repos), repos)
	}
}
