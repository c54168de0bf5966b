package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
)

// report prints the tables.
func report(out io.Writer, own floor, results []*result) {
	reportTimes(out, results)
	reportMemory(out, results)
	reportPhases(out, results)
	fmt.Fprintf(out, "\nA page without a server that changes its own text, %d times, ms:\n\n", len(own.Painted))
	head(out, "from … to", "p50", "p95", "p99", "max")
	line(out, append([]string{"the change to painted"}, own.Painted.cells()...)...)
	line(out, append([]string{"painted to presented, as the browser says"}, own.Presented.cells()...)...)
}

// reportTimes prints how long saves took until they were painted.
func reportTimes(out io.Writer, results []*result) {
	fmt.Fprint(out, "From the write's return to the text painted, ms:\n\n")
	head(out, "notes", "server", "saves", "number", "p50", "p95", "p99", "max", "never")
	for _, r := range results {
		for _, row := range r.rows {
			cells := append([]string{thousands(r.notes), r.server, row.kind, fmt.Sprint(row.saves)}, row.times.cells()...)
			line(out, append(cells, fmt.Sprint(row.times.never()))...)
		}
	}
}

// reportMemory prints what the servers held.
func reportMemory(out io.Writer, results []*result) {
	fmt.Fprint(out, "\nMemory of the server, MB, resident when nobody has saved for ten seconds, and live at the next collection:\n\n")
	head(out, "notes", "server", "first page after, s", "saves", "resident", "live")
	for _, r := range results {
		for _, m := range r.memory {
			line(out, thousands(r.notes), r.server, cell("%.1f", r.ready.percentile(50)), fmt.Sprint(m.Saves), megabytes(m.Resident), megabytes(m.Live))
		}
	}
}

// reportPhases prints where the time of each kind of saves went.
func reportPhases(out io.Writer, results []*result) {
	fmt.Fprint(out, "\nWhere the time goes, ms from the step before:\n\n")
	head(out, "notes", "server", "saves", "until", "p50", "p95", "p99", "max")
	for _, r := range results {
		for _, row := range r.rows {
			for i, times := range row.phases() {
				if len(times) > 0 {
					line(out, append([]string{thousands(r.notes), r.server, row.kind, steps[i].name}, times.cells()...)...)
				}
			}
		}
	}
}

// cells are the percentiles of a series and its largest figure.
func (s series) cells() []string {
	var out []string
	for _, p := range []float64{50, 95, 99, 100} {
		out = append(out, cell("%.1f", s.percentile(p)))
	}
	return out
}

// cell writes a figure: nothing for what was not measured, and a word for what never came.
func cell(form string, v float64) string {
	switch {
	case math.IsNaN(v):
		return ""
	case math.IsInf(v, 1):
		return "never"
	}
	return fmt.Sprintf(form, v)
}

func megabytes(n int64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f", float64(n)/1e6)
}

// head prints the names of columns, those of figures to the right.
func head(out io.Writer, names ...string) {
	line(out, names...)
	var rule strings.Builder
	for _, name := range names {
		switch name {
		case "server", "saves", "until", "from … to":
			rule.WriteString("|---")
		default:
			rule.WriteString("|--:")
		}
	}
	fmt.Fprintln(out, rule.String()+"|")
}

func line(out io.Writer, cells ...string) {
	fmt.Fprintf(out, "| %s |\n", strings.Join(cells, " | "))
}

// thousands writes a number with commas.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}

// rawTable has a line for each save that was painted, in the order in which they were made: to
// each of the steps, milliseconds from the one before.
func rawTable(results []*result) []byte {
	var b bytes.Buffer
	b.WriteString("notes\tserver\tsaves\tpainted after")
	for _, step := range steps {
		name, _, _ := strings.Cut(step.name, ":")
		b.WriteString("\t" + name)
	}
	b.WriteByte('\n')
	for _, r := range results {
		for _, row := range r.rows {
			row.raw(&b, fmt.Sprintf("%d\t%s\t%s", r.notes, r.server, row.kind))
		}
	}
	return b.Bytes()
}

// raw writes the saves of a row, each behind what it begins with.
func (r *row) raw(b *bytes.Buffer, begin string) {
	for _, s := range r.painted {
		fmt.Fprintf(b, "%s\t%.1f", begin, float64(s.found.Painted-s.written))
		for _, ms := range s.steps() {
			b.WriteString("\t" + cell("%.1f", ms))
		}
		b.WriteByte('\n')
	}
}
