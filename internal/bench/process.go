package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// sample is what one run cost, and what it left.
type sample struct {
	Wall    float64 `json:"wall"` // seconds
	CPU     float64 `json:"cpu"`  // seconds, of user and system
	Peak    int64   `json:"peak"` // bytes
	Written amount  `json:"written"`
}

// add counts a further process in: memory is that of the largest.
func (s *sample) add(o sample) {
	s.Wall += o.Wall
	s.CPU += o.CPU
	s.Peak = max(s.Peak, o.Peak)
}

// amount is a number of files.
type amount struct {
	Files int   `json:"files"`
	Pages int   `json:"pages"` // those that are HTML
	Bytes int64 `json:"bytes"`
}

func (a *amount) add(path string, size int64) {
	a.Files++
	a.Bytes += size
	if filepath.Ext(path) == ".html" {
		a.Pages++
	}
}

// errSlow says that a run took longer than the patience.
var errSlow = errors.New("took too long")

// process runs a program in a folder and measures it from outside. What it prints goes into a
// file, so that this program stays small: a child's peak begins with the memory of its parent.
func process(ctx context.Context, patience time.Duration, dir, log string, args []string) (sample, error) {
	out, err := os.Create(log)
	if err != nil {
		return sample{}, err
	}
	defer out.Close()
	bounded, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(bounded, args[0], args[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, out
	start := time.Now()
	err = cmd.Run()
	s := sample{Wall: time.Since(start).Seconds()}
	if cmd.ProcessState == nil {
		return s, err
	}
	s.CPU = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		s.Peak = peakBytes(u)
	}
	switch {
	case ctx.Err() != nil:
		return s, ctx.Err()
	case bounded.Err() != nil:
		return s, fmt.Errorf("%s %w", filepath.Base(args[0]), errSlow)
	case err != nil && cmd.ProcessState.ExitCode() != 1: // "the site is written, and its content has problems"
		return s, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, firstOf(log))
	}
	return s, nil
}

// peakBytes is the most memory that was resident: Linux counts kilobytes, Darwin bytes.
func peakBytes(u *syscall.Rusage) int64 {
	if runtime.GOOS == "darwin" {
		return u.Maxrss
	}
	return u.Maxrss * 1024
}

// firstOf is how a file begins.
func firstOf(file string) string {
	data, _ := os.ReadFile(file) // of an error that is told already
	return string(data[:min(len(data), 2000)])
}

// tree is what stands in an output folder.
type tree struct {
	All     amount `json:"all"`
	Folders int    `json:"folders"`
	Largest string `json:"largest"` // the heaviest page
	Weight  int64  `json:"weight"`  // its bytes
}

// look counts what stands in a folder, and of it what was written since a moment. Each file is
// told, too, to whoever asks.
func look(dir string, since time.Time, tell func(path string, size int64) error) (t tree, young amount, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			t.Folders++
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		t.All.add(path, info.Size())
		if filepath.Ext(path) == ".html" && info.Size() > t.Weight {
			t.Largest, t.Weight = filepath.ToSlash(rel), info.Size()
		}
		if !info.ModTime().Before(since) {
			young.add(path, info.Size())
		}
		if tell == nil {
			return nil
		}
		return tell(rel, info.Size())
	})
	return t, young, err
}

// told reads the sample that a step of this program has printed of itself.
func told(log string) (sample, error) {
	var s sample
	data, err := os.ReadFile(log)
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	return s, err
}
