package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/ghpages"
	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/starter"
)

type initFlags struct {
	langs      []string
	title      string
	repository string
	author     string
	noWorkflow bool
	noSamples  bool
	remove     bool // remove the samples
	yes        bool
	dryRun     bool
}

func (a initCmd) command() *cobra.Command {
	var f initFlags
	cmd := &cobra.Command{
		Use:   "init [dir]",
		Short: "Create a site",
		Long: `Init creates a site in a directory: site.yaml, sample notes in each language, a README, a
.gitignore, a go.mod that pins this version of Kawaraban, and workflows that publish the
site with GitHub Pages and update its data. With go.mod, a contributor only needs Go:
go tool kawaraban serve

On a terminal it asks for settings that no flag gives; --yes accepts the defaults. The
default repository is the remote origin of the clone. Existing files are never overwritten:
they are listed with what they lack. A site that has notes gets no samples.

Samples do not count as coverage. --remove-samples removes the unchanged ones.

If go is installed and this program knows its version, "go mod tidy" downloads that version
and writes go.sum. The last lines of the output are the next steps.`,
		Example: unindent(`
			kawaraban init my-notes
			kawaraban init my-notes --lang ja,en --title "SIG Node を読む会" --yes
			kawaraban init --repository y1r96/notes --no-workflow`),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("init takes at most one directory, got %d", len(args)).withHint("run kawaraban init my-notes; the default is the current directory")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.remove {
				return a.removeSamples(a.siteDir(args), f.dryRun)
			}
			return a.initSite(cmd.Context(), a.siteDir(args), f, cmd.Flags().Changed)
		},
	}
	cmd.Flags().StringSliceVar(&f.langs, "lang", nil, "`languages` of the notes, original first: ja,en")
	cmd.Flags().StringVar(&f.title, "title", "", "`title` of the site, in all languages")
	cmd.Flags().StringVar(&f.repository, "repository", "", "GitHub repository of the site: `owner/name`")
	cmd.Flags().StringVar(&f.author, "author", "", "author of the notes: a GitHub `handle` or a name")
	cmd.Flags().BoolVar(&f.noWorkflow, "no-workflow", false, "do not write the GitHub Pages workflow")
	cmd.Flags().BoolVar(&f.noSamples, "no-samples", false, "do not write sample notes")
	cmd.Flags().BoolVar(&f.remove, "remove-samples", false, "remove unchanged sample notes, and write nothing")
	cmd.Flags().BoolVarP(&f.yes, "yes", "y", false, "accept all defaults without prompting")
	cmd.Flags().BoolVarP(&f.dryRun, "dry-run", "n", false, "list the files without writing them")
	completeFrom(cmd, "lang", "en", "ja", "ru", "zh")
	return cmd
}

func (a initCmd) siteDir(args []string) string {
	if len(args) == 0 {
		return a.dir
	}
	return a.fromSite(args[0])
}

func (a initCmd) initSite(ctx context.Context, dir string, f initFlags, given func(flag string) bool) error {
	if dir == "" {
		return usage("empty directory name").withHint("run kawaraban init my-notes; the default is the current directory")
	}
	if isFile(dir) {
		return usage("%q is not a directory", dir).withHint("name a new or existing directory")
	}
	n, err := a.newSite(ctx, dir, f)
	if err != nil {
		return err
	}
	if !f.yes && isInteractive(a.stdout) {
		if err := a.questions(ctx, n, given); err != nil {
			return err
		}
	}
	if err := n.settle(); err != nil {
		return err
	}
	if err := n.write(f.dryRun); err != nil {
		return err
	}
	if !f.dryRun {
		a.tidyModule(ctx, n)
	}
	_, err = fmt.Fprint(a.stdout, n)
	return cmp.Or(ctx.Err(), machine(err))
}

