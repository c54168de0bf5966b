// Package ghpages knows the addresses and limits of GitHub Pages and other Git hosts. [ParseRemote]
// parses the URL of a remote. [Remote.Base] returns the address of its site, [Remote.Source] and
// [Edit] the addresses of a source file, and [Domain] the domain in a CNAME file. All functions are
// pure and do not use the network.
//
// The URL of a remote may contain a password. The results never contain it, so they can be printed.
package ghpages

import (
	"net/url"
	"regexp"
	"strings"
)

// gitHub is the only host with GitHub Pages. The Pages domain of a GitHub Enterprise server is not
// known from the remote.
const gitHub = "github.com"

// gitHubs lists the host names of GitHub. The second serves ssh on port 443,
// https://docs.github.com/en/authentication/troubleshooting-ssh/using-ssh-over-the-https-port.
var gitHubs = map[string]bool{gitHub: true, "ssh.github.com": true, "www.github.com": true}

// pagesHost is the suffix of all hosts of GitHub Pages without a custom domain.
const pagesHost = ".github.io"

// The limits of GitHub Pages, in bytes.
const (
	// MaxSite is the maximum size of a site:
	// https://docs.github.com/en/pages/getting-started-with-github-pages/github-pages-limits.
	MaxSite = 1_000_000_000
	// MaxWarn is the size from which a site is reported as close to MaxSite.
	MaxWarn = 900_000_000
	// MaxFile is the largest file that a push may contain:
	// https://docs.github.com/en/repositories/working-with-files/managing-large-files/about-large-files-on-github.
	MaxFile = 100 << 20
)

// Remote is a repository on a Git host. The zero value means no repository.
type Remote struct {
	Host  string // in lower case, without a port: github.com
	Owner string // kubernetes; with nested groups the whole path: group/part
	Name  string // without .git: website
}

var schemes = map[string]bool{"https": true, "http": true, "ssh": true, "git": true, "git+ssh": true, "ssh+git": true}

// scp matches the short form of an ssh URL, git@github.com:owner/name. A host of one letter is
// excluded, because it would be a Windows drive.
var scp = regexp.MustCompile(`^(?:[^@/:\s]+@)?([A-Za-z0-9][A-Za-z0-9.-]+):([^:\s][^\s]*)$`)

