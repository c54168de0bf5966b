package artifact

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Each calls f for every number below n, perhaps several at a time, and returns an
// error of one of them. The builder passes one that works in parallel; nil goes one by
// one.
type Each func(n int, f func(i int) error) error

// run is Each with its nil case.
func (e Each) run(n int, f func(i int) error) error {
	if e != nil {
		return e(n, f)
	}
	for i := range n {
		if err := f(i); err != nil {
			return err
		}
	}
	return nil
}

// Options are the ways to write a folder.
type Options struct {
	// State is the folder that keeps manifest, journal and staged files between
	// builds; .kawaraban beside the output folder when empty. The output folder must
	// not lie in it.
	State string
	// Each runs the making and comparing of files.
	Each Each
	// Together, when set, returns what the files that are best made one after another have in
	// common, such as the same page in several languages: those of one name are, in the order
	// of the names.
	Together func(path string) string
	// Rest, when set, returns more files of the set, which take time to be known: it is called
	// beside the making of those that are known.
	Rest func() ([]File, error)
	// Digest, when set, is given the Digest of the set, for [Intact] to be asked of later.
	Digest *Digest

	disk disk // the real one unless a test says otherwise
}

// Stats says what a WriteDir did.
type Stats struct {
	Written   int   // files that are new or differ
	Unchanged int   // files that were there already
	Removed   int   // files of an earlier build that the set has not
	Bytes     int64 // of all files of the set

	// Aside is a folder with copies of the files that were replaced or removed; empty unless the
	// list of written files was missing or damaged, so that some of them may be a person's own.
	Aside string
}

// WriteDir makes the folder dir hold the files of the set, as the package's comment
// tells: whole before, whole after, only what differs, never a stranger's file. First
// it completes what a killed build left. An error says what failed; unless it says that
// the next build completes the change, the folder is as it was before.
func WriteDir(ctx context.Context, dir string, s *Set, opt Options) (Stats, error) {
	p, err := locate(dir, opt.State, opt.disk)
	if err != nil {
		return Stats{}, err
	}
	if err := p.disk.mkdirAll(p.state); err != nil {
		return Stats{}, fmt.Errorf("making the state folder: %w", err)
	}
	unlock, err := p.lock()
	if err != nil {
		return Stats{}, err
	}
	defer unlock()
	if err := p.recover(); err != nil {
		return Stats{}, err
	}
	w := &plan{places: p, set: s, told: opt.Digest, next: make([]entry, s.Len()), write: make([]bool, s.Len())}
	if err := w.make(ctx, opt); err != nil {
		return Stats{}, errors.Join(err, p.clear())
	}
	return w.commit(ctx, opt.Each)
}

// make stages every file that differs and changes nothing else.
func (p *plan) make(ctx context.Context, opt Options) (err error) {
	if p.old, p.sure, err = p.ours(p.set); err != nil {
		return err
	}
	p.was = p.old.rowsOf(p.set)
	there, err := exists(p.dir)
	if err != nil {
		return err
	}
	if p.fresh = !there; there {
		// also those of what is to be removed
		if err := cmp.Or(p.checkFolders(opt.Each, p.set.Paths()), p.checkFolders(opt.Each, p.others())); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Dir(p.dir), 0o755); err != nil {
		return fmt.Errorf("making the folder above the output folder: %w", err)
	}
	if p.stage, err = p.chooseStage(); err != nil {
		return err
	}
	if p.staging, err = openStage(p.disk, p.resolve(p.stage)); err != nil {
		return fmt.Errorf("opening the staging folder: %w", err)
	}
	defer func() { err = errors.Join(err, p.staging.close()) }()
	return p.stageAll(ctx, opt)
}

// stageAll stages the files of the set and then the rest of them, which becomes known meanwhile.
func (p *plan) stageAll(ctx context.Context, opt Options) error {
	order, first, whole := p.set.order(opt.Together), 0, p.set
	if opt.Rest != nil {
		first = 1
	}
	err := opt.Each.run(first+len(order), func(i int) (err error) {
		if i < first {
			whole, err = p.set.with(opt.Rest)
			return err
		}
		return p.prepare(ctx, order[i-first])
	})
	if err != nil {
		return err
	}
	rest, err := p.grow(whole, opt.Each)
	if err != nil {
		return err
	}
	return opt.Each.run(len(rest), func(i int) error { return p.prepare(ctx, rest[i]) })
}

