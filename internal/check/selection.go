package check

import (
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// dataFolder is the directory of imported data.
const dataFolder = "content/_data"

// Selection selects problems for a report.
type Selection struct {
	Paths []string      // files and directories relative to the site; empty: all
	Codes []string      // codes, or families such as gate; empty: all
	Least diag.Severity // the least serious severity; Info for all
}

// All is the selection without limits.
var All = Selection{Least: diag.Info}

// IsAll reports whether nothing is selected explicitly.
func (s Selection) IsAll() bool {
	return len(s.Paths) == 0 && len(s.Codes) == 0 && s.Least == diag.Info
}

// UnknownCode returns the first of the codes that is neither a code nor a family, or "".
func (s Selection) UnknownCode() string {
	known := map[string]bool{}
	for code := range Codes() {
		family, _, _ := strings.Cut(string(code), "/")
		known[string(code)], known[family] = true, true
	}
	if i := slices.IndexFunc(s.Codes, func(c string) bool { return !known[c] }); i >= 0 {
		return s.Codes[i]
	}
	return ""
}

// Of returns the selected problems. Infos about upstream data are selected only by the path of the
// data, or by their code, because writers cannot fix them.
func (s Selection) Of(ds []diag.Diagnostic) []diag.Diagnostic {
	return slices.DeleteFunc(slices.Clone(ds), func(d diag.Diagnostic) bool {
		family, _, _ := strings.Cut(string(d.Code), "/")
		in := func(dir string) bool { return isBelow(d.Pos.File, dir) }
		byData := func(dir string) bool { return dir != "." && isBelow(dir, dataFolder) }
		switch {
		case d.Severity > s.Least, len(s.Paths) > 0 && !slices.ContainsFunc(s.Paths, in):
			return true
		case len(s.Codes) > 0:
			return !slices.Contains(s.Codes, string(d.Code)) && !slices.Contains(s.Codes, family)
		}
		return d.Severity == diag.Info && isBelow(d.Pos.File, dataFolder) && !slices.ContainsFunc(s.Paths, byData)
	})
}

func isBelow(file, dir string) bool {
	return dir == "." || file == dir || strings.HasPrefix(file, dir+"/")
}
