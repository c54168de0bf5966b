package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// repository is the root of the repository.
var repository = filepath.Join("..", "..")

// block is a fenced block of a document.
type block struct {
	doc     string // path, such as docs/first-site.md
	heading string // last heading before the block
	line    int    // number of the first line inside the fence
	lang    string // first word after the fence: console, md; may be empty
	file    string // second word after the fence: the file with this content
	lines   []string
}

func (b block) String() string { return fmt.Sprintf("%s:%d", b.doc, b.line) }

// step is a command of a console block, with its output in the guide.
type step struct {
	doc     string
	line    int
	command string
	output  []string
}

func (s step) String() string { return fmt.Sprintf("%s:%d: %s", s.doc, s.line, s.command) }

// documents returns the text of README.md, CONTRIBUTING.md and all files of docs/ and
// content/guide/, by path.
func documents(t *testing.T) map[string]string {
	t.Helper()
	paths := []string{"README.md", "CONTRIBUTING.md"}
	found, err := filepath.Glob(filepath.Join(repository, "docs", "*.md"))
	if err != nil || len(found) < 15 {
		t.Fatalf("%d documents, %v", len(found), err)
	}
	for _, p := range found {
		paths = append(paths, "docs/"+filepath.Base(p))
	}
	notes, err := filepath.Glob(filepath.Join(repository, "content", "guide", "*.md"))
	if err != nil || len(notes) < 4 {
		t.Fatalf("%d notes of the guide, %v", len(notes), err)
	}
	for _, p := range notes {
		paths = append(paths, "content/guide/"+filepath.Base(p))
	}
	out := map[string]string{}
	for _, p := range paths {
		src, err := os.ReadFile(filepath.Join(repository, filepath.FromSlash(p)))
		if err != nil {
			t.Fatal(err)
		}
		out[p] = string(src)
	}
	return out
}

// fence matches the first or last line of a fenced block.
var fence = regexp.MustCompile("^ *(```+|~~~+)([^`]*)$")

// fenced returns the fenced blocks of a document and the lines outside of them. Lines of blocks and
// comments are empty in outside, so that line numbers stay. The indentation of a fence is removed
// from the lines of its block.
func fenced(doc, src string) (blocks []block, outside []string) {
	var open, heading string
	indent, comment := 0, false
	for i, line := range strings.Split(src, "\n") {
		m := fence.FindStringSubmatch(line)
		switch {
		case open != "" && m != nil && strings.HasPrefix(m[1], open) && strings.TrimSpace(m[2]) == "":
			open, line = "", ""
		case open != "":
			b := &blocks[len(blocks)-1]
			b.lines = append(b.lines, line[min(indent, len(line)-len(strings.TrimLeft(line, " "))):])
			line = ""
		case comment || strings.HasPrefix(line, "<!--"):
			comment = !strings.Contains(line, "-->")
			line = ""
		case m != nil:
			open, indent = m[1], strings.IndexAny(line, "`~")
			lang, file, _ := strings.Cut(strings.TrimSpace(m[2]), " ")
			blocks = append(blocks, block{doc: doc, heading: heading, line: i + 2, lang: lang, file: strings.TrimSpace(file)})
			line = ""
		case strings.HasPrefix(line, "#"):
			heading = strings.TrimSpace(strings.TrimLeft(line, "#"))
		}
		outside = append(outside, line)
	}
	return blocks, outside
}

// steps returns the commands of a console block.
func (b block) steps() []step {
	var out []step
	for i, line := range b.lines {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			out = append(out, step{b.doc, b.line + i, strings.TrimSpace(command), nil})
		} else if len(out) > 0 {
			out[len(out)-1].output = append(out[len(out)-1].output, line)
		}
	}
	return out
}

// typed matches a line that looks like a command for a terminal.
var typed = regexp.MustCompile(`^\s*(\$ |([A-Z_]+=\S+ )*(apt|apt-get|bash|cd|chromium|cp|curl|docker|export|gh|git|go|kawaraban|make|mkdir|mv|node|npm|npx|patch|python3?|rm|rsync|sh|sudo|wget) [-./~a-z0-9"'])`)

// shells are languages of blocks that do not separate commands from output.
var shells = []string{"bash", "sh", "shell", "zsh", "fish", "shell-session", "shellsession", "session", "terminal"}

