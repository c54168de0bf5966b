package main

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"
)

// tables are those of the record, in Markdown.
func (r *record) tables() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d cores, %.0f GB of memory, %s, %s. %s", r.Machine.Processor, r.Machine.Cores,
		float64(r.Machine.Memory)/(1<<30), r.Machine.System, r.Machine.Go, r.Program)
	if r.Hugo != "" {
		fmt.Fprintf(&b, "; %s", r.Hugo)
	}
	b.WriteString(".\n")
	for i := range r.Sizes {
		r.Sizes[i].table(&b)
		if p := r.Sizes[i].Program; p != r.Program {
			fmt.Fprintf(&b, "\nMeasured with another program: %s.\n", p)
		}
	}
	r.beside(&b)
	r.growth(&b)
	r.asked(&b)
	return b.String()
}

// table prints what was measured at a size.
func (s *size) table(b *strings.Builder) {
	fmt.Fprintf(b, "\n**%s**, %s files with translations, %s. Medians of %s, output %s; programs that wanted to run: %.1f before, %.1f at the end.\n\n",
		s, thousands(s.Files), s.shape(), counted(s.Runs, "round"), s.where(), s.Load, s.LoadAfter)
	b.WriteString("| | wall, s | from – to | of cold | CPU, s | of cold | peak, MB | files written | MB written |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, t := range tasks {
		if r := s.result(t.key); r != nil {
			s.row(b, t, r)
		}
	}
	if c := s.result(cold); c != nil && c.Left.All.Pages > 0 {
		fmt.Fprintf(b, "\n%s and %s in %s: %s MB, %.1f KB a page, %.3f ms of wall time a page. The heaviest page is `%s` with %.1f KB.\n",
			counted(c.Left.All.Pages, "page"), counted(c.Left.All.Files, "file"), counted(c.Left.Folders, "folder"), megabytes(float64(c.Left.All.Bytes)),
			float64(c.Left.All.Bytes)/1e3/float64(c.Left.All.Pages), 1e3*c.median(wall)/float64(c.Left.All.Pages),
			path.Clean(c.Left.Largest), float64(c.Left.Weight)/1e3)
	}
}

// row prints what was measured of a task.
func (s *size) row(b *strings.Builder, t task, r *result) {
	if r.Slow > 0 {
		line(b, t.name, fmt.Sprintf("over %.0f", r.Slow), "", "", "", "", "", "", "")
		return
	}
	low, high := r.bounds(wall)
	cells := []string{t.name, seconds(r.median(wall)), seconds(low) + " – " + seconds(high), s.ofCold(r, wall), seconds(r.median(cpu)), s.ofCold(r, cpu),
		megabytes(r.median(peak)), "", ""}
	if r.median(files) > 0 || t.out != "" {
		cells[7], cells[8] = thousands(int(r.median(files))), megabytes(r.median(written))
	}
	line(b, cells...)
}

// ofCold is which part of a build from nothing something takes.
func (s *size) ofCold(r *result, of figure) string {
	if r.Key == cold || r.Key == hugoKey || r.Key == hugoFloor || r.Key == "import" {
		return ""
	}
	if v := s.ratio(r.Key, cold, of); !math.IsNaN(v) {
		return fmt.Sprintf("%.2f", v)
	}
	return ""
}

