package markdown

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

var update = flag.Bool("update", false, "write the results into the cases")

func names() *ref.Names {
	return ref.NewNames(ref.NamesSpec{
		Gates: []string{"NodeLogQuery", "GRPCContainerProbe", "JobPodFailurePolicy"},
		KEPs:  map[string][]string{"127": {"Support User Namespaces in stateless pods"}, "3673": {"Kubelet limit of Parallel Image Pulls"}},
		SIGs:  map[string]string{"node": "Node", "testing": "Testing", "cloud-provider": "Cloud Provider"},
	})
}

// show prints a text with placeholders as ⟦pr 115331⟧.
func show(t note.Text) string {
	var b strings.Builder
	for _, s := range t {
		if s.Ref == nil {
			b.WriteString(s.HTML)
			continue
		}
		fmt.Fprintf(&b, "⟦%s %s⟧", s.Ref.Kind, s.Ref.ID)
	}
	return b.String()
}

func outline(b *strings.Builder, bs []*Block, indent string) {
	for _, x := range bs {
		fmt.Fprintf(b, "%s%s %d:%d", indent, x.Type, x.Pos.Line, x.Pos.Col)
		for _, f := range []struct{ name, value string }{
			{"id", x.ID}, {"info", x.Info}, {"comment", x.Comment}, {"plain", x.Plain},
		} {
			if f.value != "" {
				fmt.Fprintf(b, " %s=%q", f.name, f.value)
			}
		}
		for _, r := range x.Refs {
			fmt.Fprintf(b, " [%s %s %d:%d %q]", r.Kind, r.ID, r.Pos.Line, r.Pos.Col, r.Written)
		}
		if x.Comments != nil {
			fmt.Fprintf(b, " comments=%q", x.Comments)
		}
		if !x.Attr.IsZero() {
			fmt.Fprintf(b, " attr=%v", x.Attr)
		}
		if x.AttrDamaged {
			b.WriteString(" damaged")
		}
		b.WriteString("\n")
		outline(b, x.Children, indent+"  ")
	}
}

func results(d *Doc, o Options) map[string]string {
	var tree, diags strings.Builder
	outline(&tree, d.Blocks, "")
	for _, x := range d.Diags {
		fmt.Fprintln(&diags, x)
	}
	return map[string]string{
		"html":    show(d.RenderAll(d.Blocks, RenderOptions{})) + "\n",
		"dropped": show(d.RenderAll(d.Blocks, RenderOptions{DropAttribution: true})) + "\n",
		"skipped": show(d.RenderAll(d.Blocks, RenderOptions{Inline: true, Skip: "📝"})) + "\n",
		"blocks":  tree.String(),
		"diags":   diags.String(),
	}
}

// TestCases runs testdata/*.txtar: name.md and the expected outputs. The prefix raw allows raw
// HTML; titles recognizes titles of KEPs. lines keeps line breaks.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { runFile(t, file) })
	}
}

func runFile(t *testing.T, file string) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]string
	for i, f := range a.Files {
		name, ext, _ := strings.Cut(f.Name, ".")
		if ext == "md" {
			o := Options{Names: names(), File: "n.md", RawHTML: strings.HasPrefix(name, "raw"), Breaks: name == "lines", Titles: strings.HasPrefix(name, "titles"),
				Image: func(dest string) (int, int, bool) { return 640, 480, dest == "fig.png" }}
			got = results(Parse(f.Data, o), o)
			continue
		}
		want, ok := got[ext]
		if !ok {
			t.Fatalf("%s: no result of this name", f.Name)
		}
		if *update {
			a.Files[i].Data = []byte(want)
			continue
		}
		if diff := cmp.Diff(string(f.Data), want); diff != "" {
			t.Errorf("%s:\n%s", f.Name, diff)
		}
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
