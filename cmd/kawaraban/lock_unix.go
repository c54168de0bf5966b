//go:build unix && !solaris && !aix

package main

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

// lockPause is how long a command waits before it looks again whether another has ended.
const lockPause = 20 * time.Millisecond

// lockFolder waits until no other command of this program works in a folder of the site, and
// keeps others waiting until unlock is called or the process ends. It leaves nothing behind:
// the lock is on the folder itself. Where the file system knows no locks, none is held. The
// error is that of the context.
func lockFolder(ctx context.Context, site *os.Root, name string) (unlock func(), err error) {
	f, err := site.Open(name)
	if err != nil {
		return func() {}, nil // whoever reads the folder says why
	}
	unlock = func() { _ = f.Close() }
	for errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK) {
		select {
		case <-ctx.Done():
			unlock()
			return func() {}, ctx.Err()
		case <-time.After(lockPause):
		}
	}
	return unlock, nil
}
