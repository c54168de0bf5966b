// Command search measures the search of a site of made notes, and beside it Pagefind on the
// same documents where it can be had. It prints one table, in Markdown.
//
//	go run ./internal/bench/search -sizes 1500,20000,100000 -pagefind internal/bench/search/node_modules
//
// # What is measured
//
// The notes are those of package corpus, woven from the words of real notes. For each size:
//
//   - the index: seconds of one core, memory, documents, bytes, files. Ours is made as a build
//     makes it, by a process that may use one core; Pagefind reads each document as a page, and
//     its seconds are those of CPU.
//   - bytes, from nothing, of each of the queries as a reader's first one, and of all of them in
//     one sitting: bodies as they travel (what a host compresses is compressed), scripts and
//     markup of the search included, until nothing more is asked for.
//   - time, from the key that opens the search to the first result that can be seen, of a first
//     query; and from the last key to it of later ones; on each of three networks as Chromium
//     emulates them, everything being asked for by HTTP/1.1 from this machine, the page itself
//     already there and nothing of the search in any cache.
//   - recall and precision of the first ten, by a plain scan of the documents.
//
// Ours is measured by its dialog; Pagefind by the least page that can show ten results, without
// the interface that it brings.
//
// KB are 1,000 bytes. Medians, and for quality means, over the queries.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

func main() {
	var o options
	flag.Func("sizes", "numbers of entries, with commas (default 1500,20000,100000)", o.takeSizes)
	flag.IntVar(&o.runs, "runs", 7, "readers on each network, each with one first and four later queries")
	flag.StringVar(&o.data, "data", "content/_data", "upstream data to build with")
	flag.StringVar(&o.words, "words", "content,../shared/corpus/notes", "folders of content to take words from, those that are there")
	flag.StringVar(&o.modules, "pagefind", "internal/bench/search/node_modules", "where npm has put Pagefind; empty measures Kawaraban alone")
	flag.StringVar(&o.serve, "serve", "", "")
	flag.Parse()
	if len(o.sizes) == 0 {
		o.sizes = []int{1500, 20000, 100000}
	}
	if err := o.run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// options says what to measure.
type options struct {
	sizes   []int
	runs    int
	data    string
	words   string
	modules string
	serve   string // for the processes that this program starts: what to serve
}

func (o *options) takeSizes(list string) error {
	for _, s := range strings.Split(list, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil || n < 1 {
			return fmt.Errorf("%q is no number of entries", s)
		}
		o.sizes = append(o.sizes, n)
	}
	return nil
}

func (o *options) run(out io.Writer) error {
	if dir, ok := strings.CutPrefix(o.serve, "site:"); ok {
		return serveSite(dir)
	}
	if dir, ok := strings.CutPrefix(o.serve, "folder:"); ok {
		return serve(fromFolder(dir), (&cost{}).tell)
	}
	return o.compare(out)
}

// compare measures all sizes and prints what it has found.
func (o *options) compare(out io.Writer) error {
	from, err := material(strings.Split(o.words, ","))
	if err != nil {
		return err
	}
	browser, stop, err := launch()
	if err != nil {
		return err
	}
	defer stop()
	pagefind := o.pagefind()
	var results []result
	for _, n := range o.sizes {
		fmt.Fprintf(os.Stderr, "measuring %d entries\n", n)
		b := bench{entries: n, runs: o.runs, data: o.data, from: from, browser: browser, pagefind: pagefind}
		found, measured := b.measure()
		results = append(results, found...)
		if err = measured; err != nil {
			err = fmt.Errorf("%d entries: %w", n, err)
			break // what was measured until then is still told
		}
	}
	fmt.Fprintf(out, "%s; %d readers on each network\n\n", machine(), o.runs)
	report(out, results)
	return err
}

// pagefind finds Pagefind's program; where it is not there, that is said, and nothing returned.
func (o *options) pagefind() string {
	if o.modules == "" {
		return ""
	}
	bin, err := findPagefind(o.modules)
	if err != nil {
		fmt.Fprintln(os.Stderr, "Pagefind:", err)
	}
	return bin
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

// child is a process that serves a site.
type child struct {
	cmd *exec.Cmd
	cost
}

// start runs this program again, to serve what is named, and waits until it does.
func start(what string) (*child, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := &child{cmd: exec.Command(self, "-serve", what)}
	c.cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	c.cmd.Stderr = os.Stderr
	pipe, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	if err := json.NewDecoder(bufio.NewReader(pipe)).Decode(&c.cost); err != nil {
		c.stop()
		return nil, fmt.Errorf("serving %s: %w", what, err)
	}
	return c, nil
}

// stop ends the process.
func (c *child) stop() {
	c.cmd.Process.Kill()
	c.cmd.Wait() // it was killed, which is no news
}

// workDir makes a folder in memory where there is one.
func workDir() (string, error) {
	base := "/dev/shm"
	if _, err := os.Stat(base); err != nil {
		base = ""
	}
	return os.MkdirTemp(base, "kawaraban-bench-")
}

// pages writes what Pagefind reads, with the page that its reader is on, and returns the folder.
func pages(dir string, docs []document) (string, error) {
	dir = filepath.Join(dir, "pages")
	if err := writePages(dir, docs); err != nil {
		return "", err
	}
	return dir, writeFile(filepath.Join(dir, "index.html"), []byte(emptyPage))
}
