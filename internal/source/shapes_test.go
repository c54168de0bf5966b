package source

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
)

var update = flag.Bool("update", false, "write the golden parts of the cases anew; read them before committing")

// testNames returns the known names of the cases.
func testNames() *ref.Names { return ref.NewNames(testSpec()) }

func testSpec() ref.NamesSpec {
	return ref.NamesSpec{
		Gates: []string{"NodeLogQuery", "EndpointSlice", "KubeletTracing"},
		KEPs: map[string][]string{
			"127": {"Support User Namespaces"}, "753": {"Sidecar Containers"}, "2091": {"Add support for AdminNetworkPolicy resources"},
			"3386": {"Kubelet Evented PLEG for Better Performance"}, "3673": {"Kubelet limit of Parallel Image Pulls"}, "2413": {"Seccomp by default"},
		},
		SIGs: map[string]string{"node": "Node", "network": "Network", "testing": "Testing", "cloud-provider": "Cloud Provider"},
		WGs:  map[string]string{"lts": "LTS"},
	}
}

// TestShapes parses each note of testdata/*.txtar, named by its path, and compares the result with
// the golden part of the same name and .golden.
func TestShapes(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parts := map[string]int{}
		for i, f := range a.Files {
			parts[f.Name] = i
		}
		for name, i := range parts {
			if strings.HasSuffix(name, ".golden") {
				continue
			}
			t.Run(filepath.Base(file)+"/"+name, func(t *testing.T) {
				got := describe(Parse(Input{Path: name, Bytes: a.Files[i].Data}, testNames(), Options{}))
				g, ok := parts[name+".golden"]
				switch {
				case *update && ok:
					a.Files[g].Data = []byte(got)
				case *update:
					a.Files = append(a.Files, txtar.File{Name: name + ".golden", Data: []byte(got)})
				case !ok:
					t.Fatal("no golden part")
				default:
					if d := cmp.Diff(string(a.Files[g].Data), got); d != "" {
						t.Error(d)
					}
				}
			})
		}
		if *update {
			if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// describe prints a note, one line per block.
func describe(n *note.Note, ds []diag.Diagnostic) string {
	var b strings.Builder
	if n == nil {
		b.WriteString("no note\n")
	} else {
		fmt.Fprintf(&b, "%s %s %s %q(%s)", n.ID, n.Lang, n.Kind, n.Title, n.TitleLang)
		fmt.Fprintf(&b, " releases=%v sigs=%v meta=%+v\n", n.Releases, n.SIGs, n.Meta)
		if n.SourceTitle != "" {
			fmt.Fprintf(&b, "title of the source: %q(%s)\n", n.SourceTitle, n.SourceTitleLang)
		}
		describeBlocks(&b, n.Blocks, "")
		first := map[note.Key]bool{}
		for r := range n.Refs {
			if !first[r.Key()] {
				fmt.Fprintf(&b, "ref %s %s %d:%d\n", r.Kind, r.ID, r.Pos.Line, r.Pos.Col)
			}
			first[r.Key()] = true
		}
	}
	for _, d := range ds {
		fmt.Fprintf(&b, "%s: %s", d.Severity, d)
		if d.Hint != "" {
			fmt.Fprintf(&b, " | %s", d.Hint)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func describeBlocks(b *strings.Builder, blocks []note.Block, indent string) {
	for i := range blocks {
		x := &blocks[i]
		fmt.Fprintf(b, "%s%s %s", indent, x.Type, x.Lang)
		for _, field := range []struct{ name, value string }{
			{"id", string(x.ID)}, {"kind", string(x.Kind)}, {"stage", string(x.Stage)}, {"date", x.Date}, {"area", x.Area},
		} {
			if field.value != "" {
				fmt.Fprintf(b, " %s=%s", field.name, field.value)
			}
		}
		if x.Level > 0 {
			fmt.Fprintf(b, " h%d", x.Level)
		}
		if len(x.Trail) > 0 {
			fmt.Fprintf(b, " in=%v", x.Trail)
		}
		if !x.Attr.IsZero() {
			fmt.Fprintf(b, " attr=%v%v%v%v", x.Attr.PRs, x.Attr.Threads, x.Attr.People, x.Attr.SIGs)
		}
		fmt.Fprintf(b, " | %s", x.Text.Plain())
		for _, r := range x.Refs {
			fmt.Fprintf(b, " <%s %s>", r.Kind, r.ID)
			if r.Comment {
				b.WriteString("(comment)")
			}
		}
		if x.Source != nil {
			fmt.Fprintf(b, " | source %s: %s", x.SourceLang, x.Source.Plain())
		}
		if x.Was != nil {
			fmt.Fprintf(b, " | was: %s", x.Was.Plain())
		}
		if x.SourceAbove {
			b.WriteString(" | source above")
		}
		if x.Machine {
			b.WriteString(" | machine")
		}
		b.WriteByte('\n')
		describeBlocks(b, x.Children, indent+"    ")
	}
}
