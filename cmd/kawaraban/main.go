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
