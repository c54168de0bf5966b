// Package testcorpus finds the corpus of real notes and real upstream data that some tests read,
// and reads this repository's own site for tests.
//
// The corpus is not part of the repository. Its folder is the value of the environment variable
// KAWARABAN_CORPUS, else ../shared/corpus next to the checkout. Tests that need it skip where it
// is missing, and make test lists them at the end.
package testcorpus

import (
	"os"
	"path/filepath"
)

// Path returns the path of a file or folder of the corpus, whether it exists or not.
func Path(elem ...string) string {
	return filepath.Join(append([]string{root()}, elem...)...)
}

func root() string {
	if dir := os.Getenv("KAWARABAN_CORPUS"); dir != "" {
		return dir
	}
	if dir := checkout(); dir != "" {
		return filepath.Join(dir, "..", "shared", "corpus")
	}
	return ""
}

// checkout is the folder of go.mod above the working directory; empty if there is none.
func checkout() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for at := dir; at != filepath.Dir(at); at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return at
		}
	}
	return ""
}
