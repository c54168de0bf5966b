package git

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"
)

type past struct {
	*testing.T
	dir  string
	call func(args ...string)
}

func newPast(t *testing.T) past {
	t.Helper()
	dir, call := repo(t)
	return past{t, dir, call}
}

// put writes files, given as pairs of name and content; empty content removes the file.
func (p past) put(files ...string) {
	p.Helper()
	for i := 0; i < len(files); i += 2 {
		file := filepath.Join(p.dir, filepath.FromSlash(files[i]))
		err := os.MkdirAll(filepath.Dir(file), 0o755)
		if files[i+1] == "" {
			err = errors.Join(err, os.Remove(file))
		} else {
			err = errors.Join(err, os.WriteFile(file, []byte(files[i+1]), 0o644))
		}
		if err != nil {
			p.Fatal(err)
		}
	}
}

// commit commits all changes at noon of a day by "Ann" or "Ann <ann@example.org>".
func (p past) commit(day, who string, message ...string) {
	p.Helper()
	p.call("add", "--all", ".")
	p.at(day)
	p.call(append([]string{"commit", "-q", "--allow-empty", "--author", whole(who), "-m", "x"}, wrapped(message)...)...)
}

func wrapped(paragraphs []string) []string {
	var out []string
	for _, p := range paragraphs {
		out = append(out, "-m", p)
	}
	return out
}

func (p past) at(day string) {
	p.Helper()
	p.Setenv("GIT_AUTHOR_DATE", day+"T12:00:00+0900")
	p.Setenv("GIT_COMMITTER_DATE", day+"T12:00:00+0900")
}

func whole(who string) string {
	if strings.Contains(who, "<") {
		return who
	}
	return fmt.Sprintf("%s <%s@example.org>", who, strings.ToLower(strings.ReplaceAll(who, " ", ".")))
}

func (p past) fileHistory(path string) string {
	p.Helper()
	l, err := History(p.dir, "content")
	if err != nil {
		p.Fatal(err)
	}
	c, ok := l.Of(path)
	if !ok {
		return ""
	}
	return inShort(c)
}

func inShort(c Change) string {
	var names []string
	for _, a := range c.Authors {
		if a.Handle != "" {
			a.Name += " @" + a.Handle
		}
		names = append(names, a.Name)
	}
	return c.Last.Format(time.DateOnly) + " " + c.Since.Format(time.DateOnly) + " " + strings.Join(names, ", ")
}

// text returns lines that no other text shares, so that git detects renames.
func text(of string) string {
	var b strings.Builder
	for i := range 20 {
		fmt.Fprintf(&b, "%s %d\n", of, i)
	}
	return b.String()
}

