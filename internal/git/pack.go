package git

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
)

// ErrOther says that an object's content is not what its name says.
var ErrOther = errors.New("the content is not what it was")

// loose is how many objects are written as a file each; more are one pack, as git itself does
// with what it fetches (fetch.unpackLimit).
const loose = 100

// batch is how many bytes of objects are compressed at a time.
const batch = 16 << 20

// Each calls a function for every number below n, perhaps several at a time, and returns an
// error of one of them.
type Each func(n int, f func(i int) error) error

// Write puts objects into the repository, as whole as what git fetches: few of them as a file
// each, many as one pack, of which nothing is there before all of it is. Nothing refers to
// them then. The content of each has to be what its name says, or the error is [ErrOther]. Of
// a writing that was killed at most a temporary file is left, which git takes away some day.
func (r *Repo) Write(ctx context.Context, objects []Object, each Each) error {
	if len(objects) == 0 {
		return nil
	}
	args := []string{"index-pack", "--stdin"}
	if len(objects) < loose {
		args = []string{"unpack-objects", "-q"}
	}
	cmd := r.command(ctx, args...)
	said := &tail{}
	cmd.Stderr = said
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return fmt.Errorf("writing objects: %w", err)
	}
	wrong := r.format.pack(in, objects, each)
	if wrong != nil { // git must not take the part for a whole
		_ = cmd.Cancel()
	}
	_ = in.Close() // git says what is wrong
	failed := r.failure(ctx, args, cmd.Wait(), said)
	if wrong != nil && (failed == nil || errors.Is(wrong, ErrOther)) {
		failed = wrong
	}
	if failed != nil {
		return fmt.Errorf("writing objects: %w", failed)
	}
	return nil
}

// kinds are the numbers of kinds in a pack (gitformat-pack).
var kinds = map[Kind]byte{Tree: 2, Blob: 3}

// pack writes objects as a pack of version 2: "PACK", the version, their number, each of them
// whole, and the digest of all that.
func (f Format) pack(w io.Writer, objects []Object, each Each) error {
	sum := f.digest()
	out := io.MultiWriter(w, sum)
	head := append([]byte("PACK"), 0, 0, 0, 2)
	if _, err := out.Write(binary.BigEndian.AppendUint32(head, uint32(len(objects)))); err != nil {
		return err
	}
	for len(objects) > 0 {
		n, size := 0, int64(0)
		for n < len(objects) && (n == 0 || size+objects[n].Size <= batch) {
			size += objects[n].Size
			n++
		}
		if err := f.some(out, objects[:n], each); err != nil {
			return err
		}
		objects = objects[n:]
	}
	return finish(w, sum)
}

func finish(w io.Writer, sum hash.Hash) error {
	_, err := w.Write(sum.Sum(nil))
	return err
}

// some compresses some objects and writes them in their order.
func (f Format) some(w io.Writer, objects []Object, each Each) error {
	packed := make([][]byte, len(objects))
	err := each(len(objects), func(i int) (err error) {
		packed[i], err = f.packed(objects[i])
		return err
	})
	for _, p := range packed {
		if err == nil {
			_, err = w.Write(p)
		}
	}
	return err
}

// packed is an object as it stands in a pack: kind and size, the size in groups of 4 and then
// 7 bits, least first, and the compressed content.
func (f Format) packed(o Object) ([]byte, error) {
	content, err := o.Content()
	if err != nil {
		return nil, err
	}
	if f.Name(o.Kind, content) != o.ID {
		return nil, ErrOther
	}
	var b bytes.Buffer
	size := uint64(len(content))
	c := kinds[o.Kind]<<4 | byte(size&15)
	for size >>= 4; size > 0; size >>= 7 {
		b.WriteByte(c | 0x80)
		c = byte(size & 0x7f)
	}
	b.WriteByte(c)
	z := zlib.NewWriter(&b)
	_, err = z.Write(content)
	err = errors.Join(err, z.Close()) // which writes the rest
	return b.Bytes(), err
}
