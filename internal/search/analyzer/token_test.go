package analyzer

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/rogpeppe/go-internal/txtar"
)

// A vector is a text with its terms (after =) and its pieces (after ?), written by hand.
type vector struct{ text, terms, query string }

// vectors reads testdata/vectors.txtar: three lines for each vector, separated by an empty line. A
// quoted text is a Go string.
func vectors(t testing.TB) []vector {
	t.Helper()
	ar, err := txtar.ParseFile("testdata/vectors.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var all []vector
	for _, f := range ar.Files {
		for v := range strings.SplitSeq(strings.TrimSpace(string(f.Data)), "\n\n") {
			lines := strings.Split(v, "\n")
			if len(lines) != 3 || lines[1][0] != '=' || lines[2][0] != '?' {
				t.Fatalf("%s: no vector: %q", f.Name, v)
			}
			text, err := strconv.Unquote(lines[0])
			if err != nil {
				text = lines[0]
			}
			all = append(all, vector{text, strings.TrimSpace(lines[1][1:]), strings.TrimSpace(lines[2][1:])})
		}
	}
	return all
}

func TestVectors(t *testing.T) {
	all := vectors(t)
	if len(all) < 300 {
		t.Errorf("%d vectors are fewer than 300", len(all))
	}
	seen := map[string]bool{}
	for _, want := range all {
		if seen[want.text] {
			t.Errorf("%q stands twice", want.text)
		}
		seen[want.text] = true
		got := vector{want.text, strings.Join(Terms(want.text), " "), written(want.text)}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(vector{})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", want.text, diff)
		}
	}
}

// TestReader checks that a reader that is reused returns the same as a new one, and that earlier
// results stay valid.
func TestReader(t *testing.T) {
	var r Reader
	var kept [][]string
	all := vectors(t)
	for _, v := range all {
		terms, words := r.Read(v.text)
		if diff := cmp.Diff(append(Terms(v.text), Words(v.text)...), slices.Concat(terms, words), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q (-alone +after others):\n%s", v.text, diff)
		}
		kept = append(kept, slices.Clone(terms))
	}
	for i, v := range all {
		if got := strings.Join(kept[i], " "); got != v.terms {
			t.Errorf("what was read of %q is now %q", v.text, got)
		}
	}
}

// written writes the pieces of a query.
func written(query string) string {
	var pieces []string
	for _, p := range Query(query) {
		pieces = append(pieces, p.String())
	}
	return strings.Join(pieces, " ")
}

// TestFinds checks which queries find which texts: every key of the query must be a prefix of a
// term of the text.
func TestFinds(t *testing.T) {
	for _, c := range []struct{ text, finds, not string }{
		{"Added the flag --node-ip-family", "--node-ip|node-ip|nodeIP|ip-family|family|node", "node-family|odeip"},
		{"VolumeBindingMode", "BindingMode|binding mode|mode|volumebinding|VOLUME", "volume-mode"},
		{"HPAScaleToZero", "hpa|scaletozero|ScaleToZero|hpa scale to zero|HPASc", "pascale"},
		{"node.k8s.io/v1", "node.k8s.io|k8s.io/v1|node.k8s.io/v1|io/v1|v1|/v1|node", "node.k8s.io/v2|nodev1"},
		{"autoscaling/v2beta2", "autoscaling|autoscaling/v2|v2beta2|autoscaling/v2beta2", "autoscaling/v1"},
		{"since v1.27", "1.27|v1.27|V1.27|1.2", "127|1.27.3|27"},
		{"Kubernetes1.27から", "1.27|kubernetes|Kubernetes 1.27|から", "127|kubernetes1"},
		{"KEP-127", "127|KEP127|KEP 127|kep #127|keps/127|enhancements#127|kep.k8s.io/127|https://kep.k8s.io/127", "KEP-27|1.27|kep128"},
		{"(#115143)", "115143|#115143|k/k#115143|PR 115143|PR115143|PR #115143|kubernetes/kubernetes#115143|https://github.com/kubernetes/kubernetes/pull/115143/files", "15143|1.15143"},
		{"PR115143", "115143|k/k#115143|PR 115143", "pr"},
		{"[SIG Node]", "sig-node|SIG Node|sig/node|node|signode", "design"},
		{"sig-api-machinery", "SIG API Machinery|sig/api-machinery|api machinery|machinery", "sig-machinery"},
		{"IPv6", "ipv6|IPV6|ip", "v6|pv"},
		{"kube-proxy", "kube-proxy|kubeproxy|KubeProxy|kube proxy|proxy", "k-proxy"},
		{"/etc/kubernetes/kubelet.conf", "kubelet.conf|kubeletconf|conf|kubelet|etc/kubernetes", "letconf"},
		{"GET /healthz", "/healthz|healthz|health", "ealthz"},
		{"pod.spec.hostUsers", "hostUsers|spec.hostUsers|pod.spec.hostUsers|users|pod spec", "pod.hostUsers"},
		{"x86_64", "x86_64|x86|64|x86-64", "86"},
		{"ガベージ・コレクション", "ガベージコレクション|ガベージ|コレクション|レクシ|ﾚｸｼｮﾝ", "ガページ|かべーじ"},
		{"タイムアウトを変更した", "タイムアウト|タイム|アウト|変更|更し|を変更", "変史|タイムアワト"},
		{"Podの起動", "pod|起動|の起動|Pod 起動|Podの起動", "起動の"},
		{"Ёмкость подов за́мка", "емкость|ёмкость|подов|под|замка", "поды"},
		{"timeout of 1.5 s", "1.5", "15|1,5,5"},
		{"NodeSwap を有効化", "nodeswap|NodeSwap|node-swap|swap|有効", "node_sw_ip"},
		{"--feature-gates=NodeSwap=true", "NodeSwap=true|feature-gates|gates", "false"},
	} {
		terms := Terms(c.text)
		for q := range strings.SplitSeq(c.finds, "|") {
			if missing := unmet(terms, q); missing != "" {
				t.Errorf("%q does not find %q: no term begins with %q", q, c.text, missing)
			}
		}
		for q := range strings.SplitSeq(c.not, "|") {
			if unmet(terms, q) == "" {
				t.Errorf("%q finds %q", q, c.text)
			}
		}
	}
}

