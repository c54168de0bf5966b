//go:build unix

// Command bench compares Kawaraban with Hugo and Pagefind on made notes and prints Markdown
// tables:
//
//	go run ./internal/bench -notes 100,1000 -runs 5 -kawaraban bin/kawaraban -hugo bin/hugo
//
// It measures four things, each selected by -only:
//
//   - build: a build from nothing, one with nothing changed and one after a changed word, by
//     wall time, CPU time and peak memory of the process;
//   - preview: the time from the end of a save until the text is painted in Chromium;
//   - search: the size of the index, and what a first query loads and how long it takes;
//   - check: the time from a paste of 1 MB into /upgrade/check/ until the result is shown.
//
// -kawaraban takes several programs, separated by commas, to compare versions of it. In each
// round every program runs once, so that a machine that slows down is slow for all. Figures are
// medians; ratios are medians of the ratios to the first program within each round.
//
// Sites are made by package corpus and are the same on every machine. They are written to
// memory (/dev/shm) where there is one, and removed at the end.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/corpus"
)

type options struct {
	notes    []int
	runs     int
	saves    int
	only     []string
	ours     []string
	hugo     string
	pagefind string
	data     string
}

func main() {
	if err := run(os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// parts are what can be measured, in this order.
var parts = []struct {
	name    string
	measure func(*testSites) error
}{{"build", (*testSites).builds}, {"preview", (*testSites).previews}, {"search", (*testSites).searches}, {"check", (*testSites).checks}}

func run(args []string) error {
	o, err := parse(args)
	if err != nil {
		return err
	}
	for _, n := range o.notes {
		if err := o.measure(n); err != nil {
			return fmt.Errorf("%d notes: %w", n, err)
		}
	}
	return nil
}

func parse(args []string) (*options, error) {
	o := &options{}
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	notes := f.String("notes", "100,1000", "numbers of notes")
	ours := f.String("kawaraban", "bin/kawaraban", "programs to compare")
	only := f.String("only", "build,preview,search,check", "what to measure")
	f.IntVar(&o.runs, "runs", 5, "counted rounds; one more comes before them")
	f.IntVar(&o.saves, "saves", 100, "saves in each preview")
	f.StringVar(&o.hugo, "hugo", "", "Hugo's program; none if empty")
	f.StringVar(&o.pagefind, "pagefind", "", "Pagefind's program; none if empty")
	f.StringVar(&o.data, "data", "content/_data", "upstream data of the made site; none if empty")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	o.only, o.ours = strings.Split(*only, ","), strings.Split(*ours, ",")
	for s := range strings.SplitSeq(*notes, ",") {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("invalid number of notes %q", s)
		}
		o.notes = append(o.notes, n)
	}
	return o, nil
}

// measure makes the sites of one size and measures what was selected.
func (o *options) measure(notes int) error {
	b, err := o.newTestSites(notes)
	if err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	for _, p := range parts {
		if !slices.Contains(o.only, p.name) {
			continue
		}
		if err := p.measure(b); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

// testSites holds the made sites of one size.
type testSites struct {
	*options
	notes    int
	dir      string
	programs []program
	edited   string // path of the edited note below each site
}

// program is a program that builds and serves a site of its own.
type program struct {
	name, site   string
	build, serve []string // with {port} for the port
	page         string   // address of the edited note
	state        []string // what a build leaves, below site
}

func (o *options) newTestSites(notes int) (*testSites, error) {
	base := ""
	if _, err := os.Stat("/dev/shm"); err == nil {
		base = "/dev/shm"
	}
	dir, err := os.MkdirTemp(base, "kawaraban-bench-")
	if err != nil {
		return nil, err
	}
	b := &testSites{options: o, notes: notes, dir: dir}
	made := corpus.Options{Notes: notes, Entries: 25, Translated: 5, Seed: 1}
	ours := corpus.Make(made, corpus.Kawaraban)
	b.edited = translated(ours)
	page := strings.TrimSuffix(strings.TrimPrefix(b.edited, "content/"), ".ja.md") + "/"
	for i, path := range o.ours {
		bin, err := filepath.Abs(path)
		if err != nil {
			return b, err
		}
		p := program{name: "Kawaraban", site: filepath.Join(dir, fmt.Sprint("kawaraban", i)), page: "ja/" + page,
			build: []string{bin, "build"}, serve: []string{bin, "serve", "--addr", "127.0.0.1:{port}"}, state: []string{"public", ".kawaraban"}}
		if len(o.ours) > 1 {
			p.name += " (" + filepath.Base(path) + ")"
		}
		b.programs = append(b.programs, p)
		if err := writeSite(p.site, ours, o.data); err != nil {
			return b, err
		}
	}
	if o.hugo != "" {
		bin, err := filepath.Abs(o.hugo)
		if err != nil {
			return b, err
		}
		p := program{name: "Hugo", site: filepath.Join(dir, "hugo"), page: page, build: []string{bin, "--quiet"},
			serve: []string{bin, "server", "--renderToMemory", "--noHTTPCache", "--bind", "127.0.0.1", "--port", "{port}"}, state: []string{"public", "resources"}}
		b.programs = append(b.programs, p)
		if err := writeSite(p.site, append(corpus.Make(made, corpus.Hugo), corpus.HugoSite()...), ""); err != nil {
			return b, err
		}
	}
	return b, nil
}

// translated returns the path of the Japanese note with a translation that is nearest to the
// middle of the files.
func translated(files []corpus.File) string {
	best, half := "", len(files)/2
	for i := range len(files) - 1 {
		ja, ok := strings.CutSuffix(files[i].Path, ".ja.md")
		if ok && files[i+1].Path == ja+".en.md" && (best == "" || i <= half) {
			best = files[i].Path
		}
	}
	return best
}

// writeSite writes files below dir, with the upstream data of another site.
func writeSite(dir string, files []corpus.File, data string) error {
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			return err
		}
	}
	if data == "" {
		return nil
	}
	return os.CopyFS(filepath.Join(dir, "content", "_data"), os.DirFS(data))
}

// percentile returns the smallest value that p percent of the values do not exceed (nearest
// rank); NaN of no values.
func percentile(values []float64, p float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.SortedFunc(slices.Values(values), cmp.Compare[float64])
	rank := int(math.Ceil(p / 100 * float64(len(sorted))))
	return sorted[min(max(rank, 1), len(sorted))-1]
}

func median(values []float64) float64 { return percentile(values, 50) }

// ratio returns the median of the ratios within each round.
func ratio(values, of []float64) float64 {
	var all []float64
	for i := range min(len(values), len(of)) {
		all = append(all, values[i]/of[i])
	}
	return median(all)
}

// table prints a Markdown table; the first row is its head.
func table(rows [][]string) {
	for i, row := range rows {
		fmt.Println("| " + strings.Join(row, " | ") + " |")
		if i == 0 {
			fmt.Println("|" + strings.Repeat("---|", len(row)))
		}
	}
	fmt.Println()
}
