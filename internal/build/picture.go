package build

import (
	"encoding/xml"
	"image"
	_ "image/gif" // decoder for [image.DecodeConfig], as below
	_ "image/jpeg"
	_ "image/png"
	"io"
	"path"
	"strconv"
	"strings"

	_ "golang.org/x/image/webp"
)

// pictureSize returns the size of an image in pixels, or 0, 0 if it is unknown. It reads only the
// beginning of the file.
func pictureSize(f io.Reader, name string) (width, height int) {
	if strings.EqualFold(path.Ext(name), ".svg") {
		return svgSize(xml.NewDecoder(f))
	}
	c, _, err := image.DecodeConfig(f)
	if err != nil {
		return 0, 0
	}
	return c.Width, c.Height
}

// svgSize returns the width and height of the root element, or those of its viewBox.
func svgSize(d *xml.Decoder) (width, height int) {
	for {
		t, err := d.Token()
		if err != nil {
			return 0, 0
		}
		start, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		attr := map[string]string{}
		for _, a := range start.Attr {
			attr[a.Name.Local] = a.Value
		}
		width, height = pixels(attr["width"]), pixels(attr["height"])
		if box := strings.Fields(strings.ReplaceAll(attr["viewBox"], ",", " ")); (width == 0 || height == 0) && len(box) == 4 {
			width, height = pixels(box[2]), pixels(box[3])
		}
		return width, height
	}
}

func pixels(s string) int {
	v, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(s), "px"), 64)
	if err != nil || v < 1 || v > 1e6 {
		return 0
	}
	return int(v + 0.5)
}