// unmet returns a key of the query that is not a prefix of any term.
func unmet(terms []string, query string) string {
	for _, p := range Query(query) {
		for _, key := range p.Keys {
			if !slices.ContainsFunc(terms, func(term string) bool { return strings.HasPrefix(term, key) }) {
				return key
			}
		}
	}
	return ""
}

func TestID(t *testing.T) {
	for _, c := range []struct{ kind, id, want string }{
		{"kep", "127", "kep127 127"},
		{"pr", "115143", "115143"},
		{"issue", "112044", "112044"},
		{"thread", "containerd/containerd#8006", "8006"},
		{"sig", "node", "signode"},
		{"sig", "api-machinery", "sigapimachinery"},
		{"sig", "k8s-infra", "sigk8sinfra"},
		{"sig", "wg-batch", "wgbatch"},
		{"sig", "wg-workload-aware-scheduling", "wgworkloadawarescheduling"},
		{"sig", "committee-steering", "committeesteering"},
		{"release", "1.27", "1.27"},
		{"gate", "HPAScaleToZero", "hpascaletozero"},
		{"api", "node.k8s.io/v1/runtimeclasses", "nodek8siov1 runtimeclasses v1/runtimeclasses"},
		{"tag", "containerd/containerd#v1.7.0", "containerd containerd containerd/containerd 1.7.0"},
		{"", "", ""},
		{"kep", "", "kep"},
		{"gate", "#", ""},
	} {
		if got := strings.Join(ID(c.kind, c.id), " "); got != c.want {
			t.Errorf("ID(%q, %q) = %q, want %q", c.kind, c.id, got, c.want)
		}
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"The VolumeBindingMode of kubelet v1.27", "volumebindingmode bindingmode mode kubelet"},
		{"IPv6 pods x86_64 utf8", "pods"},
		{"タイムアウトのキー、サーバ", "タイムアウト サーバ"},
		{"под поды ёлка узлами", "под елк узл"},
		{"変更 起動", ""},
		{"userNamespacesStatelessPodsSupport", "usernamespacesstatelesspodssupport namespacesstatelesspodssupport statelesspodssupport podssupport support"},
		{strings.Repeat("コントロールプレーン", 5), ""},
	} {
		if got := strings.Join(Words(c.text), " "); got != c.want {
			t.Errorf("Words(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

// TestForms checks which words of a row are forms of each other.
func TestForms(t *testing.T) {
	related := func(a, b string) bool {
		return slices.ContainsFunc(Forms.Russian, func(row string) bool {
			for ending := range strings.SplitSeq(row, " ") {
				base, ok := strings.CutSuffix(a, ending)
				if rest, same := strings.CutPrefix(b, base); ok && same && slices.Contains(strings.Split(row, " "), rest) {
					return true
				}
			}
			return false
		})
	}
	for pair := range strings.FieldsSeq("под/подов версия/версиями новый/новых удален/удаленных удалены/удаленный указано/указанная использован/использованными открыты/открытых добавить/добавила") {
		if a, b, _ := strings.Cut(pair, "/"); !related(a, b) || !related(b, a) {
			t.Errorf("%s and %s are no forms of one word", a, b)
		}
	}
	for pair := range strings.FieldsSeq("план/планировщик тест/тестовый под/подключен удаление/удаленный") {
		if a, b, _ := strings.Cut(pair, "/"); related(a, b) {
			t.Errorf("%s and %s are forms of one word", a, b)
		}
	}
}

// TestGroups checks that the label of a SIG, working group or committee finds the texts that name
// it.
func TestGroups(t *testing.T) {
	for _, c := range []struct{ label, typed string }{
		{"node", "sig-node|SIG Node|sig/node|signode"},
		{"api-machinery", "sig-api-machinery|SIG API Machinery"},
		{"wg-batch", "wg-batch|wgbatch|wg_batch|wg"},
		{"wg-device-management", "wg-device-management|WG-Device-Management"},
		{"wg-workload-aware-scheduling", "wg-workload-aware-scheduling|WG-Workload-Aware-Scheduling|wg-workload"},
		{"committee-code-of-conduct", "committee-code-of-conduct|committee"},
	} {
		terms := ID("sig", c.label)
		for q := range strings.SplitSeq(c.typed, "|") {
			if missing := unmet(terms, q); missing != "" {
				t.Errorf("%q does not find %s: no term of %q begins with %q", q, c.label, terms, missing)
			}
		}
	}
}

// TestHan checks the table of variants: no character occurs twice or alone, and it has pairs that
// occur in texts. The comment of package search has its size.
func TestHan(t *testing.T) {
	seen := map[rune]string{}
	for _, group := range Han {
		if utf8.RuneCountInString(group) < 2 {
			t.Errorf("%s has no other form", group)
		}
		for _, r := range group {
			if other, ok := seen[r]; ok {
				t.Errorf("%c stands in %s and in %s", r, other, group)
			}
			seen[r] = group
			if p := Query(string(r)); len(p) != 1 || p[0].Script != ScriptHan || p[0].Text != string(r) {
				t.Errorf("%c of %s is not what a query has: %v", r, group, p)
			}
		}
	}
	for _, pair := range strings.Fields("変变 変變 检検 权権 节節 后後 关関 关關 应応 启啓 扩拡 续続 说説 错錯 数數 为為 计計 划画 约約 络絡 发発 佈布 占佔 驟骤 齐齊 鑰钥 抢搶 宽寬") {
		r := []rune(pair)
		if seen[r[0]] == "" || seen[r[0]] != seen[r[1]] {
			t.Errorf("%c and %c stand in no group together", r[0], r[1])
		}
	}
}

// The patterns of the JavaScript version, which rewrite implements without regular expressions. Go
// does not support the last one, so [Grammar] has it in another form.
var (
	kepName  = regexp.MustCompile(`(?i)` + Grammar[3][0][0])
	sigName  = regexp.MustCompile(`(?i)` + Grammar[3][1][0])
	pullWord = regexp.MustCompile(`(?i)\bpr[ \n#-]*(\d)`)
)

// byPatterns does the same as rewrite, with the patterns of the JavaScript version.
func byPatterns(s string) string {
	return pullWord.ReplaceAllString(sigName.ReplaceAllString(kepName.ReplaceAllString(s, "kep-$1 "), "sig-$1-$2 "), "$1")
}

// FuzzTerms checks for any text that terms are folded and of limited length, that a text is found
// by itself, and that the code agrees with the patterns.
func FuzzTerms(f *testing.F) {
	for _, v := range vectors(f) {
		f.Add(v.text)
	}
	f.Add(strings.Repeat("a\u0301", 50) + strings.Repeat("\u0323", 50) + strings.Repeat("aB", 50))
	f.Add("\xff\xfeKEP\xff127")
	f.Fuzz(func(t *testing.T, text string) {
		if err := holds(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	})
}

func holds(text string) error {
	if s := Fold(text); !utf8.ValidString(s) {
		return fmt.Errorf("folded it is no text: %q", s)
	}
	plain := upright(text)
	if got, want := rewrite(plain), byPatterns(plain); got != want {
		return fmt.Errorf("rewritten by hand %q, by patterns %q", got, want)
	}
	terms := Terms(text)
	for _, term := range terms {
		if n := utf8.RuneCountInString(term); n == 0 || n > maxTerm || !utf8.ValidString(term) {
			return fmt.Errorf("no term: %q", term)
		}
	}
	for _, w := range Words(text) {
		if utf8.RuneCountInString(w) > maxWord {
			return fmt.Errorf("%q is too long for a word", w)
		}
	}
	for _, p := range Query(text) {
		if len(p.Keys) == 0 || p.Text == "" {
			return fmt.Errorf("no piece: %v", p)
		}
	}
	if key := unmet(terms, text); key != "" && only(plain) == plain {
		return fmt.Errorf("it does not find itself: no term begins with %q", key)
	}
	return nil
}
