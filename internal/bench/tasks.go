package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/kawaraban/kawaraban/internal/corpus"
)

// task is something that is measured.
type task struct {
	key, name string
	before    func(*bed) error      // what is not counted
	runs      func(*bed) [][]string // programs with their arguments, one after the other
	in, out   string                // below the bed: the folder that they run in, and their output; "" is none
	tells     bool                  // it tells its own sample
	list      string                // where the files of the output are listed, for a floor
	hugo      bool
}

// The keys of tasks that ratios are told of.
const (
	cold, same, word, entry = "cold", "same", "word", "entry"
	one                     = "one"
	floorKey, hugoKey       = "floor", "hugo"
	hugoFloor               = "hugo-floor"
)

// tasks are in the order of a round: each finds what those before it have left.
var tasks = []task{
	{key: cold, name: "build from nothing", before: (*bed).fresh, runs: kawaraban("build"), in: siteDir, out: siteDir + "/public", list: "kawaraban.list"},
	{key: same, name: "build, nothing changed", runs: kawaraban("build"), in: siteDir, out: siteDir + "/public"},
	{key: word, name: "build, a word of one note changed", before: (*bed).changeWord, runs: kawaraban("build"), in: siteDir, out: siteDir + "/public"},
	{key: entry, name: "build, an entry added to one note", before: (*bed).addEntry, runs: kawaraban("build"), in: siteDir, out: siteDir + "/public"},
	{key: "check", name: "check", runs: kawaraban("check"), in: siteDir},
	{key: one, name: "build from nothing, one language of the interface", before: (*bed).oneLanguage, runs: kawaraban("build"), in: siteDir, out: siteDir + "/public"},
	{key: "index", name: "the search index of a linked site", runs: step("index", siteDir), tells: true},
	{key: "import", name: "imports of upstream", before: (*bed).emptySite, runs: imports, in: "import", out: "import/content"},
	{key: floorKey, name: "floor: read, parse, write the same", before: emptied("floor"), runs: step("floor", siteDir+"/content", "kawaraban.list", "floor"), out: "floor"},
	{key: hugoKey, name: "Hugo, from nothing", before: emptied(hugoDir+"/public", hugoDir+"/resources"), runs: hugo, in: hugoDir, out: hugoDir + "/public", list: "hugo.list", hugo: true},
	{key: hugoFloor, name: "floor of Hugo's files", before: emptied("floor"), runs: step("floor", hugoDir+"/content", "hugo.list", "floor"), out: "floor", hugo: true},
}

// keys are those of the tasks beside the build from nothing, which the others need.
func keys() []string {
	var out []string
	for _, t := range tasks[1:] {
		out = append(out, t.key)
	}
	return out
}

func (o *options) checkOnly() error {
	for _, key := range strings.Split(o.only, ",") {
		if key != "" && !slices.Contains(keys(), key) {
			return fmt.Errorf("nothing that is measured is called %q (there are %s)", key, strings.Join(keys(), ", "))
		}
	}
	return nil
}

// wanted are the tasks that the options ask for.
func (o *options) wanted() []task {
	only := strings.Split(o.only, ",")
	return slices.DeleteFunc(slices.Clone(tasks), func(t task) bool {
		return t.hugo && o.hugo == "" || o.only != "" && t.key != cold && !slices.Contains(only, t.key)
	})
}

// bed is where the sites of one size stand.
type bed struct {
	*options
	dir, self string
	bin, peer string // the programs, by their whole paths
	corpus    corpus.Options
	note      string // the file that is edited
	pristine  []byte // what it holds from nothing
	edits     int
	files     int // of notes
}

// at is a path below the bed.
func (b *bed) at(path string) string { return filepath.Join(b.dir, filepath.FromSlash(path)) }

// emptied removes folders.
func emptied(paths ...string) func(*bed) error {
	return func(b *bed) error { return b.remove(paths...) }
}

func (b *bed) remove(paths ...string) error {
	for _, p := range paths {
		if err := os.RemoveAll(b.at(p)); err != nil {
			return err
		}
	}
	return nil
}

// fresh leaves a site that was never built.
func (b *bed) fresh() error {
	if err := b.remove("floor", siteDir+"/public", siteDir+"/.kawaraban", siteDir+"/site.yaml"); err != nil {
		return err
	}
	return os.WriteFile(b.note, b.pristine, 0o644)
}

