package align

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/kawaraban/kawaraban/internal/note"
)

// shape is the form of a block. Blocks of different shapes are rarely paired.
type shape string

// Shapes in addition to the block types.
const (
	paragraph shape = "paragraph"
	list      shape = "list"
	table     shape = "table"
	quote     shape = "quote"
	footnotes shape = "footnotes"
	rule      shape = "rule"
	flow      shape = "flow" // any other HTML
)

func (s shape) hasNoText() bool {
	switch note.BlockType(s) {
	case note.Code, note.Card, note.Picture:
		return true
	}
	return false
}

// feature is the language-independent properties of a block. If several blocks correspond to one
// block of the other version, a feature has all of them.
type feature struct {
	blocks []*note.Block
	at     int // index among all blocks of the note, in reading order
	shape  shape
	level  int
	print  string
	parent *feature
	under  []*feature // children

	length  float64   // length in letters of an equivalent English text
	parts   []float64 // lengths of the sentences, or of the items of a list
	items   int       // number of items of a list, or of rows of a table
	columns int
	marks   [4]int      // numbers of question marks, brackets, emphases and final colons
	tokens  []token     // sorted tokens that translations keep: see vocabulary
	words   []token     // sorted words in Latin letters
	source  []note.Text // recorded source, and older recorded source
	bag     []token     // all words, sorted and with duplicates, to compare with a recorded source
	bags    [][]token   // bags of the texts in source

	mates []*feature // paired features of the other version
}

func (f *feature) block() *note.Block { return f.blocks[0] }

func (f *feature) matched() bool { return len(f.mates) > 0 }

type side struct {
	note    *note.Note
	all     []*feature
	top     []*feature
	latin   bool    // whether the version is in Latin letters
	density float64 // English letters per letter of this language
	sourced int     // number of blocks with a recorded source
	byID    map[note.BlockID]*feature

	room []byte          // buffer for the text of a block
	seen map[string]bool // keys of the current block
}

// density is the number of English letters to which a letter of a language corresponds. It was
// measured with the notes of this repository.
var density = map[note.Lang]float64{"ja": 2.1, "zh": 2.9, "ko": 1.9, "ru": 0.95}

func newSide(n *note.Note, v *vocabulary) *side {
	s := &side{note: n, density: 1, byID: map[note.BlockID]*feature{}, seen: map[string]bool{}}
	if d, ok := density[n.Lang]; ok {
		s.density = d
	}
	s.latin = mostlyLatin(n)
	for i := range n.Blocks {
		s.top = append(s.top, s.add(&n.Blocks[i], nil, v))
	}
	return s
}

func (s *side) add(b *note.Block, parent *feature, v *vocabulary) *feature {
	f := &feature{blocks: []*note.Block{b}, at: len(s.all), level: b.Level, parent: parent, print: Fingerprint(b.Text)}
	s.all = append(s.all, f)
	if b.ID != "" && s.byID[b.ID] == nil {
		s.byID[b.ID] = f
	}
	r := featureReader{f: f, v: v, side: s}
	r.read(b)
	f.shape = shapeOf(b, r.first)
	for _, t := range []note.Text{b.Source, b.Was} {
		if len(t) > 0 {
			f.source = append(f.source, t)
		}
	}
	if len(f.source) > 0 {
		s.sourced++
	}
	for i := range b.Children {
		f.under = append(f.under, s.add(&b.Children[i], f, v))
	}
	return f
}

// mostlyLatin reports whether a note, without code, has more than five Latin characters for each
// letter of another script. Punctuation counts as Latin.
func mostlyLatin(n *note.Note) bool {
	latin, others := 0, 0
	for b := range n.All {
		if b.Type == note.Code {
			continue
		}
		for _, s := range b.Text {
			for _, r := range s.HTML {
				switch {
				case r < 0x250:
					latin++
				case unicode.IsLetter(r):
					others++
				}
			}
		}
	}
	return others*5 < latin
}

