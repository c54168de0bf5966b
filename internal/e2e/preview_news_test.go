package e2e

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/kawaraban/kawaraban/internal/preview"
)

// plainPicture returns an image of one color.
func plainPicture(t *testing.T, c color.Color) string {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 40, 30))
	draw.Draw(m, m.Bounds(), image.NewUniform(c), image.Point{}, draw.Src)
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Scripts for the visible colors of the images and the poster of a page, and for the number of
// requests for other images.
const (
	pictureColours = `[...document.querySelectorAll("main img[alt^=probe]")].map((e) => { const c = document.createElement("canvas").getContext("2d"); if (e.complete) c.drawImage(e, 0, 0); return [...c.getImageData(5, 5, 1, 1).data].slice(0, 3).join(":") }).join(" ")`
	others         = `String(performance.getEntriesByType("resource").filter((e) => e.name.includes("other.png")).length)`
)

// TestPreviewRenewsPictures checks that an image that is replaced under the same address changes on
// every open page, also in a srcset or as a poster. The rest of the page must stay. This includes
// an edit at the same time, and a replacement without a connection.
func TestPreviewRenewsPictures(t *testing.T) {
	s := startPreview(t, nil)
	red, green, blue := plainPicture(t, color.RGBA{255, 0, 0, 255}), plainPicture(t, color.RGBA{0, 128, 0, 255}), plainPicture(t, color.RGBA{0, 0, 255, 255})
	s.write(t, "content/1.27/probe.png", red)
	s.write(t, "content/1.27/other.png", red)
	s.edit(t, editedNote, "一方、動的リソース割り当て", "![probe 1](probe.png)\n\n![other](other.png)\n\n![probe 2](probe.png)\n\n一方、動的リソース割り当て")
	browser := startBrowser(t)
	tab := openLive(t, browser, s, editedPage)
	twin := openLive(t, browser, s, editedPage+"?view=both")
	js[any](t, tab, `(() => {
		const picture = document.querySelector("main img[alt='probe 2']");
		picture.srcset = picture.src + " 1x, " + picture.src + " 2x";
		const video = document.createElement("video");
		video.poster = picture.src;
		document.querySelector("main").append(video);
		window.first = document.querySelector("main img[alt^=probe]");
		picture.scrollIntoView({block: "center", behavior: "instant"});
	})()`)
	js[any](t, twin, `document.querySelector("main img[alt=other]").scrollIntoView({block: "center", behavior: "instant"})`)
	until(t, tab, "at first", pictureColours, "255:0:0 255:0:0")
	scrolled, fetched := js[int](t, tab, "scrollY"), js[string](t, tab, others)
	s.write(t, "content/1.27/probe.png", green)
	until(t, tab, "replaced", pictureColours, "0:128:0 0:128:0")
	until(t, twin, "replaced in another tab", pictureColours, "0:128:0 0:128:0")
	see(t, tab, "the poster", `String(/probe\.png\?edition=\d+$/.test(document.querySelector("main video").poster))`, "true")
	see(t, tab, "all else", `[window.loadedOnce, scrollY, window.first === document.querySelector("main img[alt^=probe]"), `+others+`].join()`, fmt.Sprintf("true,%d,true,%s", scrolled, fetched))

	s.edit(t, editedNote, "![probe 2](probe.png)", "新しい段落です。\n\n![probe 2](probe.png)\n\n![probe 3](probe.png)")
	seeText(t, tab, "an edit beside it", "main", "新しい段落です")
	until(t, tab, "and a picture more", pictureColours, "0:128:0 0:128:0 0:128:0")

	s.stop()
	s.write(t, "content/1.27/probe.png", blue)
	s.start(t)
	until(t, tab, "replaced while nobody answered", pictureColours, "0:0:255 0:0:255 0:0:255")
	see(t, tab, "still not loaded again", `String(window.loadedOnce)`, "true")
}

