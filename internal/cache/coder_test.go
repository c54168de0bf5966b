package cache

import (
	"bytes"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tree is a value of everything that a Coder knows.
type tree struct {
	Name   string
	Size   int
	Kind   uint8
	Rank   uint32
	Full   bool
	Hash   [4]byte
	Below  []tree
	Words  []string
	Beside *tree
}

func (v *tree) code(c *Coder) {
	String(c, &v.Name)
	Int(c, &v.Size)
	Int(c, &v.Kind)
	Int(c, &v.Rank)
	Bool(c, &v.Full)
	Bytes(c, v.Hash[:])
	List(c, &v.Below, func(c *Coder, v *tree) { v.code(c) })
	List(c, &v.Words, String[string])
	Pointer(c, &v.Beside, func(c *Coder, v *tree) { v.code(c) })
}

var trees = []tree{
	{},
	{Name: "名\x00\xff", Size: math.MinInt, Kind: 255, Rank: math.MaxUint32, Full: true, Hash: [4]byte{1, 2, 3, 4}},
	{Size: math.MaxInt, Below: []tree{{}, {Name: "a", Below: []tree{}}}, Words: []string{"", "b"}, Beside: &tree{Size: -1}},
	{Words: []string{}, Beside: &tree{Beside: &tree{}}},
}

func TestCoder(t *testing.T) {
	for _, want := range trees {
		data := Encode(want.code)
		var got tree
		if err := Decode(data, got.code); err != nil {
			t.Errorf("%+v: %v", want, err)
		}
		if diff := cmp.Diff(want, got); diff != "" { // none and empty are two
			t.Errorf("what was read is another (-written +read):\n%s", diff)
		}
		for i := range data {
			var cut tree
			if err := Decode(data[:i], cut.code); err == nil {
				t.Errorf("%d of %d bytes of %+v are taken for a value: %+v", i, len(data), want, cut)
			}
		}
		if err := Decode(append(data, 0), new(tree).code); err == nil {
			t.Errorf("a byte more than %+v has is taken for a part of it", want)
		}
	}
}

// Bytes that say that values are within each other for ever are no value, and take no stack.
func TestCoderDeep(t *testing.T) {
	endless := make([]byte, 1<<20)
	one := Encode((&tree{Beside: &tree{}}).code)
	for i := range endless {
		endless[i] = one[i%(len(one)/2+1)]
	}
	for _, data := range [][]byte{endless, bytes.Repeat([]byte{1}, 1<<20), bytes.Repeat([]byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 1<<17)} {
		var v tree
		if err := Decode(data, v.code); err == nil {
			t.Errorf("%d bytes are a value", len(data))
		}
	}
}

// FuzzCoder: of any bytes comes an error or a value that is written and read as itself.
func FuzzCoder(f *testing.F) {
	for _, v := range trees {
		f.Add(Encode(v.code))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var v, again tree
		if err := Decode(data, v.code); err != nil {
			return
		}
		if err := Decode(Encode(v.code), again.code); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(v, again); diff != "" {
			t.Errorf("what was read, written and read is another:\n%s", diff)
		}
	})
}
