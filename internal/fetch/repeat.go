package fetch

import (
	"context"
	"errors"
	"time"
)

// The number of attempts and the pause before the second one. Pauses double, or are as long as the
// server requests, up to maxPause.
const (
	attempts   = 3
	firstPause = time.Second
	maxPause   = 30 * time.Second
)

// repeat calls f until it succeeds or another attempt is pointless. If the next pause exceeds the
// time limit, it returns the last error at once.
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
