// Command bench measures a cold build of made notes, and Hugo on the same notes in
// turn where it can be had. It prints a table of medians and the ratios pair by pair.
//
//	go run ./internal/bench -notes 1000 -runs 5 -kawaraban bin/kawaraban -hugo bin/hugo
//
// Both generators write to a folder in memory where the machine has one (/dev/shm),
// so that the disk is not what is measured. A run starts with an empty output folder
// and, for Kawaraban, with no cache of an earlier run.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/kawaraban/kawaraban/internal/corpus"
)

func main() {
	notes := flag.Int("notes", 1000, "number of notes")
	entries := flag.Int("entries", 25, "entries in each note")
	translated := flag.Int("translated", 5, "one note in so many has a translation, a file more; 0 for none")
	runs := flag.Int("runs", 5, "counted runs of each generator, after one that is not counted")
	ours := flag.String("kawaraban", "bin/kawaraban", "the binary to measure")
	hugo := flag.String("hugo", "", "Hugo's binary; empty measures Kawaraban alone")
	data := flag.String("data", "content/_data", "upstream data to build with; empty for none")
	flag.Parse()
	o := corpus.Options{Notes: *notes, Entries: *entries, Translated: *translated, Seed: 1}
	if err := run(o, *runs, *ours, *hugo, *data); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// generator is one of the programs that are compared.
type generator struct {
	name string
	dir  string   // its site
	out  string   // its output folder below dir
	args []string // program and arguments, run in dir
	junk []string // what a run leaves below dir beside its output
	seen []sample
}

// sample is what one run cost and made.
type sample struct {
	wall, cpu time.Duration
	peak      int64 // bytes
	pages     int   // HTML files
	files     int
	bytes     int64
}

func run(o corpus.Options, runs int, ours, hugo, data string) error {
	dir, err := workDir()
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	gens, err := prepare(dir, o, ours, hugo, data)
	if err != nil {
		return err
	}
	for i := range runs + 1 {
		for _, g := range gens {
			s, err := g.once()
			if err != nil {
				return fmt.Errorf("%s: %w", g.name, err)
			}
			if i > 0 {
				g.seen = append(g.seen, s)
			}
		}
	}
	fmt.Printf("%d notes of %d entries, one in %d translated; %d runs in turn, medians\n\n", o.Notes, o.Entries, o.Translated, runs)
	report(gens)
	return nil
}

// workDir makes a folder in memory where there is one.
func workDir() (string, error) {
	base := "/dev/shm"
	if _, err := os.Stat(base); err != nil {
		base = ""
	}
	return os.MkdirTemp(base, "kawaraban-bench-")
}

func prepare(dir string, o corpus.Options, ours, hugo, data string) ([]*generator, error) {
	bin, err := filepath.Abs(ours)
	if err != nil {
		return nil, err
	}
	k := &generator{name: "Kawaraban", dir: filepath.Join(dir, "kawaraban"), out: "public",
		args: []string{bin, "build"}, junk: []string{".kawaraban"}}
	if err := writeSite(k.dir, corpus.Make(o, corpus.Kawaraban)); err != nil {
		return nil, err
	}
	if data != "" {
		if err := os.CopyFS(filepath.Join(k.dir, "content", "_data"), os.DirFS(data)); err != nil {
			return nil, err
		}
	}
	gens := []*generator{k}
	if hugo == "" {
		return gens, nil
	}
	if bin, err = filepath.Abs(hugo); err != nil {
		return nil, err
	}
	h := &generator{name: "Hugo", dir: filepath.Join(dir, "hugo"), out: "public",
		args: []string{bin, "--quiet"}, junk: []string{"resources"}}
	if err := writeSite(h.dir, append(corpus.Make(o, corpus.Hugo), corpus.HugoSite()...)); err != nil {
		return nil, err
	}
	return append(gens, h), nil
}

func writeSite(dir string, files []corpus.File) error {
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// once runs the generator from nothing and measures it from outside.
func (g *generator) once() (sample, error) {
	for _, name := range append(g.junk, g.out) {
		if err := os.RemoveAll(filepath.Join(g.dir, name)); err != nil {
			return sample{}, err
		}
	}
	cmd := exec.Command(g.args[0], g.args[1:]...)
	cmd.Dir = g.dir
	start := time.Now()
	out, err := cmd.CombinedOutput()
	wall := time.Since(start)
	// Exit status 1 is "the site is written, and its content has problems".
	if err != nil && cmd.ProcessState.ExitCode() != 1 {
		return sample{}, fmt.Errorf("%w\n%s", err, out[:min(len(out), 2000)])
	}
	s := sample{wall: wall, cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		s.peak = u.Maxrss * 1024
	}
	return s, g.count(&s)
}

// count adds up what the run has written.
func (g *generator) count(s *sample) error {
	return filepath.WalkDir(filepath.Join(g.dir, g.out), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		s.files++
		s.bytes += info.Size()
		if filepath.Ext(path) == ".html" {
			s.pages++
		}
		return nil
	})
}

func report(gens []*generator) {
	fmt.Printf("%-10s %9s %9s %9s %8s %8s %9s %12s\n", "", "wall s", "cpu s", "peak MB", "pages", "files", "MB", "ms per page")
	for _, g := range gens {
		wall, cpu := g.median(sample.wallSeconds), g.median(sample.cpuSeconds)
		last := g.seen[len(g.seen)-1]
		fmt.Printf("%-10s %9.2f %9.2f %9.0f %8d %8d %9.1f %12.3f\n", g.name, wall, cpu,
			g.median(sample.peakMB), last.pages, last.files, float64(last.bytes)/1e6, wall*1000/float64(last.pages))
	}
	if len(gens) == 2 {
		fmt.Printf("\nHugo / Kawaraban: wall %.1f, cpu %.1f, wall per page %.1f (medians of the runs' ratios)\n",
			ratio(gens, sample.wallSeconds), ratio(gens, sample.cpuSeconds), ratio(gens, sample.wallPerPage))
	}
}

func (s sample) wallSeconds() float64 { return s.wall.Seconds() }
func (s sample) cpuSeconds() float64  { return s.cpu.Seconds() }
func (s sample) peakMB() float64      { return float64(s.peak) / 1e6 }
func (s sample) wallPerPage() float64 { return s.wall.Seconds() / float64(max(1, s.pages)) }

func (g *generator) median(of func(sample) float64) float64 {
	values := make([]float64, len(g.seen))
	for i, s := range g.seen {
		values[i] = of(s)
	}
	return median(values)
}

// ratio is the median of the second generator's figure over the first's, run by run,
// so that a machine that slows down between runs does not count.
func ratio(gens []*generator, of func(sample) float64) float64 {
	values := make([]float64, len(gens[0].seen))
	for i := range values {
		values[i] = of(gens[1].seen[i]) / of(gens[0].seen[i])
	}
	return median(values)
}

func median(values []float64) float64 {
	slices.SortFunc(values, cmp.Compare[float64])
	return values[len(values)/2]
}
