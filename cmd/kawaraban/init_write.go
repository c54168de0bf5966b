package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/starter"
)

type newSite struct {
	dir     string // as typed
	options starter.Options
	dirty   bool // the program has uncommitted changes
	below   bool // the directory is inside a repository, not its top
	begins  bool // the directory is not in a repository yet
	dryRun  bool
	wrote   []string // new files
	kept    []kept   // existing files
	module  string   // remaining step for go.mod and go.sum; empty: none
}

// kept is an existing file, and a description of its missing content, if known.
type kept struct{ path, lacks string }

// write writes the missing files. With dryRun it only lists them.
func (n *newSite) write(dryRun bool) error {
	n.dryRun = dryRun
	if !dryRun {
		if err := os.MkdirAll(n.dir, 0o755); err != nil {
			return machine(fmt.Errorf("creating the site's directory: %w", err))
		}
	}
	root, err := os.OpenRoot(n.dir)
	if errors.Is(err, fs.ErrNotExist) && dryRun {
		root, err = nil, nil
	}
	if err != nil {
		return machine(fmt.Errorf("opening the site's directory: %w", err))
	}
	if root != nil {
		defer root.Close()
		if n.options.NoNotes, err = hasNotes(root.FS()); err != nil {
			return machine(fmt.Errorf("searching for notes: %w", err))
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

func hasNotes(site fs.FS) (bool, error) {
	found := false
	err := fs.WalkDir(site, "content", func(p string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err == nil && !d.IsDir() && source.IsNote(p):
			found = true
			return fs.SkipAll
		}
		return err
	})
	return found, err
}

// put writes one file unless it exists. root may be nil for a directory that does not exist yet.
func (n *newSite) put(root *os.Root, f starter.File) error {
	if root == nil {
		n.wrote = append(n.wrote, f.Path)
		return nil
	}
	if at := linkInPath(root, f.Path); at != "" {
		n.kept = append(n.kept, kept{f.Path, at + " is a symbolic link"})
		return nil
	}
	info, err := root.Lstat(f.Path)
	switch {
	case err == nil && info.Mode().IsRegular():
		was, err := root.ReadFile(f.Path)
		n.kept = append(n.kept, kept{f.Path, n.missingIn(f, was)})
		return err
	case err == nil:
		n.kept = append(n.kept, kept{f.Path, "not a file"})
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

// missingIn describes what is missing in an existing file. For go.mod see [newSite.module].
func (n *newSite) missingIn(f starter.File, was []byte) string {
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
		return "Kawaraban is missing"
	}
	return ""
}

func (n *newSite) wanted() string {
	if n.options.Version == "" {
		return "latest"
	}
	return n.options.Version
}

// tidyModule runs the go command to write go.sum. A failure is only reported, as a next step.
func (a initCmd) tidyModule(ctx context.Context, n *newSite) {
	const call = "go mod tidy"
	if !slices.Contains(n.wrote, starter.ModulePath) {
		return
	}
	if n.options.Version == "" {
		n.module = call + "    # development build: this pins the latest release"
		return
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		n.module = call + "    # needs Go: https://go.dev/dl/"
		if os.Getenv(commandVariable) != "" {
			n.module = call + "    # only for the workflows; needs Go: https://go.dev/dl/"
		}
		return
	}
	if f, ok := a.stderr.(*os.File); ok && isTerminal(f) {
		fmt.Fprintf(f, "downloading Kawaraban %s (%s)\n", n.options.Version, call)
	}
	cmd := exec.CommandContext(ctx, goTool, "mod", "tidy")
	cmd.Dir = n.dir
	said, err := cmd.CombinedOutput()
	if err != nil {
		n.module = call + "    # writes go.sum"
		fmt.Fprintf(a.stderr, "kawaraban: %s: %s\n", call, diag.Visible(lastLine(string(said), err)))
	}
}

func lastLine(said string, err error) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if last := strings.TrimSpace(lines[len(lines)-1]); last != "" {
		return last
	}
	return err.Error()
}

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

func (n *newSite) shown(p string) string { return filepath.ToSlash(filepath.Join(n.dir, p)) }

func (n *newSite) remarks(b *strings.Builder) {
	o := n.options
	if o.NoNotes {
		b.WriteString("no samples: content/ already has notes\n")
	}
	if n.below {
		b.WriteString("no workflow: the site is in a subdirectory of a repository\n")
	} else if o.Repository.Host != "" && !o.Repository.GitHub() {
		fmt.Fprintf(b, "no workflow: %s is not on GitHub\n", o.Repository)
	}
	if n.dirty {
		fmt.Fprintf(b, "go.mod pins %s, without the uncommitted changes of this build\n", o.Version)
	}
}

// commandVariable is the environment variable with the command that runs this program, such as "npx
// kawaraban". The npm package sets it.
const commandVariable = "KAWARABAN_COMMAND"

func (n *newSite) steps() []string {
	var out []string
	if where := filepath.Clean(n.dir); where != "." {
		out = append(out, "cd "+shellQuote(where))
	}
	if n.module != "" {
		out = append(out, n.module)
	}
	if n.begins {
		out = append(out, "git init -b "+n.options.PublishedFrom()+"    # needed for dates and publishing")
	}
	return append(out, cmp.Or(os.Getenv(commandVariable), "go tool kawaraban")+" serve --open")
}

// shellQuote quotes a name for a shell if necessary.
func shellQuote(name string) string {
	plain := func(r rune) bool {
		return r > 0x7f || strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./~", r)
	}
	if strings.IndexFunc(name, func(r rune) bool { return !plain(r) }) < 0 {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}
