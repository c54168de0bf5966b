package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// row is a line of the table: how it is called, and what it says of a result.
type row struct {
	name  string
	value func(*result) float64
	form  string // of a value
	ratio bool   // whether theirs over ours says something
}

// rows are the lines of the table.
func rows() []row {
	const kb, mb = 1e3, 1e6
	out := []row{
		{"documents", func(r *result) float64 { return float64(r.Documents) }, "%.0f", false},
		{"index, seconds of one core", func(r *result) float64 { return r.Seconds }, "%.2f", true},
		{"memory before it, MB", func(r *result) float64 { return float64(r.Before) / mb }, "%.0f", false},
		{"memory at most, MB", func(r *result) float64 { return float64(r.Peak) / mb }, "%.0f", true},
		{"whole index, MB", func(r *result) float64 { return float64(r.Bytes) / mb }, "%.2f", true},
		{"files", func(r *result) float64 { return float64(r.Files) }, "%.0f", true},
		{"first query from nothing, KB", func(r *result) float64 { return median(r.first) / kb }, "%.1f", true},
		{"… the heaviest, KB", func(r *result) float64 { return slices.Max(r.first) / kb }, "%.1f", true},
		{fmt.Sprintf("sitting of %d queries, KB", len(session)), func(r *result) float64 { return float64(r.sitting.Bytes) / kb }, "%.0f", true},
		{"… requests", func(r *result) float64 { return float64(r.sitting.Requests) }, "%.0f", true},
	}
	for i, l := range links {
		out = append(out,
			row{l.String() + ": first, ms", func(r *result) float64 { return median(r.times[i].first) }, "%.0f", true},
			row{"… later, ms", func(r *result) float64 { return median(r.times[i].later) }, "%.0f", true})
	}
	return append(out,
		row{"recall of the first ten", func(r *result) float64 { return r.recall }, "%.3f", false},
		row{"precision of the first ten", func(r *result) float64 { return r.precision }, "%.3f", false})
}

// report prints the table: a column for each result, and where a number of entries has two, one
// of how many times as much the second is as the first.
func report(out io.Writer, results []result) {
	var heads []string
	for i := range results {
		heads = append(heads, fmt.Sprintf("%s, %s", results[i].side, thousands(results[i].entries)))
		if second(results, i) {
			heads = append(heads, "ratio")
		}
	}
	fmt.Fprintf(out, "| entries | %s |\n|---|%s\n", strings.Join(heads, " | "), strings.Repeat("--:|", len(heads)))
	for _, r := range rows() {
		fmt.Fprintf(out, "| %s | %s |\n", r.name, strings.Join(r.cells(results), " | "))
	}
	for i := range results {
		if short := results[i].short; len(short) > 0 {
			fmt.Fprintf(out, "\n%s at %s entries, recall and precision of what is not right: %s\n", results[i].side, thousands(results[i].entries), strings.Join(short, "; "))
		}
	}
}

// second says whether the i-th result stands beside the one before it.
func second(results []result, i int) bool {
	return i > 0 && results[i].entries == results[i-1].entries
}

// cells are the values of the row. What is zero was not to be measured.
func (r row) cells(results []result) []string {
	var out []string
	for i := range results {
		value := r.value(&results[i])
		cell := fmt.Sprintf(r.form, value)
		if value == 0 {
			cell = ""
		}
		out = append(out, cell)
		if !second(results, i) {
			continue
		}
		cell = ""
		if ours := r.value(&results[i-1]); r.ratio && ours > 0 && value > 0 {
			cell = fmt.Sprintf("%.1f", value/ours)
		}
		out = append(out, cell)
	}
	return out
}

// thousands writes a number with commas.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}
