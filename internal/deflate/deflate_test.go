package deflate

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// unpacked is what a stream holds.
func unpacked(t *testing.T, stream []byte) []byte {
	t.Helper()
	from := bytes.NewReader(stream)
	r, err := zlib.NewReader(from)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	if from.Len() > 0 {
		t.Errorf("%d bytes stand behind the stream", from.Len())
	}
	return text
}

// noise is bytes of which so many differ.
func noise(n, differ int) string {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.IntN(differ))
	}
	return string(b)
}

// skewed is text whose letters are each twice as frequent as the next: the best code of the
// rarest would have more bits than the format allows.
func skewed(letters int) string {
	var b strings.Builder
	for i := range letters {
		for j := range 1 << (letters - i) {
			fmt.Fprintf(&b, "%c", rune('A'+(i+j*7)%letters))
		}
		b.WriteString(strings.Repeat(string(rune('A'+i)), 1<<(letters-i)))
	}
	return b.String()
}

// fibonacci is text whose letters are as frequent as makes the deepest tree.
func fibonacci(letters int) string {
	var list []byte
	one, other := 1, 1
	for i := range letters {
		list = append(list, bytes.Repeat([]byte{byte('A' + i)}, one)...)
		one, other = other, one+other
	}
	r := rand.New(rand.NewPCG(1, 2))
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return string(list)
}

func texts() map[string]string {
	sentence := "The kubelet now restarts a sidecar container when it exits. キューに入れられた Pod は待つ。"
	var lines strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&lines, "%d %s\n", i*i%977, sentence[:i%40])
	}
	return map[string]string{
		"nothing": "", "a letter": "a", "two": "ab", "three": "aaa", "a run": strings.Repeat("a", 100_000), "runs": strings.Repeat("ab", 300) + strings.Repeat("c", 259),
		"a sentence": sentence, "twice": sentence + sentence, "lines": lines.String(),
		"noise": noise(200_000, 256), "noise of few": noise(70_000, 4), "far": noise(farthest, 256) + noise(farthest, 256), "too far": noise(farthest+1, 256) + noise(farthest+1, 256),
		"skewed": skewed(13), "deep": fibonacci(23), "all letters": noise(600, 256) + sentence,
	}
}

func TestAppend(t *testing.T) {
	var w Writer
	for name, text := range texts() {
		stream := w.Append([]byte("before"), []byte(text))
		rest, ok := bytes.CutPrefix(stream, []byte("before"))
		if !ok || string(unpacked(t, rest)) != text {
			t.Errorf("%s: what was compressed is not what is unpacked", name)
		}
		var fresh Writer
		if again := fresh.Append(nil, []byte(text)); !bytes.Equal(again, rest) {
			t.Errorf("%s: a text has other bytes behind others", name)
		}
	}
}

// TestPieces: pieces are one text, each with codes of its own.
func TestPieces(t *testing.T) {
	var w Writer
	for name, text := range texts() {
		half := []byte(text[:len(text)/2])
		stream := w.Append(nil, half, nil, []byte(text[len(text)/2:]), []byte("end"))
		if got := unpacked(t, stream); string(got) != text+"end" {
			t.Errorf("%s: pieces are unpacked to something else", name)
		}
	}
	numbers, words := []byte(noise(2000, 8)), []byte(fibonacci(14))
	if apart, whole := len(w.Append(nil, numbers, words)), len(w.Append(nil, append(numbers, words...))); apart >= whole {
		t.Errorf("two pieces have %d bytes, as one %d", apart, whole)
	}
}

// TestAsShort: no text takes many more bytes than by compress/zlib at its best; most take fewer,
// random letters a thirtieth more.
func TestAsShort(t *testing.T) {
	var w Writer
	for name, text := range texts() {
		var best bytes.Buffer
		z, err := zlib.NewWriterLevel(&best, zlib.BestCompression)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(z, text); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		if got := len(w.Append(nil, []byte(text))); got > best.Len()+best.Len()/30+8 {
			t.Errorf("%s: %d bytes, compress/zlib has %d", name, got, best.Len())
		}
	}
}

// TestPlacesRunOut: where places cannot be counted on, they are counted from 0, and none of an
// earlier text is taken for one of this.
func TestPlacesRunOut(t *testing.T) {
	var w Writer
	text := []byte(strings.Repeat("abcdefgh", 50))
	w.Append(nil, text)
	w.finder.base = 1<<32 - 1000
	for range 4 {
		if got := unpacked(t, w.Append(nil, text)); !bytes.Equal(got, text) {
			t.Fatal("what was compressed is not what is unpacked")
		}
	}
	if w.finder.base > 10_000 {
		t.Errorf("the last text began at place %d", w.finder.base)
	}
}

// TestLengths: of every number of symbols, however their counts are spread, there is a code
// that uses all that there is room for.
func TestLengths(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		var c code
		size, longest := 2+r.IntN(symbols-2), 7+8*r.IntN(2)
		if longest == 7 {
			size = 2 + r.IntN(lengthsOf-2)
		}
		c.begin(size)
		for s := range size {
			c.count[s] = uint32(r.IntN(1 << r.IntN(14)))
		}
		c.count[0], c.count[1] = 1, 1
		c.make(longest)
		room := 0
		for s, l := range c.length[:size] {
			if int(l) > longest || l == 0 != (c.count[s] == 0) {
				t.Fatalf("of %d symbols, counted %d times, one has %d bits", size, c.count[s], l)
			}
			if l > 0 {
				room += 1 << (longest - int(l))
			}
		}
		if room != 1<<longest {
			t.Fatalf("of %d symbols the codes take %d of %d", size, room, 1<<longest)
		}
	}
}

func FuzzAppend(f *testing.F) {
	for _, text := range texts() {
		f.Add([]byte(text), 7)
	}
	var w Writer
	f.Fuzz(func(t *testing.T, text []byte, at int) {
		at = max(0, min(at, len(text)))
		if got := unpacked(t, w.Append(nil, text[:at], text[at:])); !bytes.Equal(got, text) {
			t.Error("what was compressed is not what is unpacked")
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	var w Writer
	text := []byte(texts()["lines"])[:1200]
	var out []byte
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		out = w.Append(out[:0], text)
	}
}
