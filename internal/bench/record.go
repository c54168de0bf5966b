package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// record is what was measured on one machine.
type record struct {
	Machine machine `json:"machine"`
	Program string  `json:"program"` // what the one that was measured last says of itself
	Hugo    string  `json:"hugo"`
	Sizes   []size  `json:"sizes"`
}

// machine is what something was measured on.
type machine struct {
	Processor string `json:"processor"`
	Cores     int    `json:"cores"`
	Memory    int64  `json:"memory"` // bytes
	System    string `json:"system"`
	Go        string `json:"go"`
}

// size is what was measured at one number of notes.
type size struct {
	Notes     int      `json:"notes"`
	Files     int      `json:"files"` // of notes, with translations
	Distinct  bool     `json:"distinct"`
	Program   string   `json:"program"`
	Runs      int      `json:"runs"`
	Memory    bool     `json:"memory"`    // the output stood in memory
	Load      float64  `json:"load"`      // how many programs wanted to run in the minute before
	LoadAfter float64  `json:"loadAfter"` // and in the last minute
	Took      float64  `json:"took"`      // seconds
	Results   []result `json:"results"`
}

// result is what was measured of a task.
type result struct {
	Key     string   `json:"key"`
	Slow    float64  `json:"slow,omitempty"` // it was ended after so many seconds
	Samples []sample `json:"samples"`
	Left    tree     `json:"left"`
}

// begin is a record without anything measured.
func (o *options) begin(ctx context.Context) (*record, error) {
	ours, err := version(ctx, o.ours, "version")
	if err != nil {
		return nil, err
	}
	r := &record{Machine: thisMachine(), Program: ours}
	if o.hugo != "" {
		r.Hugo, err = version(ctx, o.hugo, "version")
	}
	return r, err
}

// version is the first line that a program says of itself.
func version(ctx context.Context, bin, arg string) (string, error) {
	bin, err := program(bin)
	if err != nil {
		return "", err
	}
	out, err := exec.CommandContext(ctx, bin, arg).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", bin, arg, err)
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return line, nil
}

// thisMachine describes the machine, as far as it tells.
func thisMachine() machine {
	m := machine{Cores: runtime.NumCPU(), System: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version()}
	m.Processor = field("/proc/cpuinfo", "model name")
	if kb, err := strconv.ParseInt(strings.TrimSuffix(field("/proc/meminfo", "MemTotal"), " kB"), 10, 64); err == nil {
		m.Memory = kb * 1024
	}
	if name := strings.Trim(fieldBy("/etc/os-release", "PRETTY_NAME", "="), `"`); name != "" {
		m.System = name
	}
	return m
}

func field(file, name string) string { return fieldBy(file, name, ":") }

// fieldBy is the first value of a name in a file of such lines; "" where there is none.
func fieldBy(file, name, sep string) string {
	data, _ := os.ReadFile(file) // a machine that does not tell
	for line := range strings.Lines(string(data)) {
		if key, value, ok := strings.Cut(line, sep); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// load is how many programs wanted to run in the last minute; 0 where nobody tells.
func load() float64 {
	data, _ := os.ReadFile("/proc/loadavg") // a machine that does not tell
	first, _, _ := strings.Cut(string(data), " ")
	v, _ := strconv.ParseFloat(first, 64)
	return v
}

// put takes a size in, in the place of what was measured of it before.
func (r *record) put(s size) {
	r.Sizes = slices.DeleteFunc(r.Sizes, func(old size) bool { return old.Notes == s.Notes && old.Distinct == s.Distinct })
	r.Sizes = append(r.Sizes, s)
	slices.SortFunc(r.Sizes, func(a, b size) int {
		if a.Distinct != b.Distinct {
			if b.Distinct {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.Notes, b.Notes)
	})
}

// save writes the record, if it has a file.
func (r *record) save(file string) error {
	if file == "" {
		return nil
	}
	data, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(data, '\n'), 0o644)
}

// result is what was measured of a task; nil where nothing was.
func (s *size) result(key string) *result {
	for i := range s.Results {
		if r := &s.Results[i]; r.Key == key && (len(r.Samples) > 0 || r.Slow > 0) {
			return r
		}
	}
	return nil
}

// The comments between which a document has the tables.
const (
	begins = "<!-- Written by make bench: begin -->"
	ends   = "<!-- Written by make bench: end -->"
)

// putInto puts the tables into a document.
func putInto(file, tables string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	head, rest, found := bytes.Cut(data, []byte(begins))
	_, tail, ended := bytes.Cut(rest, []byte(ends))
	if !found || !ended {
		return fmt.Errorf("%s has no place for tables: put %s and %s on lines of their own", file, begins, ends)
	}
	return os.WriteFile(file, slices.Concat(head, []byte(begins+"\n\n"+tables+"\n"+ends), tail), 0o644)
}
