package importer

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/outdir"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// SourcesPage is the file with the origin of the data, for readers. upstream.SourcesFile has the
// same rows for programs.
const SourcesPage = "SOURCES.md"

// handKept are the rows for files that no import writes.
var handKept = []struct{ file, row string }{
	{upstream.ReleasesFile, "| `releases.yaml` | kept by hand from the announcements that it links to | - | facts |"},
	{upstream.GlossaryFile, "| `glossary.yaml` | kept by hand; names as the field uses them, sentences written for this site | - | - |"},
	{upstream.ClaimFile, "| `claims.yaml` | kept by hand | - | facts |"},
	{upstream.ElsewhereFile, "| `elsewhere.yaml` | kept by hand; addresses and titles of notes on other sites, whose texts are not here | - | facts |"},
}

const sourcesHead = "# Where these data come from\n\n" +
	"The JSON files here are written by `kawaraban update` and `kawaraban import` and by nothing else, as is this page.\n" +
	"Each holds what the named commit of a repository of the Kubernetes project says, selected and put into another form.\n" +
	"Where no commit is known, the date is that of the import that changed the file.\n\n" +
	"| file | source | commit | licence |\n|---|---|---|---|\n"

const sourcesTail = "\nApache-2.0: <https://www.apache.org/licenses/LICENSE-2.0>. CC-BY-4.0: <https://creativecommons.org/licenses/by/4.0/>.\n" +
	"The authors are the Kubernetes Authors; those of each release note and KEP are named in the data.\n\n" +
	"What was changed: in the descriptions of feature gates comments were removed, the website's shortcodes replaced by their\n" +
	"words, and its own addresses completed. In the release notes the attribution at the end of each entry became fields of\n" +
	"their own. Of flags only the first sentence of the help is kept. `docs/import.md` of Kawaraban describes how each file is read.\n"

// Sources returns both files on the origin of the data. Rows with equal origins are joined. has
// reports whether a file that is kept by hand exists.
func Sources(origins []upstream.Origin, has func(file string) bool) ([]outdir.File, error) {
	origins = slices.Clone(origins)
	slices.SortFunc(origins, func(a, b upstream.Origin) int { return compareFiles(a.Files, b.Files) })
	list, err := encode(upstream.SourcesFile, origins)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	b.WriteString(sourcesHead)
	for _, rows := range sameOrigin(origins) {
		o := rows[0]
		b.WriteString(fmt.Sprintf("| %s | [%s](https://github.com/%s): %s%s | %s | %s |\n",
			fileNames(rows), o.Repository, o.Repository, o.Path, fetchedFrom(o), version(o), o.Licence))
	}
	for _, h := range handKept {
		if has(h.file) {
			b.WriteString(h.row + "\n")
		}
	}
	b.WriteString(sourcesTail)
	return filesOf(list, outdir.Static(SourcesPage, []byte(b.String()))), nil
}

// sameOrigin groups rows that differ only in their files.
func sameOrigin(origins []upstream.Origin) (out [][]upstream.Origin) {
next:
	for _, o := range origins {
		for i, rows := range out {
			first := rows[0]
			first.Files = o.Files
			if first == o {
				out[i] = append(rows, o)
				continue next
			}
		}
		out = append(out, []upstream.Origin{o})
	}
	return out
}

func fileNames(rows []upstream.Origin) string {
	names := make([]string, len(rows))
	for i, o := range rows {
		names[i] = "`" + o.Files + "`"
	}
	return strings.Join(names, ", ")
}

func fetchedFrom(o upstream.Origin) string {
	if o.Address == "" {
		return ""
	}
	return ", from <" + o.Address + ">"
}

func version(o upstream.Origin) string {
	switch {
	case o.Commit != "" && o.Date != "":
		return o.Commit + " (" + o.Date + ")"
	case o.Commit != "":
		return o.Commit
	}
	return cmp.Or(o.Date, "unknown")
}

// compareFiles compares data files by name, or by release.
func compareFiles(a, b string) int {
	release := func(file string) note.Release { return note.Release(strings.TrimSuffix(path.Base(file), ".json")) }
	return cmp.Or(cmp.Compare(path.Dir(a), path.Dir(b)), upstream.CompareReleases(release(a), release(b)))
}
