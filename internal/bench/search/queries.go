package main

import (
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// query is what a reader types, and what a plain scan of the documents takes for an
// answer: a pattern over the text in NFKC and lower case. The patterns share nothing with the
// tokenizer; where a word has boundaries they say which.
//
// also is what is right as well though nobody asked for it by its letters: another name of the
// same term in the glossary, which one side shows below its results. It counts for precision
// alone, so that no side is asked for it.
type query struct {
	text  string
	truth *regexp.Regexp
	also  *regexp.Regexp // nil: nothing
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
	{"タイムアウト", regexp.MustCompile(`タイムアウト`), regexp.MustCompile(`time-?out|время ожидания|тайм-?аут|超时`)},
	{"リダイレクト", regexp.MustCompile(`リダイレクト`), regexp.MustCompile(`redirect|перенаправлени|редирект|重定向`)},
	{"ガベージコレクション", regexp.MustCompile(`ガベージコレクション`), regexp.MustCompile(`garbage[ -]?collect|垃圾(?:收集|回收)|ガ[ベー]+ジコレク|сбор[а-я]* мусора`)},
	{"127", regexp.MustCompile(digits + `127(?:$|[^0-9.]|\.(?:$|[^0-9]))`), nil},
	{"k/k#115143", regexp.MustCompile(`115143(?:$|[^0-9])`), nil},
	{"--node-ip", regexp.MustCompile(latin + `node-?ip`), nil},
	{"BindingMode", regexp.MustCompile(`binding ?mode`), nil},
	{"node.k8s.io/v1", regexp.MustCompile(latin + `node\.k8s\.io/v1`), nil},
	{"подов", regexp.MustCompile(cyr + `под(?:|а|у|ом|е|ы|ов|ам|ами|ах)(?:$|[^а-я])`), nil},
	{"变更", regexp.MustCompile(`变更|変更|變更`), nil},
	{"メトリクス", regexp.MustCompile(`メトリクス`), nil},
	{"非推奨", regexp.MustCompile(`非推奨`), regexp.MustCompile(`deprecat|устаре|弃用|废弃|廃止予定`)},
	{"kubelet", regexp.MustCompile(latin + `kubelet`), nil},
	{"默认", regexp.MustCompile(`默认`), nil},
	{"警告", regexp.MustCompile(`警告`), nil},
	{"узла", regexp.MustCompile(cyr + `уз(?:ел|ла|лу|лом|ле|лы|лов|лам|лами|лах)(?:$|[^а-я])`), nil},
	{"памяти", regexp.MustCompile(cyr + `памят(?:ь|и|ью)(?:$|[^а-я])`), nil},
	{"maxParallelImagePulls", regexp.MustCompile(`maxparallelimagepulls`), nil},
	{"seccompProfile", regexp.MustCompile(`seccomp-?profile`), nil},
	{"シャットダウン", regexp.MustCompile(`シャットダウン`), nil},
	{"KEP-3673", regexp.MustCompile(`(?:kep-|keps/|enhancements#|enhancements/issues/)3673(?:$|[^0-9])`), nil},
	{"deprecated", regexp.MustCompile(latin + `deprecated`), nil},
	{"集群", regexp.MustCompile(`集群`), nil},
	{"コンテナランタイム", regexp.MustCompile(`コンテナランタイム`), nil},
	{"--feature-gates", regexp.MustCompile(latin + `feature-?gates`), nil},
}

// scan returns for each query the documents that answer it: true, or false for those that
// are right as well.
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
			} else if q.also != nil && q.also.MatchString(text) {
				truth[i][n] = false
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
	asked, right := 0, 0
	seen := map[int]bool{}
	for _, n := range found {
		if asks, ok := truth[n]; ok && !seen[n] {
			right++
			if asks {
				asked++
			}
		}
		seen[n] = true
	}
	if len(found) > 0 {
		precision = float64(right) / float64(len(found))
	}
	return float64(asked) / float64(min(wanted(truth), 10)), precision
}

// wanted counts what a query asks for.
func wanted(truth map[int]bool) int {
	n := 0
	for _, asks := range truth {
		if asks {
			n++
		}
	}
	return n
}
