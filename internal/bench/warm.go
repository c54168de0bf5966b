package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
)

// warmMemory has as many MB of memory touched, and kept from going back to the host of a virtual
// machine, by a process of its own until the returned func is called.
//
// A host hands out memory when it is touched first, and takes back what has been free for some
// seconds in pieces of 2 MB (Linux, Documentation/mm/free_page_reporting.rst). A page that comes
// from there took fifteen times as long as one that the machine had already: what writes more
// than was written just before then looks slower than what writes little.
func warmMemory(ctx context.Context, mb int) (release func(), err error) {
	if mb == 0 {
		return func() {}, nil
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, self, "hold", strconv.Itoa(mb))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	release = func() {
		in.Close()
		_ = cmd.Wait() // it has nothing left to say
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		release()
		return nil, fmt.Errorf("%d MB of memory are not to be had", mb)
	}
	return release, nil
}

// hold is the step that touches memory, says so in a line, and keeps one page of each 2 MB, so
// that no piece of that size is free, until its input ends.
func hold(_ context.Context, args []string) error {
	mb := 0
	if len(args) == 1 {
		mb, _ = strconv.Atoi(args[0]) // what is no number is none
	}
	if mb <= 0 {
		return fmt.Errorf("hold takes a number of MB")
	}
	release, err := touch(mb << 20)
	if err != nil {
		return err
	}
	defer release()
	fmt.Println("held")
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}
