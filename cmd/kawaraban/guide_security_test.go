package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// heldBy matches the name of a test in docs/security.md, after its package.
var heldBy = regexp.MustCompile("`([a-z0-9]+)\\.((?:Test|Fuzz)[A-Za-z0-9]+)`")

// TestSecurityIsHeld checks that every test named in docs/security.md exists. Every row of a table
// with a column for tests must name one.
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
			t.Errorf("docs/security.md:%d: no test is named", i+1)
		}
		holds = holds || strings.HasSuffix(line, "| test |")
		for _, m := range tests {
			named++
			if !hasTest(t, packageDir(m[1]), m[2]) {
				t.Errorf("docs/security.md:%d: test %s not found in %s", i+1, m[2], packageDir(m[1]))
			}
		}
	}
	if named < 50 {
		t.Errorf("only %d tests are named", named)
	}
}

// roomOf returns the directory of a package's tests.
func packageDir(name string) string {
	switch name {
	case "cmd":
		return filepath.Join(repository, "cmd", "kawaraban")
	case "internal":
		return filepath.Join(repository, "internal")
	}
	return filepath.Join(repository, "internal", name)
}

// standsIn reports whether a directory has a test with this name.
func hasTest(t *testing.T, dir, test string) bool {
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
