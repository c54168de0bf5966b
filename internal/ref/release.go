package ref

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// releaseWords lists the words, in lower case, after which 1.28 is a release. After them a patch
// release (1.27.2) counts as its minor release.
var releaseWords = []string{"kubernetes", "k8s", "release", "リリース", "релиз", "релизе", "релиза", "发行版", "发布版本"}

// plainWords lists the ASCII words after which v1.29 is still a Kubernetes release.
var plainWords = set(
	"a", "after", "alpha", "and", "as", "at", "before", "beta", "between", "by", "for", "from", "ga", "graduated",
	"in", "into", "is", "kube-apiserver", "kube-controller-manager", "kube-proxy", "kube-scheduler", "kubeadm",
	"kubectl", "kubelet", "kubernetes", "k8s", "of", "on", "or", "release", "releases", "removed", "since",
	"stable", "than", "the", "through", "till", "to", "until", "upstream", "version", "versions", "was", "were",
	"with", "within", "changelog", "deprecated", "milestone", "target",
)

// matchRelease matches v1.29; the number in Kubernetes 1.27.2, release 1.28 and リリース 1.28; and 1.26
// in "Kubernetes 1.25 and 1.26". It does not match versions of other products: CoreDNS Addon v1.9.3,
// EKS 1.26.
func matchRelease(s *scanner, i int) found {
	digits, plain := i, s.text[i]|0x20 == 'v'
	if plain {
		digits++
	}
	id, end := s.minor(digits)
	if id == "" {
		return found{}
	}
	word, glued := s.wordBefore(i)
	ours := isReleaseWord(word) || s.continuesRelease(i)
	if !ours && (glued || !plain && !s.releaseFollows(end)) {
		return found{}
	}
	patch := s.patch(end)
	switch {
	case ours:
		return found{end: patch, id: id}
	case patch != end, word != "" && !plainWords[strings.ToLower(word)]:
		return found{}
	}
	return found{end: end, id: id}
}

func (s *folded) minor(i int) (string, int) {
	if !strings.HasPrefix(s.text[min(i, len(s.text)):], "1.") {
		return "", i
	}
	end := i + 2
	for end < len(s.text) && isDigit(s.text[end]) {
		end++
	}
	if n := end - i - 2; n == 0 || n > 2 || n == 2 && s.text[i+2] == '0' || isWord(s.byteAt(end)) || s.byteAt(end) == '%' {
		return "", i
	}
	if s.byteAt(end) == '-' && isWord(s.byteAt(end+1)) { // a tag of another product
		return "", i
	}
	return s.text[i:end], end
}

func (s *folded) patch(end int) int {
	if s.byteAt(end) != '.' || !isDigit(s.byteAt(end+1)) {
		return end
	}
	return s.run(end+1, isDigit, 3)
}

// wordBefore returns the word before i. glued means that no space separates it, but a letter or a
// sign of a path, tag or address precedes i.
func (s *folded) wordBefore(i int) (word string, glued bool) {
	if i == 0 {
		return "", false
	}
	before := s.text[:i]
	if c := before[i-1]; c < 0x80 && c != ' ' && strings.IndexByte("([{,;\"'*|<>~-", c) < 0 && !isWord(c) {
		return "", true
	}
	glued = isWord(before[i-1])
	before = strings.TrimRight(before, " -—") // новая версия Kubernetes — 1.27
	if before == "" {
		return "", false
	}
	for _, w := range releaseWords { // words that are not ASCII have no boundary before them
		if w[0] >= 0x80 && endsWith(before, w) {
			return w, false
		}
	}
	start := len(before)
	for start > 0 && len(before)-start < 40 && repoByte(before[start-1]) {
		start--
	}
	return before[start:], glued
}

func isReleaseWord(w string) bool {
	for _, r := range releaseWords {
		if strings.EqualFold(w, r) {
			return true
		}
	}
	return false
}

// continuesRelease reports whether only a conjunction separates i from the previous release.
func (s *scanner) continuesRelease(i int) bool {
	if s.prev.Ref.Kind != note.ReleaseRef || i-s.prev.End > 12 {
		return false
	}
	switch strings.Trim(s.text[s.prev.End:i], " ") {
	case "和", "与", "至", "到", "and", "or", "to", "と", "から", "及び", "、", ",", "/", "-", "->", "~", "〜", "и", "до":
		return true
	}
	return false
}

// releaseFollows reports whether a word for release follows directly.
func (s *scanner) releaseFollows(i int) bool {
	rest := s.text[i:min(len(s.text), i+24)]
	rest = strings.ToLower(strings.TrimLeft(rest, " "))
	return strings.HasPrefix(rest, "リリース") || strings.HasPrefix(rest, "release")
}
