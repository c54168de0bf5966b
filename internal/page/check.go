package page

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/page/address"
	"github.com/kawaraban/kawaraban/internal/page/builder"
	"github.com/kawaraban/kawaraban/internal/view"
)

type checkViews struct{ b *builder.Builder }

// checkTexts are the keys of the interface texts that the script of the page shows. The script
// replaces {0} and {1} itself.
var checkTexts = []string{
	"breaks", "changes", "cleanup", "coming", "says_breaks", "says_changes", "says_cleanup", "says_coming",
	"gate", "flag", "api", "field", "plugin", "metric", "of", "or", "line", "more",
	"removed", "locked", "default", "stable", "deprecated", "announced", "unused", "changed",
	"since", "target", "instead", "disagree", "others", "components", "listed", "mentioned",
	"mark_listed", "mark_said", "mark_derived", "mark_disagree",
	"none", "nothing", "covered", "limits", "unknown", "skipped", "seen",
	"seen_flags", "seen_own", "seen_help", "seen_gates", "seen_plain",
	"skip_no_notes", "skip_gates_end", "skip_flags_end", "skip_custom_resource", "skip_program", "skip_nothing",
	"skip_binary", "skip_size", "skip_file", "skip_too_deep", "skip_too_many", "skip_truncated",
	"pasted", "remove", "too_many", "failed", "slow", "share", "in_address",
}

func (cv checkViews) check() any {
	v := view.CheckView{
		Frame: cv.b.Frames.Frame(cv.b.L.T("check.title")), Picker: pickerViews(cv).picker(), English: cv.b.English(),
		Pull: "https://github.com/{0}/pull/{1}", Own: cv.pulls(),
	}
	v.Facts, v.Description = v.Root+address.FactsPath, cv.b.L.T("check.lede")
	v.Crumbs = []view.Link{{Href: cv.b.Href(address.UpgradesPath), Text: cv.b.L.T("nav.upgrade")}}
	for _, key := range checkTexts {
		v.Texts = append(v.Texts, view.CheckText{Key: key, Text: cv.b.L.T("check."+key, "{0}", "{1}")})
	}
	v.Texts = append(v.Texts, view.CheckText{Key: "remark", Text: cv.b.L.T("note.remark")}, view.CheckText{Key: "copied", Text: cv.b.L.T("code.copied")}, view.CheckText{Key: "comma", Text: cv.b.L.T("mark.comma")}, view.CheckText{Key: "colon", Text: cv.b.L.T("mark.colon")})
	return v
}

// pulls returns the numbers of the pull requests that findings quote and that have a page of
// their own, separated by spaces.
func (cv checkViews) pulls() string {
	var prs []int
	for r, list := range cv.b.Data.Findings {
		for _, f := range list.Findings {
			if c := changeOf(cv.b.Site.Facts(r), "", f.PR); c != nil && f.Repo == "" && !cv.b.Links.Change(c).External {
				prs = append(prs, f.PR)
			}
		}
	}
	slices.Sort(prs)
	var out []string
	for _, pr := range slices.Compact(prs) {
		out = append(out, strconv.Itoa(pr))
	}
	return strings.Join(out, " ")
}
