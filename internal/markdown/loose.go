package markdown

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	east "github.com/yuin/goldmark-emoji/ast"
	"github.com/yuin/goldmark/ast"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

// TakeLoose makes the loose attribution of a block its attribution.
func (b *Block) TakeLoose() {
	l := b.Loose
	if l == nil {
		return
	}
	b.Loose = nil
	b.Attr, b.AttrDamaged, b.AttrLoose, b.Plain = l.Attr, l.damaged, true, l.plain
	if l.taken != nil {
		*l.taken = true
	}
}

// loose finds a loose attribution in a block that has no other.
func (p *parse) loose(b *Block, block ast.Node, f *flat) {
	if !b.Attr.IsZero() || len(f.pulls) == 0 && !strings.ContainsAny(f.text, "#＃") {
		return
	}
	r := looseReader{parse: p, flat: f}
	if !r.group() && !r.leading() && !r.trailing() {
		return
	}
	b.Loose = &Loose{Attr: r.attr, Sure: r.sure, damaged: r.damaged, plain: p.words(f, len(f.text))}
	keepAll(p, r.attr.PRs)
	keepAll(p, r.attr.Threads)
	keepAll(p, r.attr.People)
	keepAll(p, r.attr.SIGs)
	if r.from == r.to {
		return
	}
	b.Loose.plain = p.stretch(f, 0, r.from, r.to, len(f.text))
	var until ast.Node
	if r.to == len(f.text) {
		block = f.emphasisAround(block, r.from)
	} else {
		if until = f.cutAt(block, r.to); until == nil {
			return
		}
	}
	if set := setApart(block, f.cutAt(block, r.from), until); set != nil {
		b.Loose.taken = &set.taken
	}
}

// looseReader looks for a loose attribution in a flat text.
type looseReader struct {
	*parse
	*flat
	attr     note.Attribution
	from, to int // the range to leave out; equal if there is none
	sure     bool
	damaged  bool
}

// maxClosers is how many closing brackets are tried, from the last one on.
const maxClosers = 8

// group finds numbers and people in parentheses that do not close the text.
func (r *looseReader) group() bool {
	tried := 0
	for end := len(r.text); end > 0 && tried < maxClosers; {
		c, size := utf8.DecodeLastRuneInString(r.text[:end])
		if strings.ContainsRune(")]）］", c) {
			tried++
			if r.groupTo(end) {
				return true
			}
		}
		end -= size
	}
	return false
}

func (r *looseReader) groupTo(end int) bool {
	attr, at, damaged, ok := r.reader.Attribution(r.text[:end], r.opts.Names)
	last := ok && r.decoration(end)
	if !ok || !last && (damaged || len(attr.People) == 0) {
		return false
	}
	r.attr, r.damaged, r.sure = attr, damaged, true
	r.from, r.to = len(strings.TrimRightFunc(r.text[:at], unicode.IsSpace)), end
	if r.from == 0 {
		r.to += len(r.text[end:]) - len(strings.TrimLeft(r.text[end:], " :：-–—"))
	}
	return true
}

// decoration reports whether only punctuation, emoji, pictures and unrelated links follow an
// offset.
func (r *looseReader) decoration(from int) bool {
	return r.decorationStart() <= from
}

// decorationStart is the offset where the decoration at the end of the text begins.
func (r *looseReader) decorationStart() int {
	end, link := len(r.text), len(r.links)-1
	for i := len(r.pieces) - 1; i >= 0; i-- {
		pc := r.pieces[i]
		for link >= 0 && r.links[link].start >= pc.end {
			link--
		}
		if link >= 0 && pc.start < r.links[link].end && !r.isPull(r.links[link].start) {
			end = min(end, pc.start)
			continue
		}
		if pc.plain != "" {
			if !isDecorative(pc.node) || r.isPull(pc.start) {
				return end
			}
			end = pc.start
			continue
		}
		words := r.text[pc.start:pc.end]
		kept := len(strings.TrimRightFunc(words, isDecoration))
		if end = pc.start + kept; kept > 0 {
			return end
		}
	}
	return end
}

// isPull reports whether a link to a pull request begins at an offset.
func (r *looseReader) isPull(at int) bool {
	for _, x := range r.pulls {
		if x.start == at {
			return true
		}
	}
	return false
}

// isDecorative reports whether a masked node has no meaning of its own.
func isDecorative(n ast.Node) bool {
	switch n.(type) {
	case *east.Emoji, *ast.Image, *ast.AutoLink:
		return true
	}
	return false
}

func isDecoration(c rune) bool {
	return unicode.IsSpace(c) || unicode.In(c, unicode.So, unicode.Sk) || strings.ContainsRune(".。!！?？…~〜\uFE0F\u200D", c)
}

// number is a pull request that a text names at a place.
type number struct {
	start, end int
	pr, thread string
	linked     bool
}

