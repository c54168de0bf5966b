package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/starter"
)

// newSite is a site that is begun.
type newSite struct {
	dir     string // as it was named
	options starter.Options
	dirty   bool // the program has changes that no commit has
	below   bool // the folder is no top of a repository
	begins  bool // the folder is in no repository yet
	dryRun  bool
	wrote   []string // the files that are new
	kept    []kept   // those that were there
	module  string   // what is still to be done for go.mod and go.sum; empty: nothing
}

// kept is a file that was there, and what it lacks; empty where nothing is known of it.
type kept struct{ path, lacks string }

// write writes the files that are not there yet. A dry run only tells them apart.
func (n *newSite) write(dryRun bool) error {
	n.dryRun = dryRun
	if !dryRun {
		if err := os.MkdirAll(n.dir, 0o755); err != nil {
			return machine(fmt.Errorf("making the site's folder: %w", err))
		}
	}
	root, err := os.OpenRoot(n.dir)
	if errors.Is(err, fs.ErrNotExist) && dryRun {
		root, err = nil, nil
	}
	if err != nil {
		return machine(fmt.Errorf("opening the site's folder: %w", err))
	}
	if root != nil {
		defer root.Close()
		if n.options.NoNotes, err = hasNotes(root.FS()); err != nil {
			return machine(fmt.Errorf("looking for notes: %w", err))
		}
	}
	files, err := starter.Files(n.options)
	if err != nil {
		return machine(err)
	}
	for _, f := range files {
		if err := n.put(root, f); err != nil {
			return machine(fmt.Errorf("writing %s: %w", f.Path, err))
		}
	}
	return nil
}

// hasNotes reports whether there are notes already.
func hasNotes(site fs.FS) (bool, error) {
	found := false
	err := fs.WalkDir(site, "content", func(p string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err == nil && !d.IsDir() && path.Ext(p) == ".md":
			found = true
			return fs.SkipAll
		}
		return err
	})
	return found, err
}

// put writes one file, or says why it stays as it is. Without a folder all are new.
func (n *newSite) put(root *os.Root, f starter.File) error {
	if root == nil {
		n.wrote = append(n.wrote, f.Path)
		return nil
	}
	if at := onPath(root, f.Path); at != "" {
		n.kept = append(n.kept, kept{f.Path, at + " is a link, and nothing is written through links"})
		return nil
	}
	info, err := root.Lstat(f.Path)
	switch {
	case err == nil && info.Mode().IsRegular():
		was, err := root.ReadFile(f.Path)
		n.kept = append(n.kept, kept{f.Path, n.lacking(f, was)})
		return err
	case err == nil:
		n.kept = append(n.kept, kept{f.Path, "it is no file"})
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if !n.dryRun {
		if err := create(root, f.Path, f.Data); err != nil {
			return err
		}
	}
	n.wrote = append(n.wrote, f.Path)
	return nil
}

// lacking says what a file that is there still needs. What a go.mod does is a step of its own.
func (n *newSite) lacking(f starter.File, was []byte) string {
	switch {
	case bytes.Equal(f.Data, was):
		return ""
	case f.Path == starter.IgnorePath:
		lines := strings.Fields(string(was))
		var lacks []string
		for _, folder := range starter.Ignored() {
			name := strings.Trim(folder, "/")
			if !slices.ContainsFunc(lines, func(l string) bool { return strings.Trim(l, "/") == name }) {
				lacks = append(lacks, folder)
			}
		}
		if len(lacks) > 0 {
			return "add the lines " + strings.Join(lacks, " and ")
		}
	case f.Path == starter.ModulePath && !bytes.Contains(was, []byte(starter.Tool)):
		n.module = "go get -tool " + starter.Tool + "@" + n.wanted()
		return "it does not name Kawaraban yet"
	}
	return ""
}

// wanted is the version that go.mod is to name.
func (n *newSite) wanted() string {
	if n.options.Version == "" {
		return "latest"
	}
	return n.options.Version
}

// tidyModule has the go command fetch what go.mod names and write go.sum. What keeps it from
// that costs the site nothing: it is said, and is the next step.
func (a initCmd) tidyModule(ctx context.Context, n *newSite) {
	const call = "go mod tidy"
	if !slices.Contains(n.wrote, starter.ModulePath) {
		return
	}
	if n.options.Version == "" {
		n.module = call + "    # this program does not know its version: takes the newest"
		return
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		n.module = call + "    # needs Go: https://go.dev/dl/"
		return
	}
	if f, ok := a.stderr.(*os.File); ok && isTerminal(f) {
		fmt.Fprintf(f, "fetching Kawaraban %s (%s)\n", n.options.Version, call)
	}
	cmd := exec.CommandContext(ctx, goTool, "mod", "tidy")
	cmd.Dir = n.dir
	said, err := cmd.CombinedOutput()
	if err != nil {
		n.module = call + "    # writes go.sum"
		fmt.Fprintf(a.stderr, "kawaraban: %s: %s\n", call, diag.Visible(lastLine(string(said), err)))
	}
}

// lastLine is the last line that a program printed, else why it did not run.
func lastLine(said string, err error) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if last := strings.TrimSpace(lines[len(lines)-1]); last != "" {
		return last
	}
	return err.Error()
}

// String is the report for people.
func (n *newSite) String() string {
	var b strings.Builder
	verb := "wrote"
	if n.dryRun {
		verb = "would write"
	}
	for _, p := range n.wrote {
		fmt.Fprintf(&b, "%s %s\n", verb, n.shown(p))
	}
	for _, k := range n.kept {
		fmt.Fprintf(&b, "kept %s", n.shown(k.path))
		if k.lacks != "" {
			b.WriteString(": " + k.lacks)
		}
		b.WriteByte('\n')
	}
	n.remarks(&b)
	if steps := n.steps(); !n.dryRun && len(steps) > 0 {
		b.WriteString("\nnext:\n")
		for _, s := range steps {
			b.WriteString("    " + s + "\n")
		}
	}
	return b.String()
}

// shown is a file as it can be opened from where the program was called.
func (n *newSite) shown(p string) string { return filepath.ToSlash(filepath.Join(n.dir, p)) }

// remarks says what was left out, and why.
func (n *newSite) remarks(b *strings.Builder) {
	o := n.options
	if o.NoNotes {
		b.WriteString("no notes to begin with: there are some\n")
	}
	if n.below {
		b.WriteString("no workflow: the folder is a part of a repository, and workflows stand at its top\n")
	} else if o.Repository.Host != "" && !o.Repository.GitHub() {
		fmt.Fprintf(b, "no workflow: %s is not on GitHub\n", o.Repository)
	}
	if n.dirty {
		fmt.Fprintf(b, "go.mod names %s, and this program has changes that are not in it\n", o.Version)
	}
}

// steps are the commands that come next.
func (n *newSite) steps() []string {
	var out []string
	if where := filepath.Clean(n.dir); where != "." {
		out = append(out, "cd "+inShell(where))
	}
	if n.module != "" {
		out = append(out, n.module)
	}
	if n.begins {
		out = append(out, "git init -b "+n.options.PublishedFrom()+"    # dates and publishing rest on it")
	}
	return append(out, "go tool kawaraban serve --open")
}

// inShell writes a name so that a shell takes it for one word.
func inShell(name string) string {
	plain := func(r rune) bool {
		return r > 0x7f || strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./~", r)
	}
	if strings.IndexFunc(name, func(r rune) bool { return !plain(r) }) < 0 {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}
