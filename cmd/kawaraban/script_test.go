package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kawaraban/kawaraban/internal/sitecheck"
)

// TestMain lets scripts run this test program as kawaraban. Tests expect English messages, in any
// environment.
func TestMain(m *testing.M) {
	if strings.Contains(filepath.Base(os.Args[0]), ".test") { // this is not kawaraban
		os.Setenv("LC_ALL", "C")
	}
	testscript.Main(m, map[string]func(){"kawaraban": main})
}

// TestScripts runs the command line as people and scripts do; see testdata/script.
func TestScripts(t *testing.T) {
	repository, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			env.Setenv("REPOSITORY", repository)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":  status,
			"crawl":   crawl,
			"same":    same,
			"large":   large,
			"sparse":  sparse,
			"ownData": ownData,

			"gitUser":    gitUser,
			"repository": newRepository,
			"served":     served,
			"untouched":  untouched,
			"serve":      serveFolder,
			"damage":     damage,
		},
		Condition:           condition,
		RequireExplicitExec: true,
	})
}

// condition answers what a script asks about the machine.
func condition(cond string) (bool, error) {
	switch cond {
	case "root": // whom no permission stops
		return os.Geteuid() == 0, nil
	case "tty": // a kernel that lends terminals, as a container without /dev/pts does not
		f, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
		if err == nil {
			err = f.Close()
		}
		return err == nil, nil
	case "mount": // a user who may have file systems of their own
		return exec.Command("unshare", "-Urm", "mount", "-t", "tmpfs", "tmpfs", os.TempDir()).Run() == nil, nil
	}
	return false, fmt.Errorf("unknown condition %s", cond)
}

// status runs a command line and holds its exit status: status 2 kawaraban nonsense.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status number command...")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != args[0] {
		ts.Fatalf("exit status %s, not %s", got, args[0])
	}
}

// crawled follows every link of a built site.
func crawl(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: crawl folder")
	}
	ds, err := sitecheck.Site(os.DirFS(ts.MkAbs(args[0])), "/any/prefix/")
	ts.Check(err)
	for _, d := range ds {
		ts.Logf("%s", d)
	}
	if len(ds) > 0 {
		ts.Fatalf("%d problems in %s", len(ds), args[0])
	}
}

// same holds two folders to be equal, but for the mark of an output folder, which no host gets;
// ! same, to differ.
func same(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: same folder folder")
	}
	a, b := folder(ts, args[0]), folder(ts, args[1])
	equal := len(a) == len(b)
	for p, text := range a {
		if other, ok := b[p]; !ok || other != text {
			equal = false
			ts.Logf("%s differs", p)
		}
	}
	if equal == neg {
		ts.Fatalf("%s has %d files, %s has %d", args[0], len(a), args[1], len(b))
	}
}

func folder(ts *testscript.TestScript, dir string) map[string]string {
	files, err := contents(ts.MkAbs(dir))
	ts.Check(err)
	delete(files, ".kawaraban-site")
	if len(files) == 0 {
		ts.Fatalf("%s is empty", dir)
	}
	return files
}

// contents reads all files below a folder; links count as what they are.
func contents(dir string) (map[string]string, error) {
	files := map[string]string{}
	fsys := os.DirFS(dir)
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(fsys, p)
		files[p] = string(data)
		return err
	})
	return files, err
}

// large makes a file of so many megabytes: large content/1.27/x.ja.md 50.
func large(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: large file")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), bytes.Repeat([]byte("long words\n"), 50<<20/11), 0o600))
}

// sparse makes a file of so many MiB that takes no room on the disk: sparse public/x.zip 101.
func sparse(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sparse file MiB")
	}
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(errors.Join(f.Truncate(size<<20), f.Close()))
}

// ownData puts the imported data of this repository's own site into the script's.
func ownData(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: ownData")
	}
	target := ts.MkAbs("content/_data")
	ts.Check(os.MkdirAll(filepath.Dir(target), 0o700))
	ts.Check(os.CopyFS(target, os.DirFS(filepath.Join(ts.Getenv("REPOSITORY"), "content", "_data"))))
}
