package build

import (
	"context"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Each calls f for every i below n on all processors, and returns the first error. After an error
// or when ctx ends, it starts no further call.
func Each(ctx context.Context, n int, f func(i int) error) error {
	return each(ctx, runtime.GOMAXPROCS(0), n, f)
}

func each(ctx context.Context, workers, n int, f func(i int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range min(n, workers) {
		group.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := f(i); err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}
