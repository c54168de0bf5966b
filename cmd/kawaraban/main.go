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
	"syscall"
)

// The exit statuses that scripts may count on.
const (
	exitFine    = 0
	exitContent = 1
	exitUsage   = 2
	exitMachine = 3
)

// exitError ends a command with a status. Without an error it prints nothing: what is
// wrong was said already.
type exitError struct {
	status int
	err    error
	hint   string
}

func (e exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e exitError) Unwrap() error { return e.err }

// withHint adds the next step.
func (e exitError) withHint(format string, args ...any) error {
	e.hint = fmt.Sprintf(format, args...)
	return e
}

// usage is an error in how the command was called.
func usage(format string, args ...any) exitError {
	return exitError{status: exitUsage, err: fmt.Errorf(format, args...)}
}

// machine is an error of the machine, such as a full disk.
func machine(err error) error {
	if err == nil {
		return nil
	}
	return exitError{status: exitMachine, err: err}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // whoever asks twice is not kept waiting
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// run carries out one command line and returns its exit status. Errors are printed in
// the form of package diag, with the program in the place of a file.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := newRoot(stdout, stderr)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		return exitFine
	}
	exit, ok := errors.AsType[exitError](err)
	switch {
	case errors.Is(err, context.Canceled):
		exit = exitError{status: exitMachine, err: errors.New("interrupted"), hint: exit.hint}
	case !ok: // whatever cobra itself refuses
		exit = refused(cmd, err)
	}
	if exit.err != nil {
		fmt.Fprintln(stderr, "kawaraban:", spoken(exit.err))
		if exit.hint == "" {
			exit.hint = nextStep(exit.err)
		}
		if exit.hint != "" {
			fmt.Fprintln(stderr, "    hint:", exit.hint)
		}
	}
	return exit.status
}