// TestGuideShowsCommands checks that commands appear only in console blocks, which TestGuide runs.
// Other fences, indented blocks and comments must not have commands.
func TestGuideShowsCommands(t *testing.T) {
	for doc, src := range documents(t) {
		blocks, outside := fenced(doc, src)
		for _, b := range blocks {
			for _, problem := range unshown(b) {
				t.Error(problem)
			}
		}
		for i, line := range outside {
			if strings.HasPrefix(line, "    ") && typed.MatchString(line) {
				t.Errorf("%s:%d: a command in an indented block, which no test runs; make it ```console, with $ before it: %s", doc, i+1, line)
			}
		}
	}
}

// unshown returns the errors in the form of a block.
func unshown(b block) []string {
	var out []string
	if slices.Contains(shells, b.lang) {
		out = append(out, fmt.Sprintf("%s: a block of %s, which no test runs; make it ```console, with $ before commands", b, b.lang))
	}
	for i, line := range b.lines {
		switch {
		case b.lang == "console" && i == 0 && !strings.HasPrefix(line, "$ "):
			out = append(out, fmt.Sprintf("%s: a console block begins with a command, $ before it: %s", b, line))
		case b.lang == "console" && strings.HasPrefix(line, "$ ") && strings.Contains(line, "  # "):
			out = append(out, fmt.Sprintf("%s: say it in the text, not in a comment: %s", b, line))
		case b.lang != "console" && b.lang != "md" && b.lang != "markdown" && typed.MatchString(line):
			out = append(out, fmt.Sprintf("%s:%d: a command in a block of %q, which no test runs; make it ```console: %s", b.doc, b.line+i, b.lang, line))
		}
	}
	return out
}

// TestGuideFormIsHeld checks that each form that hides a command from TestGuide is an error.
func TestGuideFormIsHeld(t *testing.T) {
	for name, hidden := range map[string]string{
		"indented":          "Text.\n\n    kawaraban build\n",
		"with a variable":   "Text.\n\n    EDITOR_URL=idea kawaraban serve\n",
		"in a shell":        "```sh\nls\n```\n",
		"in plain text":     "```text\nmake site\n```\n",
		"in a nameless one": "~~~\ngit push\n~~~\n",
		"without a sign":    "```console\nls -l\n$ ls\n```\n",
		"in a list":         "- item\n\n  ```yaml\n  $ ls\n  ```\n",
	} {
		blocks, outside := fenced("x.md", hidden)
		found := 0
		for _, b := range blocks {
			found += len(unshown(b))
		}
		for _, line := range outside {
			if strings.HasPrefix(line, "    ") && typed.MatchString(line) {
				found++
			}
		}
		if found != 1 {
			t.Errorf("%s: %d found", name, found)
		}
	}
}

// inline matches a command in running text.
var inline = regexp.MustCompile("`(?:go tool )?(kawaraban|make) ([^`…]+)`")

// TestGuideNamesCommands checks that commands and flags in running text exist.
func TestGuideNamesCommands(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(repository, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for doc, src := range documents(t) {
		_, outside := fenced(doc, src)
		for i, line := range outside {
			for _, m := range inline.FindAllStringSubmatch(line, -1) {
				named++
				if !isCommand(m[1], m[2], makefile) {
					t.Errorf("%s:%d: unknown command %s", doc, i+1, m[0])
				}
			}
		}
	}
	if named < 30 {
		t.Errorf("only %d commands are named", named)
	}
}

// isCommand reports whether a program accepts a command line. It ignores arguments, and accepts a
// flag without its value.
func isCommand(program, line string, makefile []byte) bool {
	words := strings.Fields(line)
	if program == "make" {
		return bytes.Contains(makefile, []byte("\n"+words[0]+":"))
	}
	cmd, rest, err := newRoot(&bytes.Buffer{}, &bytes.Buffer{}).Find(words)
	if err != nil || cmd.Parent() == nil && !strings.HasPrefix(words[0], "-") {
		return false
	}
	err = cmd.ParseFlags(slices.DeleteFunc(rest, isPlace))
	return err == nil || errors.Is(err, pflag.ErrHelp) || strings.HasPrefix(err.Error(), "flag needs an argument: "+words[len(words)-1])
}

// isPlace reports whether a word is a placeholder, such as <release> or […].
func isPlace(word string) bool { return strings.ContainsAny(word, "<[&") }