// beside prints how Hugo compares.
func (r *record) beside(b *strings.Builder) {
	rows := ""
	for i := range r.Sizes {
		rows += r.Sizes[i].besideHugo()
	}
	if rows == "" {
		return
	}
	b.WriteString("\nBeside Hugo, which makes one language and no page of what it is not told of; Hugo's figure over Kawaraban's, which makes all languages of the interface:\n\n" +
		"| notes | pull requests | Hugo's pages | files | MB | wall | CPU | memory | wall per page | wall, one language each |\n|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	b.WriteString(rows)
}

func (s *size) besideHugo() string {
	h, c := s.result(hugoKey), s.result(cold)
	if h == nil || c == nil || h.Slow > 0 {
		return ""
	}
	var b strings.Builder
	perPage := s.ratio(hugoKey, cold, wall) * float64(c.Left.All.Pages) / float64(max(1, h.Left.All.Pages))
	line(&b, thousands(s.Notes), s.shape(), thousands(h.Left.All.Pages), thousands(h.Left.All.Files), megabytes(float64(h.Left.All.Bytes)),
		times(s.ratio(hugoKey, cold, wall)), times(s.ratio(hugoKey, cold, cpu)), times(s.ratio(hugoKey, cold, peak)), times(perPage),
		times(s.ratio(hugoKey, one, wall)))
	return b.String()
}

// growth prints by how much more each size costs than the one before it.
func (r *record) growth(b *strings.Builder) {
	for i := 1; i < len(r.Sizes); i++ {
		from, to := &r.Sizes[i-1], &r.Sizes[i]
		if from.Distinct != to.Distinct {
			continue
		}
		fmt.Fprintf(b, "\nFrom %s to %s, %s, notes being %s:\n\n| | wall | CPU | memory | files | bytes |\n|---|--:|--:|--:|--:|--:|\n",
			from, to, from.shape(), times(float64(to.Notes)/float64(from.Notes)))
		for _, t := range tasks {
			if a, z := from.result(t.key), to.result(t.key); a != nil && z != nil && a.Slow+z.Slow == 0 {
				cells := []string{t.name}
				for _, f := range []figure{wall, cpu, peak, files, written} {
					cells = append(cells, times(z.median(f)/a.median(f)))
				}
				line(b, cells...)
			}
		}
	}
}

// wish is a bound that is asked for.
type wish struct {
	what  string
	bound string
	is    func(*record) string
}

// wishes are the bounds of a build.
var wishes = []wish{
	{"cold build at 1,000 notes, of Hugo's wall time", "at most 0.20", at(1000, func(s *size) float64 { return s.ratio(cold, hugoKey, wall) })},
	{"… of Hugo's peak memory", "at most 0.50", at(1000, func(s *size) float64 { return s.ratio(cold, hugoKey, peak) })},
	{"… times the floor, wall", "at most 3", at(1000, func(s *size) float64 { return s.ratio(cold, floorKey, wall) })},
	{"nothing changed, of cold, wall", "under 0.10", at(1000, func(s *size) float64 { return s.ratio(same, cold, wall) })},
	{"cold at 10,000 notes, times 1,000, wall", "at most 11", grown(wall)},
	{"… CPU", "at most 11", grown(cpu)},
	{"MB of output at 2,000 notes", "at most 1000", at(2000, func(s *size) float64 { return s.result(cold).median(written) / 1e6 })},
}

// at is a figure of a size, in both shapes where both were measured.
func at(notes int, of func(*size) float64) func(*record) string {
	return func(r *record) string {
		var out []string
		for i := range r.Sizes {
			s := &r.Sizes[i]
			if s.Notes != notes || s.result(cold) == nil {
				continue
			}
			if v := of(s); !math.IsNaN(v) {
				out = append(out, fmt.Sprintf("%.3g (%s)", v, s.shape()))
			}
		}
		return strings.Join(out, "; ")
	}
}

// grown is what 10,000 notes cost over 1,000.
func grown(of figure) func(*record) string {
	return func(r *record) string {
		found := map[int]float64{}
		for i := range r.Sizes {
			if c := r.Sizes[i].result(cold); c != nil && !r.Sizes[i].Distinct {
				found[r.Sizes[i].Notes] = c.median(of)
			}
		}
		if found[1000] == 0 || found[10000] == 0 {
			return ""
		}
		return fmt.Sprintf("%.1f", found[10000]/found[1000])
	}
}

// asked prints what is asked for, where it was measured.
func (r *record) asked(b *strings.Builder) {
	b.WriteString("\n| asked | bound | measured |\n|---|--:|--:|\n")
	for _, w := range wishes {
		line(b, w.what, w.bound, cmp.Or(w.is(r), "–"))
	}
}

// figure is a column of samples.
type figure func(sample) float64

func wall(s sample) float64    { return s.Wall }
func cpu(s sample) float64     { return s.CPU }
func peak(s sample) float64    { return float64(s.Peak) }
func files(s sample) float64   { return float64(s.Written.Files) }
func written(s sample) float64 { return float64(s.Written.Bytes) }

func (r *result) values(of figure) []float64 {
	out := make([]float64, len(r.Samples))
	for i, s := range r.Samples {
		out[i] = of(s)
	}
	return out
}

func (r *result) median(of figure) float64 { return median(r.values(of)) }

func (r *result) bounds(of figure) (low, high float64) {
	v := r.values(of)
	return slices.Min(v), slices.Max(v)
}

// ratio is the median of the figure of one task over that of another, round by round, so that a
// machine that is slower in some rounds does not count. NaN where one of them was not measured.
func (s *size) ratio(of, over string, f figure) float64 {
	a, b := s.result(of), s.result(over)
	if a == nil || b == nil {
		return math.NaN()
	}
	x, y := a.values(f), b.values(f)
	var out []float64
	for i := range min(len(x), len(y)) {
		out = append(out, x[i]/y[i])
	}
	return median(out)
}

// median is the one in the middle, of an even number the mean of both; NaN of none.
func median(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	v := slices.Sorted(slices.Values(values))
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

// String says how many notes there are.
func (s *size) String() string { return counted(s.Notes, "note") }

// shape says what pull requests have to do with each other's notes.
func (s *size) shape() string {
	if s.Distinct {
		return "one for each entry"
	}
	return "each in 2.3 notes"
}

func (s *size) where() string {
	if s.Memory {
		return "in memory"
	}
	return "on a disk"
}

func line(b *strings.Builder, cells ...string) {
	fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
}

// seconds has three figures that say something.
func seconds(v float64) string {
	switch {
	case v < 0.995:
		return fmt.Sprintf("%.3f", v)
	case v < 99.5:
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprintf("%.0f", v)
}

func megabytes(bytes float64) string {
	if bytes < 9.95e6 {
		return fmt.Sprintf("%.1f", bytes/1e6)
	}
	return fmt.Sprintf("%.0f", bytes/1e6)
}

// times is a factor; nothing where there is none.
func times(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return fmt.Sprintf("%.2f×", v)
}

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return thousands(n) + " " + what
}

// thousands writes a number with commas.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}
