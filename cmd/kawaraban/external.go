package main

import (
	"context"
	"fmt"
	"html"
	"io/fs"
	"net/url"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/crawl"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/fetch"
)

// hostsAtOnce is how many hosts are asked at a time, since asking is waiting, and askPause
// what is waited between two addresses of one host.
const (
	hostsAtOnce = 8
	askPause    = time.Second
)

// externals say which addresses outside the site are asked for: those that stand in the
// sources, or those too that pages make of a number, as of a pull request.
var externals = []string{"notes", "all"}

// external asks for addresses outside the site, of which those that are not asked leave the
// result, and says beforehand how long that takes.
func (a *app) external(ctx context.Context, found *crawl.Result, which string, start time.Time) ([]diag.Diagnostic, error) {
	left := 0
	if which == externals[0] {
		left = a.onlyWritten(found)
	}
	o := crawl.ExternalOptions{
		Client: &fetch.Client{Agent: agent(), Pause: askPause, Timeout: 20 * time.Second},
		Now:    start,
		Each:   func(n int, do func(int) error) error { return build.EachOf(ctx, hostsAtOnce, n, do) },
		Begin:  func(n crawl.Asking) { fmt.Fprintln(a.stderr, "kawaraban: "+asking(n, left)) },
	}
	if site, err := os.OpenRoot(a.dir); err == nil {
		defer site.Close()
		if kept, err := openCache(ctx, site, "links"); err == nil {
			defer kept.unlock()
			o.Cache = kept
		}
	}
	p := a.newProgress(start)
	o.Tell = func(done, total int) { p.say("ask", done, total) }
	ds, err := crawl.External(ctx, found.External, o)
	p.end()
	return ds, machine(err)
}

// asking says what is about to be asked, how long that takes at least, and what is left out.
func asking(n crawl.Asking, left int) string {
	took := askPause * time.Duration(max(n.Most, (n.Addresses+hostsAtOnce-1)/hostsAtOnce))
	about := "less than a minute"
	if minutes := int(took.Round(time.Minute).Minutes()); minutes > 0 {
		about = "about " + amount(minutes, "minute", "minutes")
	}
	text := fmt.Sprintf("asking for %s at %s, %s", amount(n.Addresses, "address", "addresses"), amount(n.Hosts, "host", "hosts"), about)
	if left > 0 {
		text += fmt.Sprintf("; not for %d that no note holds, --external=all does", left)
	}
	return text
}

// onlyWritten leaves of the addresses outside those that somebody has written into a source of
// the site, and says how many others there were. A folder without sources keeps all.
func (a *app) onlyWritten(found *crawl.Result) int {
	site, err := os.OpenRoot(a.dir)
	if err != nil {
		return 0
	}
	defer site.Close()
	written := writtenAddresses(filesOf(site))
	if written == nil {
		return 0
	}
	all := len(found.External)
	found.External = slices.DeleteFunc(found.External, func(r crawl.Reference) bool { return !begins(written, r.Address) })
	return all - len(found.External)
}

// addressForm finds in a source what may be an address, to the end of the word and beyond: a full
// stop or a bracket behind an address is found with it.
var addressForm = regexp.MustCompile(`(?i)https?://[^\s<>"]+`)

// writtenAddresses are the addresses in the notes, settings, templates and hand-kept data of a
// site, each with what stands behind it without a blank, sorted; nil where there are no notes.
// Imported data (JSON) is nobody's writing.
func writtenAddresses(site fs.FS) []string {
	var out []string
	notes := false
	for _, source := range sources {
		_ = fs.WalkDir(site, source, func(name string, d fs.DirEntry, err error) error { // what cannot be read holds nothing
			if err != nil || !d.Type().IsRegular() || !slices.Contains([]string{".md", ".yaml", ".html"}, path.Ext(name)) {
				return nil
			}
			src, err := fs.ReadFile(site, name)
			if err != nil {
				return nil
			}
			notes = notes || path.Ext(name) == ".md"
			for _, at := range addressForm.FindAllString(string(src), -1) {
				out = append(out, bare(at))
			}
			return nil
		})
	}
	if !notes {
		return nil
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// begins reports whether one of some sorted texts begins with an address, however that is
// escaped.
func begins(texts []string, address string) bool {
	address = bare(address)
	i, _ := slices.BinarySearch(texts, address)
	return i < len(texts) && strings.HasPrefix(texts[i], address)
}

// bare is an address without the escapes of HTML, Markdown and addresses, in one case: what is
// only used to compare.
func bare(address string) string {
	address = strings.ReplaceAll(html.UnescapeString(address), "\\", "")
	if plain, err := url.PathUnescape(address); err == nil {
		address = plain
	}
	return strings.TrimSuffix(strings.ToLower(address), "/")
}
