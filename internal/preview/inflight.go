package preview

import (
	"net/http"
	"sync"
	"time"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// inFlight counts running work. Closing it refuses new work and waits for the rest.
type inFlight struct {
	mu     sync.Mutex
	closed bool
	busy   sync.WaitGroup
}

// enter adds one; false after closing.
func (c *inFlight) enter() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.busy.Add(1)
	}
	return !c.closed
}

func (c *inFlight) leave() { c.busy.Done() }

// close refuses new work and waits for running work.
func (c *inFlight) close() {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.busy.Wait()
}

// closeWithin is close with a timeout, for work that cannot be cancelled.
func (c *inFlight) closeWithin(atMost time.Duration) {
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

// counted counts requests: closing an http.Server cuts WebSocket connections and does not wait for
// them.
func (c *inFlight) counted(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !c.enter() {
			plain(w, r, http.StatusServiceUnavailable, "the preview has ended")
			return
		}
		defer c.leave()
		h.ServeHTTP(w, r)
	})
}

func plain(w http.ResponseWriter, r *http.Request, status int, text string) {
	send(w, r, status, "refusal.txt", []byte(diag.Visible(text)+"\n"))
}
