package ref

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

const (
	kubeRepo        = "kubernetes/kubernetes"
	enhancementRepo = "kubernetes/enhancements"

	// firstPull is the number of digits from which a bare #N belongs to kubernetes/kubernetes.
	// Shorter numbers are enhancements. This is right for all known notes.
	firstPull = 5
)

// misspelt maps misspelt repositories in real notes to the right ones.
var misspelt = map[string]string{
	"kubernetes/enhancement": enhancementRepo,
	"kubernetes/enhancent":   enhancementRepo,
	"aws/container-roadmap":  "aws/containers-roadmap",
}

// matchPR matches #115331, PR #114364, k/k#115143, kubernetes/kubernetes#170, kk#115139.
func matchPR(s *scanner, i int) found {
	if s.text[i] == '#' {
		if n, end := s.bare(i); len(n) >= firstPull {
			return found{end: end, id: n}
		}
		return found{}
	}
	for _, w := range [...]string{"PRs", "PR", "Pull Request", "pull"} {
		if f := s.numbered(i, w); f.end > 0 {
			return f
		}
	}
	if end, ok := s.word(i, "kk"); ok && s.byteAt(end) == '#' && s.free(i) {
		if n, end := s.number(end+1, 7); n != "" {
			return found{end: end, id: n}
		}
	}
	if repo, tail, end := s.repository(i); repo == kubeRepo && tail != "" && isDigit(tail[0]) {
		return found{end: end, id: tail}
	}
	return found{}
}

func matchIssue(s *scanner, i int) found {
	if f := s.numbered(i, "Issues"); f.end > 0 {
		return f
	}
	return s.numbered(i, "Issue")
}

// numbered matches a word and a number with its sign: PR #114364. The space is optional.
func (s *scanner) numbered(i int, w string) found {
	end, ok := s.word(i, w)
	if !ok || !s.free(i) {
		return found{}
	}
	end = s.spaces(end)
	if s.byteAt(end) != '#' {
		return found{}
	}
	n, end := s.number(end+1, 7)
	if n == "" {
		return found{}
	}
	return found{end: end, id: n}
}

// bare matches #N unless it continues a word, path or entity.
func (s *scanner) bare(i int) (string, int) {
	if c := s.prevByte(i); isWord(c) || c == '/' || c == '&' || c == '#' || c == '-' || c == '.' {
		return "", i
	}
	return s.number(i+1, 7)
}

// free reports whether i is not within a path, an address, a flag or a word.
func (s *scanner) free(i int) bool {
	c := s.prevByte(i)
	return !isWord(c) && (c == 0 || strings.IndexByte("/.-@#$=\\~%&+", c) < 0)
}

// matchThread matches containerd/containerd#8006, and kubernetes/enhancements#N if N is not a KEP.
func matchThread(s *scanner, i int) found {
	if s.text[i] == '#' {
		n, end := s.bare(i)
		if len(n) < 3 || len(n) >= firstPull || s.names.IsKEP(n) {
			return found{}
		}
		return found{end: end, id: enhancementRepo + "#" + n}
	}
	repo, tail, end := s.repository(i)
	if tail == "" || !isDigit(tail[0]) || repo == kubeRepo {
		return found{}
	}
	if repo == enhancementRepo && s.names.IsKEP(tail) {
		return found{}
	}
	return found{end: end, id: repo + "#" + tail}
}

func matchTag(s *scanner, i int) found {
	repo, tail, end := s.repository(i)
	if tail == "" || isDigit(tail[0]) {
		return found{}
	}
	return found{end: end, id: repo + "#" + tail}
}

// repository reads owner/name, or owner/name#tail with a number or version as tail. It corrects
// known misspellings and expands k/ to kubernetes/. repo is empty without a match. The last result
// is cached, because several rows call it for the same place.
func (s *scanner) repository(i int) (repo, tail string, end int) {
	if s.asked.next != i+1 {
		repo, tail, end = s.readRepository(i)
		s.asked = repositoryCache{i + 1, repo, tail, end}
	}
	return s.asked.repo, s.asked.tail, s.asked.end
}

func (s *scanner) readRepository(i int) (repo, tail string, end int) {
	if !s.free(i) || !isLetter(s.text[i]) && !isDigit(s.text[i]) {
		return "", "", i
	}
	slash := s.run(i, ownerByte, 39)
	if s.byteAt(slash) != '/' {
		return "", "", i
	}
	end = s.run(slash+1, repoByte, 100)
	for end > slash+1 && s.text[end-1] == '.' { // the full stop of a sentence
		end--
	}
	if end == slash+1 || s.byteAt(end) == '/' || end < len(s.text) && repoByte(s.text[end]) && s.text[end] != '.' {
		return "", "", i
	}
	repo = repoName(s.text[i:slash], s.text[slash+1:end])
	if s.byteAt(end) == '#' {
		if n, e := s.gluedNumber(end + 1); n != "" {
			return repo, n, e
		}
		if v, e := s.version(end + 1); v != "" {
			return repo, v, e
		}
	}
	return repo, "", end
}

func repoName(owner, name string) string {
	if owner == "k" {
		owner = "kubernetes"
		if name == "k" {
			name = "kubernetes"
		}
	}
	repo := owner + "/" + name
	if lower := strings.ToLower(repo); lower == kubeRepo || lower == enhancementRepo {
		return lower
	}
	if meant, ok := misspelt[repo]; ok {
		return meant
	}
	return repo
}

func (s *folded) version(i int) (string, int) {
	if s.byteAt(i) != 'v' || !isDigit(s.byteAt(i+1)) {
		return "", i
	}
	end := s.run(i, func(c byte) bool { return isWord(c) || c == '.' || c == '-' || c == '+' }, 40)
	for strings.IndexByte(".-+", s.text[end-1]) >= 0 {
		end--
	}
	return s.text[i:end], end
}

func ownerByte(c byte) bool { return isDigit(c) || isLetter(c) || c == '-' }

func repoByte(c byte) bool { return isWord(c) || c == '-' || c == '.' }

// matchRepo matches kong/blixt. Most words with a slash are not repositories (liveness/readiness,
// get/describe, apps/v1), so [isRepository] must confirm it.
func matchRepo(s *scanner, i int) found {
	repo, tail, end := s.repository(i)
	if repo == "" || tail != "" || s.byteAt(end) == '#' || s.byteAt(end) == '@' {
		return found{}
	}
	owner, name, _ := strings.Cut(repo, "/")
	if !isRepository(owner, name, s.alone(i, end)) {
		return found{}
	}
	return found{end: end, id: repo}
}

func (s *scanner) alone(i, end int) isolation {
	left, right := strings.TrimRight(s.text[:i], " "), strings.TrimLeft(s.text[end:], " ")
	switch {
	case left == "" && right == "":
		return whole
	case left == "" || right == "":
		return within
	case strings.IndexByte("(,", left[len(left)-1]) >= 0 && strings.IndexByte("),", right[0]) >= 0:
		return bracketed
	}
	return within
}

// kepNumber matches numbers of kubernetes/enhancements that belong to KEPs.
func (s *scanner) kepNumber(i int) found {
	if s.text[i] == '#' {
		n, end := s.bare(i)
		if n != "" && len(n) < firstPull && s.names.IsKEP(n) {
			return found{end: end, id: n, kind: note.KEP}
		}
		return found{}
	}
	if repo, tail, end := s.repository(i); repo == enhancementRepo && s.names.IsKEP(tail) {
		return found{end: end, id: tail, kind: note.KEP}
	}
	return found{}
}