// The valid names of owners and repositories on GitHub (managed users have a _), and of groups on
// other hosts.
var (
	ownerForm = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]{0,99}$`)
	groupForm = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_./-]{0,299}$`)
	nameForm  = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,100}$`)
	hostForm  = regexp.MustCompile(`^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$`)
)

// ParseRemote parses the URL of a remote: git@github.com:owner/name, ssh://, https://, http:// and
// git://, with or without user, password, port, .git and a final slash. It returns false for paths,
// bundles and URLs without owner and repository.
func ParseRemote(raw string) (Remote, bool) {
	host, path, ok := split(raw)
	if !ok {
		return Remote{}, false
	}
	if gitHubs[host] {
		host = gitHub
	}
	path = strings.TrimSuffix(strings.Trim(path, "/"), ".git")
	at := strings.LastIndexByte(path, '/')
	if at < 0 {
		return Remote{}, false
	}
	r := Remote{Host: host, Owner: path[:at], Name: path[at+1:]}
	return r, r.valid()
}

func split(raw string) (host, path string, ok bool) {
	if !strings.Contains(raw, "://") {
		m := scp.FindStringSubmatch(raw)
		if m == nil {
			return "", "", false
		}
		return strings.ToLower(m[1]), m[2], true
	}
	u, err := url.Parse(raw)
	if err != nil || !schemes[strings.ToLower(u.Scheme)] || u.RawQuery != "" || u.Fragment != "" {
		return "", "", false
	}
	return strings.ToLower(u.Hostname()), u.Path, true
}

func (r Remote) valid() bool {
	owner := groupForm
	if r.Host == gitHub {
		owner = ownerForm
	}
	for part := range strings.SplitSeq(r.Owner+"/"+r.Name, "/") {
		if part == "" || part == "." || part == ".." {
			return false
		}
	}
	return hostForm.MatchString(r.Host) && owner.MatchString(r.Owner) && nameForm.MatchString(r.Name)
}

// String returns owner/name on GitHub, else host/owner/name.
func (r Remote) String() string {
	if r.Host == gitHub {
		return r.Owner + "/" + r.Name
	}
	return r.Host + "/" + r.Owner + "/" + r.Name
}

// GitHub reports whether the repository is on github.com.
func (r Remote) GitHub() bool { return r.Host == gitHub }

// Base returns the address of the repository's site without a custom domain:
// https://owner.github.io/name/, or https://owner.github.io/ for the repository of that name. The
// owner is in lower case. It is empty for other hosts.
func (r Remote) Base() string {
	if !r.GitHub() {
		return ""
	}
	host := strings.ToLower(r.Owner) + pagesHost
	if strings.EqualFold(r.Name, host) {
		return "https://" + host + "/"
	}
	return "https://" + host + "/" + r.Name + "/"
}

// Source returns the address of the files of a branch, https://github.com/owner/name/blob/main. It
// is empty for other hosts and without a branch.
func (r Remote) Source(branch string) string {
	if !r.GitHub() || branch == "" {
		return ""
	}
	return r.page() + "/blob/" + (&url.URL{Path: branch}).EscapedPath()
}

// Settings returns the address of the Pages settings. It is empty for other hosts.
func (r Remote) Settings() string {
	if !r.GitHub() {
		return ""
	}
	return r.page() + "/settings/pages"
}

func (r Remote) page() string { return "https://" + gitHub + "/" + r.Owner + "/" + r.Name }

// sources lists the path segments for viewing, editing and the history of a file: GitLab, Forgejo
// and Gitea, GitHub. GitLab comes first, because it uses blob too.
var sources = []struct {
	read  *regexp.Regexp
	write string
	past  string
}{
	{regexp.MustCompile(`^(https?://[^/?#]+(?:/[^/?#]+){2,}/-)/blob/`), "${1}/edit/", "${1}/commits/"},
	{regexp.MustCompile(`^(https?://[^/?#]+(?:/[^/?#]+){2})/src/branch/`), "${1}/_edit/", "${1}/commits/branch/"},
	{regexp.MustCompile(`^(https?://[^/?#]+(?:/[^/?#]+){2})/blob/`), "${1}/edit/", "${1}/commits/"},
}

// Edit converts the address of a file on a Git host to that of its editor:
// https://github.com/owner/name/edit/main/a.md for …/blob/main/a.md. The editor offers a fork to
// users without write access. The result is empty for unknown forms.
func Edit(source string) string {
	return rewrite(source, func(write, _ string) string { return write })
}

// NewFile returns the address of GitHub's page for a new file with a text. repository is the address
// of the root of the site, https://github.com/owner/name/blob/main. The result is empty for other
// hosts: their pages take no text.
func NewFile(repository, path, text string) string {
	m := root.FindStringSubmatch(strings.TrimSuffix(repository, "/"))
	if m == nil {
		return ""
	}
	if m[3] != "" {
		path = m[3] + "/" + path
	}
	return m[1] + "/new/" + m[2] + "?" + strings.ReplaceAll(url.Values{"filename": {path}, "value": {text}}.Encode(), "+", "%20")
}

var root = regexp.MustCompile(`^(https://github\.com/[^/?#]+/[^/?#]+)/blob/([^/?#]+)(?:/([^?#]+))?$`)

// Commits converts the address of a file on a Git host to that of its history:
// https://github.com/owner/name/commits/main/a.md for …/blob/main/a.md. It is empty for unknown
// forms.
func Commits(source string) string {
	return rewrite(source, func(_, past string) string { return past })
}

func rewrite(source string, which func(write, past string) string) string {
	for _, s := range sources {
		if s.read.MatchString(source) {
			return s.read.ReplaceAllString(source, which(s.write, s.past))
		}
	}
	return ""
}
