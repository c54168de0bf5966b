package outdir

import (
	"bytes"
	"errors"
	"testing"
)

// TestOnto checks that content does not depend on the buffer, and that results are not overwritten.
func TestOnto(t *testing.T) {
	long := bytes.Repeat([]byte("long "), maxBuffer/4)
	for _, want := range [][]byte{[]byte("short"), long, {}, []byte("short again")} {
		appending := Appending("a", func(b []byte) ([]byte, error) { return append(b, want...), nil })
		first, err := appending.Bytes()
		if err != nil || !bytes.Equal(first, want) {
			t.Fatalf("Bytes is %d bytes, %v; want %d", len(first), err, len(want))
		}
		if _, err := Appending("b", func(b []byte) ([]byte, error) { return append(b, bytes.ToUpper(want)...), nil }).Bytes(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, want) {
			t.Fatal("the bytes of one file were written over by those of the next")
		}
		for _, f := range []File{appending, Static("s", want)} {
			if got, err := f.Onto([]byte("before ")); err != nil || string(got) != "before "+string(want) {
				t.Errorf("Onto of %s is %d bytes, %v; want %d", f.Path, len(got), err, len(want)+len("before "))
			}
		}
	}
}

func TestOntoFails(t *testing.T) {
	broken := errors.New("broken")
	f := Appending("a", func(b []byte) ([]byte, error) { return nil, broken })
	if b, err := f.Bytes(); b != nil || !errors.Is(err, broken) {
		t.Errorf("Bytes = %q, %v; want the error", b, err)
	}
	ok := Appending("a", func(b []byte) ([]byte, error) { return append(b, "fine"...), nil })
	if b, err := ok.Bytes(); err != nil || string(b) != "fine" {
		t.Errorf("after an error Bytes = %q, %v", b, err)
	}
}
