package git

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Author is a person who changed a file.
type Author struct {
	Name   string // from .mailmap or git, cleaned; no e-mail address, never empty
	Handle string // on GitHub, if known from a GitHub noreply address; else empty
}

type fileChange struct {
	status string // of git diff --name-status: M, A, R086; for a merge one letter for each parent
	from   string // the old name, of a rename
	path   string
}

type commit struct {
	id    string
	at    time.Time // zero if invalid
	by    []contact // the author, then co-authors
	files []fileChange
}

type contact struct{ name, address string }

// coAuthor matches the value of a trailer Co-authored-by.
var coAuthor = regexp.MustCompile(`^([^<>\x00-\x1f]+) <([^<>\x00-\x20]+@[^<>\x00-\x20]+)>$`)

// maxCoAuthors limits the trailers of a commit that are read.
const maxCoAuthors = 100

func contacts(trailers string) []contact {
	var out []contact
	for line := range strings.Lines(trailers) {
		if m := coAuthor.FindStringSubmatch(strings.TrimSpace(line)); m != nil && len(out) < maxCoAuthors {
			out = append(out, contact{m[1], m[2]})
		}
	}
	return out
}

type people struct {
	all  []Author
	at   map[string]int // by address, or by name without one
	same map[contact]contact
}

// readPeople collects the authors of commits. A person with several names gets the newest.
func readPeople(dir string, commits []commit) (people, error) {
	p := people{at: map[string]int{}}
	var err error
	if p.same, err = mapped(dir, commits); err != nil {
		return p, err
	}
	for _, c := range commits {
		for i, by := range c.by {
			p.enter(p.canonical(i, by))
		}
	}
	return p, nil
}

// canonical applies .mailmap to a co-author; git log has already applied it to authors.
func (p people) canonical(i int, by contact) contact {
	if to, ok := p.same[by]; ok && i > 0 {
		return to
	}
	return by
}

func (p *people) enter(by contact) {
	key := by.key()
	if _, ok := p.at[key]; ok {
		return
	}
	a := by.author()
	if a.Name == "" || strings.HasSuffix(a.Name, "[bot]") {
		return
	}
	p.at[key] = len(p.all)
	p.all = append(p.all, a)
}

func (p people) of(c commit) []int {
	var out []int
	for i, by := range c.by {
		if k, ok := p.at[p.canonical(i, by).key()]; ok {
			out = append(out, k)
		}
	}
	slices.Reverse(out)
	return out
}

// authors reverses a list of people. It merges those with the same name or handle.
func (p people) authors(by []int) []Author {
	var out []Author
	seen := map[string]bool{}
	done := map[int]bool{}
	for _, i := range slices.Backward(by) {
		if done[i] {
			continue
		}
		done[i] = true
		a := p.all[i]
		name, handle := "n "+cases.Fold().String(a.Name), "h "+strings.ToLower(a.Handle)
		if seen[name] || a.Handle != "" && seen[handle] {
			continue
		}
		seen[name], seen[handle] = true, true
		out = append(out, a)
	}
	return out
}

func (c contact) key() string {
	if c.address == "" {
		return " " + c.name
	}
	return strings.ToLower(c.address)
}

// noreplyAddress matches the noreply addresses of GitHub:
// https://docs.github.com/en/account-and-profile/reference/email-addresses-reference.
var noreplyAddress = regexp.MustCompile(`(?i)^(?:[0-9]+\+)?([a-z0-9](?:[a-z0-9-]{0,37}[a-z0-9])?)@users\.noreply\.github\.com$`)

var address = regexp.MustCompile(`[^\s<>()\[\]{},;:"'@]+@[^\s<>()\[\]{},;:"'@]+`)

// author returns a person as pages may show them. If the name is an e-mail address, the handle or
// the part before the @ replaces it.
func (c contact) author() Author {
	c.name = c.name[:min(len(c.name), maxNameBytes)]
	a := Author{Name: clean(address.ReplaceAllString(c.name, " "))}
	if m := noreplyAddress.FindStringSubmatch(c.address); m != nil {
		a.Handle = m[1]
	}
	if a.Name == "" {
		a.Name = a.Handle
	}
	if a.Name == "" {
		local, _, _ := strings.Cut(clean(c.name), "@")
		a.Name = strings.TrimSpace(local)
	}
	return a
}

// Limits of a name: characters, combining marks on one character, and bytes.
const (
	maxName      = 60
	maxMarks     = 4
	maxNameBytes = 4 << 10 // bytes that are read
)

// clean makes a name printable: one line, composed, of limited length, without invisible and
// bidirectional control characters.
func clean(name string) string {
	var b strings.Builder
	marks, length := 0, 0
	name = norm.NFC.String(strings.ToValidUTF8(name, "\ufffd"))
	for _, r := range strings.Join(strings.FieldsFunc(name, blank), " ") {
		switch {
		case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r):
			marks++
		case unicode.Is(unicode.C, r) && r != '\u200c' && r != '\u200d': // except the zero-width joiner and non-joiner
			continue
		default:
			marks = 0
		}
		if marks > maxMarks {
			continue
		}
		if length++; length > maxName {
			return strings.TrimSpace(b.String()) + "…"
		}
		b.WriteRune(r)
	}
	return strings.Trim(b.String(), " \u200c\u200d")
}

func blank(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

func mapped(dir string, commits []commit) (map[contact]contact, error) {
	seen := map[contact]bool{}
	var asked []contact
	for _, c := range commits {
		for _, by := range c.by[1:] {
			if !seen[by] {
				seen[by] = true
				asked = append(asked, by)
			}
		}
	}
	if len(asked) == 0 {
		return nil, nil
	}
	var text strings.Builder
	for _, by := range asked {
		text.WriteString(by.name + " <" + by.address + ">\n")
	}
	said, err := within(dir, text.String(), "check-mailmap", "--stdin")
	if err != nil {
		return nil, err
	}
	out := map[contact]contact{}
	lines := strings.Split(said, "\n")
	for i, by := range asked {
		if m := coAuthor.FindStringSubmatch(lines[min(i, len(lines)-1)]); m != nil {
			out[by] = contact{m[1], m[2]}
		}
	}
	return out, nil
}
