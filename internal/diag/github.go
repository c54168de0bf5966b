package diag

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
)

// maxAnnotations is the number of annotations of each severity that GitHub shows for a step.
const maxAnnotations = 10

// WriteGitHub prints the diagnostics as workflow commands of GitHub Actions, which shows them as
// annotations in a pull request. Of each severity it prints the first ten. Those in changed files
// are first; changed gets the path of a file in the site.
//
//	::warning file=content/1.27/sig-node.ja.md,line=24,col=18,title=gate/unknown::unknown feature gate …%0Ahint: did you mean …?
//
// folder is the path of the site in the repository, with slashes, "" for the root, because
// annotations use paths in the repository. The format is GitHub's ("Workflow commands for GitHub
// Actions"); the escapes are those of its toolkit.
func WriteGitHub(w io.Writer, ds []Diagnostic, folder string, changed func(file string) bool) error {
	var b bytes.Buffer
	ds = Sort(slices.Clone(ds))
	slices.SortStableFunc(ds, func(a, b Diagnostic) int {
		switch x, y := changed(a.Pos.File), changed(b.Pos.File); {
		case x && !y:
			return -1
		case y && !x:
			return 1
		}
		return 0
	})
	printed := map[Severity]int{}
	for _, d := range ds {
		if printed[d.Severity]++; printed[d.Severity] > maxAnnotations {
			continue
		}
		file := d.Pos.File
		if folder != "" {
			file = strings.TrimSuffix(folder, "/") + "/" + file
		}
		fmt.Fprintf(&b, "::%s file=%s", command(d.Severity), property(Visible(file)))
		if d.Pos.Line > 0 {
			fmt.Fprintf(&b, ",line=%d", d.Pos.Line)
		}
		if d.Pos.Col > 0 {
			fmt.Fprintf(&b, ",col=%d", d.Pos.Col)
		}
		text := Visible(d.Text)
		if d.Hint != "" {
			text += "\nhint: " + Visible(d.Hint)
		}
		fmt.Fprintf(&b, ",title=%s::%s\n", property(string(d.Code)), message(text))
	}
	_, err := w.Write(b.Bytes())
	return err
}

func command(s Severity) string {
	if s == Info {
		return "notice"
	}
	return s.String()
}

func message(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// property is like message and also escapes the delimiters of properties.
func property(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
