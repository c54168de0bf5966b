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

// TestMain lets scripts run this test program as kawaraban. Tests expect English messages in any
// environment.
func TestMain(m *testing.M) {
	if strings.Contains(filepath.Base(os.Args[0]), ".test") { // the program does not run as kawaraban
		os.Setenv("LC_ALL", "C")
	}
	testscript.Main(m, map[string]func(){"kawaraban": main})
}

// TestScripts runs the command lines of testdata/script.
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

// condition evaluates a condition of a script on the machine.
func condition(cond string) (bool, error) {
	switch cond {
	case "root": // root ignores permissions
		return os.Geteuid() == 0, nil
	case "tty": // the kernel has pseudoterminals; containers without /dev/pts have none
		f, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
		if err == nil {
			err = f.Close()
		}
		return err == nil, nil
	case "mount": // the user may mount file systems
		return exec.Command("unshare", "-Urm", "mount", "-t", "tmpfs", "tmpfs", os.TempDir()).Run() == nil, nil
	}
	return false, fmt.Errorf("unknown condition %s", cond)
}

// status is a script command. It runs a command line and checks its exit status: status 2 kawaraban
// nonsense.
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

// crawl is a script command. It follows every link of a built site.
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

// same is a script command. It checks that two directories are equal, or with ! that they differ. It
// ignores the marker of an output directory, which is not published.
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

// contents reads all files below a directory. It follows symbolic links.
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

// large is a script command. It writes a file of 50 MiB: large content/1.27/x.ja.md.
func large(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: large file")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), bytes.Repeat([]byte("long words\n"), 50<<20/11), 0o600))
}

// sparse is a script command. It creates a sparse file of a number of MiB: sparse public/x.zip 101.
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

// ownData is a script command. It copies the imported data of this repository's site.
func ownData(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: ownData")
	}
	target := ts.MkAbs("content/_data")
	ts.Check(os.MkdirAll(filepath.Dir(target), 0o700))
	ts.Check(os.CopyFS(target, os.DirFS(filepath.Join(ts.Getenv("REPOSITORY"), "content", "_data"))))
}
