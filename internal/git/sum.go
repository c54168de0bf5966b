package git

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Sum returns a hash of the content of the Log.
func (l *Log) Sum() (sum [sha256.Size]byte) {
	h := sha256.New()
	if l != nil {
		fmt.Fprintf(h, "log %q\n", l.head)
		for _, path := range slices.Sorted(maps.Keys(l.changes)) {
			c := l.changes[path]
			fmt.Fprintf(h, "%q %s %s %q", path, c.Last.Format(time.RFC3339Nano), c.Since.Format(time.RFC3339Nano), c.Commit)
			for _, a := range c.Authors {
				fmt.Fprintf(h, " %q %q", a.Name, a.Handle)
			}
			h.Write([]byte{'\n'})
		}
	}
	h.Sum(sum[:0])
	return sum
}
