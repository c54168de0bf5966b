package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// emptyPage is the page that Pagefind's reader is on.
const emptyPage = `<!doctype html>
<html lang="ja"><head><meta charset="utf-8"><title>Pagefind</title></head><body></body></html>
`

// indexPages runs Pagefind over the pages in dir, in its best setting for such a site: all
// languages in one index, with the words of Japanese and Chinese cut as its extended form can.
func indexPages(bin, dir string) (cost, error) {
	cmd := exec.Command(bin, "--site", dir, "--force-language", "ja", "--quiet")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return cost{}, fmt.Errorf("running Pagefind: %w\n%s", err, out[:min(len(out), 2000)])
	}
	c := cost{Seconds: (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()}
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.Peak = u.Maxrss * 1024
	}
	return c, c.count(filepath.Join(dir, "pagefind"))
}

// count adds up the files that make the index: its interfaces, which are not used, are none.
func (c *cost) count(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if ext := filepath.Ext(path); ext == ".js" || ext == ".css" || strings.HasPrefix(d.Name(), "wasm.") {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		c.Files++
		c.Bytes += info.Size()
		return nil
	})
}

// findPagefind returns Pagefind's program, or why it is not there.
func findPagefind(modules string) (string, error) {
	bin, err := filepath.Abs(filepath.Join(modules, ".bin", "pagefind"))
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(bin); errors.Is(err, fs.ErrNotExist) {
		return "", errors.New("npm could not install it, so Kawaraban is measured alone")
	} else if err != nil {
		return "", err
	}
	return bin, nil
}
