package check

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"機能JobPodFailurePolicyを", "JobPodFailurePolicy"},
		{"kube-scheduler と --feature-gates=A=true", "kube-scheduler --feature-gates A true"},
		{"—node-ip –raw ---dashes a--b -x-", "node-ip raw ---dashes a --b -x"},
		{"ＰｏｄＧａｔｅ x ｋｕｂｅ－ｐｒｏｘｙ／ａ", "PodGate x kube-proxy a"},
		{"kubelet＿x _emph_ __a__b", "kubelet_x emph a__b"},
		{"Podのkube-proxyｓ", "Pod kube-proxys"},
		{"поPodи\xff\xfePod", "Pod Pod"},
	} {
		var got []string
		for w := range words(c.in, 0) {
			got = append(got, strings.Repeat("-", w.dashes)+w.text)
		}
		if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%q: %s", c.in, diff)
		}
	}
}

func TestHumps(t *testing.T) {
	for in, want := range map[string]string{
		"PodDisruptionBudget":     "Pod Disruption Budget",
		"MixedProtocolLBServiceA": "Mixed Protocol LB Service A",
		"CSIMigrationAWS":         "CSI Migration AWS",
		"APIs":                    "APIs",
		"CRDsFound":               "CRDs Found",
		"maxParallelImagePulls":   "max Parallel Image Pulls",
		"kube-api_server":         "kube api server",
		"__":                      "",
		"KubeletInUserNamespace":  "Kubelet In User Namespace",
	} {
		if got := strings.Join(slices.Collect(humps(in)), " "); got != want {
			t.Errorf("%s: %q, not %q", in, got, want)
		}
	}
}

// FuzzWords checks that words are in order and do not overlap, that their offsets are right, and
// that a word alone is parsed the same. It also runs the vocabulary on every word.
func FuzzWords(f *testing.F) {
	for _, s := range []string{"kube-scheduler のJodPodFailurePolicy", "ＰｏｄーＧａｔｅ--x", "a-b_c－ｄ", "kk#1 k/k＃2", "://x/JodPodFailurePolicy", "\xff--Pod\x00"} {
		f.Add(s)
	}
	v := NewVocabulary(upstreamData(f))
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for w := range words(text, 7) {
			if w.start-7 < end || w.end <= w.start || w.end-7 > len(text) || w.text == "" {
				t.Fatalf("%q: %+v after %d", text, w, end)
			}
			end = w.end - 7
			for i := range len(w.text) {
				if c, _ := narrow(text, w.at(i)-7); c != w.text[i] {
					t.Fatalf("%q: letter %d of %+v is %q there", text, i, w, c)
				}
			}
			if utf8.ValidString(text) && !utf8.ValidString(text[w.start-7:w.end-7]) {
				t.Fatalf("%q: %+v cuts a letter", text, w)
			}
			if s := v.correct(w, nil); s != nil && (s.from < 0 || s.to > len(w.text) || s.from >= s.to || s.meant == w.text) {
				t.Fatalf("%+v: %+v", w, s)
			}
		}
		for c := range citesOf(text) {
			if c.start < 0 || c.end > len(text) || text[c.start:c.end] != c.repo {
				t.Fatalf("%q: %+v", text, c)
			}
		}
	})
}
