//go:build unix

package linear

import (
	"flag"
	"fmt"
	"runtime"
	"syscall"
	"testing"
	"time"
)

var all = flag.Bool("all", false, "read every text with every reader, not every twelfth: minutes")

// cost is the cost of reading a text once: CPU time of all processors, and allocated bytes. The
// bytes are counted, so they are nearly the same each time.
type cost struct {
	cpu   time.Duration
	bytes uint64
}

// costOf returns the cost of reading a text once.
func costOf(r reader, text string) cost {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	from := cpu()
	r.read(text)
	to := cpu()
	runtime.ReadMemStats(&after)
	return cost{to - from, after.TotalAlloc - before.TotalAlloc}
}

// cpu returns the CPU time of the process on all processors.
func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// The limits for the growth of cost when a text is times as long: 8 is linear, 64 quadratic. The cost
// of the empty text is subtracted, and fewBytes and short are tolerated.
const (
	times     = 8
	mostBytes = 16
	mostTime  = 24
	fewBytes  = 256 << 10
	short     = 2 * time.Millisecond
)

// astray describes a growth above the limits; it is empty for linear growth.
func astray(none, one, eight cost) string {
	bytes := float64(eight.bytes-min(none.bytes, eight.bytes)) / float64(one.bytes-min(none.bytes, one.bytes)+fewBytes)
	cpu := float64(eight.cpu-none.cpu) / float64(one.cpu-none.cpu+short)
	if bytes > mostBytes || one.cpu >= none.cpu && cpu > mostTime {
		return fmt.Sprintf("×%.0f bytes (%d KB), ×%.0f CPU (%v to %v)", bytes, eight.bytes>>10, cpu, one.cpu, eight.cpu)
	}
	return ""
}

// grows describes the cost of a text if it is not linear, else it is empty. It measures again, in case
// the machine was busy. It also measures a larger size: above a limit of the reader, such as that of
// footnotes, the cost is linear again.
func grows(r reader, h hostile, none cost) string {
	why := ""
	for _, size := range []int{r.bytes, times * r.bytes} {
		one, eight := h.make(size), h.make(times*size)
		for range 4 {
			if why = astray(none, costOf(r, one), costOf(r, eight)); why == "" {
				return ""
			}
		}
	}
	return why
}

// TestLinear reads hostile texts with every reader. It runs every twelfth text, or all with -all.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("reads hostile texts with 19 readers")
	}
	for i, r := range readers(t) {
		t.Run(r.name, func(t *testing.T) {
			r.read("")
			none := costOf(r, "")
			for j, h := range hostiles() {
				if !*all && (i+j)%12 > 0 {
					continue
				}
				if why := grows(r, h, none); why != "" {
					t.Errorf("%s: %s", h.name, why)
				}
			}
		})
	}
}
