package artifact

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// journal is the decision to change the output folder, written before the first change
// and removed after the last. Carrying it out twice does no harm.
type journal struct {
	stage string   // folder of the staged files, relative to the state folder if it can be
	whole bool     // the output folder did not exist: the stage becomes it
	first []string // files to remove before others take their place
	write []staged // in the order in which they go into place
	last  []string // files to remove at the end
}

// staged is one file that waits for its place.
type staged struct {
	path string
	sum  digest
	size int64
}

const journalHead, journalEnd = "kawaraban journal 1", "end"

func (j journal) encode() []byte {
	b := make([]byte, 0, 160*(len(j.write)+1))
	b = fmt.Appendf(b, "%s\nstage %s\n", journalHead, j.stage)
	if j.whole {
		b = append(b, "whole\n"...)
	}
	for _, p := range j.first {
		b = append(append(append(b, "first "...), p...), '\n')
	}
	for _, w := range j.write {
		b = append(hex.AppendEncode(append(b, "write "...), w.sum[:]), ' ')
		b = append(strconv.AppendInt(b, w.size, 10), ' ')
		b = append(append(b, w.path...), '\n')
	}
	for _, p := range j.last {
		b = append(append(append(b, "last "...), p...), '\n')
	}
	return append(b, journalEnd+"\n"...)
}

// decodeJournal reads a journal and refuses one that is not whole or names a path that
// leaves the folder.
func decodeJournal(b []byte) (j journal, err error) {
	lines := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
	if len(lines) < 3 || lines[0] != journalHead || lines[len(lines)-1] != journalEnd {
		return j, errors.New("it is not whole")
	}
	for _, line := range lines[1 : len(lines)-1] {
		if err := j.add(line); err != nil {
			return j, err
		}
	}
	return j, nil
}

// add reads one line.
func (j *journal) add(line string) error {
	verb, rest, _ := strings.Cut(line, " ")
	switch verb {
	case "stage":
		j.stage = rest
		return nil
	case "whole":
		j.whole = true
		return nil
	case "first":
		j.first = append(j.first, rest)
		return checkPath(rest)
	case "last":
		j.last = append(j.last, rest)
		return checkPath(rest)
	case "write":
		part := strings.SplitN(rest, " ", 3)
		if len(part) != 3 {
			break
		}
		sum, ok := decodeDigest(part[0])
		size, err := strconv.ParseInt(part[1], 10, 64)
		if !ok || err != nil {
			break
		}
		j.write = append(j.write, staged{part[2], sum, size})
		return checkPath(part[2])
	}
	return fmt.Errorf("the line %q makes no sense", line)
}

// Recover completes what a killed [WriteDir] had decided to do to dir, and clears away
// what one had prepared that never came to decide. state is the folder of
// [Options].State. Without traces of a killed one it does nothing. An error is the
// machine's; calling again is safe.
func Recover(dir, state string) error {
	p, err := locate(dir, state, disk{})
	if err != nil {
		return err
	}
	if there, err := exists(p.state); err != nil || !there {
		return err
	}
	unlock, err := p.lock()
	if err != nil {
		return err
	}
	defer unlock()
	return p.recover()
}

// recover is Recover for one who holds the lock.
func (p places) recover() error {
	b, err := os.ReadFile(p.journal)
	if errors.Is(err, fs.ErrNotExist) {
		return p.clear()
	}
	if err != nil {
		return fmt.Errorf("reading the journal of an interrupted build: %w", err)
	}
	j, err := decodeJournal(b)
	if err != nil {
		return fmt.Errorf("the journal %s of an interrupted build cannot be used: %w", p.journal, err)
	}
	if p.damaged(j) {
		return p.distrust(j)
	}
	return p.carryOut(j, nil)
}

// damaged reports whether a staged file is not what the journal says: after a power
// cut the journal may have reached the disk and a file not.
func (p places) damaged(j journal) bool {
	stage := p.resolve(j.stage)
	return slices.ContainsFunc(j.write, func(w staged) bool {
		b, err := os.ReadFile(filepath.Join(stage, filepath.FromSlash(w.path)))
		return err == nil && (int64(len(b)) != w.size || sha256.Sum256(b) != w.sum)
	})
}

