package git

import (
	"cmp"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"
)

// Change is the history of one file.
type Change struct {
	// Last is the author date of the last change of the content; zero if no commit has a valid
	// date.
	Last   time.Time
	Since  time.Time // author date of the first version, under any name; zero if unknown
	Commit string    // of the last change
	// Authors lists those who changed the file, in the order of their first change. A merge counts
	// only for its own changes; bots ("[bot]") are omitted.
	Authors []Author
}

// Log is the history of the files of a directory up to one commit. It is immutable; nil is empty.
type Log struct {
	head    string
	changes map[string]Change
	other   map[string]string // composed form of a path -> the path, if they differ
}

// NewLog returns a Log with the given changes by path.
func NewLog(head string, changes map[string]Change) *Log {
	l := &Log{head, changes, map[string]string{}}
	for path := range changes {
		if c := norm.NFC.String(path); c != path {
			l.other[c] = path
		}
	}
	return l
}

// Head returns the newest commit of the history; empty without one.
func (l *Log) Head() string {
	if l == nil {
		return ""
	}
	return l.head
}

// Len returns the number of files.
func (l *Log) Len() int {
	if l == nil {
		return 0
	}
	return len(l.changes)
}

// Of returns the history of a file, by its path relative to the directory; false if no commit has
// it. Composed and decomposed spellings of a path are equal, since file systems convert them.
func (l *Log) Of(path string) (Change, bool) {
	if l == nil {
		return Change{}, false
	}
	composed := norm.NFC.String(path)
	for _, p := range []string{path, composed, l.other[composed]} {
		if c, ok := l.changes[p]; ok {
			return c, true
		}
	}
	return Change{}, false
}

// History returns the history of the files in HEAD below a path: dir is any directory of a
// checkout, below is relative to it, and so are the paths of the Log.
//
// A rename keeps the history if git detects it (half of the content is equal); the rename itself is
// not a change. Times are author dates, so text is as old as it was written, not merged. Conflict
// resolutions count as changes of the merge. Renames from outside below are not followed.
//
// A checkout without commits has an empty Log. The error is [ErrNoGit], [ErrNoHistory] outside a
// checkout, [ErrShallow], [ErrOwner], or git's.
func History(dir, below string) (*Log, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("reading the history: %w", err)
	}
	head, err := headOf(dir)
	if err != nil || head == "" {
		return NewLog("", nil), err
	}
	files, err := within(dir, "", "ls-tree", "-r", "-z", "--name-only", head, "--", below)
	if err != nil {
		return nil, fmt.Errorf("reading the history: %w", err)
	}
	out, err := logOf(dir, head, below)
	if err != nil {
		return nil, fmt.Errorf("reading the history: %w", err)
	}
	commits := readLog(out)
	who, err := readPeople(dir, commits)
	if err != nil {
		return nil, fmt.Errorf("reading the history: %w", err)
	}
	return NewLog(head, fold(commits, strings.Split(files, "\x00"), who)), nil
}

// State returns a text that changes whenever the result of [History] may change: the commit of HEAD
// and whether the history is complete. The error is that of History.
func State(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("reading the history: %w", err)
	}
	return headOf(dir)
}

func headOf(dir string) (string, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return "", ErrNoGit
	}
	about, err := within(dir, "", "rev-parse", "--is-inside-work-tree", "--is-shallow-repository")
	if err != nil {
		switch said := err.Error(); {
		case strings.Contains(said, "not a git repository"):
			return "", ErrNoHistory
		case strings.Contains(said, "dubious ownership"):
			return "", ErrOwner
		}
		return "", fmt.Errorf("reading the history: %w", err)
	}
	inside, shallow, _ := strings.Cut(strings.TrimSpace(about), "\n")
	switch {
	case inside != "true":
		return "", ErrNoHistory
	case shallow == "true":
		return "", ErrShallow
	}
	head, err := within(dir, "", "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
	if err != nil {
		return "", nil //nolint:nilerr // there is no commit yet
	}
	return strings.TrimSpace(head), nil
}

// header lists the fields of a commit in the output. Fields cannot contain the separator NUL.
const header = "%x00%H%x00%aI%x00%cI%x00%aN%x00%aE%x00%(trailers:key=Co-authored-by,valueonly,unfold)%x00"

// logOf lists the commits that changed a path, newest first and children before parents, with their
// files. Renames are detected among removed and added files. In a blobless clone, only exact
// renames can be found.
func logOf(dir, head, below string) (string, error) {
	ask := func(renames string) (string, error) {
		return within(dir, "", "log", "--date-order", "-c", "-z", "--name-status", renames, "-l1000", "--relative",
			"--no-ext-diff", "--no-textconv", "--no-show-signature", "--no-color", "--no-decorate", "--no-notes",
			"--encoding=UTF-8", "--format="+header, head, "--", below)
	}
	out, err := ask("--find-renames=50%")
	if err != nil {
		if again, exact := ask("--find-renames=100%"); exact == nil {
			return again, nil
		}
	}
	return out, err
}

