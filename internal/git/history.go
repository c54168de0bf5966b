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

// Change is what a history says of one file.
type Change struct {
	// Last is when its content was last changed, by its author's clock and in its author's
	// zone; zero where no commit says a time that can be.
	Last   time.Time
	Since  time.Time // when it first stood there, under whatever name; zero likewise
	Commit string    // that changed it last
	// Authors are those who changed it, who began first. A merge makes nobody an author but
	// of what came with it; programs ("[bot]") are none.
	Authors []Author
}

// Log is what the history up to one commit says of the files of a folder. It does not
// change; nil knows nothing.
type Log struct {
	head    string
	changes map[string]Change
	other   map[string]string // composed form of a path -> the path, where these differ
}

// NewLog returns what a history up to a commit says, by path.
func NewLog(head string, changes map[string]Change) *Log {
	l := &Log{head, changes, map[string]string{}}
	for path := range changes {
		if c := norm.NFC.String(path); c != path {
			l.other[c] = path
		}
	}
	return l
}

// Head returns the commit that the history leads up to; empty where there is none.
func (l *Log) Head() string {
	if l == nil {
		return ""
	}
	return l.head
}

// Len returns how many files it knows.
func (l *Log) Len() int {
	if l == nil {
		return 0
	}
	return len(l.changes)
}

// Of returns what is known of a file, by its path from the folder that was asked for; false
// for one that is in no commit. A path in composed letters finds one in decomposed letters
// and the other way round, since file systems turn one into the other.
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

// History returns what the history of HEAD says of the files that HEAD has in part of a
// folder: dir is the top of a checkout or stands anywhere in it, below is a path from there,
// as are the paths that the Log knows.
//
// A file keeps its history when it is renamed, where git takes it for the same one (half of
// it is); a new name alone is no change of its content. Times are those of authors, so that
// what was written long before it was merged is as old as it is; what a merge had to put
// together was changed by the merge. Beyond below nothing is followed.
//
// A checkout without commits has an empty Log. The error is [ErrNoGit], [ErrNoHistory] where
// the folder is in no checkout, [ErrShallow], [ErrOwner], or one in git's own words.
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

// State returns a text that is another one whenever [History] may say something else: the
// commit of HEAD, and whether the history is whole. The error is that of History.
func State(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("reading the history: %w", err)
	}
	return headOf(dir)
}

// headOf returns the commit of HEAD; empty where there is none yet.
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

// header are the fields of a commit in the output. No field can hold the byte between them.
const header = "%x00%H%x00%aI%x00%cI%x00%aN%x00%aE%x00%(trailers:key=Co-authored-by,valueonly,unfold)%x00"

// logOf lists the commits that touched a part of a folder, the newest first and none before
// those that come after it, with what they touched. Renames are looked for in what a commit
// removed and added; where a part of the repository was left on the server (a blobless
// clone), only those without another change can be found.
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

// merged reports what a merge had to put together.
func (t touch) merged() bool { return len(t.status) > 1 && t.status[1] > '9' }

// added reports a file that was not there before; in a merge, that none of both had.
func (t touch) added() bool { return strings.Trim(t.status, "A") == "" }

// readLog reads the output of git log.
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
			t := touch{status: tok, path: next()}
			if (tok[0] == 'R' || tok[0] == 'C') && !t.merged() {
				t.from, t.path = t.path, next()
			}
			if len(commits) > 0 {
				last := &commits[len(commits)-1]
				last.touched = append(last.touched, t)
			}
		}
	}
	return commits
}

// isID reports the name of a commit, by SHA-1 or SHA-256, which is no status of a file.
func isID(s string) bool {
	return (len(s) == 40 || len(s) == 64) && strings.Trim(s, "0123456789abcdef") == ""
}

// firstTime returns the first of some times that can be: between 1970, which a clock says
// that was never set, and the year 9999. Git takes any number.
func firstTime(texts ...string) time.Time {
	for _, text := range texts {
		if t, err := time.Parse(time.RFC3339, text); err == nil && t.Unix() > 0 {
			return t
		}
	}
	return time.Time{}
}

// told is what commits tell of a file, while they are read from the newest to the oldest.
type told struct {
	Change
	newest int   // of the commits that changed it
	by     []int // who wrote it, the last first
}

// folder are the files that commits tell of, by the name that they have now.
type folder struct {
	files map[string]*told
	now   map[string]string // a former name -> the one that its file has now
	went  map[string]string // the same, of all times
}

// fold adds up what commits tell of the files that there are.
func fold(commits []commit, files []string, who people) map[string]Change {
	f := folder{map[string]*told{}, map[string]string{}, map[string]string{}}
	for i, c := range commits {
		f.add(i, c, who.of(c))
	}
	stands := map[string]bool{}
	for _, path := range files {
		stands[path] = f.files[path] != nil
	}
	f.beside(stands)
	out := map[string]Change{}
	for path, there := range stands {
		if there {
			t := f.files[path]
			t.Authors = who.authors(t.by)
			out[path] = t.Change
		}
	}
	return out
}

// add adds what a commit tells. Of two files that change their names with each other each
// goes on as itself, so no name is another before all are told.
func (f *folder) add(i int, c commit, by []int) {
	names := make([]string, len(c.touched))
	for k, t := range c.touched {
		names[k] = cmp.Or(f.now[t.path], t.path)
		f.tell(names[k], i, c, t, by)
	}
	for _, t := range c.touched {
		if t.status == "A" { // what had the name before that was another file
			delete(f.now, t.path)
		}
	}
	for k, t := range c.touched {
		if t.from == "" || t.status[0] != 'R' {
			continue
		}
		f.now[t.from] = names[k]
		if f.went[t.from] == "" {
			f.went[t.from] = names[k]
		}
	}
}

// tell adds what a commit tells of the file that has a name now.
func (f *folder) tell(name string, i int, c commit, t touch, by []int) {
	of := f.files[name]
	if of == nil {
		of = &told{newest: -1}
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

// beside adds to the files that stand there what was written at their former names beside
// the branch on which they were renamed: git lists that before the rename.
func (f *folder) beside(stands map[string]bool) {
	for _, from := range slices.Sorted(maps.Keys(f.went)) {
		a, b := f.files[f.went[from]], f.files[from]
		if b == nil || stands[from] || !stands[f.went[from]] {
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
