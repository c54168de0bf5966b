package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestDocs checks that docs/commands.md has exactly the commands as headings and their flags as
// rows, with value, default and meaning.
func TestDocs(t *testing.T) {
	src, err := os.ReadFile(filepath.Join("..", "..", "docs", "commands.md"))
	if err != nil {
		t.Fatal(err)
	}
	root := newRoot(&bytes.Buffer{}, &bytes.Buffer{})
	want := map[string][]string{}
	each(root, func(c *cobra.Command) {
		if c != root {
			want[title(c)] = rows(c)
		}
	})
	if diff := cmp.Diff(want, sections(string(src))); diff != "" {
		t.Errorf("docs/commands.md differs from the commands (-commands +document):\n%s", diff)
	}
	for _, c := range root.Commands() {
		if row := fmt.Sprintf("| `%s` | %s |", c.CommandPath(), c.Short); !strings.Contains(string(src), row) {
			t.Errorf("docs/commands.md lacks the row %s", row)
		}
	}
	for status, means := range []string{exitFine: "success", exitContent: "problems in the content",
		exitUsage: "invalid command line", exitMachine: "machine error"} {
		if row := fmt.Sprintf("| %d | %s |", status, means); !strings.Contains(string(src), row) {
			t.Errorf("docs/commands.md lacks the row %s", row)
		}
		if text := fmt.Sprintf("%d %s", status, means); !strings.Contains(strings.Join(strings.Fields(root.Long), " "), text) {
			t.Errorf("the help lacks %q", text)
		}
	}
}

// TestHelp checks that every command has a short help, and that own commands have a long help and
// examples.
func TestHelp(t *testing.T) {
	each(newRoot(&bytes.Buffer{}, &bytes.Buffer{}), func(c *cobra.Command) {
		if c.Short == "" {
			t.Errorf("%s has no short help", c.CommandPath())
		}
		ours := !strings.Contains(c.CommandPath(), "completion") && c.Name() != "help" && c.Name() != "version"
		if ours && (c.Long == "" || !strings.Contains(c.Example, "kawaraban")) {
			t.Errorf("%s has no long help or no example", c.CommandPath())
		}
		for line := range strings.SplitSeq(c.Long+"\n"+c.Example, "\n") {
			if ours && len([]rune(line)) > 100 {
				t.Errorf("%s: the help has a line of %d characters: %s", c.CommandPath(), len([]rune(line)), line)
			}
		}
	})
}

func each(c *cobra.Command, f func(*cobra.Command)) {
	f(c)
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() || sub.Name() == "help" {
			each(sub, f)
		}
	}
}

// title returns a command with its arguments, as in the document's heading.
func title(c *cobra.Command) string {
	_, args, _ := strings.Cut(c.Use, " ")
	return strings.TrimSpace(c.CommandPath() + " " + args)
}

// rows returns the table rows of a command's own flags.
func rows(c *cobra.Command) []string {
	var out []string
	c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" {
			return
		}
		name, def := "`--"+f.Name+"`", ""
		value, meaning := pflag.UnquoteUsage(f)
		if f.Shorthand != "" {
			name = "`-" + f.Shorthand + "`, " + name
		}
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" {
			def = "`" + f.DefValue + "`"
		}
		out = append(out, fmt.Sprintf("| %s | %s | %s | %s |", name, value, def, meaning))
	})
	return tidy(out)
}

// sections returns the rows of flags in the document, by the heading of their command.
func sections(src string) map[string][]string {
	out := map[string][]string{}
	name := ""
	for line := range strings.SplitSeq(src, "\n") {
		if heading := strings.TrimLeft(line, "#"); heading != line {
			name = strings.NewReplacer("&lt;", "<", "&gt;", ">").Replace(strings.TrimSpace(heading))
			if strings.HasPrefix(name, "kawaraban ") {
				out[name] = nil
			}
		}
		if _, command := out[name]; command && (strings.HasPrefix(line, "| `-")) {
			out[name] = append(out[name], line)
		}
	}
	for name := range out {
		out[name] = tidy(out[name])
	}
	return out
}

// tidy sorts rows and unifies the spacing of empty cells.
func tidy(rows []string) []string {
	for i, r := range rows {
		for strings.Contains(r, "|  |") {
			r = strings.ReplaceAll(r, "|  |", "| |")
		}
		rows[i] = r
	}
	slices.Sort(rows)
	return rows
}
