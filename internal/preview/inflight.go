package preview

import (
	"net/http"
	"sync"
	"time"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// inFlight counts running operations. After close, it refuses new ones.
type inFlight struct {
	mu     sync.Mutex
	closed bool
	busy   sync.WaitGroup
}

// enter counts a new operation. It returns false after close.
func (c *inFlight) enter() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.busy.Add(1)
	}
	return !c.closed
}

func (c *inFlight) leave() { c.busy.Done() }

// close refuses new operations and waits for the running ones.
func (c *inFlight) close() {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.busy.Wait()
}

// closeWithin is close with a timeout, for operations that cannot be cancelled.
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

// counted returns a handler that counts its requests. It is required because http.Server does not
// wait for WebSocket connections when it closes.
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