func shapeOf(b *note.Block, first string) shape {
	if b.Type != note.Prose && b.Type != note.Remark {
		return shape(b.Type)
	}
	name, class, _ := strings.Cut(first, " ")
	switch name {
	case "p", "":
		return paragraph
	case "ul", "ol", "dl":
		return list
	case "blockquote":
		return quote
	case "table":
		return table
	case "hr":
		return rule
	}
	switch {
	case strings.Contains(class, "footnotes"):
		return footnotes
	case strings.Contains(class, "scroll"):
		return table
	case strings.Contains(class, "alert"):
		return quote
	}
	return flow
}

type featureReader struct {
	f    *feature
	v    *vocabulary
	side *side

	first string // first tag
	pre   bool
	code  *strings.Builder // text of the open code span; nil outside of code spans
	text  []byte
	rows  int
	cells int
}

// mostSeen is the maximum size of the map seen for which it is reused. Clearing a larger map
// takes longer than reading a block.
const mostSeen = 512

func (r *featureReader) read(b *note.Block) {
	if len(r.side.seen) > mostSeen {
		r.side.seen = map[string]bool{}
	}
	clear(r.side.seen)
	r.text = r.side.room[:0]
	eachPiece(b.Text, r.piece)
	r.side.room = r.text
	r.plain(string(r.text))
	for _, n := range b.Attr.PRs {
		r.token("r:pr:" + n)
	}
	for _, n := range b.Attr.Threads {
		r.token("r:thread:" + n)
	}
	if b.Type == note.Heading && b.Date != "" {
		r.token("d:" + b.Date)
	}
	r.f.tokens, r.f.words = sorted(r.f.tokens), sorted(r.f.words)
	if r.rows > 0 {
		r.f.items, r.f.columns = r.rows, r.cells
	}
}

func (r *featureReader) piece(p htmlToken) {
	switch {
	case p.ref != nil:
		r.token("r:" + string(p.ref.Kind) + ":" + p.ref.ID)
		r.placeholder(p.ref.Written)
	case p.tag != "":
		r.tag(p.tag)
	case r.pre:
		latinWords(p.words, r.word)
	case r.code != nil:
		r.code.WriteString(p.words)
	default:
		r.text = append(r.text, p.words...)
	}
}

func (r *featureReader) tag(tag string) {
	if r.first == "" {
		r.first = tag
	}
	name, closing := tagName(tag), strings.HasPrefix(tag, "/")
	if !inline[name] {
		r.text = append(r.text, '\n')
	}
	switch {
	case name == "code":
		r.codeSpan(closing)
	case name == "pre":
		r.pre = !closing
	case closing:
	case name == "li":
		r.f.items++
	case name == "tr":
		r.rows++
	case (name == "td" || name == "th") && r.rows == 1:
		r.cells++
	case name == "strong" || name == "em":
		r.f.marks[2]++
	case name == "a":
		r.link(attribute(tag, "href"))
	case name == "img":
		r.token("l:" + attribute(tag, "src"))
	}
}

func (r *featureReader) codeSpan(closing bool) {
	switch {
	case r.pre:
	case !closing:
		r.code = &strings.Builder{}
	case r.code != nil:
		code := strings.Join(strings.Fields(r.code.String()), " ")
		r.token("c:" + code)
		r.placeholder(code)
		r.code = nil
	}
}

// neutral replaces a letter of code or of a reference. Translations keep such text.
const (
	neutral     = "\uE000"
	neutralRune = '\uE000'
)

// placeholder adds placeholders for code or a reference to the text.
func (r *featureReader) placeholder(s string) {
	for range s {
		r.text = append(r.text, neutral...)
	}
}

func (r *featureReader) link(href string) {
	if href == "" || strings.HasPrefix(href, "#") {
		return
	}
	for _, folder := range []string{"/ja/", "/zh-cn/", "/ru/", "/ko/", "/zh/", "/en/"} {
		href = strings.Replace(href, folder, "/", 1)
	}
	r.token("l:" + href)
}

func (r *featureReader) token(s string) {
	if !r.side.seen[s] {
		r.side.seen[s] = true
		r.f.tokens = append(r.f.tokens, r.v.token(s))
	}
}