func TestHistory(t *testing.T) {
	p := newPast(t)
	decomposed := norm.NFD.String("content/がぎぐ.ja.md")
	p.put("content/一.ja.md", text("一"), decomposed, text("が"), "content/b.md", text("b"), "README.md", "x\n",
		"content/x.md", text("x"), "content/y.md", text("y"), "content/gone.md", text("gone"), "content/old.md", text("old"))
	p.commit("2023-01-01", "Ann")
	p.put("content/b.md", text("b")+"more\n")
	p.commit("2023-02-01", "Bea")

	p.call("checkout", "-q", "-b", "side")
	p.put("content/一.ja.md", text("一")+"二\n")
	p.commit("2023-02-10", "Cyd")
	p.call("checkout", "-q", "main")
	p.put("content/b.md", text("b")+"more and more\n")
	p.commit("2023-02-11", "Ann")
	p.at("2023-02-12")
	p.call("merge", "-q", "--no-edit", "side") // adds no changes of its own

	p.call("mv", "content/一.ja.md", "content/改名 一.ja.md")
	p.commit("2023-03-01", "Dee") // a rename only
	p.call("mv", "content/old.md", "content/new.md")
	p.put("content/new.md", text("old")+"changed\n")
	p.commit("2023-03-02", "Eve")
	p.put("content/old.md", text("quite another"))
	p.commit("2023-03-03", "Fay")
	p.put("content/x.md", text("y"), "content/y.md", text("x")+"z\n") // not a rename for git, because both names exist before and after
	p.commit("2023-03-04", "Gus")
	p.put("content/gone.md", "")
	p.commit("2023-03-05", "Hal")
	p.put("content/gone.md", "here again, and not committed\n", "content/new untracked.md", "x\n")

	for path, want := range map[string]string{
		"content/改名 一.ja.md":                  "2023-02-10 2023-01-01 Ann, Cyd",
		"content/一.ja.md":                     "",
		decomposed:                            "2023-01-01 2023-01-01 Ann",
		norm.NFC.String(decomposed):           "2023-01-01 2023-01-01 Ann",
		norm.NFD.String("content/改名 一.ja.md"): "2023-02-10 2023-01-01 Ann, Cyd",
		"content/b.md":                        "2023-02-11 2023-01-01 Ann, Bea",
		"content/new.md":                      "2023-03-02 2023-01-01 Ann, Eve",
		"content/old.md":                      "2023-03-03 2023-03-03 Fay",
		"content/x.md":                        "2023-03-04 2023-01-01 Ann, Gus",
		"content/gone.md":                     "",
		"content/new untracked.md":            "",
		"README.md":                           "",
		"content":                             "",
	} {
		if got := p.fileHistory(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	l, err := History(p.dir, "content")
	if err != nil {
		t.Fatal(err)
	}
	c, _ := l.Of("content/new.md")
	if _, offset := c.Last.Zone(); offset != 9*60*60 {
		t.Errorf("the time %v is not the author date", c.Last)
	}
	if got := p.says("log", "-1", "--format=%H", "--", "content/new.md"); c.Commit != got {
		t.Errorf("last change by %s, in git by %s", c.Commit, got)
	}
	if l.Len() != 7 || l.Head() != p.says("rev-parse", "HEAD") {
		t.Errorf("%d files up to %s", l.Len(), l.Head())
	}
}

func (p past) says(args ...string) string {
	p.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = p.dir
	out, err := cmd.Output()
	if err != nil {
		p.Fatalf("git %v: %v", args, err)
	}
	return strings.TrimSpace(string(out))
}

// TestMerges checks that a merge changes only the files with conflicts, and has no author for them;
// merged changes keep their authors.
func TestMerges(t *testing.T) {
	p := newPast(t)
	p.put("content/both.md", text("both"), "content/far.md", text("far"))
	p.commit("2023-01-01", "Ann")
	p.call("checkout", "-q", "-b", "side")
	p.put("content/both.md", text("both")+"end\n")
	p.commit("2023-01-02", "Bea")
	p.call("mv", "content/far.md", "content/near.md")
	p.commit("2023-01-03", "Bea")
	p.call("checkout", "-q", "main")
	p.put("content/both.md", "begin\n"+text("both"), "content/far.md", text("far")+"by its old name\n")
	p.commit("2023-01-04", "Cyd")
	p.at("2023-01-05")
	p.call("-c", "user.name=Dee", "merge", "-q", "--no-ff", "--no-commit", "side")
	p.put("content/came.md", text("came"))
	p.commit("2023-01-05", "Dee")
	for path, want := range map[string]string{
		"content/both.md": "2023-01-05 2023-01-01 Ann, Bea, Cyd",
		"content/near.md": "2023-01-05 2023-01-01 Ann, Cyd",
		"content/far.md":  "",
		"content/came.md": "2023-01-05 2023-01-05 Dee",
	} {
		if got := p.fileHistory(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestSwap(t *testing.T) {
	p := newPast(t)
	p.put("content/a.md", text("a"))
	p.commit("2023-01-01", "Ann")
	p.put("content/b.md", text("b"))
	p.commit("2023-01-02", "Bea")
	p.call("mv", "content/a.md", "content/c.md")
	p.commit("2023-01-03", "Cyd")
	p.call("mv", "content/b.md", "content/a.md")
	p.commit("2023-01-04", "Cyd")
	p.call("mv", "content/c.md", "content/b.md")
	p.commit("2023-01-05", "Cyd")
	for range 2 {
		if a, b := p.fileHistory("content/a.md"), p.fileHistory("content/b.md"); a != "2023-01-02 2023-01-02 Bea" || b != "2023-01-01 2023-01-01 Ann" {
			t.Errorf("a: %q, b: %q", a, b)
		}
		p.call("mv", "content/a.md", "content/c.md")
		p.commit("2023-01-06", "Cyd")
		p.call("mv", "content/c.md", "content/a.md")
		p.commit("2023-01-07", "Cyd")
	}
}

// TestAuthors checks that names come from .mailmap, for trailers too, without duplicates.
func TestAuthors(t *testing.T) {
	p := newPast(t)
	p.put("content/a.md", "1\n", ".mailmap", "山田 花子 <12+Hanako@users.noreply.github.com> <old@example.org>\nReal Name <real@example.org> Nick <nick@example.org>\n")
	p.commit("2023-01-01", "someone <old@example.org>", "Co-authored-by: Nick <NICK@example.org>\nCo-Authored-By: broken\nSigned-off-by: Not Me <n@example.org>")
	p.put("content/a.md", "2\n")
	p.commit("2023-01-02", "hanako <hanako@users.noreply.github.com>")
	p.put("content/a.md", "3\n")
	p.commit("2023-01-03", "dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>")
	p.put("content/a.md", "4\n")
	p.commit("2023-01-04", "mail@example.com <mail@example.com>")
	p.put("content/a.md", "5\n")
	p.commit("2023-01-05", "Zoe <z1@example.org>")
	p.put("content/a.md", "6\n")
	p.commit("2023-01-06", "ZOE <z2@example.org>")
	if got, want := p.fileHistory("content/a.md"), "2023-01-06 2023-01-01 山田 花子 @Hanako, Real Name, mail, Zoe"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestAuthor(t *testing.T) {
	for in, want := range map[contact]Author{
		{"Ann", "ann@example.org"}:                            {"Ann", ""},
		{"Ann", "12345+ann-b@users.noreply.github.com"}:       {"Ann", "ann-b"},
		{"Ann", "ANN@Users.NoReply.GitHub.com"}:               {"Ann", "ANN"},
		{"", "1+ann@users.noreply.github.com"}:                {"ann", "ann"},
		{"ann@example.org", "1+ann@users.noreply.github.com"}: {"ann", "ann"},
		{"ann@example.org", "ann@example.org"}:                {"ann", ""},
		{"Ann (ann@example.org)", "x"}:                        {"Ann ( )", ""},
		{"@mona", "x"}:                                        {"@mona", ""},
		{"", "x@example.org"}:                                 {"", ""},
		{"", "-ann@users.noreply.github.com"}:                 {"", ""},
		{"", "ann@users.noreply.github.com.example.org"}:      {"", ""},
		{"  A\tB\r\nC\u2028D ", ""}:                           {"A B C D", ""},
		{"\u202eevil\u202c \u2066x\u2069\u200b\ufeff", ""}:    {"evil x", ""},
		{"\x1b[31mred", ""}:                                   {"[31mred", ""},
		{"<script>", ""}:                                      {"<script>", ""},
		{"か\u3099く", ""}:                                      {"がく", ""},
		{"a\xff", ""}:                                         {"a\ufffd", ""},
		{"z" + strings.Repeat("\u0336", 50) + "y", ""}:        {"z" + strings.Repeat("\u0336", 4) + "y", ""},
		{strings.Repeat("あ", 61), ""}:                         {strings.Repeat("あ", 60) + "…", ""},
		{"\u200d\u200c", ""}:                                  {"", ""},
		{"می\u200cخواهم", ""}:                                 {"می\u200cخواهم", ""},
	} {
		if got := in.author(); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func FuzzClean(f *testing.F) {
	f.Add("Ann <ann@example.org>", "1+ann@users.noreply.github.com")
	f.Fuzz(func(t *testing.T, name, mail string) {
		a := contact{name, mail}.author()
		if strings.ContainsAny(a.Name, "\x00\n\r\u202e") || len([]rune(a.Name)) > maxName+1 || a.Name != strings.TrimSpace(a.Name) {
			t.Errorf("%q", a.Name)
		}
		if address.MatchString(a.Name) {
			t.Errorf("an address: %q", a.Name)
		}
	})
}

func FuzzReadLog(f *testing.F) {
	id := strings.Repeat("0a", 20)
	f.Add("\x00" + id + "\x002023-01-02T03:04:05+09:00\x00\x00Ann\x00a@b\x00\x00\nM\x00content/a\x00R086\x00content/b\x00content/c\x00\x00" + id)
	f.Fuzz(func(t *testing.T, out string) {
		commits := readLog(out)
		var files []string
		for _, c := range commits {
			for _, changed := range c.files {
				files = append(files, changed.path)
			}
		}
		p := people{at: map[string]int{}}
		for _, c := range commits {
			p.enter(c.by[0])
		}
		for path, c := range fold(commits, files, p) {
			if !c.Last.IsZero() && c.Last.Unix() <= 0 || len(c.Commit) > 64 {
				t.Errorf("%s: %v", path, c)
			}
		}
	})
}

func TestTimes(t *testing.T) {
	p := newPast(t)
	p.put("content/a.md", "1\n")
	p.commit("2023-01-01", "Ann")
	tree := p.says("rev-parse", "HEAD^{tree}")
	for i, c := range []struct{ author, committer, want string }{
		{"1672542000 +0000", "1672628400 +0000", "2023-01-01"},
		{"0 +0000", "1672628400 +0000", "2023-01-02"},
		{"-86400 +0000", "1672628400 +0000", "2023-01-02"},
		{"99999999999999999 +0000", "1672628400 +0000", "2023-01-02"},
		{"9999999999999 +0000", "0 +0000", "0001-01-01"},
		{"253402300799 +0000", "0 +0000", "9999-12-31"}, // a clock may be wrong, but this date is valid
		{"1672542000 +9999", "1672628400 +0000", "2023-01-02"},
		{"1672542000 -1200", "1672628400 +0000", "2022-12-31"},
		{"1672542000", "1672628400 +0000", "2023-01-02"},
		{"nonsense", "nonsense", "0001-01-01"},
	} {
		raw := fmt.Sprintf("tree %s\nauthor Ann <ann@example.org> %s\ncommitter Ann <ann@example.org> %s\n\nx\n", tree, c.author, c.committer)
		cmd := exec.Command("git", "hash-object", "-t", "commit", "-w", "--literally", "--stdin")
		cmd.Dir, cmd.Stdin = p.dir, strings.NewReader(raw)
		id, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		p.call("update-ref", "refs/heads/main", strings.TrimSpace(string(id)))
		if got, _, _ := strings.Cut(p.fileHistory("content/a.md"), " "); got != c.want {
			t.Errorf("%d: %s and %s are %s, want %s", i, c.author, c.committer, got, c.want)
		}
	}
}

// TestHostile checks that nothing in a checkout's configuration is run or read, and that names in
// commits are not parsed as output of git.
func TestHostile(t *testing.T) {
	p := newPast(t)
	ran := filepath.Join(p.dir, "ran")
	id := strings.Repeat("ab", 20)
	p.put("content/a\nM\n.md", "1\n", ".gitattributes", "*.md diff=evil filter=evil\n", "map", "Evil <evil@example.org> <ann@example.org>\n")
	p.commit("2023-01-01", "\x01"+id+"\x02 Ann <ann@example.org>", id, "\x00"[:0]+"M\ncontent/other.md")
	for _, c := range [][2]string{
		{"log.showSignature", "true"}, {"gpg.program", "touch " + ran}, {"core.fsmonitor", "touch " + ran}, {"core.pager", "touch " + ran},
		{"diff.evil.command", "touch " + ran}, {"diff.evil.textconv", "touch " + ran}, {"diff.external", "touch " + ran},
		{"filter.evil.clean", "touch " + ran}, {"alias.log", "!touch " + ran}, {"core.sshCommand", "touch " + ran},
		{"core.quotePath", "true"}, {"log.showRoot", "false"}, {"log.follow", "true"}, {"log.mailmap", "false"}, {"log.decorate", "full"},
		{"diff.renames", "false"}, {"diff.relative", "true"}, {"diff.noprefix", "true"}, {"diff.orderFile", filepath.Join(p.dir, "none")},
		{"mailmap.file", filepath.Join(p.dir, "map")}, {"mailmap.blob", "HEAD:map"}, {"log.diffMerges", "off"}, {"core.abbrev", "4"},
		{"log.date", "relative"}, {"i18n.logOutputEncoding", "UTF-16"}, {"notes.displayRef", "*"}, {"color.ui", "always"}, {"format.pretty", "raw"},
	} {
		p.call("config", c[0], c[1])
	}
	t.Setenv("GIT_DIR", t.TempDir())
	t.Setenv("GIT_WORK_TREE", t.TempDir())
	t.Setenv("GIT_INDEX_FILE", filepath.Join(t.TempDir(), "none"))
	t.Setenv("GIT_EXTERNAL_DIFF", "touch "+ran)
	if got, want := p.fileHistory("content/a\nM\n.md"), "2023-01-01 2023-01-01 "+id+" Ann"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := p.fileHistory("content/other.md"); got != "" {
		t.Errorf("a message was parsed as a file: %q", got)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("the checkout's configuration was used")
	}
}

func TestLongMessages(t *testing.T) {
	p := newPast(t)
	long := strings.Repeat(strings.Repeat("長い話", 30)+"\n", 30_000) // 8 MB
	p.fastImport("commit refs/heads/main\nmark :1\ncommitter Ann <ann@example.org> 1672542000 +0000\n" + data(long) +
		"M 100644 inline content/a.md\n" + data("a\n") +
		"\ncommit refs/heads/main\ncommitter " + strings.Repeat("N", 1<<20) + " <bea@example.org> 1672628400 +0000\n" + data("x\n\nCo-authored-by: "+long) +
		"from :1\nM 100644 inline content/a.md\n" + data("b\n") + "\n")
	want := "2023-01-02 2023-01-01 Ann, " + strings.Repeat("N", 60) + "…"
	if got := p.fileHistory("content/a.md"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func data(s string) string { return fmt.Sprintf("data %d\n%s\n", len(s), s) }

func (p past) fastImport(stream string) {
	p.Helper()
	cmd := exec.Command("git", "fast-import", "--quiet")
	cmd.Dir, cmd.Stdin = p.dir, strings.NewReader(stream)
	if out, err := cmd.CombinedOutput(); err != nil {
		p.Fatalf("git fast-import: %v\n%s", err, out)
	}
}

// TestWhere checks a site at the root of a repository, below it, in another worktree and in a
// submodule, with both object formats.
func TestWhere(t *testing.T) {
	p := newPast(t)
	p.put("docs/サイト/content/a.md", text("a"), "content/a.md", text("other"))
	p.commit("2023-01-01", "Ann")
	p.put("docs/サイト/content/b.md", text("b"))
	p.commit("2023-01-02", "Bea")
	below := filepath.Join(p.dir, "docs", "サイト")
	check := func(name, dir, path, want string) {
		t.Helper()
		l, err := History(dir, "content")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		if c, _ := l.Of(path); inShort(c) != want {
			t.Errorf("%s: %q, want %q", name, inShort(c), want)
		}
	}
	check("below the top", below, "content/b.md", "2023-01-02 2023-01-02 Bea")
	check("the top", p.dir, "content/a.md", "2023-01-01 2023-01-01 Ann")
	tree := filepath.Join(t.TempDir(), "tree")
	p.call("worktree", "add", "-q", "--detach", tree, "HEAD~1")
	check("a worktree", filepath.Join(tree, "docs", "サイト"), "content/a.md", "2023-01-01 2023-01-01 Ann")
	outer := newPast(t)
	outer.call("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", p.dir, "sub")
	outer.commit("2024-01-01", "Cyd")
	check("a submodule", filepath.Join(outer.dir, "sub"), "content/a.md", "2023-01-01 2023-01-01 Ann")

	wide := past{t, t.TempDir(), nil}
	wide.call = func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=Ann", "-c", "user.email=ann@example.com", "-c", "commit.gpgSign=false"}, args...)...)
		cmd.Dir = wide.dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	wide.call("init", "-q", "--object-format=sha256")
	wide.put("content/a.md", text("a"))
	wide.commit("2023-01-01", "Ann")
	check("SHA-256", wide.dir, "content/a.md", "2023-01-01 2023-01-01 Ann")
}

func TestNoDates(t *testing.T) {
	p := newPast(t)
	if l, err := History(p.dir, "content"); err != nil || l.Len() != 0 || l.Head() != "" {
		t.Errorf("a repository without commits: %v", err)
	}
	p.put("content/a.md", text("a"), "content/b.md", text("b"))
	p.commit("2023-01-01", "Ann")
	p.call("mv", "content/a.md", "content/c.md")
	p.call("mv", "content/b.md", "content/d.md")
	p.put("content/d.md", text("b")+"more\n")
	p.commit("2023-01-02", "Bea")
	state, err := State(p.dir)
	if err != nil || state != p.says("rev-parse", "HEAD") {
		t.Errorf("state %q, %v", state, err)
	}

	shallow := filepath.Join(t.TempDir(), "shallow")
	p.call("clone", "-q", "--depth", "1", "file://"+p.dir, shallow)
	if _, err := History(shallow, "content"); !errors.Is(err, ErrShallow) {
		t.Errorf("a shallow clone: %v", err)
	}
	if _, err := State(shallow); !errors.Is(err, ErrShallow) {
		t.Errorf("the state of a shallow clone: %v", err)
	}
	if _, err := History(t.TempDir(), "content"); !errors.Is(err, ErrNoHistory) {
		t.Errorf("no repository: %v", err)
	}
	if _, err := History(filepath.Join(p.dir, ".git"), "content"); err == nil {
		t.Error("the directory .git has notes")
	}
	untracked := newPast(t)
	untracked.put("content/a.md", "x\n")
	if l, err := History(untracked.dir, "content"); err != nil || l.Len() != 0 {
		t.Errorf("untracked notes: %v, %v", l, err)
	}

	// In a blobless clone, renames with changes are not detected, and nothing is fetched.
	p.call("config", "uploadpack.allowFilter", "true")
	blobless := past{t, filepath.Join(t.TempDir(), "blobless"), p.call}
	p.call("clone", "-q", "--no-checkout", "--filter=blob:none", "file://"+p.dir, blobless.dir)
	if got := blobless.fileHistory("content/c.md"); got != "2023-01-01 2023-01-01 Ann" {
		t.Errorf("a blobless clone: %q", got)
	}
	if got := blobless.fileHistory("content/d.md"); got != "2023-01-02 2023-01-02 Bea" {
		t.Errorf("a rename with a change in a blobless clone: %q", got)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := History(p.dir, "content"); !errors.Is(err, ErrNoGit) {
		t.Errorf("no git: %v", err)
	}
	if (*Log)(nil).Head() != "" || (*Log)(nil).Len() != 0 {
		t.Error("the nil Log has a file")
	}
}

// TestLikeGit compares the first and last commit of each file with git log, for random histories
// whose branches change different files.
func TestLikeGit(t *testing.T) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 7))
		p := newPast(t)
		day := time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC)
		next := func() string {
			day = day.AddDate(0, 0, 1)
			return day.Format(time.DateOnly)
		}
		edit := func(of string) {
			name := fmt.Sprintf("content/%s%d.md", of, r.IntN(4))
			if r.IntN(8) == 0 {
				_ = os.Remove(filepath.Join(p.dir, name))
			} else {
				p.put(name, fmt.Sprintf("%s %d\n", text(name), r.IntN(1000)))
			}
			p.commit(next(), string(rune('A'+r.IntN(5)))+"a")
		}
		edit("main")
		for i := range 6 {
			branch := fmt.Sprintf("b%d-", i)
			p.call("checkout", "-q", "-b", branch)
			for range 1 + r.IntN(3) {
				edit(branch)
			}
			p.call("checkout", "-q", "main")
			for range r.IntN(3) {
				edit("main")
			}
			p.at(next())
			p.call("merge", "-q", "--no-ff", "--no-edit", branch)
		}
		l, err := History(p.dir, "content")
		if err != nil {
			t.Fatal(err)
		}
		files := strings.Split(p.says("ls-files", "content"), "\n")
		if l.Len() != len(files) || len(files) < 5 {
			t.Errorf("seed %d: %d of %d files", seed, l.Len(), len(files))
		}
		for _, file := range files {
			var want []string
			for line := range strings.Lines(p.says("log", "--date-order", "--full-history", "--no-merges", "--format=%H %aI %aN", "--", file)) {
				want = append(want, strings.TrimSpace(line))
			}
			c, _ := l.Of(file)
			var names []string
			for _, line := range slices.Backward(want) {
				if name := line[strings.LastIndex(line, " ")+1:]; !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
			last, first := strings.Fields(want[0]), strings.Fields(want[len(want)-1])
			var got []string
			for _, a := range c.Authors {
				got = append(got, a.Name)
			}
			if c.Commit != last[0] || c.Last.Format(time.RFC3339) != last[1] || c.Since.Format(time.RFC3339) != first[1] || !cmp.Equal(got, names) {
				t.Errorf("seed %d, %s: %v, in git\n%s", seed, file, c, strings.Join(want, "\n"))
			}
		}
	}
}

// TestOwner checks that a checkout of another user is refused, as git does.
func TestOwner(t *testing.T) {
	p := newPast(t)
	alone(t)
	p.put("content/a.md", "x\n")
	p.commit("2023-01-01", "Ann")
	if err := os.Chown(p.dir, os.Getuid()+1000, -1); err != nil {
		t.Skip("cannot change the owner: ", err)
	}
	if _, err := History(p.dir, "content"); !errors.Is(err, ErrOwner) {
		t.Errorf("%v", err)
	}
}
