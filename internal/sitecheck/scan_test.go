package sitecheck

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// TestScan writes secrets in two parts, so that secret scanners do not report this file.
func TestScan(t *testing.T) {
	own := Own{
		Folders: []string{"/home/ann/瓦版", `C:\Users\Ann\notes\`, "/tmp", "/", ""},
		Emails:  []string{"ann@example.org", "nobody", "@example.org"},
	}
	const secret, path, mail = "site/secret", "site/machine-path", "site/e-mail"
	for _, c := range []struct {
		src  string
		want []diag.Code
	}{
		{"gh" + "p_" + strings.Repeat("a1B2", 9), []diag.Code{secret}},
		{`{"a":"gh` + "s_" + strings.Repeat("a1B2", 9) + `"}`, []diag.Code{secret}},
		{"gh" + "p_" + strings.Repeat("a1B2", 8), nil},  // too short for a token
		{"Ugh" + "p_" + strings.Repeat("a1B2", 9), nil}, // within a word
		{"github" + "_pat_" + strings.Repeat("a1B2_", 12), []diag.Code{secret}},
		{"AKIA" + "IOSFODNN7" + "ABCDEFG", []diag.Code{secret}},
		{"AKIA" + "IOSFODNN7" + "EXAMPLE", nil}, // the example in the AWS manual
		{"xox" + "b-" + strings.Repeat("1234567890-", 3), []diag.Code{secret}},
		{"https://hooks.slack" + ".com/services/T0000000/B0000000/" + strings.Repeat("X1", 12), []diag.Code{secret}},
		{"-----BEGIN " + "RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n" + strings.Repeat("MIIE", 16), []diag.Code{secret}},
		{`"-----BEGIN ` + `PRIVATE KEY-----\n` + strings.Repeat("MIIE", 16), []diag.Code{secret}},
		{"-----BEGIN " + "PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----", nil}, // an abbreviated key, as in documentation
		{"-----BEGIN CERTIFICATE-----\n" + strings.Repeat("MIIE", 16), nil},

		{`<img src="/home/ann/瓦版/a.png">`, []diag.Code{path}},
		{`<a href="file:///home/ann/%E7%93%A6%E7%89%88/a">`, []diag.Code{path}},
		{"/home/ann/瓦版", []diag.Code{path}},
		{"/home/ann/瓦版.", []diag.Code{path}},
		{"/home/ann/瓦版2", nil},
		{"/home/ann/瓦版.old/x", nil},
		{"https://example.org/home/ann/瓦版/", nil},
		{"../home/ann/瓦版/", nil},
		{"/tmp/x and / and /root/.kube", nil},
		{`C:\Users\Ann\notes\a.png`, []diag.Code{path}},
		{`{"a":"C:\\Users\\Ann\\notes\\a.png"}`, []diag.Code{path}},
		{"C:/Users/Ann/notes/a.png", []diag.Code{path}},

		{"Ann <ann@example.org>.", []diag.Code{mail}},
		{"mailto:ann@example.org", []diag.Code{mail}},
		{"joann@example.org ann@example.org.uk nobody @example.org", nil},
	} {
		ds, err := Scan(fstest.MapFS{"a/b.html": {Data: []byte("first line\n" + c.src)}}, own)
		if err != nil {
			t.Fatal(err)
		}
		var got []diag.Code
		for _, d := range ds {
			got = append(got, d.Code)
			if d.Pos.File != "a/b.html" || d.Pos.Line != 2 || d.Pos.Col < 1 || d.Hint == "" {
				t.Errorf("%q is reported at %v, with the hint %q", c.src, d.Pos, d.Hint)
			}
			if d.Code == secret && strings.Contains(d.Text, c.src) {
				t.Errorf("the message says the secret: %s", d.Text)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q: %s", c.src, diff)
		}
	}
}

// TestCheckScans checks that a crawl also scans for secrets.
func TestCheckScans(t *testing.T) {
	r, err := Check(fstest.MapFS{"api/v1/notes.json": {Data: []byte(`{"by": "ann@example.org", "at": "/home/ann/notes/a.md"}`)}},
		Options{Own: Own{Folders: []string{"/home/ann/notes"}, Emails: []string{"ann@example.org"}}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range r.Diags {
		got = append(got, d.Pos.String()+" "+string(d.Code))
	}
	want := []string{"api/v1/notes.json:1:9 site/e-mail", "api/v1/notes.json:1:34 site/machine-path"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// FuzzScan checks that a scan does not fail on any file, and that each finding is at its reported
// position.
func FuzzScan(f *testing.F) {
	f.Add([]byte("ghp_ /a/b x@y.z"))
	f.Add([]byte("-----BEGIN PRIVATE KEY-----\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		newScanner(Own{Folders: []string{"/a/b"}, Emails: []string{"x@y.z"}}).scan(src, func(at int, d diag.Diagnostic) {
			if at < 0 || at >= len(src) || d.Text == "" {
				t.Errorf("%v at %d of %q", d, at, src)
			}
		})
	})
}
