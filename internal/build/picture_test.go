package build

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"strings"
	"testing"
)

func TestPictureSize(t *testing.T) {
	picture := image.NewPaletted(image.Rect(0, 0, 64, 48), color.Palette{color.Black})
	for _, c := range []struct {
		name   string
		file   io.Reader
		width  int
		height int
	}{
		{"a.png", encoded(t, func(w io.Writer) error { return png.Encode(w, picture) }), 64, 48},
		{"a.jpg", encoded(t, func(w io.Writer) error { return jpeg.Encode(w, picture, nil) }), 64, 48},
		{"a.gif", encoded(t, func(w io.Writer) error { return gif.Encode(w, picture, nil) }), 64, 48},
		{"a.webp", webp(64, 48), 64, 48},
		{"a.svg", strings.NewReader(`<svg xmlns="http://www.w3.org/2000/svg" width="64px" height="48"/>`), 64, 48},
		{"b.svg", strings.NewReader(`<svg xmlns="http://www.w3.org/2000/svg" width="100%" viewBox="0 0 64 48"/>`), 64, 48},
		{"c.svg", strings.NewReader(`<svg xmlns="http://www.w3.org/2000/svg"/>`), 0, 0},
		{"d.svg", strings.NewReader(`not <xml`), 0, 0},
		{"none.png", strings.NewReader("no picture"), 0, 0},
		{"empty.png", strings.NewReader(""), 0, 0},
	} {
		if w, h := pictureSize(c.file, c.name); w != c.width || h != c.height {
			t.Errorf("%s: %d by %d, want %d by %d", c.name, w, h, c.width, c.height)
		}
	}
}

func encoded(t *testing.T, encode func(io.Writer) error) io.Reader {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b); err != nil {
		t.Fatal(err)
	}
	return &b
}

// webp returns the header of a lossless WebP file with a size.
func webp(width, height uint32) io.Reader {
	head := binary.LittleEndian.AppendUint32([]byte{0x2f}, (width-1)|(height-1)<<14)
	b := []byte("RIFF")
	b = binary.LittleEndian.AppendUint32(b, uint32(4+8+len(head)+1))
	b = append(b, "WEBPVP8L"...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(head)))
	return bytes.NewReader(append(append(b, head...), 0))
}
