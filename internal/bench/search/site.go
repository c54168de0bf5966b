package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/kawaraban/kawaraban/internal/artifact"
	"github.com/kawaraban/kawaraban/internal/build"
	"github.com/kawaraban/kawaraban/internal/corpus"
)

// perNote is how many entries a made note has.
const perNote = 25

// documentsFile is where a process that serves a site leaves its documents, in its folder.
const documentsFile = "documents.json"

// cost is what an index took to make, and what it is.
type cost struct {
	Address   string // where its site is served
	Documents int
	Seconds   float64 // of one core
	Before    int64   // bytes of memory when everything was linked and the index not begun; 0 where there is no such moment
	Peak      int64   // bytes of memory at most, while the index was made
	Bytes     int64
	Files     int
}

// makeSite writes a site of made notes with the words of real ones.
func makeSite(dir string, entries int, data string, from *corpus.Material) error {
	content := filepath.Join(dir, "content")
	if err := os.MkdirAll(content, 0o755); err != nil {
		return err
	}
	if err := os.CopyFS(filepath.Join(content, "_data"), os.DirFS(data)); err != nil {
		return err
	}
	o := corpus.Options{Notes: (entries + perNote - 1) / perNote, Entries: perNote, Translated: 5, Seed: 1, From: from}
	for _, f := range corpus.Make(o, corpus.Kawaraban) {
		if err := writeFile(filepath.Join(dir, filepath.FromSlash(f.Path)), f.Data); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes a file and the folders that it needs.
func writeFile(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

// material gathers the words of those of the folders that are there.
func material(folders []string) (*corpus.Material, error) {
	var content []fs.FS
	for _, dir := range folders {
		if _, err := os.Stat(dir); err == nil {
			content = append(content, os.DirFS(dir))
		}
	}
	return corpus.Gather(content...)
}

// serveSite builds the site of a folder in memory, tells what its index cost, and gives the
// site out. It is run as a process of its own, on one core, so that its memory is that of
// the build alone.
func serveSite(dir string) error {
	var c cost
	begin := sync.OnceFunc(func() {
		debug.FreeOSMemory() // what linking let go of is not the index's
		c.Before = memory("VmRSS")
		resetPeak()
	})
	opts := build.Options{Progress: func(stage build.Stage, _, _ int) {
		if stage == build.StageIndex {
			begin()
		}
	}}
	result, err := build.New(opts).Build(context.Background(), os.DirFS(dir))
	if err != nil {
		return err
	}
	for _, t := range result.Times {
		if t.Stage == build.StageIndex {
			c.Seconds = t.Millis / 1000
		}
	}
	if err := c.press(result.Files); err != nil {
		return err
	}
	c.Peak = memory("VmHWM")
	docs := documentsOf(result)
	c.Documents = len(docs)
	if err := saveDocuments(filepath.Join(dir, documentsFile), docs); err != nil {
		return err
	}
	runtime.GOMAXPROCS(runtime.NumCPU())
	return serve(fromSet(result.Files), c.tell)
}

// press makes the bytes of the index, whose time is the index's too, and counts them.
func (c *cost) press(files *artifact.Set) error {
	start := time.Now()
	for _, p := range files.Paths() {
		if !strings.HasPrefix(p, "search/") {
			continue
		}
		f, _ := files.Get(p)
		data, err := f.Bytes()
		if err != nil {
			return err
		}
		c.Files++
		c.Bytes += int64(len(data))
	}
	c.Seconds += time.Since(start).Seconds()
	return nil
}

// tell says what the index cost and where its site is served, to the process that asked.
func (c *cost) tell(address string) error {
	c.Address = address
	return json.NewEncoder(os.Stdout).Encode(c)
}

// fromSet reads the files of a built site, which are made when they are asked for.
func fromSet(files *artifact.Set) func(string) ([]byte, bool) {
	return func(name string) ([]byte, bool) {
		f, ok := files.Get(name)
		if !ok {
			return nil, false
		}
		data, err := f.Bytes()
		return data, err == nil
	}
}

// fromFolder reads files as they stand in a folder.
func fromFolder(dir string) func(string) ([]byte, bool) {
	root := os.DirFS(dir)
	return func(name string) ([]byte, bool) {
		data, err := fs.ReadFile(root, name)
		return data, err == nil
	}
}

// memory reads a line of what Linux says of this process, in bytes; 0 elsewhere.
func memory(name string) int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, name+":"); ok {
			var kb int64
			if n, _ := fmt.Sscan(value, &kb); n == 1 {
				return kb * 1024
			}
		}
	}
	return 0
}

// resetPeak lets VmHWM begin anew. Where that cannot be, the peak is that of the whole build.
func resetPeak() { _ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }
