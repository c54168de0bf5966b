// Command kawaraban turns notes on Kubernetes releases into a static site.
//
// This package parses flags, calls one function of another package and prints the result. The work
// of a command is in internal/build, internal/importer and the other packages.
//
// Exit status: 0 success, 1 content problems, 2 invalid command line, 3 machine error.
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

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// run runs one command line and returns its exit status. Errors are printed in the form of package
// diag, with the program name as the file.
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
	case !ok: // errors of cobra itself
		exit = flagError(cmd, err)
	}
	if exit.err != nil {
		fmt.Fprintln(stderr, "kawaraban:", describeError(exit.err))
		if exit.hint == "" {
			exit.hint = errorHint(exit.err)
		}
		if exit.hint != "" {
			fmt.Fprintln(stderr, "    hint:", exit.hint)
		}
	}
	return exit.status
}