func (a initCmd) newSite(ctx context.Context, dir string, f initFlags) (*newSite, error) {
	n := &newSite{dir: dir}
	o := &n.options
	o.Title, o.NoWorkflow, o.NoSamples = f.title, f.noWorkflow, f.noSamples
	o.Date = time.Now().Format(time.DateOnly)
	o.Version, n.dirty = ownVersion()
	var err error
	if o.Langs, err = languagesOf(cmp.Or(strings.Join(f.langs, ","), proposedLanguages(os.Getenv))); err != nil {
		return nil, err
	}
	known := existing(dir)
	_, err = git.Open(ctx, known)
	failed, ok := errors.AsType[*git.Failed](err)
	n.begins = ok && errors.Is(err, git.ErrNoRepository) && strings.Contains(failed.Output, "not a git repository")
	if clone, ok := git.Origin(known); ok {
		o.Repository, _ = ghpages.ParseRemote(clone.URL)
		o.Branch, n.below = clone.Branch, clone.Below != "" || known != dir
	}
	if f.repository != "" {
		if o.Repository, err = repositoryOf(f.repository); err != nil {
			return nil, err
		}
	}
	o.Author = f.author
	if f.author == "" {
		o.Author = git.Handle(known)
	}
	return n, nil
}

// settle derives the author, and whether the site has a repository and a workflow.
func (n *newSite) settle() error {
	o := &n.options
	if o.Author = cmp.Or(o.Author, o.Repository.Owner); o.Author != "" {
		names, err := authorsOf([]string{o.Author})
		if err != nil {
			return err
		}
		o.Author = string(names[0])
	}
	o.Homeless = !n.below && o.Repository.Host == ""
	if n.below || o.Repository.Host != "" && !o.Repository.GitHub() {
		o.NoWorkflow = true
	}
	return nil
}

func existing(dir string) string {
	for at := abs(dir); ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		if err == nil && info.IsDir() {
			if at == abs(dir) {
				return dir
			}
			return at
		}
		if at == filepath.Dir(at) {
			return at
		}
	}
}

// languagesOf splits a list of languages at spaces and at commas of any script.
func languagesOf(list string) ([]note.Lang, error) {
	can := starter.Languages()
	var names []string
	for _, l := range can {
		names = append(names, string(l))
	}
	var out []note.Lang
	for _, name := range strings.FieldsFunc(list, isSeparator) {
		l := note.Lang(strings.ToLower(name))
		switch {
		case !slices.Contains(can, l):
			return nil, unsupportedLanguage(name, names)
		case !slices.Contains(out, l):
			out = append(out, l)
		}
	}
	if len(out) == 0 {
		return nil, unsupportedLanguage(list, names)
	}
	return out, nil
}

func isSeparator(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune(",，、;", c) }

func unsupportedLanguage(name string, can []string) error {
	return usage("unsupported language %q", name).
		withHint("choose from %s, such as ja,en; you can add other languages later", alternatives(can))
}

// proposedLanguages returns the language of the environment, and English.
func proposedLanguages(env func(string) string) string {
	if l := locale.FromEnvironment(env); l != "en" && slices.Contains(starter.Languages(), l) {
		return string(l) + ",en"
	}
	return "en"
}

// ownVersion returns the version of this program for go.mod, and whether it was built with
// uncommitted changes. The version is empty if the build has no commit.
func ownVersion() (version string, dirty bool) {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Path != starter.Module {
		return "", false
	}
	return pinned(info.Main.Version)
}

// pinned removes the suffix for uncommitted changes from a version.
func pinned(version string) (string, bool) {
	version, dirty := strings.CutSuffix(version, "+dirty")
	if version == "(devel)" {
		return "", false
	}
	return version, dirty
}

func (q asker) languages(o *starter.Options) error {
	return q.ask("Languages of the notes, original first (en, ja, ru, zh)", joinLanguages(o.Langs), func(answer string) (err error) {
		langs, err := languagesOf(answer)
		if err == nil {
			o.Langs = langs
		}
		return err
	})
}

// questions asks for settings without a flag. Nothing is written before all questions are
// answered.
func (a initCmd) questions(ctx context.Context, n *newSite, given func(flag string) bool) error {
	stop := context.AfterFunc(ctx, func() {
		fmt.Fprintln(a.stderr, "\nkawaraban: interrupted")
		os.Exit(exitMachine)
	})
	defer stop()
	q := asker{bufio.NewReader(os.Stdin), a.stdout}
	for _, question := range []struct {
		flag string
		ask  func(*starter.Options) error
	}{{"lang", q.languages}, {"title", q.title}, {"repository", q.repository}, {"no-workflow", q.workflow}} {
		if given(question.flag) || question.flag == "no-workflow" && n.below {
			continue
		}
		if err := question.ask(&n.options); err != nil {
			return err
		}
	}
	return nil
}
