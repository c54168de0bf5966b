package main

import (
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// query is what a reader types, and what a plain scan of the documents takes for an
// answer: a pattern over the text in NFKC and lower case. The patterns share nothing with the
// tokenizer; where a word has boundaries they say which.
type query struct {
	text  string
	truth *regexp.Regexp
}

// Boundaries. A humped or dashed name may be entered at each of its parts, which lower case
// no longer shows: those queries name what may stand before.
const (
	latin  = `(?:^|[^a-z0-9])`
	digits = `(?:^|[^0-9.])`
	cyr    = `(?:^|[^а-я])`
)

// session is what one reader looks for in one sitting: first the ten of the specification, then
// words of all four languages, compounds, pieces, ids, flags and fields.
var session = []query{
	{"タイムアウト", regexp.MustCompile(`タイムアウト`)},
	{"リダイレクト", regexp.MustCompile(`リダイレクト`)},
	{"ガベージコレクション", regexp.MustCompile(`ガベージコレクション|garbage collection`)},
	{"127", regexp.MustCompile(digits + `127(?:$|[^0-9.]|\.(?:$|[^0-9]))`)},
	{"k/k#115143", regexp.MustCompile(`115143(?:$|[^0-9])`)},
	{"--node-ip", regexp.MustCompile(latin + `node-?ip`)},
	{"BindingMode", regexp.MustCompile(`binding ?mode`)},
	{"node.k8s.io/v1", regexp.MustCompile(latin + `node\.k8s\.io/v1`)},
	{"подов", regexp.MustCompile(cyr + `под(?:|а|у|ом|е|ы|ов|ам|ами|ах)(?:$|[^а-я])`)},
	{"变更", regexp.MustCompile(`变更|変更|變更`)},
	{"メトリクス", regexp.MustCompile(`メトリクス`)},
	{"非推奨", regexp.MustCompile(`非推奨`)},
	{"kubelet", regexp.MustCompile(latin + `kubelet`)},
	{"默认", regexp.MustCompile(`默认`)},
	{"警告", regexp.MustCompile(`警告`)},
	{"узла", regexp.MustCompile(cyr + `уз(?:ел|ла|лу|лом|ле|лы|лов|лам|лами|лах)(?:$|[^а-я])`)},
	{"памяти", regexp.MustCompile(cyr + `памят(?:ь|и|ью)(?:$|[^а-я])`)},
	{"maxParallelImagePulls", regexp.MustCompile(`maxparallelimagepulls`)},
	{"seccompProfile", regexp.MustCompile(`seccomp-?profile`)},
	{"シャットダウン", regexp.MustCompile(`シャットダウン`)},
	{"KEP-3673", regexp.MustCompile(`(?:kep-|keps/|enhancements#|enhancements/issues/)3673(?:$|[^0-9])`)},
	{"deprecated", regexp.MustCompile(latin + `deprecated`)},
	{"集群", regexp.MustCompile(`集群`)},
	{"コンテナランタイム", regexp.MustCompile(`コンテナランタイム`)},
	{"--feature-gates", regexp.MustCompile(latin + `feature-?gates`)},
}

// scan returns for each query the documents that answer it.
func scan(docs []document) []map[int]bool {
	truth := make([]map[int]bool, len(session))
	for i := range truth {
		truth[i] = map[int]bool{}
	}
	for n := range docs {
		text := strings.ToLower(norm.NFKC.String(docs[n].plain()))
		for i, q := range session {
			if q.truth.MatchString(text) {
				truth[i][n] = true
			}
		}
	}
	return truth
}

// quality is how good the first ten of an answer are: the share of what could stand there that
// does, and the share of what stands there that should. An answer that is empty has no
// precision, and counts for none.
func quality(found []int, truth map[int]bool) (recall, precision float64) {
	found = found[:min(len(found), 10)]
	right := 0
	seen := map[int]bool{}
	for _, n := range found {
		if truth[n] && !seen[n] {
			right++
		}
		seen[n] = true
	}
	if len(found) > 0 {
		precision = float64(right) / float64(len(found))
	}
	return float64(right) / float64(min(len(truth), 10)), precision
}
