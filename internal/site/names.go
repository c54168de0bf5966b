package site

import (
	"cmp"
	"html"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// Some notes name KEPs by words alone: a talk has no numbers at all. The words are the
// title that upstream gives, or the name that another note prints beside the number:
//
//   - a heading under which the number stands, as in an overview (Memory QoS, #2570; KEP);
//   - words after the number (KEP-3352: Aggregated Discovery);
//   - a row of a table with the number in a cell of its own and the name in the next.
//
// Such names are learned from every note, at link time, and found in every note: in a talk
// wherever they stand, in other notes where they are all of a heading or an entry.

// learned is a name that a note prints beside the number of a KEP.
type learned struct{ number, name string }

// candidate is a text in which KEPs may be named by words.
type candidate struct {
	text    note.Text
	plain   string
	whole   bool     // only the whole text can be a name
	has     []string // KEPs that the block names anyway
	under   []*note.Block
	mention Mention
}

// Named is a KEP that a text names by words and not by its number.
type Named struct {
	KEP   string
	Words string // as they stand in the text
}

// NamedIn returns the KEPs that a text of a published note names by their titles, or by
// names that other notes print beside their numbers.
func (s *Site) NamedIn(n *note.Note, t note.Text) []Named {
	part := s.parts[n]
	if part == nil || len(part.named) == 0 || len(t) == 0 {
		return nil
	}
	return part.named[&t[0]]
}

// KEPsNamed returns the numbers of the known KEPs that a block names itself, in reading
// order: by their numbers, then by words.
func (s *Site) KEPsNamed(n *note.Note, b *note.Block) []string {
	var out []string
	for _, r := range b.Refs {
		for _, number := range s.kepsOfRef(r) {
			out = with(out, number)
		}
	}
	if part := s.parts[n]; part != nil {
		out = with(out, part.byBlock[b]...)
	}
	return out
}

// kepsOfRef returns the known KEPs that a reference means: one by its number, or the one
// that a pull request of kubernetes/enhancements touched.
func (s *Site) kepsOfRef(r note.Ref) []string {
	switch r.Kind {
	case note.KEP:
		if number := s.normalKEP(r.ID); len(s.data.KEPs[number]) > 0 {
			return []string{number}
		}
	case note.Thread:
		return s.throughThread(r)
	}
	return nil
}

// throughThread returns the one KEP that a thread of kubernetes/enhancements leads to.
func (s *Site) throughThread(r note.Ref) []string {
	if r.Kind != note.Thread || len(s.data.KEPs) == 0 {
		return nil
	}
	number, ok := strings.CutPrefix(strings.ToLower(r.ID), "kubernetes/enhancements#")
	if !ok {
		return nil
	}
	if keps := s.data.KEPsOfThread(number); len(keps) == 1 {
		return keps
	}
	return nil
}

// collect reads the names that a note prints beside numbers, and the texts in which it
// may name KEPs by words.
func (s *Site) collect(n *note.Note, part *contribution) {
	if len(s.data.KEPs) == 0 {
		return
	}
	var heading *note.Block
	for i := range n.Blocks {
		b := &n.Blocks[i]
		s.collectIn(n, part, b, nil, mentionIn(n, i, heading))
		if b.Type == note.Heading || b.Type == note.Entry && b.Level > 0 {
			heading = b
		}
	}
}

func (s *Site) collectIn(n *note.Note, part *contribution, b *note.Block, above []*note.Block, m Mention) {
	part.learned = append(part.learned, s.learn(b)...)
	under := append(slices.Clip(above), b)
	if c, ok := candidateOf(n, b); ok {
		c.under, c.mention = under, m
		for _, r := range b.Refs {
			c.has = append(c.has, s.kepsOfRef(r)...)
		}
		part.candidates = append(part.candidates, c)
	}
	for i := range b.Children {
		s.collectIn(n, part, &b.Children[i], under, m)
	}
}

// longestName is how many bytes a text that is a name may have.
const longestName = 160

// candidateOf returns the text of a block, where KEPs may be named in it by words.
func candidateOf(n *note.Note, b *note.Block) (candidate, bool) {
	anywhere := n.Kind == note.Talk && b.Type != note.Code && b.Type != note.Card && b.Type != note.Picture
	if !anywhere && b.Type != note.Heading && b.Type != note.Entry || len(b.Text) == 0 {
		return candidate{}, false
	}
	size := 0
	for _, sp := range b.Text {
		size += len(sp.HTML)
		if !anywhere && sp.Ref != nil && sp.Ref.Kind == note.KEP {
			return candidate{}, false
		}
	}
	if !anywhere && size > longestName {
		return candidate{}, false
	}
	plain := b.Text.Plain()
	return candidate{text: b.Text, plain: plain, whole: !anywhere}, strings.Contains(plain, " ") || !isASCII(plain)
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}

// learn returns the names that a block prints beside numbers.
func (s *Site) learn(b *note.Block) []learned {
	var out []learned
	add := func(number, name string) {
		number = s.normalKEP(number)
		if name = trimName(name); len(s.data.KEPs[number]) > 0 && number != "0" && isName(name) {
			out = append(out, learned{number, name})
		}
	}
	if rest, ok := strings.CutPrefix(string(b.ID), "kep-"); ok && b.Type == note.Entry && b.Level > 0 {
		number, _, _ := strings.Cut(rest, "-")
		name := withoutKEPs(b.Text)
		add(number, name)
		if before, after, ok := strings.Cut(name, ": "); ok && !isASCII(before) && isASCII(after) {
			add(number, after)
		}
	}
	for i, sp := range b.Text {
		if sp.Ref != nil && sp.Ref.Kind == note.KEP && i+1 < len(b.Text) && strings.ContainsFunc(sp.Ref.Written, unicode.IsDigit) {
			add(sp.Ref.ID, nameAfter(b.Text[i+1].HTML, b.Lang))
		}
	}
	for _, row := range namedRows(b.Text) {
		add(row.number, row.name)
	}
	return out
}

// withoutKEPs is a text without the numbers of KEPs in it.
func withoutKEPs(t note.Text) string {
	var words note.Text
	for _, sp := range t {
		if sp.Ref == nil || sp.Ref.Kind != note.KEP || !strings.ContainsFunc(sp.Ref.Written, unicode.IsDigit) {
			words = append(words, sp)
		}
	}
	return words.Plain()
}

func trimName(name string) string {
	return strings.Trim(strings.Join(strings.Fields(name), " "), " .,:;–—-()[]（）「」『』：、。·|")
}

// isName reports whether words can be a name: at least two, not too many.
func isName(name string) bool {
	words := strings.Fields(name)
	return len(name) <= longestName && len(words) <= 16 && (len(words) >= 2 || utf8.RuneCountInString(name) >= 8 && !isASCII(name))
}

// afterNumber is what may stand between a number and its name.
var afterNumber = regexp.MustCompile(`^\s*(?:[:：]|[-–—]\s)?\s*`)

// nameAfter returns the name that follows a number in a text of a language: the rest of
// the text up to a tag, where it is short and has no full stop; in a text in other letters
// than ASCII's the English words that follow.
func nameAfter(made string, lang note.Lang) string {
	text, _, _ := strings.Cut(made, "<")
	text = html.UnescapeString(text)
	sep := afterNumber.FindString(text)
	text = text[len(sep):]
	plainly := strings.ContainsAny(sep, ":：-–—")
	if text == "" || !plainly && !unicode.IsUpper(rune(text[0])) {
		return ""
	}
	if lang == "en" {
		if !plainly || strings.ContainsAny(text, ".;!?") {
			return ""
		}
		return text
	}
	end := strings.IndexFunc(text, func(r rune) bool {
		return r >= utf8.RuneSelf && !strings.ContainsRune("’–—", r) || strings.ContainsRune("(),;!?\n", r)
	})
	if end < 0 {
		return text
	}
	return text[:end]
}

// The parts of a rendered table.
var (
	nameRow  = regexp.MustCompile(`(?s)<tr[^>]*>(.*?)</tr>`)
	nameCell = regexp.MustCompile(`(?s)<td[^>]*>(.*?)</td>`)
	anyTag   = regexp.MustCompile(`<[^>]*>`)
)

// mark stands for the number of a KEP in the HTML of a table; no HTML has it.
const mark = "\x00"

// namedRows finds the rows of tables in which one cell holds the number of a KEP and
// nothing else, and the next one, or else the one before, words.
func namedRows(t note.Text) []learned {
	if !slices.ContainsFunc(t, func(sp note.Span) bool { return strings.Contains(sp.HTML, "<tr") }) {
		return nil
	}
	var made strings.Builder
	for _, sp := range t {
		switch {
		case sp.Ref == nil:
			made.WriteString(sp.HTML)
		case sp.Ref.Kind == note.KEP:
			made.WriteString(mark + sp.Ref.ID + mark)
		default:
			made.WriteString(html.EscapeString(sp.Ref.Written))
		}
	}
	var out []learned
	for _, row := range nameRow.FindAllStringSubmatch(made.String(), -1) {
		var cells []string
		for _, c := range nameCell.FindAllStringSubmatch(row[1], -1) {
			cells = append(cells, strings.TrimSpace(html.UnescapeString(anyTag.ReplaceAllString(c[1], ""))))
		}
		if l, ok := namedCell(cells); ok {
			out = append(out, l)
		}
	}
	return out
}

func namedCell(cells []string) (learned, bool) {
	at := -1
	for i, c := range cells {
		if strings.Contains(c, mark) {
			if at >= 0 || strings.Count(c, mark) != 2 || !strings.HasPrefix(c, mark) || !strings.HasSuffix(c, mark) {
				return learned{}, false
			}
			at = i
		}
	}
	if at < 0 {
		return learned{}, false
	}
	for _, i := range []int{at + 1, at - 1} {
		if i >= 0 && i < len(cells) && strings.Contains(cells[i], " ") {
			return learned{strings.Trim(cells[at], mark), cells[i]}, true
		}
	}
	return learned{}, false
}

// nameIndex is what all notes together call the KEPs.
type nameIndex struct {
	said   map[learned]bool // the names that notes print
	titles *ref.Titles
}

// newNameIndex collects the names that notes print. An index of the same names is the same value.
func (s *Site) newNameIndex(before *nameIndex) *nameIndex {
	said := map[learned]bool{}
	for _, base := range s.bases {
		for _, l := range base.learned {
			said[l] = true
		}
	}
	if before != nil && maps.Equal(said, before.said) {
		return before
	}
	return &nameIndex{said, s.newTitles(said)}
}

// newTitles makes the titles of upstream and the names that notes print one set.
func (s *Site) newTitles(said map[learned]bool) *ref.Titles {
	names := slices.SortedFunc(maps.Keys(said), compareLearned)
	all := map[string][]string{}
	for _, l := range names {
		all[l.number] = append(all[l.number], l.name)
	}
	for number, keps := range s.data.KEPs {
		for _, k := range keps {
			if k.Numbered() {
				all[number] = append(all[number], k.Title)
			}
		}
	}
	return ref.NewTitles(all)
}

func compareLearned(a, b learned) int {
	return strings.Compare(a.number+"\t"+a.name, b.number+"\t"+b.name)
}

// find returns the contribution of a note with what it names by words.
func (x *nameIndex) find(base *contribution) *contribution {
	var out *contribution
	var more []keyed
	for _, c := range base.candidates {
		for _, m := range x.in(c) {
			if slices.Contains(c.has, m.KEP) {
				continue
			}
			if out == nil {
				made := *base
				out = &made
				out.named, out.byBlock = map[*note.Span][]Named{}, map[*note.Block][]string{}
			}
			more = append(more, out.add(c, m))
		}
	}
	if out == nil {
		return base
	}
	out.runs = withNamed(base.runs, more)
	return out
}

// withNamed returns runs with mentions by words. A block that names a thing otherwise too does
// so first.
func withNamed(runs []run, more []keyed) []run {
	var all []keyed
	for _, r := range runs {
		for _, m := range r.mentions {
			all = append(all, keyed{r.key, m})
		}
	}
	all = append(all, more...)
	slices.SortStableFunc(all, func(a, b keyed) int { return cmp.Compare(a.seq, b.seq) })
	return new(gatherer).gather(all)
}

// sameNames reports whether two contributions of a note name the same by words.
func (part *contribution) sameNames(other *contribution) bool {
	return maps.EqualFunc(part.named, other.named, slices.Equal)
}

// in returns the names in a text.
func (x *nameIndex) in(c candidate) []Named {
	var out []Named
	if c.whole {
		if number, ok := x.titles.Whole(c.plain); ok {
			out = append(out, Named{number, c.plain})
		}
	} else {
		for _, m := range x.titles.Find(c.plain) {
			out = append(out, Named{m.Ref.ID, m.Ref.Written})
		}
	}
	return slices.DeleteFunc(out, func(n Named) bool { return c.onlyInCode(n.Words) })
}

// codeIn finds the code within a rendered text.
var codeIn = regexp.MustCompile(`(?s)<code[^>]*>(.*?)</code>`)

// onlyInCode reports whether words stand within code and nowhere else: code names nothing.
// A name of which only a part is code is one all the same.
func (c candidate) onlyInCode(words string) bool {
	in := 0
	for _, sp := range c.text {
		for _, m := range codeIn.FindAllStringSubmatch(sp.HTML, -1) {
			in += strings.Count(note.Text{{HTML: m[1]}}.Plain(), words)
		}
	}
	return in > 0 && in >= strings.Count(c.plain, words)
}

// add enters a name, and returns the mention that it is.
func (part *contribution) add(c candidate, named Named) keyed {
	part.named[&c.text[0]] = append(part.named[&c.text[0]], named)
	for _, b := range c.under {
		part.byBlock[b] = with(part.byBlock[b], named.KEP)
	}
	m := c.mention
	m.Written, m.Words = named.KEP, named.Words
	return keyed{note.Key{Kind: note.KEP, ID: named.KEP}, m}
}
