package e2e

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/starter"
)

var drawPictures = flag.Bool("pictures.update", false, "draw docs/pictures anew")

// pictures is the directory of the guide's pictures.
var pictures = filepath.Join("..", "..", "docs", "pictures")

// Pictures have twice the resolution of their pages, to be sharp on every screen, and few colors,
// to be small.
const (
	pictureScale  = 2
	pictureColors = 48
	pictureBytes  = 150_000
)

// picture is a picture of a page of this repository's site in the guide.
type picture struct {
	name          string
	width, height int64                                   // of the window, in CSS pixels
	pose          func(t *testing.T, tab context.Context) // opens the page in the tab
}

// album lists the pictures. Their files are docs/pictures/<name>-light.png and <name>-dark.png.
var album = []picture{
	{"note", 1400, 630, func(t *testing.T, tab context.Context) {
		leadTo(t, tab, "ja/1.27/sig-node/?view=both")
		js[any](t, tab, `document.querySelector("#pr-116233").scrollIntoView(); scrollBy(0, 24)`)
	}},
	{"first", 1100, 700, newSite},
	{"upgrade", 1100, 700, topOf("en/upgrade/1.26-1.29/")},
	{"kep", 1100, 700, topOf("ru/keps/1287/")},
	{"release", 1100, 700, topOf("zh/1.27/")},
	{"board", 1100, 700, topOf("ja/status/")},
	{"changes", 1100, 700, topOf("en/1.27/changes/?sig=node&kind=feature")},
	{"search", 1100, 700, func(t *testing.T, tab context.Context) {
		leadTo(t, tab, "en/")
		openFinder(t, tab)
		typeQuery(t, tab, "サイドカー")
		js[any](t, tab, `document.querySelector(".finder input").style.caretColor = "transparent"`) // hides the blinking caret
	}},
	{"preview", 1100, 700, slipped},
}

// leadTo opens a page below the site's root.
func leadTo(t *testing.T, tab context.Context, address string) {
	t.Helper()
	if err := chromedp.Do(tab, chromedp.Navigate(builtSite(t).url+address)); err != nil {
		t.Fatal(err)
	}
}

// topOf returns a pose for the top of a page.
func topOf(address string) func(*testing.T, context.Context) {
	return func(t *testing.T, tab context.Context) { leadTo(t, tab, address) }
}

// TestPictures compares docs/pictures/ with the album. Each picture must exist in light and dark,
// with its size, below the size limit, and be shown in the guide. No other files are allowed. With
// -pictures.update, as in make pictures, it draws them again.
func TestPictures(t *testing.T) {
	if *drawPictures {
		drawAll(t)
	}
	guide := shownPictures(t)
	want := map[string]bool{}
	for _, p := range album {
		for _, scheme := range []string{"light", "dark"} {
			name := p.name + "-" + scheme + ".png"
			want[name] = true
			checkPicture(t, p, name)
			if !guide[name] {
				t.Errorf("no document shows docs/pictures/%s", name)
			}
		}
	}
	for name := range guide {
		if !want[name] {
			t.Errorf("a document shows docs/pictures/%s, which the album does not have", name)
		}
	}
	entries, err := os.ReadDir(pictures)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !want[e.Name()] {
			t.Errorf("docs/pictures/%s is not in the album", e.Name())
		}
	}
}

// hangs checks one file of docs/pictures.
func checkPicture(t *testing.T, p picture, name string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(pictures, name))
	if err != nil {
		t.Errorf("%v (make pictures draws it)", err)
		return
	}
	c, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil || int64(c.Width) != p.width*pictureScale || int64(c.Height) != p.height*pictureScale || len(data) > pictureBytes {
		t.Errorf("%s has %d × %d pixels and %d bytes, %v", name, c.Width, c.Height, len(data), err)
	}
}