// TestPreviewSearchLearns checks an open search on a page that an edit does not change. It must
// show new text of another note, and find it after the next key, with the same focus.
func TestPreviewSearchLearns(t *testing.T) {
	s := startPreview(t, nil)
	tab := openLive(t, startBrowser(t), s, "ja/1.28/overview/")
	openFinder(t, tab)
	press(t, tab, "zzqqxy")
	until(t, tab, "typed and answered", finderText+` + " " + document.querySelectorAll(".finder .hit").length + " " + (document.querySelector(".finder .answers").ariaBusy) + " " + document.querySelector(".finder .said").textContent.includes("zzqqxy")`, "zzqqxy 0 false true")
	js[any](t, tab, `window.heard = 0; document.addEventListener("kawaraban:changed", () => { window.heard++ }); window.page = document.querySelector("main").innerHTML; undefined`)
	s.edit(t, editedNote, editedEntry, "gRPC プローブと zzqqxyz です。")
	until(t, tab, "heard of it", `String(window.heard > 0)`, "true") // twice if an incomplete write is noticed
	see(t, tab, "the page is the same", `String(window.page === document.querySelector("main").innerHTML)`, "true")
	until(t, tab, "shown", `document.querySelector(".finder .hit")?.textContent.includes("zzqqxyz") + " " + `+chosenRow+` + `+finderFocus, "true 0true")
	press(t, tab, "z")
	until(t, tab, "found", finderText+` + " " + (document.querySelector(".finder .hit")?.textContent.includes("zzqqxyz") ?? false)`, "zzqqxyz true")
}

// TestPreviewGoesAlong checks that the visible tab moves to the new address of a renamed note, with
// the same scroll position. Hidden tabs and tabs with an open search must not move.
func TestPreviewGoesAlong(t *testing.T) {
	s := startPreview(t, nil)
	browser := startBrowser(t)
	tab := openLive(t, browser, s, editedPage+"?view=both")
	hidden := openLive(t, browser, s, editedPage)
	searching := openLive(t, browser, s, editedPage)
	js[any](t, hidden, `Object.defineProperty(document, "hidden", {get: () => true}); document.dispatchEvent(new Event("visibilitychange"))`)
	openFinder(t, searching)
	js[any](t, tab, `scrollTo({top: 700, behavior: "instant"})`)
	for _, lang := range []string{"ja", "en"} {
		from := filepath.Join(s.dir, "content", "1.27", "sig-node."+lang+".md")
		if err := os.Rename(from, filepath.Join(s.dir, "content", "1.27", "nodes."+lang+".md")); err != nil {
			t.Fatal(err)
		}
	}
	until(t, tab, "there", `[location.pathname, location.search, scrollY].join(" ")`, prefix+"ja/1.27/nodes/ ?view=both 700")
	until(t, hidden, "in the background", noticeText, "このページは移動しました。移動先を開く")
	until(t, searching, "while somebody searches", noticeText, "このページは移動しました。移動先を開く")
	press(t, searching, kb.Escape)
	see(t, searching, "later", `location.pathname`, prefix+editedPage)
}

// TestPreviewGoesAlongAgain checks that with Follow a tab moves to the last name of a note whose
// two files are renamed twice in a row, with the same scroll position, whenever the browser
// requests the page. After the first of two renames the old page still exists.
func TestPreviewGoesAlongAgain(t *testing.T) {
	s := startPreview(t, func(o *preview.Options) { o.Follow = true })
	browser := startBrowser(t)
	name := "sig-node"
	for i, pause := range []time.Duration{0, 20, 160} {
		tab := openLive(t, browser, s, "ja/1.27/"+name+"/")
		js[any](t, tab, `scrollTo({top: 700, behavior: "instant"})`)
		for step := range 2 {
			next := fmt.Sprintf("nodes-%d-%d", i, step)
			for _, lang := range []string{".ja.md", ".en.md"} {
				if err := os.Rename(filepath.Join(s.dir, "content", "1.27", name+lang), filepath.Join(s.dir, "content", "1.27", next+lang)); err != nil {
					t.Fatal(err)
				}
				time.Sleep(pause * time.Millisecond)
			}
			name = next
		}
		until(t, tab, fmt.Sprintf("each %d ms", pause), `[location.pathname, scrollY, document.querySelectorAll(".entry").length > 5].join(" ")`, prefix+"ja/1.27/"+name+"/ 700 true")
		if err := chromedp.Cancel(tab); err != nil {
			t.Fatal(err)
		}
	}
}
