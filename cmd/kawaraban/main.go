// Command kawaraban turns notes on Kubernetes releases into a static site.
//
// This package reads flags, makes one call and prints: what the commands do lives in
// internal/build and internal/importer. Exit status: 0 fine, 1 the content has
// problems, 2 the command line is wrong, 3 the machine failed.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
)

// The exit statuses that scripts may count on.
const (
	exitFine    = 0
	exitContent = 1
	exitUsage   = 2
	exitMachine = 3
)

// exitError ends a command with a status. An empty message prints nothing: what is
// wrong was said already.
type exitError struct {
	status int
	err    error
}

func (e exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e exitError) Unwrap() error { return e.err }

// usage is an error in how the command was called.
func usage(format string, args ...any) error {
	return exitError{exitUsage, fmt.Errorf(format, args...)}
}

// machine is an error of the machine, such as a full disk.
func machine(err error) error {
	if err == nil {
		return nil
	}
	return exitError{exitMachine, err}
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run carries out one command line and returns its exit status.
func run(args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	root := newRoot(stdout, stderr)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitFine
	}
	status := exitUsage // whatever cobra itself refuses
	var exit exitError
	if errors.As(err, &exit) {
		status = exit.status
	}
	if msg := err.Error(); msg != "" {
		fmt.Fprintln(stderr, "kawaraban:", msg)
	}
	if status == exitUsage && !errors.As(err, &exit) {
		fmt.Fprintln(stderr, "    hint: kawaraban help lists the commands and their flags")
	}
	return status
}
