package git

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"sync"
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
	failed := cmd.Wait()
	if failed != nil && ctx.Err() == nil {
		failed = failure(args, failed, said)
	}
	if wrong != nil && (failed == nil || errors.Is(wrong, ErrOther)) {
		failed = wrong
	}
	if failed != nil {
		return fmt.Errorf("writing objects: %w", failed)
	}
	return nil
}

// The numbers of kinds of objects in a pack (gitformat-pack).
const (
	packedTree  = 2
	packedBlob  = 3
	packedDelta = 7 // against the object that is named before it
)

// pack writes objects as a pack of version 2: "PACK", the version, their number, each of them,
// and the digest of all that.
func (f Format) pack(w io.Writer, objects []Object, each Each) error {
	sum := f.digest()
	out := io.MultiWriter(w, sum)
	head := append([]byte("PACK"), 0, 0, 0, 2)
	if _, err := out.Write(binary.BigEndian.AppendUint32(head, uint32(len(objects)))); err != nil {
		return err
	}
	p := packer{f, each, len(objects) >= loose, sync.Pool{New: func() any { return zlib.NewWriter(nil) }}}
	for len(objects) > 0 {
		n, size := 0, int64(0)
		for n < len(objects) && (n == 0 || size+objects[n].Size <= batch) {
			size += objects[n].Size
			n++
		}
		if err := p.some(out, objects[:n]); err != nil {
			return err
		}
		objects = objects[n:]
	}
	_, err := w.Write(sum.Sum(nil))
	return err
}

// packer makes the entries of a pack.
type packer struct {
	format Format
	each   Each
	chains bool      // write deltas
	zips   sync.Pool // of zlib.Writer, which are large
}

// some writes some objects in their order: each whole, or, where chains are wanted, as a delta
// against the one before it.
func (p *packer) some(w io.Writer, objects []Object) error {
	contents, packed := make([][]byte, len(objects)), make([][]byte, len(objects))
	err := p.each(len(objects), func(i int) (err error) {
		if contents[i], err = objects[i].Content(); err == nil && p.format.Name(objects[i].Kind, contents[i]) != objects[i].ID {
			err = ErrOther
		}
		return err
	})
	if err != nil {
		return err
	}
	err = p.each(len(objects), func(i int) (err error) {
		var base ID
		var change []byte
		if p.chains && i%maxChain > 0 && objects[i].Kind == Blob && objects[i-1].Kind == Blob {
			base, change = objects[i-1].ID, delta(contents[i-1], contents[i])
		}
		packed[i], err = p.entry(objects[i].Kind, contents[i], base, change)
		return err
	})
	for _, entry := range packed {
		if err == nil {
			_, err = w.Write(entry)
		}
	}
	return err
}

// entry is an object as it stands in a pack, whole, or, where there is one, as a delta against
// a base.
func (p *packer) entry(k Kind, content []byte, base ID, change []byte) ([]byte, error) {
	var b bytes.Buffer
	switch {
	case change != nil:
		content = change
		b.Write(head(packedDelta, len(content)))
		name, err := hex.DecodeString(string(base))
		if err != nil {
			return nil, err
		}
		b.Write(name)
	case k == Tree:
		b.Write(head(packedTree, len(content)))
	default:
		b.Write(head(packedBlob, len(content)))
	}
	z := p.zips.Get().(*zlib.Writer)
	defer p.zips.Put(z)
	z.Reset(&b)
	_, err := z.Write(content)
	err = errors.Join(err, z.Close()) // which writes the rest
	return b.Bytes(), err
}

// head is what stands before an object in a pack: kind and size, the size in groups of 4 and
// then 7 bits, least first.
func head(kind byte, size int) []byte {
	c := kind<<4 | byte(size&15)
	var out []byte
	for size >>= 4; size > 0; size >>= 7 {
		out = append(out, c|0x80)
		c = byte(size & 0x7f)
	}
	return append(out, c)
}
