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

// cost is what one reading of a text takes: CPU time of all processors, and bytes that were
// allocated. The bytes are counted, not measured: they are nearly the same each time.
type cost struct {
	cpu   time.Duration
	bytes uint64
}

// costOf reads a text once.
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

// cpu is the time of all processors that the process has taken.
func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// How much more eight times the text may take: 8 is linear, 64 quadratic. What is small is
// not counted, nor is what a reader takes for no text at all.
const (
	times     = 8
	mostBytes = 16
	mostTime  = 24
	fewBytes  = 256 << 10
	short     = 2 * time.Millisecond
)

// astray says how far a reader is from linear; empty where it is not.
func astray(none, one, eight cost) string {
	bytes := float64(eight.bytes-min(none.bytes, eight.bytes)) / float64(one.bytes-min(none.bytes, one.bytes)+fewBytes)
	cpu := float64(eight.cpu-none.cpu) / float64(one.cpu-none.cpu+short)
	if bytes > mostBytes || one.cpu >= none.cpu && cpu > mostTime {
		return fmt.Sprintf("×%.0f bytes (%d KB), ×%.0f CPU (%v to %v)", bytes, eight.bytes>>10, cpu, one.cpu, eight.cpu)
	}
	return ""
}

// grows says how a reader that is not linear takes a text; empty where it is. What a busy
// machine makes slow is read again, and what a bound makes dear from some size on, such as
// that of footnotes, is looked at beyond it: a reader that is not linear never is.
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

// TestLinear reads hostile texts with every reader: every twelfth of them, or all with -all.
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
