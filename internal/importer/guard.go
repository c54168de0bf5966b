package importer

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
)

// Guard returns an error if the result must not replace the files in the directory dir of a site
// (content/_data). This is so if a source is empty or damaged, if a file would have no records, or
// if one would have less than half of its records, published notes or bytes. The error has the old
// and new numbers.
func (r Result) Guard(site fs.FS, dir string) error {
	for _, f := range r.Files {
		place := path.Join(dir, f.Path)
		now, err := f.Bytes()
		if err != nil {
			return err
		}
		was, err := fs.ReadFile(site, place)
		there := err == nil
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("reading the old %s: %w", place, err)
		}
		read, had := records(now), records(was)
		switch {
		case r.Damaged != nil && there:
			return fmt.Errorf("%w: keeping %s (%s)", r.Damaged, place, amount(had, was))
		case r.Damaged != nil:
			return fmt.Errorf("%w: not writing %s", r.Damaged, place)
		case read == 0 && !there:
			return fmt.Errorf("empty result: not writing %s", place)
		case read == 0, 2*read < had, 2*len(now) < len(was):
			return fmt.Errorf("incomplete result (%s): keeping %s (%s)", amount(read, now), place, amount(had, was))
		case 2*published(now) < published(was):
			return fmt.Errorf("incomplete result (%s): keeping %s (%s)", notes(published(now)), place, notes(published(was)))
		}
	}
	return nil
}

// published counts the published notes of a release. They come from the Markdown. If that is cut
// off, the JSON still has all notes, and only this number shows the loss.
func published(b []byte) int {
	var release struct{ Notes []struct{ Published bool } }
	_ = json.Unmarshal(b, &release)
	n := 0
	for _, note := range release.Notes {
		if note.Published {
			n++
		}
	}
	return n
}

func notes(n int) string {
	if n == 1 {
		return "1 published note"
	}
	return fmt.Sprintf("%d published notes", n)
}

// amount describes the size of a file.
func amount(records int, b []byte) string {
	if records == 1 {
		return fmt.Sprintf("1 record, %d bytes", len(b))
	}
	return fmt.Sprintf("%d records, %d bytes", records, len(b))
}

// records counts the values in a file of content/_data: list elements, elements of a release's
// lists and maps, or keys of another object. A damaged file has 0.
func records(b []byte) int {
	var list []json.RawMessage
	if json.Unmarshal(b, &list) == nil {
		return len(list)
	}
	var object map[string]json.RawMessage
	_ = json.Unmarshal(b, &object)
	if _, release := object["release"]; !release {
		return len(object)
	}
	n := 0
	for _, part := range object {
		n += records(part)
	}
	return n
}
