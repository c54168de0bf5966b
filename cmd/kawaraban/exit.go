package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// exitError ends a command with an exit status. If err is nil, the problems are already printed.
type exitError struct {
	status int
	err    error
	hint   string
}

// Exit statuses, documented for scripts.
const (
	exitFine    = 0
	exitContent = 1
	exitUsage   = 2
	exitMachine = 3
)

func (e exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e exitError) Unwrap() error { return e.err }

func usage(format string, args ...any) exitError {
	return exitError{status: exitUsage, err: fmt.Errorf(format, args...)}
}

func (e exitError) withHint(format string, args ...any) error {
	e.hint = fmt.Sprintf(format, args...)
	return e
}

func machine(err error) error {
	if err == nil {
		return nil
	}
	return exitError{status: exitMachine, err: err}
}

func flagError(cmd *cobra.Command, err error) exitError {
	e := usage("%w", err)
	e.hint = cmd.CommandPath() + " --help lists commands and flags"
	missing, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return e
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := diag.Near(missing.GetSpecifiedName(), names); near != "" {
		e.hint = "did you mean --" + near + "?"
	}
	return e
}