// numbers are the pull requests that the text names, in order.
func (r *looseReader) numbers() []number {
	var out []number
	add := func(n number) {
		for len(out) > 0 && out[len(out)-1].end > n.start {
			out = out[:len(out)-1]
		}
		out = append(out, n)
	}
	pulls := r.pulls
	for _, m := range r.reader.Scan(r.text, ref.Context{}, r.opts.Names) {
		for ; len(pulls) > 0 && pulls[0].start <= m.Start; pulls = pulls[1:] {
			add(number{pulls[0].start, pulls[0].end, pulls[0].pr, pulls[0].thread, true})
		}
		switch {
		case len(out) > 0 && m.Start < out[len(out)-1].end || m.Ref.Comment:
		case m.Ref.Kind == note.PR:
			add(number{start: m.Start, end: m.End, pr: m.Ref.ID})
		case m.Ref.Kind == note.Thread && !strings.HasPrefix(m.Ref.ID, "kubernetes/enhancements#"):
			add(number{start: m.Start, end: m.End, thread: m.Ref.ID})
		}
	}
	for _, x := range pulls {
		add(number{x.start, x.end, x.pr, x.thread, true})
	}
	return out
}

// take makes a number one of the attribution.
func (r *looseReader) take(n number) {
	if n.pr != "" {
		r.attr.PRs = append(r.attr.PRs, n.pr)
		return
	}
	r.attr.Threads = append(r.attr.Threads, n.thread)
}

// Characters around and between the numbers of an attribution.
const (
	openers    = " ([{（［【「*"
	closers    = " )]}）］】」*"
	separators = ":：|→"
	dashes     = "-–—"
)

func isBetween(c rune) bool { return strings.ContainsRune(openers+closers+",、，&", c) }

// leading finds numbers with which the text begins. They are left out where a colon or a dash
// parts them from the words. A bare number without these, as in "#115220 is fixed", is part of a
// sentence.
func (r *looseReader) leading() bool {
	end, linked := 0, true
	for _, n := range r.numbers() {
		gap := strings.TrimFunc(r.text[end:n.start], isBetween)
		if gap != "" && (end == 0 || gap != "and" && gap != "と" && gap != "和" && gap != "и") {
			break
		}
		r.take(n)
		end, linked = n.end, linked && n.linked
	}
	if end == 0 {
		return false
	}
	rest := strings.TrimLeft(r.text[end:], closers)
	bracketed := strings.ContainsAny(r.text[end:len(r.text)-len(rest)], ")]}）］】")
	spaced := strings.TrimLeft(rest, " ")
	c, size := utf8.DecodeRuneInString(spaced)
	switch {
	case spaced == "":
	case strings.ContainsRune(separators, c), strings.ContainsRune(dashes, c) && strings.HasPrefix(spaced[size:], " "):
		r.sure = true
		r.to = len(r.text) - len(strings.TrimLeft(spaced[size:], " \u3000"))
	case !bracketed && !linked || unicode.Is(unicode.Hiragana, c):
		r.attr = note.Attribution{}
		return false
	}
	return true
}

// trailing finds a number at the end of the text. One that is part of a sentence is not an
// attribution: "a regression of #115220", "See #115220", "参考: #115220".
func (r *looseReader) trailing() bool {
	all := r.numbers()
	if len(all) == 0 {
		return false
	}
	n := all[len(all)-1]
	end := max(r.decorationStart(), n.end)
	closed := strings.TrimLeft(r.text[n.end:end], closers)
	before := strings.TrimRight(r.text[:n.start], openers)
	bracketed := strings.ContainsAny(r.text[len(before):n.start], "([{（［【")
	if closed != "" || bracketed != strings.ContainsAny(r.text[n.end:end], ")]}）］】") || introduces(before) {
		return false
	}
	if c, _ := utf8.DecodeLastRuneInString(before); !n.linked && !bracketed && !unicode.IsPunct(c) {
		return false
	}
	r.take(n)
	r.from, r.to = len(before), end
	return true
}

// introduces reports whether a text goes on in a number: it ends in a colon, or in a word after
// which something is named.
func introduces(before string) bool {
	if before == "" || strings.HasSuffix(before, ":") || strings.HasSuffix(before, "：") {
		return true
	}
	return introducer.MatchString(before)
}

var introducer = regexp.MustCompile(`(?i)(?:` +
	`(?:^|[^\pL])(?:of|by|in|to|from|see|fix|fixes|fixed|closes|with|and|or|via|after|before|since|for|at|on|than|revert|reverts|issue|pr|kep|` +
	`в|с|из|от|по|и|к|на|см\.?|после|для)` +
	`|[はをのとにがでへやも]|から|まで|より|参照|参考|関連` +
	`|见|参见|参考|参阅|在|由|的|和|与|对|从|及|相关)$`)
