package watch

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func big(b *testing.B, n int) (dir string, note func(i int) string) {
	b.Helper()
	dir = b.TempDir()
	text := strings.Repeat("- an entry of a note, of the length that entries have ([#115331](https://example.com/115331))\n", 125)
	note = func(i int) string {
		return filepath.Join(dir, "content", fmt.Sprintf("1.%d", i/200), fmt.Sprintf("note%d.ja.md", i))
	}
	old := time.Now().Add(-time.Hour)
	for i := range n {
		if err := os.MkdirAll(filepath.Dir(note(i)), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(note(i), fmt.Appendf(nil, "# %d\n%s", i, text), 0o644); err != nil {
			b.Fatal(err)
		}
		if err := os.Chtimes(note(i), old, old); err != nil {
			b.Fatal(err)
		}
	}
	return dir, note
}

func openBig(b *testing.B, dir string, o Options) *Watcher {
	b.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		b.Fatal(err)
	}
	w, err := Open(root, o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _, _ = w.Close(), root.Close() })
	return w
}

var sizes = []int{1000, 10_000}

func BenchmarkOpen(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			dir, _ := big(b, n)
			for b.Loop() {
				if err := openBig(b, dir, Options{}).Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkChange measures the time from a save to its Change, including 5 ms without events.
func BenchmarkChange(b *testing.B) {
	for _, n := range sizes {
		for kind, save := range map[string]func(name, text string) error{
			"inplace": func(name, text string) error { return os.WriteFile(name, []byte(text), 0o644) },
			"atomic": func(name, text string) error {
				temp := filepath.Join(filepath.Dir(name), "temp.md")
				if err := os.WriteFile(temp, []byte(text), 0o644); err != nil {
					return err
				}
				return os.Rename(temp, name)
			},
		} {
			b.Run(fmt.Sprint(kind, n), func(b *testing.B) {
				dir, note := big(b, n)
				w := openBig(b, dir, Options{})
				var longest time.Duration
				for i := 0; b.Loop(); i++ {
					b.StopTimer()
					if err := save(note(i%n), strings.Repeat(fmt.Sprintln(i), 1000)); err != nil {
						b.Fatal(err)
					}
					b.StartTimer()
					start := time.Now()
					if c, err := w.Next(context.Background()); err != nil || len(c.Paths) != 1 {
						b.Fatal(c.Paths, err)
					}
					longest = max(longest, time.Since(start))
				}
				b.ReportMetric(float64(longest.Microseconds())/1000, "ms-longest")
			})
		}
	}
}

func BenchmarkScan(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			dir, _ := big(b, n)
			w := openBig(b, dir, Options{})
			for b.Loop() {
				w.scan()
			}
		})
	}
}
