package main

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"
)

// Of what is touched a page of each piece stays, until it is let go of.
func TestTouch(t *testing.T) {
	const pieces = 16
	before := resident(t)
	release, err := touch(pieces * piece)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if grown, all := resident(t)-before, pieces*piece/os.Getpagesize(); grown > all/2 {
		t.Errorf("%d pages more are resident of %d that were touched", grown, all)
	}
}

// resident counts the pages of this process that are in memory (proc(5), statm).
func resident(t *testing.T) int {
	t.Helper()
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("no /proc here: ", err)
	}
	n, err := strconv.Atoi(strings.Fields(string(data))[1])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Memory is held by a process of its own, which ends when it is let go of; what there is not is
// said.
func TestWarmMemory(t *testing.T) {
	release, err := warmMemory(context.Background(), 8)
	if err != nil {
		t.Fatal(err)
	}
	release()
	if _, err := warmMemory(context.Background(), 1<<40); err == nil || !strings.Contains(err.Error(), "not to be had") {
		t.Errorf("an exabyte of memory: %v", err)
	}
}
