package diag

import (
	"strings"
	"testing"
)

func TestWriteGitHub(t *testing.T) {
	at := Position{File: "content/1.27/100%, a:b.ja.md", Line: 24, Col: 18}
	ds := []Diagnostic{
		Warnf(at, "gate/unknown", "no feature gate %s", "Pod::Distruption").WithHint("did you mean PodDisruption, 100%%?"),
		Errorf(Position{File: "content/b.en.md"}, "content/empty", "is\r\nempty\x1b[2J"),
		Errorf(Position{File: "content/bb\x1b[31m\xff.en.md"}, "content/unreadable", "cannot be read"),
		{Pos: Position{File: "content/c.en.md", Line: 3}, Severity: Info, Code: "check/unused-ignore", Text: "silences nothing"},
	}
	want := `::warning file=content/1.27/100%25%2C a%3Ab.ja.md,line=24,col=18,title=gate/unknown::no feature gate Pod::Distruption%0Ahint: did you mean PodDisruption, 100%25?
::error file=content/b.en.md,title=content/empty::is<U+000D><U+000A>empty<U+001B>[2J
::error file=content/bb<U+001B>[31m�.en.md,title=content/unreadable::cannot be read
::notice file=content/c.en.md,line=3,title=check/unused-ignore::silences nothing
`
	var b strings.Builder
	if err := WriteGitHub(&b, ds, "", func(string) bool { return false }); err != nil || b.String() != want {
		t.Errorf("got\n%s(%v), want\n%s", &b, err, want)
	}
	b.Reset()
	if err := WriteGitHub(&b, ds[1:2], "docs/site/", func(string) bool { return false }); err != nil || !strings.HasPrefix(b.String(), "::error file=docs/site/content/b.en.md,") {
		t.Errorf("in a folder: %s (%v)", &b, err)
	}
}