// merged reports whether the file differs from all parents of a merge.
func (t fileChange) merged() bool { return len(t.status) > 1 && t.status[1] > '9' }

// added reports whether the file is new; in a merge, whether no parent has it.
func (t fileChange) added() bool { return strings.Trim(t.status, "A") == "" }

func readLog(out string) []commit {
	var commits []commit
	next := func() (tok string) {
		tok, out, _ = strings.Cut(out, "\x00")
		return tok
	}
	for out != "" {
		switch tok := strings.TrimPrefix(next(), "\n"); {
		case tok == "":
		case isID(tok):
			c := commit{id: tok, at: firstTime(next(), next())}
			c.by = append([]contact{{next(), next()}}, contacts(next())...)
			commits = append(commits, c)
		default:
			t := fileChange{status: tok, path: next()}
			if (tok[0] == 'R' || tok[0] == 'C') && !t.merged() {
				t.from, t.path = t.path, next()
			}
			if len(commits) > 0 {
				last := &commits[len(commits)-1]
				last.files = append(last.files, t)
			}
		}
	}
	return commits
}

// isID reports whether a field is a commit ID (SHA-1 or SHA-256), not a file status.
func isID(s string) bool {
	return (len(s) == 40 || len(s) == 64) && strings.Trim(s, "0123456789abcdef") == ""
}

// firstTime returns the first valid time. Times before 1970 (an unset clock) and after the year
// 9999 are invalid; git accepts any number.
func firstTime(texts ...string) time.Time {
	for _, text := range texts {
		if t, err := time.Parse(time.RFC3339, text); err == nil && t.Unix() > 0 {
			return t
		}
	}
	return time.Time{}
}

type fileHistory struct {
	Change
	newest int   // newest commit that changed it
	by     []int // authors, newest change first
}

type histories struct {
	files map[string]*fileHistory
	now   map[string]string // former name -> current name, at this point of the history
	went  map[string]string // former name -> current name, of all times
}

func fold(commits []commit, files []string, who people) map[string]Change {
	f := histories{map[string]*fileHistory{}, map[string]string{}, map[string]string{}}
	for i, c := range commits {
		f.add(i, c, who.of(c))
	}
	exists := map[string]bool{}
	for _, path := range files {
		exists[path] = f.files[path] != nil
	}
	f.addRenamed(exists)
	out := map[string]Change{}
	for path, there := range exists {
		if there {
			t := f.files[path]
			t.Authors = who.authors(t.by)
			out[path] = t.Change
		}
	}
	return out
}

// add adds a commit. Files may swap names in one commit, so renames take effect only after all
// files of the commit are read.
func (f *histories) add(i int, c commit, by []int) {
	names := make([]string, len(c.files))
	for k, t := range c.files {
		names[k] = cmp.Or(f.now[t.path], t.path)
		f.record(names[k], i, c, t, by)
	}
	for _, t := range c.files {
		if t.status == "A" { // an older file of that name was a different file
			delete(f.now, t.path)
		}
	}
	for k, t := range c.files {
		if t.from == "" || t.status[0] != 'R' {
			continue
		}
		f.now[t.from] = names[k]
		if f.went[t.from] == "" {
			f.went[t.from] = names[k]
		}
	}
}

func (f *histories) record(name string, i int, c commit, t fileChange, by []int) {
	of := f.files[name]
	if of == nil {
		of = &fileHistory{newest: -1}
		f.files[name] = of
	}
	if !c.at.IsZero() {
		of.Since = c.at
	}
	if t.status == "R100" {
		return
	}
	if of.newest < 0 {
		of.newest, of.Commit = i, c.id
	}
	if of.Last.IsZero() {
		of.Last = c.at
	}
	if !t.merged() || t.added() {
		of.by = append(of.by, by...)
	}
}

// addRenamed adds changes that another branch made to a file under its old name, after the branch point
// of its rename. git lists these before the rename.
func (f *histories) addRenamed(exists map[string]bool) {
	for _, from := range slices.Sorted(maps.Keys(f.went)) {
		a, b := f.files[f.went[from]], f.files[from]
		if b == nil || exists[from] || !exists[f.went[from]] {
			continue
		}
		if b.newest >= 0 && (a.newest < 0 || b.newest < a.newest) {
			a.newest, a.Commit, a.Last = b.newest, b.Commit, b.Last
		}
		if a.Since.IsZero() || !b.Since.IsZero() && b.Since.Before(a.Since) {
			a.Since = b.Since
		}
		a.by = slices.Concat(b.by, a.by)
	}
}
