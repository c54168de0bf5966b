package deflate

// mostTokens is how many letters and repetitions a block has at most: behind so many other
// letters may be frequent.
const mostTokens = 1 << 14

// token is a letter, or a repetition: its length less three above the distance less one.
type token uint32

const repeated token = 1 << 31

// The alphabets of a block: letters, its end and lengths; distances; how long the codes of both
// are.
const (
	endOfBlock = 256
	symbols    = 288 // of which the last two are in the code of the format alone
	distances  = 30
	lengthsOf  = 19
)

// block is a part of a stream with codes of its own.
type block struct {
	bits   bits
	tokens []token

	letters  code // and lengths
	distance code
	lengths  code
	runs     []run // how the lengths of the codes are told
}

// begin begins another block.
func (b *block) begin() {
	b.tokens = b.tokens[:0]
	b.letters.begin(symbols)
	b.distance.begin(distances)
}

func (b *block) letter(c byte) {
	b.tokens = append(b.tokens, token(c))
	b.letters.count[c]++
}

func (b *block) repeat(length, back int) {
	t := repeated | token(length-least)<<15 | token(back-1)
	b.tokens = append(b.tokens, t)
	symbol, _, _ := lengthOf(t)
	b.letters.count[symbol]++
	symbol, _, _ = distanceOf(t)
	b.distance.count[symbol]++
}

// lengthOf returns the symbol of the length of a repetition, and the bits behind it.
func lengthOf(t token) (symbol, extra, width uint32) {
	n := uint32(t>>15) & 0xFF
	switch {
	case n == most-least:
		return 285, 0, 0
	case n < 8:
		return 257 + n, 0, 0
	}
	width = highest(n) - 2
	return 257 + 4*width + n>>width, n & (1<<width - 1), width
}

// distanceOf does the same for its distance.
func distanceOf(t token) (symbol, extra, width uint32) {
	n := uint32(t) & (farthest - 1)
	if n < 4 {
		return n, 0, 0
	}
	width = highest(n) - 1
	return 2*width + n>>width, n & (1<<width - 1), width
}

// write writes the block, whose letters are those of text, in the shortest of three ways: with
// codes of its own, with those of the format, or as it is.
func (b *block) write(text []byte, last bool) {
	b.letters.count[endOfBlock]++
	b.letters.make(15)
	b.distance.make(15)
	extra := b.extra()
	own := b.head() + b.letters.size() + b.distance.size() + extra
	format := 3 + b.letters.sizeBy(formatLength) + b.distance.sizeBy(flat) + extra
	final := uint32(0)
	if last {
		final = 1
	}
	switch plain := 8 * (len(text) + 5*(1+len(text)/mostPlain)); {
	case plain < min(own, format):
		b.bits.plain(text, final)
		return
	case format <= own:
		b.bits.put(final|1<<1, 3)
		b.letters.fix(formatLength)
		b.distance.fix(flat)
	default:
		b.bits.put(final|2<<1, 3)
		b.writeHead()
	}
	b.body()
}

// extra is how many bits stand behind the symbols of repetitions.
func (b *block) extra() (n int) {
	for s, count := range b.letters.count[265:285] {
		n += int(count) * (1 + s/4)
	}
	for s, count := range b.distance.count[4:distances] {
		n += int(count) * (1 + s/2)
	}
	return n
}

// body writes letters and repetitions, and the end of the block.
func (b *block) body() {
	for _, t := range b.tokens {
		if t&repeated == 0 {
			b.bits.code(&b.letters, uint32(t))
			continue
		}
		symbol, extra, width := lengthOf(t)
		b.bits.code(&b.letters, symbol)
		b.bits.put(extra, width)
		symbol, extra, width = distanceOf(t)
		b.bits.code(&b.distance, symbol)
		b.bits.put(extra, width)
	}
	b.bits.code(&b.letters, endOfBlock)
}