// distrust gives up on a journal whose files are damaged. The manifest then names every
// file that may have been written, none of which is to be trusted by its time, so the
// build that follows compares and mends them all.
func (p places) distrust(j journal) error {
	m, err := loadManifest(p.manifest)
	if errors.Is(err, errDamaged) {
		m, err = p.all(&Set{})
	}
	if err != nil {
		return err
	}
	for i := range m.rows {
		m.rows[i].time = 0
	}
	var more []row
	for _, w := range j.write {
		if i, ok := m.find(w.path); ok {
			m.rows[i].entry = entry{}
		} else {
			more = append(more, row{path: w.path})
		}
	}
	m.rows = append(m.rows, more...)
	slices.SortFunc(m.rows, func(a, b row) int { return strings.Compare(a.path, b.path) })
	m.rows = slices.CompactFunc(m.rows, func(a, b row) bool { return a.path == b.path })
	if err := p.disk.replace(p.manifest, m.encode()); err != nil {
		return fmt.Errorf("keeping the manifest of the output folder: %w", err)
	}
	if err := errors.Join(p.putMark(), p.disk.remove(p.journal)); err != nil {
		return fmt.Errorf("dropping the journal of an interrupted build: %w", err)
	}
	return p.clear()
}

// carryOut does what the journal says, then puts the manifest in force. Steps that are
// done already are passed over.
func (p places) carryOut(j journal, each Each) error {
	if err := p.change(j, each); err != nil {
		return fmt.Errorf("putting the new files into %s (the next build completes it): %w", p.dir, err)
	}
	next, err := exists(p.manifest + ".next")
	if err == nil && next {
		err = p.disk.rename(p.manifest+".next", p.manifest)
	}
	if err == nil {
		err = p.putMark()
	}
	if err == nil {
		err = p.disk.remove(p.journal)
	}
	if err != nil {
		return fmt.Errorf("keeping the manifest of %s (the next build completes it): %w", p.dir, err)
	}
	return p.clear()
}

// change brings the output folder to its new state.
func (p places) change(j journal, each Each) error {
	stage := p.resolve(j.stage)
	if j.whole {
		there, err := exists(p.dir)
		if err != nil {
			return err
		}
		if !there {
			return p.disk.rename(stage, p.dir)
		}
	}
	begun, err := anyMoved(stage, j.write)
	if err != nil {
		return err
	}
	if !begun { // else the files of j.first are gone, and new ones may have their names
		if err := p.removeFiles(j.first); err != nil {
			return err
		}
	}
	if err := p.moveFiles(stage, j.write, each); err != nil {
		return err
	}
	return p.removeFiles(j.last)
}

// anyMoved reports whether a file has left the stage.
func anyMoved(stage string, files []staged) (bool, error) {
	for _, w := range files {
		there, err := exists(filepath.Join(stage, filepath.FromSlash(w.path)))
		if err != nil || !there {
			return err == nil, err
		}
	}
	return false, nil
}

// moveFiles renames the staged files into place: pages after all else, so that no page
// that a reader sees meanwhile asks for a style sheet that is not there yet.
func (p places) moveFiles(stage string, files []staged, each Each) error {
	pages := slices.IndexFunc(files, func(w staged) bool { return isPage(w.path) })
	if pages < 0 {
		pages = len(files)
	}
	for _, part := range [][]staged{files[:pages], files[pages:]} {
		err := each.run(len(part), func(i int) error {
			from := filepath.Join(stage, filepath.FromSlash(part[i].path))
			return p.moveFile(from, p.at(part[i].path))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// moveFile renames a staged file, unless that was done before.
func (p places) moveFile(from, to string) error {
	err := p.disk.rename(from, to)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if staged, err := exists(from); err != nil || !staged {
		return err
	}
	if err := p.disk.mkdirAll(filepath.Dir(to)); err != nil {
		return err
	}
	return p.disk.rename(from, to)
}

// isPage reports whether people open the file at the path themselves.
func isPage(path string) bool { return strings.HasSuffix(path, ".html") }

// removeFiles removes files of ours and the folders that are empty then.
func (p places) removeFiles(paths []string) error {
	for _, path := range paths {
		if err := p.disk.remove(p.at(path)); err != nil {
			return err
		}
		for dir := parent(path); dir != ""; dir = parent(dir) {
			if err := p.disk.step("remove", p.at(dir)); err != nil {
				return err
			}
			if err := os.Remove(p.at(dir)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				break // not empty: those above it are not either
			}
		}
	}
	return nil
}

// clear removes what a build had prepared.
func (p places) clear() error {
	for _, path := range p.leftovers() {
		if there, err := exists(path); err != nil || !there {
			continue // also where the output folder is no folder: nothing of ours is in it
		}
		if err := p.disk.removeAll(path); err != nil {
			return fmt.Errorf("clearing up after a build: %w", err)
		}
	}
	return nil
}
