package cache

import (
	"bytes"
	"encoding/binary"
	"errors"
	"sync"
)

// Coder turns values into bytes and back. One description of a value, a function that hands
// each of its fields to the Coder, serves both ways, so that what is read is what was written;
// a field that a description forgets is for a test to find.
//
// What is read from other bytes than those that were written is some value or an error, never a
// panic, and takes no more memory than a small multiple of the bytes. Strings that are read are
// parts of one string, the bytes themselves.
type Coder struct {
	out  []byte
	in   string
	read bool
	bad  bool
	deep int // lists and values within each other
}

// deepest is how deep values may be within each other where they are read: bytes that say more
// would take the stack.
const deepest = 10_000

// Encode returns the bytes of a value that describe hands over.
func Encode(describe func(*Coder)) (made []byte) {
	Lend(describe, func(b []byte) { made = bytes.Clone(b) })
	return made
}

// Lend hands the bytes of a value that describe hands over to use, whose they are until it
// returns.
func Lend(describe func(*Coder), use func([]byte)) {
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	c := Coder{out: (*room)[:0]}
	describe(&c)
	leave(room, c.out)
	use(c.out)
}

// rooms is memory in which values are put into bytes, one after another, and maxRoom how much
// of it is kept for the next one.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

const maxRoom = 1 << 20

// leave leaves the memory that a value has come to need to the next one.
func leave(room *[]byte, b []byte) {
	if cap(b) <= maxRoom {
		*room = b
	}
}

// errBytes says that bytes are not those of a value.
var errBytes = errors.New("these are not the bytes of such a value")

// Decode fills in a value that describe hands over, whose fields are zero before. The error
// says that the bytes are not of such a value, which is then to be thrown away.
func Decode[T string | []byte](data T, describe func(*Coder)) error {
	c := Coder{in: string(data), read: true}
	describe(&c)
	if c.bad || c.in != "" {
		return errBytes
	}
	return nil
}

// number hands over a number that is not negative.
func (c *Coder) number(n uint64) uint64 {
	if !c.read {
		c.out = binary.AppendUvarint(c.out, n)
		return n
	}
	for i := 0; i < len(c.in) && i < binary.MaxVarintLen64; i++ {
		if c.in[i] < 0x80 {
			n, size := binary.Uvarint([]byte(c.in[:i+1]))
			c.bad = c.bad || size != i+1
			c.in = c.in[i+1:]
			return n
		}
	}
	c.fail()
	return 0
}

// fail ends the reading: nothing more is taken for a value.
func (c *Coder) fail() { c.bad, c.in = true, "" }

// take returns the next n bytes of those that are read.
func (c *Coder) take(n uint64) string {
	if n > uint64(len(c.in)) {
		c.fail()
		return ""
	}
	s := c.in[:n]
	c.in = c.in[n:]
	return s
}

// Int hands over a whole number.
func Int[T ~int | ~int64 | ~uint8 | ~uint32](c *Coder, v *T) {
	n := int64(*v)
	n = unzigzag(c.number(zigzag(n)))
	if *v = T(n); c.read && int64(*v) != n {
		c.fail()
	}
}

func zigzag(n int64) uint64   { return uint64(n)<<1 ^ uint64(n>>63) }
func unzigzag(n uint64) int64 { return int64(n>>1) ^ -int64(n&1) }

// Bool hands over a truth.
func Bool(c *Coder, v *bool) {
	var n uint64
	if *v {
		n = 1
	}
	if n = c.number(n); n > 1 {
		c.fail()
	}
	*v = n == 1
}

// String hands over a text, of any bytes.
func String[T ~string](c *Coder, v *T) {
	n := c.number(uint64(len(*v)))
	if c.read {
		*v = T(c.take(n))
		return
	}
	c.out = append(c.out, *v...)
}

// Bytes hands over bytes of a fixed number, such as a hash.
func Bytes(c *Coder, v []byte) {
	if c.read {
		copy(v, c.take(uint64(len(v))))
		return
	}
	c.out = append(c.out, v...)
}

// List hands over a list, each of its values by describe. An empty one and none are two. A
// value takes at least one byte.
func List[E any, T ~[]E](c *Coder, v *T, describe func(*Coder, *E)) {
	n := uint64(len(*v)) + 1
	if *v == nil {
		n = 0
	}
	n = c.number(n)
	if c.read && n > 0 {
		if n-1 > uint64(len(c.in)) {
			c.fail()
			return
		}
		*v = make(T, n-1)
	}
	c.within(func() {
		for i := range *v {
			describe(c, &(*v)[i])
		}
	})
}

// within hands over what stands within a value.
func (c *Coder) within(describe func()) {
	if c.deep++; c.deep > deepest && c.read {
		c.fail()
	} else {
		describe()
	}
	c.deep--
}

// Pointer hands over a value that need not be there.
func Pointer[E any](c *Coder, v **E, describe func(*Coder, *E)) {
	there := *v != nil
	if Bool(c, &there); !there {
		return
	}
	if c.read {
		*v = new(E)
	}
	c.within(func() { describe(c, *v) })
}
