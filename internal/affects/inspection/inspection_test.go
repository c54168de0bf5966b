package inspection

import (
	"bytes"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/affects"
	"github.com/kawaraban/kawaraban/internal/diag"
)

// TestTree checks that the regular files of a directory are read and all others reported.
func TestTree(t *testing.T) {
	in := Input{Base: &affects.Base{}}
	err := in.Tree(fstest.MapFS{
		"a.yaml":      {Data: []byte("apiVersion: v1\nkind: Pod\n")},
		".git/config": {Data: []byte("x")},
		"b/link":      {Mode: fs.ModeSymlink},
		"b/pipe":      {Mode: fs.ModeNamedPipe},
		"b/program":   {Data: []byte("\x7fELF\x00")},
	}, "site", ".")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range in.Readings {
		line := r.File
		for _, s := range r.Settings {
			line += " " + s.Name
		}
		for _, s := range r.Skipped {
			line += " " + s.Code
		}
		got = append(got, line)
	}
	if diff := cmp.Diff([]string{"site/a.yaml v1 Pod", "site/b/link link", "site/b/pipe file", "site/b/program binary"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestLimit checks that reading stops at MaxSize and keeps what was read before.
func TestLimit(t *testing.T) {
	in := Input{Base: &affects.Base{}}
	for _, r := range []io.Reader{strings.NewReader("apiVersion: v1\nkind: Pod\n"), io.LimitReader(zeros{}, affects.MaxSize)} {
		if err := in.Read("a", r); err != nil {
			t.Fatal(err)
		}
	}
	if len(in.Readings) != 2 || len(in.Readings[0].Settings) != 1 || in.Readings[1].Skipped[0].Code != "size" {
		t.Errorf("%+v", in.Readings)
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = '\n'
	}
	return len(b), nil
}

// TestHostileNames checks that names of files and settings do not become markup, annotations or
// control characters.
func TestHostileNames(t *testing.T) {
	r := affects.Result{
		From: "1.26", To: "1.27",
		Findings:   []affects.Finding{{Class: affects.Breaks, Event: affects.Removed, Kind: "gate", Name: "A", Release: "1.27", File: "x\n::error::[a](b)<script>\x1b[31m", Line: 1, Sentence: "`a` *b*", Mark: "said", Remarks: []affects.Remark{{Lang: "ja", Author: "x\n::error::", Text: "<script>\x1b"}}}},
		Unknown:    []affects.Unknown{{Kind: "flag", Name: "--a\x1b", File: "<b>\n", Line: 1}},
		NotChecked: []affects.Skipped{{Code: "program", Name: "<img>\r\n::warning::"}},
	}
	for _, format := range []string{"text", "github", "markdown"} {
		var b bytes.Buffer
		if err := Write(&b, r, format, diag.Style{}, "en"); err != nil {
			t.Fatal(err)
		}
		out := b.String()
		if strings.Contains(out, "\x1b") || strings.Contains(out, "\n::error::") || strings.Contains(out, "\n::warning::") {
			t.Errorf("%s: %q", format, out)
		}
		if format == "markdown" && (strings.Contains(out, "<script>") || strings.Contains(out, "[a](b)") || strings.Contains(out, "<img>")) {
			t.Errorf("%s", out)
		}
	}
}
