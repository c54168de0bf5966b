package upstream

import (
	"io/fs"
	"testing"
	"testing/fstest"
)

// TestBrokenData checks that the messages about unreadable data files are understandable and have a
// position.
func TestBrokenData(t *testing.T) {
	for _, c := range []struct {
		name, file, text, want string
	}{
		{"cut off", "keps.json", "[\n  {", "content/_data/keps.json:2:3: invalid data file: unexpected end of file [data/unreadable]"},
		{"no JSON", "keps.json", "[x]", "content/_data/keps.json:1:2: invalid data file: syntax error [data/unreadable]"},
		{"another kind", "releases/1.27.json", `{"release": 1.27}`, "content/_data/releases/1.27.json:1:16: invalid data file: release cannot be a number [data/unreadable]"},
		{"whole", "sigs.json", `"x"`, "content/_data/sigs.json:1:3: invalid data file: sigs.json cannot be text [data/unreadable]"},
		{"row", ReleasesFile, "releases:\n- octo\n", `content/_data/releases.yaml:2:3: invalid value for "releases[1]": expected keys with values, found "octo" [releases/type]`},
	} {
		_, ds, err := Load(fstest.MapFS{c.file: {Data: []byte(c.text)}})
		if err != nil || len(ds) != 1 || ds[0].String() != c.want {
			t.Errorf("%s:\n got %v, %v\nwant %s", c.name, ds, err, c.want)
		}
	}
	_, ds, err := Load(fstest.MapFS{ClaimFile: {Mode: fs.ModeDir}})
	if want := "content/_data/claims.yaml: not a data file: it is a directory [data/unreadable]"; err != nil || len(ds) != 1 || ds[0].String() != want {
		t.Errorf("folder: %v, %v", ds, err)
	}
}
