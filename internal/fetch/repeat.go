package fetch

import (
	"context"
	"errors"
	"time"
)

// How often is asked, and how long is waited between two attempts: that long, then twice
// as long, and as long as the server says, but not longer than maxPause.
const (
	attempts   = 3
	firstPause = time.Second
	maxPause   = 30 * time.Second
)

// repeat calls f until it succeeds or no further attempt could help. Where the pause before
// the next one would not fit into the time, the last error is returned at once.
func (c *Client) repeat(ctx context.Context, f func() error) error {
	wait := firstPause
	for n := 1; ; n++ {
		err := f()
		e, ok := errors.AsType[*Error](err)
		if !ok || !e.again || n == attempts || e.After > maxPause {
			return err
		}
		long := max(wait, e.After)
		if end, ok := ctx.Deadline(); ok && time.Until(end) < long {
			return err
		}
		if err := c.sleep(ctx, long); err != nil {
			return err
		}
		wait *= 2
	}
}

// pause waits. The error is that of ctx.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
