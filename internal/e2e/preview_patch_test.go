package e2e

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/kawaraban/kawaraban/static"
)

// scriptTags matches the scripts of a page.
var scriptTags = regexp.MustCompile(`<script[^>]*></script>`)

// patchBench serves a page of the site without its scripts, and the scripts of the preview for tests.
func patchBench(t testing.TB, page string) string {
	site := builtSite(t)
	mux := http.NewServeMux()
	mux.HandleFunc(prefix+page, func(w http.ResponseWriter, _ *http.Request) {
		f, _ := site.files.Get(page + "index.html")
		html, err := f.Bytes()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		bare := scriptTags.ReplaceAllString(string(html), "")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", policy)
		fmt.Fprint(w, strings.Replace(bare, "</head>", `<script data-boot="x" type="text/plain"></script></head>`, 1))
	})
	mux.HandleFunc(prefix+"_kawaraban/", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFileFS(w, r, static.FS, "preview/"+path.Base(r.URL.Path))
	})
	mux.HandleFunc(prefix, func(w http.ResponseWriter, r *http.Request) {
		f, ok := site.files.Get(strings.TrimPrefix(r.URL.Path, prefix))
		if !ok {
			http.NotFound(w, r)
			return
		}
		b, _ := f.Bytes()
		w.Header().Set("Content-Type", map[bool]string{true: "text/css", false: "application/octet-stream"}[path.Ext(r.URL.Path) == ".css"])
		w.Write(b)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL + prefix
}

// patching opens a page whose window.patch is the function patch of the preview.
func patching(t *testing.T, browser context.Context, page string) context.Context {
	t.Helper()
	base := patchBench(t, page)
	tab := newTab(t, browser)
	if err := chromedp.Do(tab, chromedp.Navigate(base+page)); err != nil {
		t.Fatal(err)
	}
	js[any](t, tab, takePatch(base))
	return tab
}

// takePatch returns a script that initializes the preview's patch function on a page.
func takePatch(base string) string {
	return fmt.Sprintf(`import(%q).then(({begin, patch}) => { begin(document.querySelector("script[data-boot]")); window.patch = patch })`, base+"_kawaraban/patch.js")
}

// randomEdits changes a page at random repeatedly, and patches it. After each patch the page must
// equal a loaded one. It returns the number of the failed round, or "".
const randomEdits = `((seed, rounds) => {
	const random = (n) => {
		seed = seed + 0x6D2B79F5 | 0;
		let x = Math.imul(seed ^ seed >>> 15, 1 | seed);
		x = x + Math.imul(x ^ x >>> 7, 61 | x) ^ x;
		return ((x ^ x >>> 14) >>> 0) % n;
	};
	const parse = (html) => new DOMParser().parseFromString(html, "text/html");
	const any = (list) => list[random(list.length)];
	function edit(doc) {
		const all = [...doc.body.querySelectorAll("*")];
		const one = any(all), other = any(all);
		const texts = [...one.childNodes].filter((n) => n.nodeType === 3);
		const name = any(["class", "title", "id", "open", "hidden", "value", "href", "data-x"]);
		switch (random(12)) {
		case 0: case 1: case 2: if (texts.length) any(texts).data = any(["", "変更", "x" + random(99) + " ", "é"]) + any(texts).data.slice(random(5)); break;
		case 3: one.remove(); break;
		case 4: { const copy = one.cloneNode(true); copy.removeAttribute("id"); copy.querySelectorAll("[id]").forEach((e) => e.removeAttribute("id")); other.before(copy); break; }
		case 5: if (!one.contains(other)) other.before(one); break;
		case 6: { const p = doc.createElement(any(["p", "div", "span", "details", "ul"])); p.textContent = "new " + random(9); other.before(p); break; }
		case 7: one.setAttribute(name, "v" + random(5)); break;
		case 8: one.removeAttribute(name); break;
		case 9: { const made = doc.createElement(any(["div", "section", "b"])); made.append(...one.childNodes); one.replaceWith(made); break; }
		case 10: one.prepend(doc.createComment("c" + random(9))); break;
		case 11: if (one.nextElementSibling) one.nextElementSibling.after(one); break;
		}
	}
	let html = document.documentElement.outerHTML;
	for (let round = 0; round < rounds; round++) {
		const doc = parse(html);
		for (let n = 1 + random(4); n; n--) edit(doc);
		html = "<!doctype html>" + doc.documentElement.outerHTML;
		if (!patch(html)) return "round " + round + ": wants to reload";
		const made = document.documentElement.cloneNode(true), now = parse(html).documentElement;
		made.normalize();
		now.normalize();
		if (now.isEqualNode(made)) continue;
		const want = now.outerHTML, got = made.outerHTML;
		let at = 0;
		while (at < want.length && want[at] === got[at]) at++;
		return "round " + round + " at " + at + ":\n got " + got.slice(at - 80, at + 80) + "\nwant " + want.slice(at - 80, at + 80);
	}
	return "";
})`

// TestPatchIsLoading checks that a patched page equals the loaded page after random changes. All
// seeds are fixed, so that failures are reproducible.
func TestPatchIsLoading(t *testing.T) {
	browser := startBrowser(t)
	for i, page := range []string{"ja/1.27/sig-node/", "en/1.27/changes/", "ru/upgrade/1.26-1.27/", "zh/search/", "ja/"} {
		tab := patching(t, browser, page)
		if got := js[string](t, tab, fmt.Sprintf("%s(%d, 30)", randomEdits, i*7919+1)); got != "" {
			t.Errorf("%s, %s", page, got)
		}
	}
}

// headEdits patches a page with several heads. It reports links that changed their kind, and
// moments without a style sheet.
const headEdits = `(() => {
	const sheet = document.querySelector("link[rel=stylesheet]").outerHTML;
	const alternate = (n) => '<link rel="alternate" hreflang="x' + n + '" href="/nowhere/' + n + '">';
	const faults = [];
	new MutationObserver((all) => all.forEach((m) => faults.push(m.attributeName + " of " + m.target.outerHTML)))
		.observe(document.head, {subtree: true, attributes: true, attributeFilter: ["rel", "href"]});
	const body = document.body.outerHTML;
	const heads = [
		"<title>1</title>" + alternate(1) + alternate(2) + sheet,
		"<title>2</title>" + sheet + alternate(1),
		alternate(3) + '<link rel="icon" href="data:,">' + sheet + "<title>3</title>",
		"<title>4</title>" + alternate(3) + '<meta name="description" content="x">' + alternate(1) + sheet,
		'<meta charset="utf-8">\n' + sheet + "\n<title>5</title>\n",
	];
	for (const head of heads) {
		if (!patch("<!doctype html><html>" + "<head>" + head + "</head>" + body + "</html>")) faults.push("wants to reload");
		if (document.head.innerHTML !== head) faults.push("got " + document.head.innerHTML + ", want " + head);
		if (!document.styleSheets.length) faults.push("bare at " + head);
	}
	return new Promise((done) => setTimeout(() => done(faults.join("\n"))));
})()`

// TestPatchOfHead checks that a patch does not change the kind of a link in the head, because the
// browser would fetch its old address. The page must always have its style sheet.
func TestPatchOfHead(t *testing.T) {
	tab := patching(t, startBrowser(t), "ja/")
	if got := js[string](t, tab, headEdits); got != "" {
		t.Error(got)
	}
}

// describe changes the description of the page, and reports nodes that were added to or removed
// from the head.
const describe = `(() => {
	const before = [...document.head.childNodes];
	const html = "<!doctype html>" + document.documentElement.outerHTML;
	const meta = '<meta name="description" content="';
	if (!html.includes(meta)) return "the page has no description";
	patch(html.replace(meta, meta + "変更 "));
	const after = [...document.head.childNodes];
	if (!document.querySelector("meta[name=description]").content.startsWith("変更 ")) return "the description is not patched";
	return before.length === after.length && before.every((node, i) => node === after[i]) ? "" : "the head has other nodes";
})()`

// TestPatchOfDescription checks that the head keeps its nodes when the description changes, as
// after each edit of a note's first entry. Otherwise the browser would compute all styles again,
// which takes longer than the rest of the patch.
func TestPatchOfDescription(t *testing.T) {
	tab := patching(t, startBrowser(t), "ja/1.27/sig-node/")
	if got := js[string](t, tab, describe); got != "" {
		t.Error(got)
	}
}
