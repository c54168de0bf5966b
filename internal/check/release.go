package check

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

const maxNumbers = 8

// notInRelease reports pull requests that the releases of the note did not publish. It reports
// nothing if the official notes of the releases are not imported.
func notInRelease(in *In, n *note.Note, a attributed) []diag.Diagnostic {
	var ds []diag.Diagnostic
	for _, pr := range a.block.Attr.PRs {
		if a.official[pr] == nil && !a.quotes(pr) {
			ds = append(ds, notPublished(in, n, a, pr))
		}
		if len(ds) == maxNumbers {
			break
		}
	}
	return ds
}

// quotes reports whether the official text of another pull request of the entry contains a
// number. The number is then part of the sentence instead of an attribution.
func (a attributed) quotes(pr string) bool {
	for _, o := range a.official {
		if slices.Contains(strings.FieldsFunc(o.Text, func(r rune) bool { return r != '#' && (r < '0' || r > '9') }), "#"+pr) {
			return true
		}
	}
	return false
}

func notPublished(in *In, n *note.Note, a attributed, pr string) diag.Diagnostic {
	d := in.Site.Data()
	at := attrPos(a.block, note.PR, pr)
	all := officialOf(d, pr)
	if len(all) == 0 {
		out := diag.Warnf(at, "pr/unknown", "#%s is not in any imported release notes", pr)
		if near := meantPR(d, n, a, pr); near != "" {
			return out.WithHint("did you mean #%s?", near)
		}
		return out.WithHint("check the number at https://github.com/kubernetes/kubernetes/pull/%s", pr)
	}
	out := diag.Warnf(at, "pr/not-in-release", "#%s is not in the release notes of %s", pr, listed(n.Releases))
	published := slices.IndexFunc(all, func(o upstream.OfficialNote) bool { return o.Note.Published })
	theirs := published >= 0 && wroteOne(all[published].Note, a.block.Attr.People) // the number is correct if a person in the attribution wrote it
	if near := meantPR(d, n, a, pr); near != "" && !theirs {
		return out.WithHint("did you mean #%s?", near)
	}
	if published >= 0 {
		return out.WithHint("upstream lists it in the release notes of %s", all[published].Release)
	}
	return out.WithHint("upstream has it only in draft release notes of %s, which were not published", all[0].Release)
}

// meantPR returns the pull request that a wrong number probably means, or "". It must be
// published in the releases of the note, and a person in the attribution must have written it. No
// other entry may have it. One digit must differ, or two digits must be swapped. It returns ""
// for several candidates.
func meantPR(d *upstream.Data, n *note.Note, a attributed, pr string) string {
	var found []string
	for _, who := range a.block.Attr.People {
		p := d.Person(who)
		if p == nil {
			continue
		}
		for _, o := range p.Notes {
			number := strconv.Itoa(o.Note.PR)
			if o.Note.Published && o.Note.Repo == "" && slices.Contains(n.Releases, o.Release) && differByOneDigit(pr, number) {
				found = append(found, number)
			}
		}
	}
	slices.Sort(found)
	if found = slices.Compact(found); len(found) != 1 || a.taken[found[0]] {
		return ""
	}
	return found[0]
}

// differByOneDigit reports whether two numbers differ by one digit that is wrong, missing or extra,
// or by two swapped digits.
func differByOneDigit(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch {
	case len(b)-len(a) > 1 || a == b:
		return false
	case len(a) < len(b):
		return a[i:] == b[i+1:]
	case a[i+1:] == b[i+1:]:
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

func wroteOne(o *upstream.ReleaseNote, people []note.Person) bool {
	return slices.ContainsFunc(people, func(p note.Person) bool { return among(authors(o), p) })
}

func among(people []note.Person, who note.Person) bool {
	return slices.ContainsFunc(people, func(p note.Person) bool { return strings.EqualFold(string(p), string(who)) })
}

func authors(o *upstream.ReleaseNote) []note.Person {
	return slices.DeleteFunc(slices.Concat([]note.Person{o.Author}, o.Authors), func(p note.Person) bool { return p == "" })
}

// wrongAuthor reports people in an attribution who wrote none of its pull requests. It adds no
// fix, because the account may have been renamed.
func wrongAuthor(in *In, _ *note.Note, a attributed) []diag.Diagnostic {
	right, known := a.authors(in.Site.Data())
	if !known {
		return nil
	}
	var ds []diag.Diagnostic
	for _, who := range a.block.Attr.People {
		if among(right, who) {
			continue
		}
		at := attrPos(a.block, note.PersonRef, string(who))
		ds = append(ds, diag.Warnf(at, "pr/author", "@%s is not an author of %s", who, numbers(a.block.Attr.PRs)).
			WithHint("upstream names @%s", strings.Join(asStrings(right), ", @")))
	}
	return ds
}

// authors returns the authors of the pull requests of an entry, in all releases. known is false
// if upstream data lack the author of one of them.
func (a attributed) authors(d *upstream.Data) (people []note.Person, known bool) {
	for _, pr := range a.block.Attr.PRs {
		before := len(people)
		for _, o := range officialOf(d, pr) {
			people = append(people, authors(o.Note)...)
		}
		if len(people) == before {
			return nil, false
		}
	}
	fold := func(p note.Person) string { return strings.ToLower(string(p)) }
	slices.SortFunc(people, func(a, b note.Person) int { return cmp.Or(cmp.Compare(fold(a), fold(b)), cmp.Compare(a, b)) })
	return slices.CompactFunc(people, func(a, b note.Person) bool { return fold(a) == fold(b) }), true
}

func numbers(prs []string) string {
	var out []string
	for i, pr := range prs {
		if i == maxNumbers {
			out = append(out, "…")
			break
		}
		out = append(out, "#"+pr)
	}
	return listed(out)
}
