package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// heldBy is a test as docs/security.md names it, after its room.
var heldBy = regexp.MustCompile("`([a-z0-9]+)\\.((?:Test|Fuzz)[A-Za-z0-9]+)`")

// TestSecurityIsHeld: every test that docs/security.md names is there, and every row of its
// tables that says what holds it names one.
func TestSecurityIsHeld(t *testing.T) {
	src, err := os.ReadFile(filepath.Join(repository, "docs", "security.md"))
	if err != nil {
		t.Fatal(err)
	}
	named, holds := 0, false
	for i, line := range strings.Split(string(src), "\n") {
		if !strings.HasPrefix(line, "|") {
			holds = false
		}
		tests := heldBy.FindAllStringSubmatch(line, -1)
		if holds && len(tests) == 0 && !strings.HasPrefix(line, "|---") {
			t.Errorf("docs/security.md:%d: nothing holds this", i+1)
		}
		holds = holds || strings.HasSuffix(line, "| test |")
		for _, m := range tests {
			named++
			if !standsIn(t, roomOf(m[1]), m[2]) {
				t.Errorf("docs/security.md:%d: there is no %s in %s", i+1, m[2], roomOf(m[1]))
			}
		}
	}
	if named < 50 {
		t.Errorf("only %d tests are named", named)
	}
}

// roomOf is the folder of a room's tests.
func roomOf(name string) string {
	switch name {
	case "cmd":
		return filepath.Join(repository, "cmd", "kawaraban")
	case "internal":
		return filepath.Join(repository, "internal")
	}
	return filepath.Join(repository, "internal", name)
}

// standsIn reports whether a folder has a test of a name.
func standsIn(t *testing.T, dir, test string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(src), "\nfunc "+test+"(") {
			return true
		}
	}
	return false
}
