package check

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// linkLabels are words that are probably the text of a link if they are alone in parentheses.
var linkLabels = map[string]bool{
	"here": true, "link": true, "links": true, "blog": true, "blog post": true, "video": true, "slide": true, "slides": true,
	"slack": true, "youtube": true, "twitter": true, "gist": true, "site": true, "docs": true, "source": true, "comment": true,
	"release note": true, "release notes": true,
	"こちら": true, "ここ": true, "参照": true, "参考": true, "リンク": true, "ブログ": true, "動画": true, "スライド": true, "ブログ記事": true,
	"这里": true, "此处": true, "链接": true, "参见": true, "博客": true, "视频": true, "幻灯片": true,
	"здесь": true, "тут": true, "ссылка": true, "блог": true, "видео": true, "слайды": true,
}

// inParentheses matches text in parentheses without nested parentheses. The closing parenthesis
// may be missing at the end of a line.
var inParentheses = regexp.MustCompile(`[(（]([^()（）]*)(?:[)）]|$)`)

var betweenLabels = regexp.MustCompile(`\s*[,、，;；/・]\s*`)

// pointsElsewhere matches the end of a sentence that refers to a link: KEPはこちら。 Kubernetes
// blogはこちら. See the KEP here.
var pointsElsewhere = regexp.MustCompile(`(?:は|が)(こちら|ここ)(?:です|から)?(?:[。．.!！)）]|$)|` +
	`(?:スライド|資料|ブログ|記事|動画|リンク先?)を(?:ご)?(参照)(?:ください|して|。|$)|` +
	`(?i:\b(?:see|read|click|found)\s+(here))(?:[.,!)]|$)|` +
	`(?:请看|见|参见|参考|点击|详见)(这里|此处)(?:[。.!！)）]|$)|` +
	`(?:см\.|смотрите|читайте|подробнее|подробности)\s+(?:—\s+)?(здесь|тут|по ссылке)(?:[.,!)]|$)`)

// pointers are the words for "here" in pointsElsewhere. Each match contains one of them.
// Searching for them first takes a tenth of the time.
var pointers = []string{"こちら", "ここ", "参照", "here", "这里", "此处", "здесь", "тут", "по ссылке"}

func points(line string) bool {
	line = strings.ToLower(line)
	return slices.ContainsFunc(pointers, func(w string) bool { return strings.Contains(line, w) })
}

// lostLinks reports texts of links without a target. They occur if text is copied without its
// URLs.
func lostLinks(_ *In, f *File) []diag.Diagnostic {
	var ds []diag.Diagnostic
	report := func(at int, label string) {
		ds = append(ds, diag.Warnf(f.At(at), "markup/lost-link", "%q has no link target", label).WithHint("write [%s](https://…)", label))
	}
	lines, starts := []string{}, []int{}
	for at, line := range f.maskedLines() {
		lines, starts = append(lines, line), append(starts, at)
	}
	for n, line := range lines {
		for _, m := range inParentheses.FindAllStringSubmatchIndex(line, -1) {
			if !strings.ContainsRune(line[m[2]:m[3]], maskAddress) {
				labelsIn(line[m[2]:m[3]], func(from int, label string) { report(starts[n]+m[2]+from, label) })
			}
		}
		if !points(line) || strings.ContainsRune(line, maskAddress) || n+1 < len(lines) && nextIsURL(lines[n+1:]) {
			continue
		}
		for _, m := range pointsElsewhere.FindAllStringSubmatchIndex(line, -1) {
			for g := 2; g < len(m); g += 2 {
				if m[g] >= 0 {
					report(starts[n]+m[g], line[m[g]:m[g+1]])
				}
			}
		}
	}
	return ds
}

func labelsIn(inner string, found func(from int, label string)) {
	from := 0
	for from <= len(inner) {
		end, next := len(inner), len(inner)+1
		if m := betweenLabels.FindStringIndex(inner[from:]); m != nil {
			end, next = from+m[0], from+m[1]
		}
		label := strings.TrimSpace(inner[from:end])
		if linkLabels[strings.ToLower(label)] {
			found(from+strings.Index(inner[from:end], label), label)
		}
		from = next
	}
}

// nextIsURL reports whether the next non-empty line begins with a URL, or consists of a link.
func nextIsURL(rest []string) bool {
	for _, line := range rest[:min(len(rest), 2)] {
		if line = strings.Trim(line, " \t"+string(rune(maskMarkup))); line != "" {
			return line[0] == maskAddress || strings.HasSuffix(line, string(rune(maskAddress)))
		}
	}
	return false
}
