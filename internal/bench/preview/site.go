package main

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/corpus"
)

// perNote is how many entries a made note has.
const perNote = 25

// places is how many neighbouring entries of the note on screen are edited in turn: as many as
// find room in a window, with what stands beside them.
const places = 2

// scene is a note that is edited: its text cut where each save puts what only it says.
type scene struct {
	page  string   // the address of its page, without a slash before it
	path  string   // of its file
	parts [][]byte // what stands before, between and behind the places
	said  []int    // the saves whose texts stand at the places
}

// textOf is what save n puts into the note. It is one word in every language, and always as
// long: what looks at sizes alone must not be found out by chance.
func textOf(n int) string { return fmt.Sprintf("rev%06d", n) }

// cut finds the places of a note: behind the bullets of its first entries.
func cut(note []byte) (*scene, error) {
	s := &scene{}
	from := 0
	for i := range places {
		s.said = append(s.said, i)
		i := bytes.Index(note[from:], []byte("\n- "))
		if i < 0 {
			return nil, fmt.Errorf("the note has fewer than %d entries", places)
		}
		end := from + i + len("\n- ")
		s.parts = append(s.parts, note[from:end])
		from = end
	}
	s.parts = append(s.parts, note[from:])
	return s, nil
}

// next is the note as save n writes it: one place tells of it, the others of those before it.
func (s *scene) next(n int) []byte {
	s.said[n%places] = n
	return s.write()
}

// write is the note as it is now.
func (s *scene) write() []byte {
	var b bytes.Buffer
	for i, part := range s.parts {
		b.Write(part)
		if i < places {
			b.WriteString(textOf(s.said[i]) + " ")
		}
	}
	return b.Bytes()
}

// makeSite writes a site of made notes into a folder and returns the note in its middle that
// has a translation, on the page that a reader of Japanese sees.
func makeSite(dir string, notes int, d corpus.Dialect, data string) (*scene, error) {
	if data != "" && d == corpus.Kawaraban {
		if err := os.CopyFS(filepath.Join(dir, "content", "_data"), os.DirFS(data)); err != nil {
			return nil, err
		}
	}
	files := corpus.Make(corpus.Options{Notes: notes, Entries: perNote, Translated: 5, Seed: 1}, d)
	at := middle(files)
	if at < 0 {
		return nil, fmt.Errorf("none of %d notes is in Japanese and translated", notes)
	}
	s, err := cut(files[at].Data)
	if err != nil {
		return nil, err
	}
	files[at].Data = s.write()
	s.path = filepath.Join(dir, filepath.FromSlash(files[at].Path))
	name := strings.TrimSuffix(strings.TrimPrefix(files[at].Path, "content/"), ".ja.md")
	s.page = name + "/"
	if d == corpus.Kawaraban {
		s.page = "ja/" + s.page
	} else {
		files = append(files, corpus.HugoSite()...)
	}
	return s, writeFiles(dir, files)
}

// middle finds the note nearest to the middle of the files that is in Japanese and has a
// translation, which is the file behind it; -1 for none.
func middle(files []corpus.File) int {
	best, half := -1, len(files)/2
	for i := range len(files) - 1 {
		ja, found := strings.CutSuffix(files[i].Path, ".ja.md")
		if !found || files[i+1].Path != ja+".en.md" {
			continue
		}
		if best < 0 || abs(i-half) < abs(best-half) {
			best = i
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

func writeFiles(dir string, files []corpus.File) error {
	made := map[string]bool{}
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Path))
		if folder := path.Dir(f.Path); !made[folder] {
			made[folder] = true
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				return err
			}
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// manner is a way in which programs save a file.
type manner struct {
	name string
	save func(path string, data []byte) error // what is measured begins when it returns
}

// manners are those that are measured.
var manners = []manner{{"in place", inPlace}, {"atomic", atomic}}

// inPlace empties the file and writes it anew, as most editors do.
func inPlace(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// atomic writes another file beside it, of a name that no server takes for content, and puts it
// in its place.
func atomic(path string, data []byte) error {
	beside := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".tmp~")
	if err := os.WriteFile(beside, data, 0o644); err != nil {
		return err
	}
	return os.Rename(beside, path)
}

// inTurn saves in each of the manners in turn.
func inTurn() manner {
	i := 0
	return manner{"in turn", func(path string, data []byte) error {
		m := manners[i%len(manners)]
		i++
		return m.save(path, data)
	}}
}

// latest is the last save that the note tells of.
func (s *scene) latest() int { return slices.Max(s.said) }
