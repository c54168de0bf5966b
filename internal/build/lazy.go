package build

import (
	"context"
	"errors"
)

// lazy computes a value once, on first use. Concurrent callers wait for the value or until
// their context ends. The result of a cancelled computation is not kept.
type lazy[T any] struct {
	turn  chan struct{} // semaphore of the caller that computes or reads the value
	made  bool
	value T
	err   error
}

func newLazy[T any]() lazy[T] { return lazy[T]{turn: make(chan struct{}, 1)} }

func (l *lazy[T]) get(ctx context.Context, create func() (T, error)) (T, error) {
	var none T
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
	case <-ctx.Done():
		return none, ctx.Err()
	}
	if l.made {
		return l.value, l.err
	}
	value, err := create()
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return none, err
	}
	l.made, l.value, l.err = true, value, err
	return value, err
}
