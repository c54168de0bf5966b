package preview

import (
	"net/http"
	"sync"
	"time"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// crowd counts who is busy, and waits in the end until nobody is.
type crowd struct {
	mu     sync.Mutex
	closed bool
	busy   sync.WaitGroup
}

// enter counts somebody, who leaves again; false when it is the end.
func (c *crowd) enter() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.busy.Add(1)
	}
	return !c.closed
}

func (c *crowd) leave() { c.busy.Done() }

// close lets nobody in any more and waits for all who are.
func (c *crowd) close() {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.busy.Wait()
}

// closeIn is close for those whom nothing can end: it waits no longer than that.
func (c *crowd) closeIn(atMost time.Duration) {
	over := make(chan struct{})
	go func() {
		defer close(over)
		c.close()
	}()
	select {
	case <-over:
	case <-time.After(atMost):
	}
}

// do has somebody do something beside everything else, unless it is the end.
func (c *crowd) do(what func()) {
	if c.enter() {
		go func() {
			defer c.leave()
			what()
		}()
	}
}

// counted counts the answers under way: a server that is closed cuts their connections, and
// waits for none of them.
func (c *crowd) counted(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !c.enter() {
			plain(w, r, http.StatusServiceUnavailable, "the preview has ended")
			return
		}
		defer c.leave()
		h.ServeHTTP(w, r)
	})
}

// plain answers with a sentence.
func plain(w http.ResponseWriter, r *http.Request, status int, text string) {
	send(w, r, status, "refusal.txt", []byte(diag.Visible(text)+"\n"))
}