func (r *featureReader) plain(s string) {
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		before := r.f.length
		for sentence := range sentences(line) {
			size := r.size(sentence)
			r.f.length += size
			if r.f.items == 0 {
				r.f.parts = append(r.f.parts, size)
			}
		}
		if r.f.items > 0 {
			r.f.parts = append(r.f.parts, r.f.length-before)
		}
		if strings.HasSuffix(line, ":") || strings.HasSuffix(line, "：") {
			r.f.marks[3]++
		}
		for _, c := range line {
			r.mark(c)
		}
		latinWords(line, r.word)
	}
}

func (r *featureReader) mark(c rune) {
	switch c {
	case '?', '？':
		r.f.marks[0]++
	case '(', '（':
		r.f.marks[1]++
	}
}

// size returns the length of a text in letters of an equivalent English text.
func (r *featureReader) size(s string) float64 {
	sum := 0.0
	for _, c := range s {
		switch {
		case c == neutralRune, unicode.IsDigit(c), !r.side.latin && c < 0x250 && unicode.IsLetter(c):
			sum++
		case unicode.IsLetter(c):
			sum += r.side.density
		}
	}
	return sum
}

func (r *featureReader) word(w string) {
	key := wordKey(w)
	if key == "" || r.side.seen[key] {
		return
	}
	r.side.seen[key] = true
	if strings.HasPrefix(key, "n:") {
		r.f.tokens = append(r.f.tokens, r.v.token(key))
	} else {
		r.f.words = append(r.f.words, r.v.token(key))
	}
}

// sentences splits a line at the ends of sentences. It omits pieces without letters and digits.
func sentences(line string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		from, hasWords, ended := 0, false, false
		for i, c := range line {
			if ended && (unicode.IsSpace(c) || c >= 0x2E80) && !strings.ContainsRune("。！？」』）", c) {
				if hasWords && !yield(line[from:i]) {
					return
				}
				from, hasWords = i, false
			}
			ended = strings.ContainsRune("。！？.!?", c) || ended && strings.ContainsRune("」』）)\"”", c)
			hasWords = hasWords || c == neutralRune || unicode.IsLetter(c) || unicode.IsDigit(c)
		}
		if hasWords {
			yield(line[from:])
		}
	}
}

// latinWords calls f for each word of Latin letters and digits. A word may contain the characters
// that join names: kube-proxy, v1.27.2, node_name.
func latinWords(s string, f func(string)) {
	start := -1
	end := func(at int) {
		if start >= 0 {
			if w := strings.Trim(s[start:at], "-_.,"); w != "" {
				f(w)
			}
		}
		start = -1
	}
	for i, c := range s {
		joined := c < 0x80 && (unicode.IsLetter(c) || unicode.IsDigit(c) || start >= 0 && strings.ContainsRune("-_.,", c))
		if !joined {
			end(i)
		} else if start < 0 {
			start = i
		}
	}
	end(len(s))
}

// wordKey normalizes a word or a number: it removes separators and the plural s. It returns ""
// for a single letter.
func wordKey(w string) string {
	if digits, ok := digitsOf(w); ok {
		return "n:" + digits
	}
	w = strings.ToLower(w)
	if len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") {
		w = w[:len(w)-1]
	}
	if len(w) < 2 {
		return ""
	}
	return "w:" + w
}

func digitsOf(w string) (string, bool) {
	for i := range len(w) {
		if c := w[i]; (c < '0' || c > '9') && c != '.' && c != ',' {
			return "", false // the common case
		}
	}
	digits := strings.ReplaceAll(strings.ReplaceAll(w, ".", ""), ",", "")
	_, err := strconv.ParseUint(digits, 10, 64)
	return digits, err == nil
}

func sorted(ts []token) []token {
	slices.Sort(ts)
	return slices.Compact(ts)
}

func (v *vocabulary) count(a, b *side) {
	for i, s := range []*side{a, b} {
		v.in[i] = make([]int, len(v.names))
		v.blocks[i] = len(s.all)
		for _, f := range s.all {
			for _, t := range f.tokens {
				v.in[i][t]++
			}
			for _, t := range f.words {
				v.in[i][t]++
			}
		}
	}
}
