//go:build unix

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// slowly is a translation program. It translates one text. At the second it creates the file hangs
// and blocks.
const slowly = `if test -e asked; then touch hangs; exec sleep 600; fi
touch asked
sed 's/[^ -~]\{1,\}/Words /g'
`

// TestInterruptedDrafts checks that an interrupted command keeps the finished drafts. Texts without
// a draft are not errors. Nothing is written before the first draft.
func TestInterruptedDrafts(t *testing.T) {
	for _, tt := range []struct {
		name, flag string
		asked      bool // the program blocks at the first text
		drafts     int
		want       string
	}{
		{"one made", "--draft", false, 1, "kawaraban: interrupted\n    hint: run the same command to continue; finished drafts are in content/x.en.md\n"},
		{"only shown", "--dry-run", false, 0, "kawaraban: interrupted\n"},
		{"none made", "--draft", true, 0, "kawaraban: interrupted\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			files := map[string]string{
				"site.yaml": "draft: {command: [sh, slowly.sh]}\n", "slowly.sh": slowly,
				"content/x.ja.md": "---\ntitle: 題\nkind: talk\n---\n\n話の始まりです。\n\n話の続きです。\n\n話の終わりです。\n",
			}
			if tt.asked {
				files["asked"] = ""
			}
			writeFiles(t, dir, files)
			out, errs, status := interrupt(t, dir, filepath.Join(dir, "hangs"), "translate", "x", "--to", "en", "--draft", tt.flag)
			if status != exitMachine || errs != tt.want {
				t.Errorf("status %d: %q", status, errs)
			}
			made, err := os.ReadFile(filepath.Join(dir, "content", "x.en.md"))
			if tt.drafts == 0 {
				if err == nil {
					t.Errorf("%s was written", made)
				}
				if shown := strings.Contains(out, "+<!-- kawaraban-machine -->"); shown != (tt.flag == "--dry-run") {
					t.Errorf("the report is %q", out)
				}
				return
			}
			if err != nil || strings.Count(string(made), "kawaraban-machine") != tt.drafts || !strings.Contains(string(made), "<!-- 話の終わりです。 -->") {
				t.Errorf("%v in %s", err, made)
			}
			if !strings.Contains(out, ", 1 drafted") || strings.Contains(out, "refused") {
				t.Errorf("the report is %q", out)
			}
		})
	}
}

// interrupt runs a command and cancels it as soon as a file exists.
func interrupt(t *testing.T, dir, when string, args ...string) (out, errs string, status int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(when); err == nil {
				cancel()
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	var o, e bytes.Buffer
	status = run(ctx, append([]string{"-C", dir}, args...), &o, &e)
	return o.String(), e.String(), status
}

func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
