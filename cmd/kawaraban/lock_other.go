//go:build !unix

package main

import (
	"context"
	"os"
)

// lockNotes holds nothing here: the system has no advisory locks that end with a process.
func lockNotes(context.Context, *os.Root) (unlock func(), err error) { return func() {}, nil }
