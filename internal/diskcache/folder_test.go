package diskcache

import (
	"os"
	"testing"
)

// TestNames checks that no name can refer to a file outside the directory, and that only regular
// files are read.
func TestNames(t *testing.T) {
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	c, err := Open(t.Context(), root, "x")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, name := range []string{"", ".", "..", "../../x", "/etc/passwd", "a/b", "A", "a.json.json", "a\x00"} {
		if err := c.Write(name, nil); err == nil {
			t.Errorf("%q was written", name)
		}
		if _, err := c.Read(name); err == nil {
			t.Errorf("%q was read", name)
		}
	}
	for range 2 {
		if err := c.Write("links.json", []byte("{}")); err != nil {
			t.Error(err)
		}
	}
	if b, err := c.Read("links.json"); err != nil || string(b) != "{}" {
		t.Errorf("%s, %v", b, err)
	}
	if err := root.Mkdir(Dir+"/x/dir", 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Read("dir"); err == nil {
		t.Error("a directory was read")
	}
}
