package sitecheck

import (
	"bytes"
	"io/fs"
	"net/url"
	"regexp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
)

// Own is data of the user that a site must not contain.
type Own struct {
	// Folders are absolute paths of the machine, such as the home directory. Paths with less than
	// two segments (/, /tmp, /root, C:\) are skipped, because notes mention them.
	Folders []string
	// Emails are addresses in the git history that no note contains.
	Emails []string
}

// secret is a kind of credential. begins is its rare prefix, for a fast search.
type secret struct {
	begins string
	form   *regexp.Regexp // matches the whole credential
	what   string
}

// secrets lists credentials with a known form, from
// https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats,
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids,
// https://docs.slack.dev/authentication/tokens,
// https://docs.gitlab.com/security/tokens/#token-prefixes and RFC 7468. In its documentation, AWS
// uses keys that end in EXAMPLE.
var secrets = []secret{
	{"ghp_", regexp.MustCompile(`^ghp_[A-Za-z0-9]{36,251}`), "GitHub token"},
	{"gho_", regexp.MustCompile(`^gho_[A-Za-z0-9]{36,251}`), "GitHub token"},
	{"ghu_", regexp.MustCompile(`^ghu_[A-Za-z0-9]{36,251}`), "GitHub token"},
	{"ghs_", regexp.MustCompile(`^ghs_[A-Za-z0-9]{36,251}`), "GitHub token"},
	{"ghr_", regexp.MustCompile(`^ghr_[A-Za-z0-9]{36,251}`), "GitHub token"},
	{"github_pat_", regexp.MustCompile(`^github_pat_[A-Za-z0-9_]{50,240}`), "GitHub token"},
	{"glpat-", regexp.MustCompile(`^glpat-[A-Za-z0-9_-]{20,}`), "GitLab token"},
	{"AKIA", regexp.MustCompile(`^AKIA[A-Z0-9]{16}`), "AWS key"},
	{"ASIA", regexp.MustCompile(`^ASIA[A-Z0-9]{16}`), "AWS key"},
	{"xox", regexp.MustCompile(`^xox[abeoprs]-[A-Za-z0-9-]{20,}`), "Slack token"},
	{"xapp-", regexp.MustCompile(`^xapp-[0-9]-[A-Za-z0-9-]{20,}`), "Slack token"},
	{"hooks.slack.com/services/T", regexp.MustCompile(`^hooks\.slack\.com/services/T[A-Z0-9]{6,}/B[A-Z0-9]{6,}/[A-Za-z0-9]{20,}`), "Slack webhook URL"},
	{"npm_", regexp.MustCompile(`^npm_[A-Za-z0-9]{36}`), "npm token"},
	{"AIza", regexp.MustCompile(`^AIza[A-Za-z0-9_-]{35}`), "Google key"},
	{"-----BEGIN ", regexp.MustCompile(`^-----BEGIN (?:[A-Z0-9]+ ){0,2}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\n|[A-Za-z-]+: [^\n]{0,200}\n)*[A-Za-z0-9+/=]{40}`), "private key"},
}

// scanner finds credentials and data of the user in files. It is safe for concurrent use.
type scanner struct {
	folders [][]byte
	emails  Emails
}

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

// drive matches the beginning of an absolute path on Windows.
var drive = regexp.MustCompile(`^[A-Za-z]:\\`)

// forms returns the spellings of the path of a directory. It returns nil for a path that notes
// may mention.
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

// scan calls found for each match in a file.
func (s *scanner) scan(src []byte, found func(at int, d diag.Diagnostic)) {
	for _, one := range secrets {
		each(src, []byte(one.begins), func(at int) {
			m := one.form.Find(src[at:])
			if m == nil || at > 0 && inName(src[at-1]) || bytes.HasSuffix(m, []byte("EXAMPLE")) {
				return
			}
			found(at, diag.Errorf(diag.Position{}, "site/secret", "%s in the site: %s…", one.what, one.begins).
				WithHint("remove it from its source and revoke it"))
		})
	}
	for _, dir := range s.folders {
		each(src, dir, func(at int) {
			if startsPath(src[:at]) && endsPart(src[at+len(dir):]) {
				found(at, diag.Errorf(diag.Position{}, "site/machine-path", "local path in the site: %s", dir).
					WithHint("remove it from its source: it depends on the machine"))
			}
		})
	}
	s.emails.Each(src, func(at int, _ string) {
		found(at, diag.Errorf(diag.Position{}, "site/e-mail", "e-mail address of a committer in the site").
			WithHint("remove it from its source"))
	})
}

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

// startsPath reports whether a path may begin after these bytes. They must not end in the middle
// of a longer path. A URL scheme may precede a path.
func startsPath(before []byte) bool {
	if len(before) == 0 || bytes.HasSuffix(before, []byte("://")) {
		return true
	}
	last := before[len(before)-1]
	return !inName(last) && last != '/' && last < 0x80
}

func endsPart(after []byte) bool {
	return len(after) == 0 || !inName(after[0]) || after[0] == '.' && (len(after) == 1 || !inName(after[1]))
}

// Scan reads all files of a built site. It reports credentials, paths of the machine, and e-mail
// addresses of committers. Messages do not contain the credential. The error is about a file that
// cannot be read.
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

// Each calls f for each occurrence of one of the addresses, with its offset.
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
