package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// measure measures all that is wanted at one number of notes.
func (o *options) measure(ctx context.Context, notes int) (size, error) {
	b, err := o.makeBed(ctx, notes)
	if err != nil {
		return size{}, err
	}
	defer os.RemoveAll(b.dir)
	started := time.Now()
	s := size{Notes: notes, Files: b.files, Distinct: o.distinct, Runs: o.runs, Memory: inMemory(b.dir), Load: load()}
	wanted := o.wanted()
	for _, t := range wanted {
		s.Results = append(s.Results, result{Key: t.key})
	}
	for round := range o.uncounted + o.runs {
		for i, t := range wanted {
			r := &s.Results[i]
			if r.Slow > 0 {
				continue
			}
			if err := b.measured(ctx, t, r, round >= o.uncounted); err != nil {
				return s, fmt.Errorf("%s: %w", t.name, err)
			}
		}
		fmt.Fprintf(os.Stderr, "%s notes, round %d of %d: %s since the first\n", thousands(notes), round+1, o.uncounted+o.runs, time.Since(started).Round(time.Second))
	}
	s.LoadAfter, s.Took = load(), time.Since(started).Seconds()
	return s, nil
}

// measured measures a task once and takes down what it cost, if that counts.
func (b *bed) measured(ctx context.Context, t task, r *result, counts bool) error {
	s, left, err := b.once(ctx, t)
	if errors.Is(err, errSlow) {
		r.Slow = b.patience.Seconds()
		fmt.Fprintf(os.Stderr, "bench: %s: %v, and is not run again\n", t.name, err)
		return b.leave(t)
	}
	if err != nil {
		return err
	}
	if counts {
		r.Left = left
		r.Samples = append(r.Samples, s)
	}
	return nil
}

// leave makes of a task that was not ended what those behind it can go on from: they find no
// files of it.
func (b *bed) leave(t task) error {
	if t.key == cold {
		return errSlow // nothing else has a meaning then
	}
	if t.list == "" {
		return nil
	}
	return os.WriteFile(b.at(t.list), nil, 0o644)
}

// makeBed makes the sites of one size, by a process of their own.
func (o *options) makeBed(ctx context.Context, notes int) (*bed, error) {
	b := &bed{options: o}
	var err error
	if b.self, err = os.Executable(); err != nil {
		return nil, err
	}
	if b.bin, err = program(o.ours); err != nil {
		return nil, err
	}
	if b.peer, err = program(o.hugo); err != nil {
		return nil, err
	}
	if b.dir, err = o.workDir(); err != nil {
		return nil, err
	}
	if err := b.makeSites(ctx, notes); err != nil {
		return nil, errors.Join(err, os.RemoveAll(b.dir))
	}
	return b, nil
}

func (b *bed) makeSites(ctx context.Context, notes int) error {
	data := b.data
	if data != "" {
		abs, err := filepath.Abs(data)
		if err != nil {
			return err
		}
		data = abs
	}
	what := spec{Dir: b.dir, Data: data, Notes: notes, Distinct: b.distinct, Hugo: b.hugo != ""}
	b.corpus = what.corpus()
	arg, err := json.Marshal(what)
	if err != nil {
		return err
	}
	if _, err := process(ctx, time.Hour, b.dir, b.at("log"), []string{b.self, "make-sites", string(arg)}); err != nil {
		return err
	}
	out, err := os.ReadFile(b.at("log"))
	if err != nil {
		return err
	}
	var m made
	if err := json.Unmarshal(out, &m); err != nil {
		return fmt.Errorf("making the sites: %s", out)
	}
	b.files, b.note = m.Files, b.at(siteDir+"/"+m.Note)
	b.pristine, err = os.ReadFile(b.note)
	return err
}

// program is the whole path of a program; "" of none.
func program(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	if _, err := os.Stat(name); err != nil {
		return "", fmt.Errorf("there is no program to measure: %w", err)
	}
	return filepath.Abs(name)
}

// shm is a folder in memory on Linux.
const shm = "/dev/shm"

// workDir makes a folder to work in: in memory where there is one and nobody says otherwise.
func (o *options) workDir() (string, error) {
	base := o.dir
	if base == "" && inMemory(shm) {
		base = shm
	}
	dir, err := os.MkdirTemp(base, "kawaraban-bench-")
	if err != nil {
		return "", err
	}
	return filepath.Abs(dir)
}

// tmpfs is what Linux calls a file system in memory (statfs(2), TMPFS_MAGIC).
const tmpfs = 0x01021994

// inMemory reports whether a folder stands in memory.
func inMemory(dir string) bool {
	var st syscall.Statfs_t
	return syscall.Statfs(dir, &st) == nil && int64(st.Type) == tmpfs
}
