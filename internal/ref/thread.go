package ref

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

const (
	kubeRepo        = "kubernetes/kubernetes"
	enhancementRepo = "kubernetes/enhancements"

	// firstPull is the number of digits from which on a bare #N is one of
	// kubernetes/kubernetes, and below which it is an enhancement: right on every note
	// seen.
	firstPull = 5
)

// misspelt maps slips for repositories, seen in real notes, to what was meant.
var misspelt = map[string]string{
	"kubernetes/enhancement": enhancementRepo,
	"kubernetes/enhancent":   enhancementRepo,
	"aws/container-roadmap":  "aws/containers-roadmap",
}

// matchPR: #115331, PR #114364, k/k#115143, kubernetes/kubernetes#170, kk#115139.
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

// matchIssue: Issue #112044.
func matchIssue(s *scanner, i int) found {
	if f := s.numbered(i, "Issues"); f.end > 0 {
		return f
	}
	return s.numbered(i, "Issue")
}

// numbered reads a word and a number with its sign: PR #114364. A space may be missing.
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

// bare reads #N where no word, path or entity stands before it.
func (s *scanner) bare(i int) (string, int) {
	if c := s.prevByte(i); isWord(c) || c == '/' || c == '&' || c == '#' || c == '-' || c == '.' {
		return "", i
	}
	return s.number(i+1, 7)
}

// free reports whether what begins at i is not the continuation of a path, an address,
// a flag or a word.
func (s *scanner) free(i int) bool {
	c := s.prevByte(i)
	return !isWord(c) && (c == 0 || strings.IndexByte("/.-@#$=\\~%&+", c) < 0)
}

// matchThread: containerd/containerd#8006; kubernetes/enhancements#N where N is no KEP.
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

// matchTag: containerd/containerd#v1.7.0.
func matchTag(s *scanner, i int) found {
	repo, tail, end := s.repository(i)
	if tail == "" || isDigit(tail[0]) {
		return found{}
	}
	return found{end: end, id: repo + "#" + tail}
}

// repository reads owner/name, or owner/name#tail where tail is a number or a version.
// Slips for repositories are put right, and k/ is kubernetes/ for everybody. The empty
// repo means that there is none here. Several rows ask for the same place in turn, so the
// last answer is kept.
func (s *scanner) repository(i int) (repo, tail string, end int) {
	if s.asked.next != i+1 {
		repo, tail, end = s.readRepository(i)
		s.asked = asked{i + 1, repo, tail, end}
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

// repoName is the normal form of an owner and a name.
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

// version reads a tag such as v1.7.0 or v1.28.0-rc.1.
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

// matchRepo: kong/blixt. Most words with a stroke between them are no repository
// (liveness/readiness, get/describe, apps/v1), so it must be vouched for; see [known].
func matchRepo(s *scanner, i int) found {
	repo, tail, end := s.repository(i)
	if repo == "" || tail != "" || s.byteAt(end) == '#' || s.byteAt(end) == '@' {
		return found{}
	}
	owner, name, _ := strings.Cut(repo, "/")
	if !vouched(owner, name, s.alone(i, end)) {
		return found{}
	}
	return found{end: end, id: repo}
}

// alone says how much the text from i to end stands by itself: wholly when it is all of
// the text, in part when it fills a parenthesis or a place in its list.
func (s *scanner) alone(i, end int) standing {
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

// kepNumber is the kind of a number of kubernetes/enhancements that is a KEP's.
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
