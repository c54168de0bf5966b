package importer

import (
	"encoding/json"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/upstream"
)

// plainKEP has the fields of a kep.yaml that TestSecondReading compares.
type plainKEP struct {
	Title, Number, SIG, Status, Stage, Latest string
	Alpha, Beta, Stable                       string
	Gates                                     string
}

// TestSecondReading parses every kep.yaml line by line, without a YAML parser, and compares the
// result with the import.
func TestSecondReading(t *testing.T) {
	checkout := corpus(t, "enhancements")
	var keps []*upstream.KEP
	if err := json.Unmarshal([]byte(content(t, runImport(t, "keps", "enhancements", ""))[upstream.KEPFile]), &keps); err != nil {
		t.Fatal(err)
	}
	byDir := map[string]*upstream.KEP{}
	for _, k := range keps {
		byDir[k.Dir] = k
	}
	equal := 0
	err := fs.WalkDir(checkout, "keps", func(name string, e fs.DirEntry, err error) error {
		if err != nil || path.Base(name) != "kep.yaml" {
			return err
		}
		src, err := fs.ReadFile(checkout, name)
		if err != nil {
			return err
		}
		k := byDir[path.Dir(name)]
		if k == nil {
			t.Errorf("%s was not imported", name)
			return nil
		}
		var gates []string
		for _, g := range k.Gates {
			gates = append(gates, g.Name)
		}
		got := plainKEP{
			k.Title, k.Number, string(k.SIG), k.Status, k.Stage, k.LatestMilestone,
			string(k.Milestone.Alpha), string(k.Milestone.Beta), string(k.Milestone.Stable), strings.Join(gates, " "),
		}
		if diff := cmp.Diff(readPlainly(string(src)), got); diff != "" {
			t.Errorf("%s (-second reading +import):\n%s", name, diff)
		} else {
			equal++
		}
		return nil
	})
	if err != nil || equal != 656 {
		t.Errorf("%d of 656 are equal, %v", equal, err)
	}
}

var (
	topKey  = regexp.MustCompile(`^([a-z-]+):(?: +(.*))?$`)
	subKey  = regexp.MustCompile(`^ *(?:- +)?([a-z-]+):(?: +(.*))?$`)
	minorOf = regexp.MustCompile(`^"?v?(1\.[0-9]+)`)
)

// readPlainly reads a kep.yaml by its lines.
func readPlainly(src string) plainKEP {
	values := map[string]string{} // of top-level keys, lines of one value joined
	subs := map[string][]string{} // values of keys below a top-level one: "milestone.alpha"
	top := ""
	for line := range strings.Lines(src) {
		line = strings.TrimRight(line, " \r\n")
		if trimmed := strings.TrimSpace(line); trimmed == "" || trimmed[0] == '#' {
			continue
		}
		if m := topKey.FindStringSubmatch(line); m != nil {
			top = m[1]
			values[top] = m[2]
			continue
		}
		if m := subKey.FindStringSubmatch(line); m != nil {
			subs[top+"."+m[1]] = append(subs[top+"."+m[1]], plainScalar(m[2]))
		} else if top == "title" {
			values[top] += " " + strings.TrimSpace(line)
		}
	}
	of := func(key string) string { return plainScalar(values[key]) }
	release := func(s string) string {
		if m := minorOf.FindStringSubmatch(s); m != nil {
			return m[1]
		}
		return ""
	}
	sub := func(key string) string { return release(strings.Join(subs["milestone."+key], "")) }
	var gates []string
	for _, g := range subs["feature-gates.name"] {
		switch strings.ToLower(g) {
		case "", "n/a", "na", "none":
		default:
			gates = append(gates, g)
		}
	}
	return plainKEP{
		of("title"), of("kep-number"), strings.TrimPrefix(of("owning-sig"), "sig-"), of("status"), of("stage"),
		release(of("latest-milestone")), sub("alpha"), sub("beta"), sub("stable"), strings.Join(gates, " "),
	}
}

// plainScalar removes quotes and a comment from a value.
func plainScalar(s string) string {
	s = strings.TrimSpace(s)
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		if end := strings.LastIndexByte(s, s[0]); end > 0 {
			return strings.TrimSpace(s[1:end])
		}
	}
	if i := strings.Index(" "+s, " #"); i >= 0 {
		s = s[:i]
	}
	if s = strings.TrimSpace(s); s == "null" || s == "~" {
		return ""
	}
	return s
}
