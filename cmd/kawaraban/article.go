package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/article"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

type articleFlags struct {
	release, lang, user string
	force               bool
}

func (a importCmd) articles() *cobra.Command {
	var f articleFlags
	cmd := &cobra.Command{
		Use:   "article <path>",
		Short: "Articles of Zenn, Qiita, Hugo or kubernetes.io as notes",
		Long: `Import article copies an article into the site as a note. The path is a file, a folder, a
repository of Zenn, a folder of the Qiita CLI, or a site made with Hugo.

The release, the SIG and the language are found in title, tags, text and path; --release and
--lang override them. Front matter and syntax of these hosts stay as they are. Local pictures
are copied next to the note. The report lists the lines with something that was left out.

Nothing is overwritten: a note that differs is reported, and --force replaces it.`,
		Example: unindent(`
			kawaraban import article ../zenn-content --user mona
			kawaraban import article ../qiita/public/abc.md --release 1.29
			kawaraban import article ../website/content/ja/docs/concepts/workloads`),
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("import article requires one path").withHint("name a file or folder: kawaraban import article ../zenn-content")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.importArticles(cmd.Context(), args[0], f) },
	}
	cmd.Flags().StringVar(&f.release, "release", "", "place the articles under this `release`")
	languageFlag(cmd, &f.lang, "lang", "`language` of the articles")
	cmd.Flags().StringVar(&f.user, "user", "", "`name` on Zenn or Qiita, for the address of the article")
	cmd.Flags().BoolVar(&f.force, "force", false, "replace notes that differ")
	return cmd
}

func (a importCmd) importArticles(ctx context.Context, from string, f articleFlags) error {
	if f.release != "" && !upstream.IsRelease(f.release) {
		return usage("invalid release %q", f.release).withHint("write it as --release 1.27")
	}
	lang, err := language(f.lang)
	if err != nil {
		return err
	}
	dir, name := from, "."
	if info, err := os.Stat(from); err != nil {
		return usage("cannot read %q: %w", from, err)
	} else if !info.IsDir() {
		// Pictures of Zenn are in ../images.
		dir, name = filepath.Dir(filepath.Dir(abs(from))), path.Join(filepath.Base(filepath.Dir(abs(from))), filepath.Base(from))
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return machine(err)
	}
	defer root.Close()
	d, err := a.openWorkspace(ctx, "text")
	if err != nil {
		return err
	}
	defer d.close()
	names, err := article.List(root.FS(), name)
	if err != nil {
		return machine(err)
	}
	count, taken := map[string]int{}, map[string]bool{}
	for _, n := range names {
		art, err := article.Read(root.FS(), n, article.Options{Names: d.in.Names, Release: note.Release(f.release), Lang: lang, User: f.user})
		if err != nil {
			return machine(fmt.Errorf("reading %s: %w", n, err))
		}
		if taken[art.To] { // a second article on the same SIG
			art.Rename(n)
		}
		taken[art.To] = true
		state, err := d.saveArticle(root.FS(), art, f.force)
		if err != nil {
			return err
		}
		count[state]++
		fmt.Fprintf(a.stdout, "%s %s\n", state, art.To)
		for _, l := range art.Left {
			fmt.Fprintf(a.stderr, "%s:%d: %s\n", diag.Visible(n), l.Line, diag.Visible(l.Text))
		}
	}
	fmt.Fprintf(a.stdout, "%s: %d written, %d unchanged, %d differ\n", plural(len(names), "article", "articles"), count["wrote"]+count["replaced"], count["unchanged"], count["differs"])
	if count["differs"] > 0 {
		fmt.Fprintln(a.stderr, "    hint: --force replaces notes that differ")
	}
	return nil
}

// saveArticle writes a note and its pictures. It returns wrote, unchanged, replaced or differs.
func (d *workspace) saveArticle(from fs.FS, art article.Article, force bool) (string, error) {
	if at := linkInPath(d.root, art.To); at != "" {
		return "", usage("%s is a symbolic link", at).withHint("replace it by a directory")
	}
	state := "wrote"
	was, err := d.root.ReadFile(art.To)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = create(d.root, art.To, art.Text)
	case err == nil && bytes.Equal(was, art.Text):
		state = "unchanged"
	case err == nil && !force:
		return "differs", nil
	case err == nil:
		state, err = "replaced", replace(d.root, art.To, was, art.Text)
	}
	for _, p := range art.Pictures {
		data, failed := fs.ReadFile(from, p.From)
		if failed == nil {
			if failed = create(d.root, p.To, data); errors.Is(failed, fs.ErrExist) && !force {
				failed = nil
			} else if errors.Is(failed, fs.ErrExist) {
				old, readErr := d.root.ReadFile(p.To)
				failed = cmp.Or(readErr, replace(d.root, p.To, old, data))
			}
		}
		err = cmp.Or(err, failed)
	}
	return state, machine(err)
}

type exportFlags struct {
	to, out   string
	bilingual bool
}

func (a *app) exportCommand() *cobra.Command {
	var f exportFlags
	hosts := article.Hosts
	cmd := &cobra.Command{
		Use:   "export <note>",
		Short: "Write a note as an article of Zenn, Qiita or kubernetes.io",
		Long: `Export prints a note in the form of another host, with front matter that publishes nothing
yet. Comments are omitted. --bilingual adds the other language in a folded block.`,
		Example: unindent(`
			kawaraban export content/1.29/sig-node.ja.md --to zenn
			kawaraban export 1.29/sig-node.ja --to qiita --bilingual --out sig-node.md`),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || !slices.Contains(hosts, f.to) {
				return usage("export requires a note and --to").withHint("kawaraban export 1.29/sig-node.ja --to %s", alternatives(hosts))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.export(cmd.Context(), args[0], f) },
	}
	cmd.Flags().StringVar(&f.to, "to", "", "`host`: "+alternatives(hosts))
	completeFrom(cmd, "to", hosts...)
	cmd.Flags().StringVarP(&f.out, "out", "o", "", "write to a `file`, which must not exist")
	cmd.Flags().BoolVar(&f.bilingual, "bilingual", false, "add the other language in a folded block")
	return cmd
}

func (a *app) export(ctx context.Context, name string, f exportFlags) error {
	d, err := a.openWorkspace(ctx, "text")
	if err != nil {
		return err
	}
	defer d.close()
	file := "content/" + strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(name), "content/"), ".md") + ".md"
	var n, other *note.Note
	for _, one := range d.in.Site.Notes() {
		if one.Path == file {
			n = one
		}
	}
	if n == nil {
		return usage("unknown note %q", name).withHint("name the file of a note: content/1.29/sig-node.ja.md")
	}
	if f.bilingual {
		for _, one := range d.in.Site.Notes() {
			if one.ID == n.ID && one != n && other == nil {
				other = one
			}
		}
		if other == nil {
			return usage("%s has no other language", file).withHint("run kawaraban translate %s --to en, or omit --bilingual", n.ID)
		}
	}
	text, err := d.root.ReadFile(file)
	if err != nil {
		return machine(err)
	}
	out := article.Export(n, other, text, f.to, func(l note.Lang) string {
		if words := d.in.Words.Get(l); words != nil {
			return words.Self
		}
		return string(l)
	})
	if f.out == "" {
		_, err = a.stdout.Write(out)
		return machine(err)
	}
	if _, err := os.Lstat(f.out); err == nil {
		return usage("%q exists", f.out).withHint("name another file")
	}
	return machine(os.WriteFile(f.out, out, 0o644))
}
