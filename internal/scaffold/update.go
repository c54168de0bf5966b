package scaffold

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Update compares a note with the current upstream data. It adds new pull requests, each at the
// end of the section for its kind. Existing text does not change. The lines in the report are
// those of the returned note. If the note cannot be parsed, it returns diagnostics. The error is
// a [Refusal].
func Update(in In, path string, text []byte) (Report, []byte, []diag.Diagnostic, error) {
	r := in.read(path, text)
	report := newReport(path)
	if r.note == nil {
		return report, text, r.diags, nil
	}
	if r.note.Kind != note.Changes || len(r.note.SIGs) == 0 || len(r.note.Releases) != 1 {
		return report, text, nil, refuse("%s is not the note of a SIG on one release", path).withHint("use --update only for such notes")
	}
	if err := in.imported(r.note.Releases[0]); err != nil {
		return report, text, nil, err
	}
	u := &update{In: in, path: path, text: text, reading: r, report: &report, target: Target{ID: r.note.ID, Release: r.note.Releases[0]}}
	u.gather()
	u.add()
	u.compare()
	return report, u.text, nil, nil
}

type update struct {
	In
	path      string
	text      []byte
	reading   reading
	report    *Report
	target    Target
	of        []*site.Change                   // published changes of the SIGs of the note
	by        map[string]*upstream.ReleaseNote // published release notes by number
	citations citations                        // changes that other notes cover
}

func (u *update) gather() {
	u.by = map[string]*upstream.ReleaseNote{}
	u.citations = u.elsewhere(u.target)
	facts := u.Site.Facts(u.target.Release)
	for i := range facts.Changes {
		for _, key := range keysOf(facts.Changes[i].Note) {
			u.by[key] = facts.Changes[i].Note
		}
	}
	for _, g := range u.reading.note.SIGs {
		for _, c := range u.changesOf(u.target.Release, g) {
			if !slices.Contains(u.of, c) {
				u.of = append(u.of, c)
			}
		}
	}
	slices.SortStableFunc(u.of, func(a, b *site.Change) int {
		return cmp.Or(cmp.Compare(rank(kindOf(a.Note)), rank(kindOf(b.Note))), cmp.Compare(a.Note.PR, b.Note.PR))
	})
}

// compare reports reworded and dropped entries, and empty entries that other notes cover.
func (u *update) compare() {
	l := newLines(u.text)
	for e := range u.reading.note.Entries {
		keys := named(e)
		if len(keys) == 0 {
			continue
		}
		if why := u.gone(keys); why != "" {
			u.report.Dropped = append(u.report.Dropped, Dropped{PR: number(keys[0]), Line: e.Pos.Line, Why: why})
			continue
		}
		if s := u.citations.of(keys); s != nil && e.Text.Blank() {
			u.report.Elsewhere = append(u.report.Elsewhere, ElsewhereRef{number(keys[0]), s.note.ID, string(s.entry.ID), e.Pos.Line})
		}
		if was, now, ok := u.reworded(e, keys, l); ok {
			u.report.Reworded = append(u.report.Reworded, Reworded{PR: number(keys[0]), Line: e.Pos.Line, Was: was, Now: now})
		}
	}
}

// gone returns the reason why an entry no longer belongs to the SIG, or "" if it does.
func (u *update) gone(keys []string) Why {
	why := NotPublished
	for _, key := range keys {
		rn := u.by[key]
		switch {
		case rn == nil:
		case slices.ContainsFunc(u.reading.note.SIGs, func(g note.SIG) bool { return slices.Contains(rn.SIGs, g) }):
			return ""
		default:
			why = OtherSIG
		}
	}
	return why
}

// reworded compares the comment before an entry with the current official text.
func (u *update) reworded(e *note.Block, keys []string, l *lines) (was, now string, differs bool) {
	if len(e.Source) == 0 && u.reading.note.Lang != "en" {
		return "", "", false
	}
	was, ok := commentBefore(l, e.Pos.Line)
	if !ok {
		return "", "", false
	}
	for _, key := range keys {
		rn := u.by[key]
		if rn == nil {
			continue
		}
		for _, text := range rn.Wordings() {
			if fold(tidy(text)) == fold(was) {
				return "", "", false
			}
		}
		if now == "" {
			now = tidy(rn.Text)
		}
	}
	return was, now, now != ""
}

var ownComment = regexp.MustCompile(`^\s*<!--\s*kawaraban-[^>]*-->\s*$`)

// commentBefore returns the comment that ends on the last non-blank line before a line. It
// returns false if there is none.
func commentBefore(l *lines, line int) (string, bool) {
	end := l.lastFilled(line)
	for end > 0 && ownComment.MatchString(l.line(end)) {
		end = l.lastFilled(end)
	}
	if !strings.HasSuffix(strings.TrimRight(l.line(end), " \t"), "-->") {
		return "", false
	}
	begin := end
	for !strings.HasPrefix(strings.TrimLeft(l.line(begin), " \t"), "<!--") {
		if begin--; begin < 1 || strings.Contains(l.line(begin), "-->") {
			return "", false
		}
	}
	var all []string
	for n := begin; n <= end; n++ {
		all = append(all, l.line(n))
	}
	text := strings.Trim(strings.Join(all, "\n"), " \t")
	inner := strings.TrimSuffix(strings.TrimPrefix(text, "<!--"), "-->")
	if strings.HasPrefix(strings.TrimSpace(inner), source.OwnMark) { // a comment for this program on several lines, with an older source
		return commentBefore(l, begin)
	}
	return uncomment(inner), true
}

