package importer

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// importPulls returns the table from pull requests of kubernetes/enhancements to KEPs, because
// release notes and logs often cite the pull request. The source is the given table, else the
// history of the checkout. Without either there is no file, so an older one is kept.
func importPulls(in In) (Result, error) {
	var pulls map[string][]string
	var ds []diag.Diagnostic
	switch {
	case in.Pulls != nil:
		var err error
		if pulls, ds, err = parsePulls(in.Pulls.Bytes, in.Pulls.Name); err != nil {
			return Result{}, err
		}
	case in.Dir != "":
		pulls, ds = pullsOfHistory(in.Dir)
	}
	if len(pulls) == 0 {
		return Result{Diags: ds}, nil
	}
	file, err := encode(upstream.PullFile, pulls)
	if err != nil {
		return Result{}, err
	}
	return Result{Files: filesOf(file), Diags: ds, Counts: []Count{{"pull requests", len(pulls)}}}, nil
}

// pullsOfHistory reads the table from the history of a checkout.
func pullsOfHistory(dir string) (map[string][]string, []diag.Diagnostic) {
	merged, err := git.Merged(dir, "keps")
	if err == nil && len(merged) == 0 {
		err = errors.New("no pull request in the history changed a KEP")
	}
	if err != nil {
		return nil, []diag.Diagnostic{diag.Warnf(diag.Position{File: "keps"}, "pulls/history", "%v: keeping %s", err, upstream.PullFile).
			WithHint("clone with full history, or pass a table with --pull-requests")}
	}
	table := map[string]map[int]bool{}
	for _, pull := range merged {
		for _, name := range pull.Paths {
			if n := folderNumber(name); n > 0 {
				if table[pull.Number] == nil {
					table[pull.Number] = map[int]bool{}
				}
				table[pull.Number][n] = true
			}
		}
	}
	out := make(map[string][]string, len(table))
	for pull, numbers := range table {
		for _, n := range slices.Sorted(maps.Keys(numbers)) {
			out[pull] = append(out[pull], strconv.Itoa(n))
		}
	}
	return out, nil
}

// kepDir matches a KEP's directory in a path, at any depth:
// keps/sig-node/127-user-namespaces/README.md.
var kepDir = regexp.MustCompile(`^keps/(?:[^/]+/)+?([0-9]{1,8})-[^/]*/`)

// folderNumber returns the number of the KEP whose directory contains a file; 0 for other files,
// and for KEPs without a number.
func folderNumber(name string) int {
	m := kepDir.FindStringSubmatch(name)
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1])
	return n
}

// parsePulls reads the table. An invalid table is an error, because the user named it. The keys are
// sorted when encoding/json writes the table.
func parsePulls(src []byte, name string) (map[string][]string, []diag.Diagnostic, error) {
	table := map[string][]json.Number{}
	d := json.NewDecoder(bytes.NewReader(src))
	d.UseNumber()
	if err := d.Decode(&table); err != nil || d.More() || len(table) == 0 {
		return nil, nil, fmt.Errorf("invalid table of pull requests %s: expected a JSON object from pull request numbers to lists of KEP numbers", name)
	}
	var ds []diag.Diagnostic
	out := make(map[string][]string, len(table))
	for pull, keps := range table {
		numbers := make([]int, 0, len(keps))
		for _, k := range keps {
			n, err := strconv.Atoi(k.String())
			if err == nil && n >= 0 && isDigits(pull) {
				numbers = append(numbers, n)
				continue
			}
			ds = append(ds, diag.Warnf(diag.Position{File: name}, "pulls/number", "invalid number in pull request %q, KEP %q", cut(pull), cut(k.String())))
		}
		slices.SortFunc(numbers, cmp.Compare)
		for _, n := range slices.Compact(numbers) {
			if n > 0 { // 0 is a directory 0000-… of a KEP without a number
				out[pull] = append(out[pull], strconv.Itoa(n))
			}
		}
	}
	return out, ds, nil
}