// grow takes a set that has more files, and returns the numbers of these.
func (p *plan) grow(whole *Set, each Each) (rest []int, err error) {
	next, write, more, known := make([]entry, whole.Len()), make([]bool, whole.Len()), []string(nil), 0
	for i, f := range whole.files {
		if known == p.set.Len() || p.set.files[known].Path != f.Path {
			rest, more = append(rest, i), append(more, f.Path)
			continue
		}
		next[i], write[i] = p.next[known], p.write[known]
		known++
	}
	p.set, p.next, p.write, p.was = whole, next, write, p.old.rowsOf(whole)
	if p.fresh {
		return rest, nil
	}
	return rest, p.checkFolders(each, more)
}

// commit decides and carries out.
func (p *plan) commit(ctx context.Context, each Each) (Stats, error) {
	j, m := p.decide()
	if p.told != nil {
		*p.told = m.digest()
	}
	st := Stats{Written: len(j.write), Removed: len(j.first) + len(j.last)}
	st.Unchanged = p.set.Len() - st.Written
	for _, e := range p.next {
		st.Bytes += e.size
	}
	if st.Written+st.Removed == 0 && slices.Equal(m.rows, p.old.rows) && p.readMark() == m.lastLine() {
		return st, p.clear()
	}
	made, err := []string(nil), error(nil)
	if !p.sure {
		st.Aside, err = p.setAside(j)
	}
	if err == nil {
		made, err = p.ready(ctx, &j, m)
	}
	if err != nil {
		return Stats{}, errors.Join(err, p.undo(made), p.disk.removeAll(st.Aside), p.clear())
	}
	return st, p.carryOut(j, each)
}

// ready does what can fail for want of space before the decision, and then decides. It
// returns the folders that it made.
func (p *plan) ready(ctx context.Context, j *journal, m manifest) (made []string, err error) {
	there, err := exists(p.dir)
	if err != nil {
		return nil, err
	}
	if there && p.fresh && p.stage == stageInState {
		return nil, fmt.Errorf("%s appeared while the site was made: nothing in it was looked at", p.dir)
	}
	j.whole = !there && len(j.write) > 0
	if !j.whole {
		if made, err = p.makeFolders(j); err != nil {
			return made, fmt.Errorf("making folders for the site: %w", err)
		}
	}
	if err := ctx.Err(); err != nil {
		return made, err
	}
	if err := p.disk.replace(p.manifest+".next", m.encode()); err != nil {
		return made, fmt.Errorf("writing the manifest: %w", err)
	}
	if err := p.disk.replace(p.journal, j.encode()); err != nil {
		return made, fmt.Errorf("writing the journal: %w", err)
	}
	return made, nil
}

// makeFolders makes the folders of the new files but for those in whose way a file
// still stands, and lists those that it made, the outer ones first.
func (p *plan) makeFolders(j *journal) (made []string, err error) {
	known := map[string]bool{}
	var need func(dir string) error
	need = func(dir string) error {
		if known[dir] {
			return nil
		}
		known[dir] = true
		if dir != "" {
			if err := need(parent(dir)); err != nil {
				return err
			}
		}
		if err := p.disk.step("mkdir", p.at(dir)); err != nil {
			return err
		}
		err := os.Mkdir(p.at(dir), 0o755)
		if err == nil {
			made = append(made, dir)
		}
		if errors.Is(err, fs.ErrExist) || absent(err) {
			return nil
		}
		return err
	}
	for _, w := range j.write {
		if err := need(parent(w.path)); err != nil {
			return made, err
		}
	}
	return made, nil
}

// undo removes the folders that makeFolders made. One that somebody has put a file
// into meanwhile stays.
func (p *plan) undo(made []string) error {
	for _, dir := range slices.Backward(made) {
		if err := p.disk.step("remove", p.at(dir)); err != nil {
			return err
		}
		_ = os.Remove(p.at(dir))
	}
	return nil
}