// skipComment matches a comment in which an author excludes pull requests. skipNumber matches a
// number in it.
var (
	skipComment = regexp.MustCompile(`<!--\s*kawaraban-skip\b([^<>]*)-->`)
	skipNumber  = regexp.MustCompile(`([A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+#|#)?([1-9][0-9]{0,9})\b`)
)

func skipped(text []byte) map[string]bool {
	out := map[string]bool{}
	for _, c := range skipComment.FindAllSubmatch(text, -1) {
		for _, m := range skipNumber.FindAllSubmatch(c[1], -1) {
			out[strings.ToLower(strings.TrimPrefix(string(m[1]), "#")+string(m[2]))] = true
		}
	}
	return out
}

func number(key string) string {
	if strings.Contains(key, "#") {
		return key
	}
	return "#" + key
}

func (u *update) add() {
	have := skipped(u.text)
	for e := range u.reading.note.Entries {
		for _, key := range named(e) {
			have[key] = true
		}
	}
	byKind := map[note.EntryKind][]*site.Change{}
	for _, c := range u.of {
		keys := keysOf(c.Note)
		if len(keys) == 0 || slices.ContainsFunc(keys, func(k string) bool { return have[k] }) {
			continue
		}
		if s := u.citations.of(keys); s != nil {
			u.report.Elsewhere = append(u.report.Elsewhere, ElsewhereRef{PR: number(keys[0]), Note: s.note.ID, Place: string(s.entry.ID)})
			continue
		}
		k := kindOf(c.Note)
		byKind[k] = append(byKind[k], c)
	}
	u.addKinds(byKind)
	u.report.place(u.reading)
}

// addKinds inserts the changes of each kind. An insertion can end an open block, so kinds that
// could not be inserted are tried again while other kinds succeed.
func (u *update) addKinds(byKind map[note.EntryKind][]*site.Change) {
	for _, k := range note.EntryKinds {
		for _, c := range byKind[k] {
			u.report.Added = append(u.report.Added, Added{PR: label(c), Kind: k, Text: tidy(c.Note.Text)})
		}
	}
	for progress := true; progress; {
		progress = false
		for _, k := range note.EntryKinds {
			if len(byKind[k]) > 0 && u.addKind(k, byKind[k]) {
				delete(byKind, k)
				progress = true
			}
		}
	}
}

// addKind inserts the changes of a kind at the first position at which all other blocks remain
// unchanged. It returns false if there is none.
func (u *update) addKind(k note.EntryKind, cs []*site.Change) bool {
	bullets := make([]string, len(cs))
	for i, c := range cs {
		bullets[i] = u.bullet(c)
	}
	l := newLines(u.text)
	for _, ins := range u.places(k, strings.Join(bullets, "\n\n"), l) {
		text := l.insert(ins)
		later := u.read(u.path, text)
		if added, ok := u.reading.added(later); ok && right(added, k, cs) && len(later.diags) <= len(u.reading.diags) {
			u.text, u.reading = text, later
			return true
		}
	}
	return false
}

// right reports whether the added blocks are the blank entries for the changes, in order. A
// heading of their kind may precede them.
func right(added []*note.Block, k note.EntryKind, cs []*site.Change) bool {
	if len(added) > 0 && added[0].Type == note.Heading && source.KindOfHeading(added[0].Text.Plain()) == k {
		added = added[1:]
	}
	if len(added) != len(cs) {
		return false
	}
	for i, b := range added {
		if b.Type != note.Entry || b.Kind != k || !b.Text.Blank() || !overlap(named(b), keysOf(cs[i].Note)) {
			return false
		}
	}
	return true
}

// places returns the positions for entries of a kind, best first:
//
//   - before the first subheading below a heading of the kind, then at the end of its section;
//   - below a new heading, in the order of kinds;
//   - at the end of the note.
func (u *update) places(k note.EntryKind, bullets string, l *lines) []insertion {
	var out []insertion
	var before, after *note.Block
	level := 2
	for _, h := range u.reading.topHeadings() {
		kind := source.KindOfHeading(h.Text.Plain())
		switch {
		case kind == k:
			for _, lv := range [...]int{6, h.Level} {
				out = append(out, insertion{after: l.lastFilled(u.reading.nextSection(h.Pos.Line, lv, l)), text: bullets})
			}
			continue
		case kind == "":
			continue
		}
		level = h.Level
		if rank(kind) > rank(k) && after == nil {
			after = h
		} else if rank(kind) < rank(k) {
			before = h
		}
	}
	head := "# " + u.kindWord(k) + "\n\n" + bullets
	if after != nil {
		out = append(out, insertion{after: l.lastFilled(after.Pos.Line), text: strings.Repeat("#", after.Level-1) + head})
	}
	if before != nil {
		end := u.reading.nextSection(before.Pos.Line, before.Level, l)
		out = append(out, insertion{after: l.lastFilled(end), text: strings.Repeat("#", before.Level-1) + head})
	}
	for _, lv := range [...]int{level, 2, 1} {
		out = append(out, insertion{after: l.lastFilled(l.count() + 1), text: strings.Repeat("#", lv-1) + head})
	}
	return out
}
