package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/text"

	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/corpus"
	"github.com/kawaraban/kawaraban/internal/search"
)

// steps are what this program runs of itself as processes of their own: each has the memory that
// it takes for itself, and none of it stays.
var steps = map[string]func(ctx context.Context, args []string) error{
	"make-sites": makeSites,
	"floor":      floor,
	"index":      index,
	"hold":       hold,
}

// spec is what make-sites is told, as JSON.
type spec struct {
	Dir, Data string
	Notes     int
	Distinct  bool
	Hugo      bool
}

// perNote is how many entries a made note has, oneIn which part of them has a translation.
const perNote, oneIn = 25, 5

func (s spec) corpus() corpus.Options {
	return corpus.Options{Notes: s.Notes, Entries: perNote, Translated: oneIn, Distinct: s.Distinct, Seed: 1}
}

// The folders of what make-sites makes.
const (
	siteDir     = "kawaraban"
	hugoDir     = "hugo"
	upstreamDir = "upstream"
)

// made is what make-sites tells: the note in the middle that has a translation, below the
// site's folder, and how many files of notes there are.
type made struct {
	Note  string
	Files int
}

// makeSites writes the sites of one size, and what is imported.
func makeSites(_ context.Context, args []string) error {
	var s spec
	if err := json.Unmarshal([]byte(strings.Join(args, " ")), &s); err != nil {
		return err
	}
	notes := corpus.Make(s.corpus(), corpus.Kawaraban)
	site := filepath.Join(s.Dir, siteDir)
	if err := writeFiles(site, notes); err != nil {
		return err
	}
	if s.Data != "" {
		if err := os.CopyFS(filepath.Join(site, "content", "_data"), os.DirFS(s.Data)); err != nil {
			return err
		}
	}
	if err := writeFiles(filepath.Join(s.Dir, upstreamDir), corpus.Checkouts(s.corpus())); err != nil {
		return err
	}
	if s.Hugo {
		files := append(corpus.Make(s.corpus(), corpus.Hugo), corpus.HugoSite()...)
		if err := writeFiles(filepath.Join(s.Dir, hugoDir), append(files, corpus.HugoIndex()...)); err != nil {
			return err
		}
	}
	return json.NewEncoder(os.Stdout).Encode(made{middle(notes), len(notes)})
}

// middle is the path of the note nearest to the middle that has a translation, which stands
// behind it; the first one where none has.
func middle(files []corpus.File) string {
	best, half := 0, len(files)/2
	for i := range len(files) - 1 {
		stem, _, _ := strings.Cut(path.Base(files[i].Path), ".")
		if files[i+1].Path == path.Join(path.Dir(files[i].Path), stem+".en.md") && abs(i-half) < abs(best-half) {
			best = i
		}
	}
	return files[best].Path
}

func abs(n int) int { return max(n, -n) }

func writeFiles(dir string, files []corpus.File) error {
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// floor does the least that a generator of these files can: it reads the content of a site,
// parses the Markdown with goldmark and nothing else, and writes files of the sizes that a list
// names into a folder, on all processors. What it writes is made of the same few bytes.
func floor(ctx context.Context, args []string) error {
	if len(args) != 3 {
		return errors.New("floor takes the content, the list of files and the output folder")
	}
	if err := readAll(ctx, args[0]); err != nil {
		return err
	}
	return writeList(ctx, args[1], args[2])
}

// readAll reads a folder and parses its Markdown.
func readAll(ctx context.Context, dir string) error {
	var paths []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		return err
	}
	parser := goldmark.DefaultParser()
	return build.Each(ctx, len(paths), func(i int) error {
		data, err := os.ReadFile(paths[i])
		if err == nil && filepath.Ext(paths[i]) == ".md" {
			parser.Parse(text.NewReader(data))
		}
		return err
	})
}

// listed is a line of a list of files.
type listed struct {
	path string
	size int64
}

// writeList writes files as a list says: on each line a size and a path.
func writeList(ctx context.Context, list, out string) error {
	files, largest, err := readList(list)
	if err != nil {
		return err
	}
	folders := map[string]bool{}
	for _, f := range files {
		dir := filepath.Join(out, filepath.Dir(f.path))
		if folders[dir] {
			continue
		}
		folders[dir] = true
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	filler := []byte(strings.Repeat("瓦版 <p>", int(largest)/len("瓦版 <p>")+1))
	return build.Each(ctx, len(files), func(i int) error {
		return os.WriteFile(filepath.Join(out, files[i].path), filler[:files[i].size], 0o644)
	})
}

func readList(list string) (files []listed, largest int64, err error) {
	f, err := os.Open(list)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		size, path, _ := strings.Cut(lines.Text(), "\t")
		n, err := strconv.ParseInt(size, 10, 64)
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", list, err)
		}
		files, largest = append(files, listed{path, n}), max(largest, n)
	}
	return files, largest, lines.Err()
}

// index makes the search index of a site and prints the sample of that alone: what a build
// takes to read and link the site before it is not counted, but for the memory.
func index(ctx context.Context, args []string) error {
	state, err := build.New(build.Options{}).State(ctx, os.DirFS(strings.Join(args, " ")))
	if err != nil {
		return err
	}
	before, start := spent(), time.Now()
	concepts, sources := search.ConceptsOf(state.Site().Data().Glossary), state.Documents()
	chunks := make([]*search.Chunk, len(sources))
	err = build.Each(ctx, len(sources), func(i int) error {
		chunks[i] = search.Digest(sources[i].Docs(), concepts)
		return nil
	})
	if err != nil {
		return err
	}
	files := search.New(chunks, concepts).Files()
	sizes := make([]int, len(files))
	err = build.Each(ctx, len(files), func(i int) error {
		data, err := files[i].Bytes()
		sizes[i] = len(data)
		return err
	})
	if err != nil {
		return err
	}
	after := spent()
	s := sample{Wall: time.Since(start).Seconds(), CPU: after.CPU - before.CPU, Peak: after.Peak}
	for i, f := range files {
		s.Written.add(f.Path, int64(sizes[i]))
	}
	return json.NewEncoder(os.Stdout).Encode(s)
}

// spent is what this process has cost until now.
func spent() sample {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return sample{} // it knows this process
	}
	return sample{CPU: time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds(), Peak: peakBytes(&u)}
}
