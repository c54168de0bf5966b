package site

import (
	"sync"
	"sync/atomic"
)

// once holds a value that is made when it is first asked for. Making it twice gives the same
// value, so it is no state. How to make it is said when it is asked for: a site that shares
// what another made keeps nothing else of it.
type once[T any] struct {
	making sync.Mutex
	made   atomic.Pointer[T]
}

// get returns the value, and makes it where nobody has.
func (o *once[T]) get(create func() T) T {
	if made := o.made.Load(); made != nil {
		return *made
	}
	o.making.Lock()
	defer o.making.Unlock()
	if made := o.made.Load(); made != nil {
		return *made
	}
	v := create()
	o.made.Store(&v)
	return v
}