// shownPictures returns the names of the pictures in README.md and in the guide.
func shownPictures(t *testing.T) map[string]bool {
	t.Helper()
	top := filepath.Join("..", "..")
	docs, err := filepath.Glob(filepath.Join(top, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`pictures/([a-z0-9-]+\.png)`)
	out := map[string]bool{}
	for _, doc := range append(docs, filepath.Join(top, "README.md")) {
		src, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range named.FindAllSubmatch(src, -1) {
			out[string(m[1])] = true
		}
	}
	return out
}

// drawAll draws every picture in both color schemes.
func drawAll(t *testing.T) {
	browser := startBrowser(t)
	if err := os.MkdirAll(pictures, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, p := range album {
		for _, scheme := range []string{"light", "dark"} {
			shot := shoot(t, browser, p, scheme)
			if err := os.WriteFile(filepath.Join(pictures, p.name+"-"+scheme+".png"), shot, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// shoot takes one picture, as a PNG with a palette.
func shoot(t *testing.T, browser context.Context, p picture, scheme string) []byte {
	t.Helper()
	tab := newTab(t, browser)
	if err := chromedp.Do(tab, chromedp.EmulateViewport(p.width, p.height, chromedp.EmulateScale(pictureScale))); err != nil {
		t.Fatal(err)
	}
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}}
	if _, err := chromedp.Call(tab, emulation.SetEmulatedMedia, media); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(tab, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		t.Fatal(err)
	}
	p.pose(t, tab)
	js[any](t, tab, `document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1)))))`)
	shot, err := chromedp.Run(tab, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	return smaller(t, shot)
}

// newSite opens the home page of a new site of init.
func newSite(t *testing.T, tab context.Context) {
	t.Helper()
	files, err := starter.Files(starter.Options{Langs: []note.Lang{"ja", "en"}})
	if err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{}
	for _, f := range files {
		fsys[f.Path] = &fstest.MapFile{Data: f.Data}
	}
	site, err := buildSite(fsys)
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(site.dir)
	if err := chromedp.Do(tab, chromedp.Navigate(site.url+"ja/")); err != nil {
		t.Fatal(err)
	}
}

// slipped opens the preview with an error in the shown note.
func slipped(t *testing.T, tab context.Context) {
	t.Helper()
	s := startPreview(t, nil)
	if err := chromedp.Do(tab, chromedp.Navigate(s.url+editedPage+"#"+editedID)); err != nil {
		t.Fatal(err)
	}
	until(t, tab, "connected", `String(document.querySelector("kawaraban-preview")?.dataset.live ?? "")`, "true")
	s.edit(t, editedNote, editedEntry, "gRPC プローブ（`GRPCContainerProb`）が GA になりました。")
	until(t, tab, "the problem", panelShown, "true")
}

// smaller reduces an image to a palette of few colors. Each other color becomes the nearest one of
// the palette.
func smaller(t *testing.T, shot []byte) []byte {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatal(err)
	}
	counts := map[color.NRGBA]int{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			counts[color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)]++
		}
	}
	palette := telling(counts, pictureColors)
	index := map[color.NRGBA]uint8{}
	for c := range counts {
		index[c] = uint8(palette.Index(c))
	}
	out := image.NewPaletted(img.Bounds(), palette)
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			out.SetColorIndex(x, y, index[color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)])
		}
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, out); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// telling returns n colors that represent all. It starts with the most frequent color. Each further
// one has the largest product of count and distance to the palette.
func telling(counts map[color.NRGBA]int, n int) color.Palette {
	order := func(c color.NRGBA) uint32 { return uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B) }
	all := slices.SortedFunc(maps.Keys(counts), func(a, b color.NRGBA) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(order(a), order(b)))
	})
	away := make([]int, len(all)) // distance of each color to the nearest one of the palette
	for i := range away {
		away[i] = 1 << 20
	}
	var out color.Palette
	for len(out) < min(n, len(all)) {
		next := 0
		for i, c := range all {
			if counts[c]*away[i] > counts[all[next]]*away[next] {
				next = i
			}
		}
		out = append(out, all[next])
		for i, c := range all {
			away[i] = min(away[i], distance(c, all[next]))
		}
	}
	return out
}

// distance returns the squared distance of two colors.
func distance(a, b color.NRGBA) int {
	r, g, u := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return r*r + g*g + u*u
}
