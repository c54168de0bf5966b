package importer

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// pullSource is a table derived from the history of kubernetes/enhancements: for each
// merged pull request the numbers of the KEP folders that it touched. It is made
// outside and lies beside the checkout.
const pullSource = "enhancements_pr_to_kep.json"

// Pulls imports the table that leads from a pull request of kubernetes/enhancements
// to KEPs, because release notes and logs often cite the pull request.
func Pulls(in In) (Result, error) {
	src, ds, err := read(in.FS, pullSource, maxLarge)
	if err != nil {
		return Result{}, err
	}
	if src == nil && len(ds) == 0 {
		return Result{}, errCheckout(pullSource, "the data beside kubernetes/enhancements")
	}
	pulls, problems := parsePulls(src)
	ds = append(ds, problems...)
	if len(pulls) == 0 {
		return Result{Diags: ds}, nil
	}
	file, err := encode(upstream.PullFile, pulls)
	if err != nil {
		return Result{}, err
	}
	return Result{Files: files(file), Diags: diag.Sort(ds), Counts: []Count{{"pull requests", len(pulls)}}}, nil
}

// parsePulls reads the table; encoding/json sorts its keys when it is written.
func parsePulls(src []byte) (map[string][]string, []diag.Diagnostic) {
	table := map[string][]json.Number{}
	d := json.NewDecoder(bytes.NewReader(src))
	d.UseNumber()
	if err := d.Decode(&table); err != nil {
		return nil, []diag.Diagnostic{diag.Errorf(diag.Position{File: pullSource}, "pulls/syntax", "this is no table of pull requests: %v", err)}
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
			ds = append(ds, diag.Warnf(diag.Position{File: pullSource}, "pulls/number", "pull request %q, KEP %q: no number", cut(pull), cut(k.String())))
		}
		slices.SortFunc(numbers, cmp.Compare)
		for _, n := range slices.Compact(numbers) {
			if n > 0 { // 0 is a folder 0000-…, whose KEP has no number yet
				out[pull] = append(out[pull], strconv.Itoa(n))
			}
		}
	}
	return out, ds
}
