// Command bench is the record of what Kawaraban costs: it makes notes of several numbers,
// always the same, runs the program on them from outside, and prints tables in Markdown.
//
//	go run ./internal/bench -notes 100,1000 -runs 5 -kawaraban bin/kawaraban -hugo bin/hugo
//
// # What is measured
//
// In each round, in this order, so that a machine that slows down is slow for all:
//
//   - a build from nothing: no output, no state, no cache;
//   - builds with what the last one left: nothing changed, a word of one note changed, an entry
//     added to one note;
//   - check;
//   - a build from nothing with one language of the interface instead of four;
//   - the search index alone, of a site that is linked already;
//   - imports of checkouts of upstream, as many KEPs as notes and the pull requests that notes
//     cite, each release by a run of its own;
//   - the floor: this program reads the same files, parses them with goldmark and nothing else,
//     and writes as many bytes into as many files and folders as the build from nothing;
//   - Hugo on the same notes, their references as taxonomies, with a JSON index of all of them,
//     in one language, and the floor of Hugo's files.
//
// Each is a process of its own, but for the imports, which are several. Wall time is that of
// the process, CPU time and peak memory are what the kernel counts of it and of what it ran;
// files written are those of the output that are younger than its start. The first round is
// not counted. A figure is the median of the rounds, a ratio the median of the ratios within
// each round.
//
// With -warm memory is touched before anything is measured, and kept from the host of a virtual
// machine: see warmMemory.
//
// Output goes to memory (/dev/shm) where the machine has it. What stands there is removed in the
// end, also after an interrupt. Nothing of a build's insides is asked: what keeps a cache, and
// where, does not matter here, as long as it stands below .kawaraban.
//
// # The record
//
// With -record all samples are kept as JSON, beside those of other sizes that were measured
// before on the same machine, so that growth can be told from several runs; the tables say where
// the program was another one.
// With -doc the tables of the record take their place in a document.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run measures, or is one of the steps that a measurement runs as processes of their own.
func run(ctx context.Context, args []string) error {
	if len(args) > 0 {
		if step, ok := steps[args[0]]; ok {
			return step(ctx, args[1:])
		}
	}
	o, err := parse(args)
	if err != nil {
		return err
	}
	return o.run(ctx)
}

// options says what to measure.
type options struct {
	sizes     []int
	distinct  bool
	runs      int
	uncounted int
	only      string
	ours      string
	hugo      string
	data      string
	dir       string
	warm      int // GB
	patience  time.Duration
	record    string
	doc       string
}

// parse reads the command line.
func parse(args []string) (*options, error) {
	o := &options{sizes: []int{100, 1000}}
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.Func("notes", "numbers of notes, with commas (default 100,1000)", o.takeSizes)
	f.BoolVar(&o.distinct, "distinct", false, "each entry is on a pull request of its own, instead of one that 2.3 notes write about")
	f.IntVar(&o.runs, "runs", 5, "rounds that are counted")
	f.IntVar(&o.uncounted, "uncounted", 1, "rounds before them")
	f.StringVar(&o.only, "only", "", "what to measure beside the build from nothing, with commas: "+strings.Join(keys(), ", ")+" (default all)")
	f.StringVar(&o.ours, "kawaraban", "bin/kawaraban", "the binary to measure")
	f.StringVar(&o.hugo, "hugo", "", "Hugo's binary; empty measures Kawaraban alone")
	f.StringVar(&o.data, "data", "content/_data", "upstream data to build with; empty for none")
	f.StringVar(&o.dir, "dir", "", "where sites are made and built (default memory, /dev/shm)")
	f.IntVar(&o.warm, "warm", 0, "GB of memory to touch first and to keep from the host of a virtual machine: as much as the largest run and its output take")
	f.DurationVar(&o.patience, "patience", 15*time.Minute, "how long one run may take; what takes longer is not run again")
	f.StringVar(&o.record, "record", "", "keep all samples in this file, as JSON, and print what it has of all sizes")
	f.StringVar(&o.doc, "doc", "", "put the tables into this document, between the comments that mark their place")
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	if err := f.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			f.SetOutput(os.Stdout)
			f.PrintDefaults()
		}
		return nil, err
	}
	if f.NArg() > 0 || o.runs < 1 || o.uncounted < 0 || o.warm < 0 {
		return nil, fmt.Errorf("bench takes flags alone, and one run at least")
	}
	return o, o.checkOnly()
}

func (o *options) takeSizes(list string) error {
	o.sizes = nil
	for _, s := range strings.Split(list, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil || n < 1 {
			return fmt.Errorf("%q is no number of notes", s)
		}
		o.sizes = append(o.sizes, n)
	}
	return nil
}

// run measures all sizes. What was measured before an error is kept and printed.
func (o *options) run(ctx context.Context) error {
	record, err := o.load(ctx)
	if err != nil {
		return err
	}
	cool, err := warmMemory(ctx, o.warm<<10)
	if err != nil {
		return err
	}
	defer cool()
	for _, n := range o.sizes {
		size, err := o.measure(ctx, n)
		if err != nil {
			return fmt.Errorf("%d notes: %w", n, err)
		}
		size.Program = record.Program
		record.put(size)
		if err := record.save(o.record); err != nil {
			return err
		}
	}
	tables := record.tables()
	fmt.Print(tables)
	if o.doc == "" {
		return nil
	}
	return putInto(o.doc, tables)
}

// load reads the record that is to go on, or begins one. What was measured on another machine is
// not kept: figures of two would look like those of one.
func (o *options) load(ctx context.Context) (*record, error) {
	r, err := o.begin(ctx)
	if err != nil || o.record == "" {
		return r, err
	}
	data, err := os.ReadFile(o.record)
	if errors.Is(err, os.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	var old record
	if err := json.Unmarshal(data, &old); err != nil {
		return nil, fmt.Errorf("%s is no record (remove it to begin anew): %w", o.record, err)
	}
	if old.Machine != r.Machine {
		fmt.Fprintf(os.Stderr, "bench: %s is of another machine, and is begun anew\n", o.record)
		return r, nil
	}
	r.Sizes, r.Hugo = old.Sizes, cmp.Or(r.Hugo, old.Hugo)
	return r, nil
}
