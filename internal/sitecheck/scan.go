package sitecheck

import (
	"bytes"
	"io/fs"
	"net/url"
	"regexp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// Own is what belongs to whoever builds a site, and must not stand in it.
type Own struct {
	// Folders are whole paths of the machine: that of the site, of its output, of the home.
	// One with less than two parts (/, /tmp, /root, C:\) is left out: texts speak of those.
	Folders []string
	// Emails are addresses that history knows and notes do not name.
	Emails []string
}

// secret is a thing that lets whoever has it in. Each begins with a word that stands hardly
// anywhere else, by which it is looked for.
type secret struct {
	begins string
	form   *regexp.Regexp // of all of it, from there
	what   string
}

// secrets are those whose issuers gave them a form by which they are known. The forms are those
// of https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats,
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids,
// https://docs.slack.dev/authentication/tokens, https://docs.gitlab.com/security/tokens/#token-prefixes
// and RFC 7468. AWS writes keys that end in EXAMPLE in its own texts.
var secrets = []secret{
	{"ghp_", regexp.MustCompile(`^ghp_[A-Za-z0-9]{36,251}`), "a token of GitHub"},
	{"gho_", regexp.MustCompile(`^gho_[A-Za-z0-9]{36,251}`), "a token of GitHub"},
	{"ghu_", regexp.MustCompile(`^ghu_[A-Za-z0-9]{36,251}`), "a token of GitHub"},
	{"ghs_", regexp.MustCompile(`^ghs_[A-Za-z0-9]{36,251}`), "a token of GitHub"},
	{"ghr_", regexp.MustCompile(`^ghr_[A-Za-z0-9]{36,251}`), "a token of GitHub"},
	{"github_pat_", regexp.MustCompile(`^github_pat_[A-Za-z0-9_]{50,240}`), "a token of GitHub"},
	{"glpat-", regexp.MustCompile(`^glpat-[A-Za-z0-9_-]{20,}`), "a token of GitLab"},
	{"AKIA", regexp.MustCompile(`^AKIA[A-Z0-9]{16}`), "a key of AWS"},
	{"ASIA", regexp.MustCompile(`^ASIA[A-Z0-9]{16}`), "a key of AWS"},
	{"xox", regexp.MustCompile(`^xox[abeoprs]-[A-Za-z0-9-]{20,}`), "a token of Slack"},
	{"xapp-", regexp.MustCompile(`^xapp-[0-9]-[A-Za-z0-9-]{20,}`), "a token of Slack"},
	{"hooks.slack.com/services/T", regexp.MustCompile(`^hooks\.slack\.com/services/T[A-Z0-9]{6,}/B[A-Z0-9]{6,}/[A-Za-z0-9]{20,}`), "an address to which anyone may write to Slack"},
	{"npm_", regexp.MustCompile(`^npm_[A-Za-z0-9]{36}`), "a token of npm"},
	{"AIza", regexp.MustCompile(`^AIza[A-Za-z0-9_-]{35}`), "a key of Google"},
	{"-----BEGIN ", regexp.MustCompile(`^-----BEGIN (?:[A-Z0-9]+ ){0,2}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\n|[A-Za-z-]+: [^\n]{0,200}\n)*[A-Za-z0-9+/=]{40}`), "a private key"},
}

// scanner looks for what must not stand in a site. Several goroutines may use it.
type scanner struct {
	folders [][]byte
	emails  Emails
}

// newScanner prepares what is looked for in every file.
func newScanner(own Own) *scanner {
	s := &scanner{emails: NewEmails(own.Emails)}
	seen := map[string]bool{}
	for _, dir := range own.Folders {
		for _, form := range forms(dir) {
			if !seen[form] {
				seen[form] = true
				s.folders = append(s.folders, []byte(form))
			}
		}
	}
	return s
}

// drive begins a path of Windows.
var drive = regexp.MustCompile(`^[A-Za-z]:\\`)

// forms are the ways in which a folder's path may be written; none for one that texts speak of.
func forms(dir string) []string {
	slashed := dir
	if drive.MatchString(dir) {
		slashed = strings.ReplaceAll(dir, `\`, "/")
	}
	slashed = strings.TrimRight(slashed, "/")
	if strings.Count(slashed, "/") < 2 {
		return nil
	}
	out := []string{slashed, (&url.URL{Path: slashed}).EscapedPath()}
	if slashed != strings.TrimRight(dir, "/") {
		out = append(out, strings.TrimRight(dir, `\`), strings.ReplaceAll(strings.TrimRight(dir, `\`), `\`, `\\`))
	}
	return out
}

// scan calls found for each thing in a file that must not stand there, with its offset.
func (s *scanner) scan(src []byte, found func(at int, d diag.Diagnostic)) {
	for _, one := range secrets {
		each(src, []byte(one.begins), func(at int) {
			m := one.form.Find(src[at:])
			if m == nil || at > 0 && inName(src[at-1]) || bytes.HasSuffix(m, []byte("EXAMPLE")) {
				return
			}
			found(at, diag.Errorf(diag.Position{}, "site/secret", "%s stands in the site: %s…", one.what, one.begins).
				WithHint("take it out of where it comes from and revoke it: whoever has seen it has it"))
		})
	}
	for _, dir := range s.folders {
		each(src, dir, func(at int) {
			if startsPath(src[:at]) && endsPart(src[at+len(dir):]) {
				found(at, diag.Errorf(diag.Position{}, "site/machine-path", "a path of the machine that built the site stands in it: %s", dir).
					WithHint("take it out of where it comes from: it tells strangers about the machine, and differs on the next one"))
			}
		})
	}
	s.emails.Each(src, func(at int, _ string) {
		found(at, diag.Errorf(diag.Position{}, "site/e-mail", "the e-mail address of somebody who committed stands in the site").
			WithHint("take it out of where it comes from: who commits has not agreed to be written to"))
	})
}

// each calls f for each place at which a word stands.
func each(src, word []byte, f func(at int)) {
	for from := 0; ; {
		i := bytes.Index(src[from:], word)
		if i < 0 {
			return
		}
		f(from + i)
		from += i + len(word)
	}
}

// startsPath reports whether a path may begin after these bytes: they do not end in a part of
// a longer one, unless that is a scheme.
func startsPath(before []byte) bool {
	if len(before) == 0 || bytes.HasSuffix(before, []byte("://")) {
		return true
	}
	last := before[len(before)-1]
	return !inName(last) && last != '/' && last < 0x80
}

// endsPart reports whether a name ends before these bytes.
func endsPart(after []byte) bool {
	return len(after) == 0 || !inName(after[0]) || after[0] == '.' && (len(after) == 1 || !inName(after[1]))
}

// Scan reads every file of a built site and reports what must not stand in it: things that let
// strangers in, paths of the machine, and addresses of people who only committed. It says what
// stands where, and never the secret itself. The error is that of a file that cannot be read.
func Scan(fsys fs.FS, own Own) ([]diag.Diagnostic, error) {
	s := newScanner(own)
	var ds []diag.Diagnostic
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		src, err := fs.ReadFile(fsys, name)
		s.scan(src, func(at int, d diag.Diagnostic) {
			d.Pos = position(name, src, at)
			ds = append(ds, d)
		})
		return err
	})
	return diag.Sort(ds), err
}

// Each calls f for each place at which one of them stands by itself, with its offset.
func (e Emails) Each(src []byte, f func(at int, mail string)) {
	if len(e) == 0 {
		return
	}
	each(src, []byte("@"), func(at int) {
		for _, mail := range e[string(firstWord(src[at+1:]))] {
			start := at - strings.LastIndexByte(mail, '@')
			if start < 0 || start > 0 && inName(src[start-1]) || !bytes.HasPrefix(src[start:], []byte(mail)) {
				continue
			}
			if endsPart(src[start+len(mail):]) {
				f(start, mail)
			}
		}
	})
}