// oneLanguage leaves a site that was never built, with an interface in one language.
func (b *bed) oneLanguage() error {
	if err := b.fresh(); err != nil {
		return err
	}
	return os.WriteFile(b.at(siteDir+"/site.yaml"), []byte("languages: [ja]\n"), 0o644)
}

// changeWord puts a word that was never there into the first entry of the note.
func (b *bed) changeWord() error {
	b.edits++
	return b.edit(func(note []byte) []byte {
		return bytes.Replace(note, []byte("\n- "), fmt.Appendf(nil, "\n- word%06d ", b.edits), 1)
	})
}

// addEntry says the last entry of the note once more, on another pull request.
func (b *bed) addEntry() error {
	b.edits++
	return b.edit(func(note []byte) []byte {
		last := note[bytes.LastIndex(note, []byte("\n- "))+1:]
		line, _, _ := bytes.Cut(last, []byte("\n"))
		line = attributed.ReplaceAll(line, fmt.Appendf(nil, "(#%d, @", 900000+b.edits))
		return append(note, fmt.Appendf(nil, "%s\n", line)...)
	})
}

// attributed is how the attribution of a made entry begins.
var attributed = regexp.MustCompile(`\(#\d+, @`)

// edit writes the note anew, from what it holds now.
func (b *bed) edit(change func([]byte) []byte) error {
	now, err := os.ReadFile(b.note)
	if err != nil {
		return err
	}
	return os.WriteFile(b.note, change(now), 0o644)
}

// emptySite makes a site without content, to import into.
func (b *bed) emptySite() error {
	if err := b.remove("import"); err != nil {
		return err
	}
	return os.MkdirAll(b.at("import/content"), 0o755)
}

// kawaraban runs the measured program.
func kawaraban(command string) func(*bed) [][]string {
	return func(b *bed) [][]string { return [][]string{{b.bin, command}} }
}

// step runs a step of this program; its arguments are paths below the bed.
func step(name string, paths ...string) func(*bed) [][]string {
	return func(b *bed) [][]string {
		args := []string{b.self, name}
		for _, p := range paths {
			args = append(args, b.at(p))
		}
		return [][]string{args}
	}
}

func imports(b *bed) [][]string {
	runs := [][]string{{b.bin, "import", "keps", b.at(upstreamDir + "/" + corpus.Enhancements)}}
	for _, r := range corpus.ReleasesOf(b.corpus) {
		runs = append(runs, []string{b.bin, "import", "release", r, b.at(upstreamDir + "/" + corpus.SigRelease)})
	}
	return runs
}

func hugo(b *bed) [][]string {
	return [][]string{{b.peer, "--quiet", "--cacheDir", b.at("hugo-cache")}}
}

// settle is how long the clock of a file system may lag behind: what is older than a run's start
// by half of that was not written by it.
const settle = 40 * time.Millisecond

// once measures a task once, and says what stands in its output folder then.
func (b *bed) once(ctx context.Context, t task) (s sample, left tree, err error) {
	if t.before != nil {
		if err := t.before(b); err != nil {
			return s, left, err
		}
	}
	time.Sleep(settle)
	begin := time.Now().Add(-settle / 2)
	log := b.at("log")
	for _, args := range t.runs(b) {
		one, err := process(ctx, b.patience, b.at(t.in), log, args)
		if err != nil {
			return s, left, err
		}
		s.add(one)
	}
	switch {
	case t.tells:
		s, err = told(log)
	case t.out != "":
		left, s.Written, err = b.look(t, begin)
	}
	return s, left, err
}

// look counts what a task has left, and lists it where a floor needs that.
func (b *bed) look(t task, begin time.Time) (left tree, young amount, err error) {
	if t.list == "" {
		return look(b.at(t.out), begin, nil)
	}
	list, err := os.Create(b.at(t.list))
	if err != nil {
		return left, young, err
	}
	defer list.Close()
	w := bufio.NewWriter(list)
	left, young, err = look(b.at(t.out), begin, func(path string, size int64) error {
		_, err := fmt.Fprintf(w, "%d\t%s\n", size, path)
		return err
	})
	if err == nil {
		err = w.Flush()
	}
	return left, young, err
}
