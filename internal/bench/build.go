//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

// kinds are the measured builds. Each finds what the one before it has left.
var kinds = []struct {
	name   string
	before func(*program, *testSites, int) error
}{
	{"from nothing", func(p *program, _ *testSites, _ int) error { return p.forget() }},
	{"nothing changed", func(*program, *testSites, int) error { return nil }},
	{"after a changed word", func(p *program, b *testSites, round int) error { return p.edit(b, fmt.Sprintf("word%06d", round)) }},
}

type cost struct{ wall, cpu, peak float64 } // seconds, seconds, bytes

// samples are the costs of all rounds.
type samples []cost

func (s samples) of(f func(cost) float64) []float64 {
	out := make([]float64, len(s))
	for i, c := range s {
		out[i] = f(c)
	}
	return out
}

func wall(c cost) float64 { return c.wall }
func cpu(c cost) float64  { return c.cpu }
func peak(c cost) float64 { return c.peak }

// builds measures builds and prints their table.
func (b *testSites) builds() error {
	all := map[string]map[string]samples{}
	for round := range b.runs + 1 {
		for i := range b.programs {
			p := &b.programs[i]
			for _, k := range kinds {
				if err := k.before(p, b, round); err != nil {
					return err
				}
				c, err := process(p.site, p.build)
				if err != nil {
					return err
				}
				if all[k.name] == nil {
					all[k.name] = map[string]samples{}
				}
				if round > 0 {
					all[k.name][p.name] = append(all[k.name][p.name], c)
				}
			}
		}
	}
	rows := [][]string{{fmt.Sprintf("build, %d notes", b.notes), "program", "wall, s", "CPU, s", "peak, MB", "wall to the first"}}
	for _, k := range kinds {
		first := all[k.name][b.programs[0].name].of(wall)
		for _, p := range b.programs {
			s := all[k.name][p.name]
			rows = append(rows, []string{k.name, p.name, fmt.Sprintf("%.2f", median(s.of(wall))), fmt.Sprintf("%.2f", median(s.of(cpu))),
				fmt.Sprintf("%.0f", median(s.of(peak))/1e6), fmt.Sprintf("%.2f", ratio(s.of(wall), first))})
		}
	}
	table(rows)
	return nil
}

// forget removes what builds have left.
func (p *program) forget() error {
	for _, name := range p.state {
		if err := os.RemoveAll(filepath.Join(p.site, name)); err != nil {
			return err
		}
	}
	return nil
}

// edit puts a word before the first entry of the edited note, in the place of the last one.
func (p *program) edit(b *testSites, word string) error {
	path := filepath.Join(p.site, filepath.FromSlash(b.edited))
	note, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	at := bytes.Index(note, []byte("\n- "))
	if at < 0 {
		return fmt.Errorf("%s has no entries", b.edited)
	}
	at += len("\n- ")
	rest := note[at:]
	if len(rest) > len(word) && bytes.Equal(rest[:4], []byte(word[:4])) {
		rest = rest[len(word)+1:]
	}
	return os.WriteFile(path, bytes.Join([][]byte{note[:at], []byte(word + " "), rest}, nil), 0o644)
}

// process runs a program in a folder and measures it from outside. Exit status 1 means that the
// site was built and its content has problems.
func process(dir string, args []string) (cost, error) {
	var out bytes.Buffer
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &out
	start := time.Now()
	err := cmd.Run()
	c := cost{wall: time.Since(start).Seconds()}
	if cmd.ProcessState == nil || err != nil && cmd.ProcessState.ExitCode() != 1 {
		return c, fmt.Errorf("%v: %w\n%s", args, err, out.Bytes()[:min(out.Len(), 2000)])
	}
	c.cpu = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.peak = float64(u.Maxrss)
		if runtime.GOOS != "darwin" { // which counts bytes, the others kilobytes
			c.peak *= 1024
		}
	}
	return c, nil
}
