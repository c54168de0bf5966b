// Command preview measures how soon a save is on screen: the preview of a site of made notes,
// and beside it Hugo's server on the same notes where it can be had. It prints tables, in
// Markdown.
//
//	go run ./internal/bench/preview -notes 5,1000,10000 -kawaraban bin/kawaraban -hugo bin/hugo
//
// # What is measured
//
// From the return of the write (of Close where the file is written in place, of Rename where it
// is replaced) to the changed text painted in Chromium: one measure for every server, taken by
// one script, probe.js, which DevTools put into every document before its own. Nothing of it
// knows which server it looks at, or whether the page is patched or loaded anew. Each save puts
// a text into the note that no other save has, into one of two neighbouring entries in turn;
// when that text is laid out within the window, the script asks for the next frame and tells
// the time of the first task behind it, by which style, layout and paint are done.
//
// The clock is the machine's, here and in the browser; before anything is measured the two are
// held to each other, and the measure to itself: a page without a server that changes its own
// text at a moment that it tells. What that takes, and how much later the browser says that the
// frame was presented, stands in a table of its own: no server can be faster than that.
//
// The note on screen is one with a translation, in the middle of the site. Saves follow each
// other after a pause of 150 to 400 ms, always the same pauses, in place and atomic; then one
// each 100 ms, as by an editor that saves while its user types, in place and atomic in turn,
// where a save counts as painted with the first text as new as its own. A save that is not
// painted in the time of -patience, or in twenty times what the longest one before it has taken
// and ten seconds, is counted as never, and in the percentiles as longer than any; the page is
// loaded anew then. Where a server needs seconds a save, -bound ends a row early; the table says
// how many saves it has.
//
// Memory is what Linux says of the server's process when nobody has saved for ten seconds, and
// what its garbage collector says that was live at the next collection: before the first save,
// after 100 and after 1,000 of them.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

func main() {
	var o options
	flag.Func("notes", "numbers of notes, with commas (default 5,1000,10000)", o.takeSizes)
	flag.IntVar(&o.saves, "saves", 300, "saves of each kind")
	flag.IntVar(&o.upTo, "up-to", 1000, "saves after which memory is read for the last time")
	flag.IntVar(&o.runs, "runs", 1, "how often each server is started; the saves of all its runs are taken together")
	flag.StringVar(&o.kawaraban, "kawaraban", "bin/kawaraban", "Kawaraban's binary; empty measures without it")
	flag.StringVar(&o.hugo, "hugo", "bin/hugo", "Hugo's binary; empty measures without it")
	flag.StringVar(&o.data, "data", "content/_data", "upstream data of the site; empty for none")
	flag.DurationVar(&o.bound, "bound", 3*time.Minute, "how long a row may take")
	flag.DurationVar(&o.patience, "patience", 3*time.Minute, "how long a save may take until it counts as never painted")
	flag.DurationVar(&o.rest, "rest", 10*time.Second, "how long nobody saves before memory is read: what a server keeps for the next save is no loss")
	flag.DurationVar(&o.start, "start", 20*time.Minute, "how long a server may take until it gives out its first page")
	flag.StringVar(&o.raw, "raw", "", "a file to write each save to, with tabs: who looks for what takes the time needs their order")
	flag.Parse()
	if len(o.sizes) == 0 {
		o.sizes = []int{5, 1000, 10000}
	}
	if err := o.run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// options says what to measure.
type options struct {
	sizes           []int
	saves, upTo     int
	runs            int
	kawaraban, hugo string
	data            string
	bound           time.Duration
	patience        time.Duration
	rest            time.Duration
	start           time.Duration
	raw             string
}

func (o *options) takeSizes(list string) error {
	for _, s := range strings.Split(list, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil || n < 1 {
			return fmt.Errorf("%q is no number of notes", s)
		}
		o.sizes = append(o.sizes, n)
	}
	return nil
}

// run checks the measure, measures all sizes and prints what it has found, also where it could
// not measure everything.
func (o *options) run(out io.Writer) error {
	browser, stop, err := launch()
	if err != nil {
		return err
	}
	defer stop()
	fmt.Fprintln(os.Stderr, "checking the measure")
	own, err := checkMeasure(browser, checks)
	if err != nil {
		return fmt.Errorf("the measure: %w", err)
	}
	var results []*result
	for _, n := range o.sizes {
		b := bench{options: *o, notes: n, browser: browser}
		found, measured := b.measure()
		results = append(results, found...)
		if err = measured; err != nil {
			err = fmt.Errorf("%d notes: %w", n, err)
			break
		}
	}
	fmt.Fprintf(out, "%s\n\n", machine())
	report(out, own, results)
	if o.raw != "" {
		err = errors.Join(err, os.WriteFile(o.raw, rawTable(results), 0o644))
	}
	return err
}

// machine says when and on what this was measured.
func machine() string {
	cpu := ""
	info, err := os.ReadFile("/proc/cpuinfo")
	if err == nil {
		_, rest, _ := strings.Cut(string(info), "model name\t: ")
		cpu, _, _ = strings.Cut(rest, "\n")
	}
	return fmt.Sprintf("%s, %d cores (%s), %s", time.Now().UTC().Format(time.DateOnly), runtime.NumCPU(), cpu, runtime.Version())
}

// workDir makes a folder for sites. It is on the disk, as notes are: in memory a write returns
// sooner, which nobody's does.
func workDir() (string, error) { return os.MkdirTemp("", "kawaraban-bench-") }

// absolute is the path of a binary from anywhere; empty where there is none, which is said.
func absolute(bin string) string {
	if bin == "" {
		return ""
	}
	path, err := filepath.Abs(bin)
	if err == nil {
		_, err = os.Stat(path)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "not measured:", err)
		return ""
	}
	return path
}
