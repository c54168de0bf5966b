// Package ghpages says what a forge makes of a repository: which one a remote's URL names
// ([ParseRemote]), where GitHub Pages puts its site ([Remote.Base]), where its sources are
// read ([Remote.Source]) and written ([Edit]), what a CNAME file may hold ([Domain]), and
// how much a site may weigh. Everything is a pure function of its text: nothing is asked.
//
// A URL may carry a password. None of what is returned here has one, so that it can be
// printed.
package ghpages

import (
	"net/url"
	"regexp"
	"strings"
)

// gitHub is the host of the repositories whose sites GitHub Pages serves; a server of GitHub
// Enterprise has another name for them that cannot be known from the remote.
const gitHub = "github.com"

// gitHubs are the names by which that host is reached: the second takes ssh on the port of
// https, https://docs.github.com/en/authentication/troubleshooting-ssh/using-ssh-over-the-https-port.
var gitHubs = map[string]bool{gitHub: true, "ssh.github.com": true, "www.github.com": true}

// pagesHost ends the host of every site of GitHub Pages that has no domain of its own.
const pagesHost = ".github.io"

// What GitHub Pages takes, in bytes.
const (
	// MaxSite is what a published site may be:
	// https://docs.github.com/en/pages/getting-started-with-github-pages/github-pages-limits.
	MaxSite = 1_000_000_000
	// MaxWarn is from where on a site is said to come near to MaxSite.
	MaxWarn = 900_000_000
	// MaxFile is the largest file that a push may contain:
	// https://docs.github.com/en/repositories/working-with-files/managing-large-files/about-large-files-on-github.
	MaxFile = 100 << 20
)

// Remote is a repository on a forge, as the URL of a remote names it. The zero value is none.
type Remote struct {
	Host  string // in lower case, without a port: github.com
	Owner string // kubernetes; on forges with groups within groups, all of them: group/part
	Name  string // without .git: website
}

// schemes are the protocols by which git reaches a forge.
var schemes = map[string]bool{"https": true, "http": true, "ssh": true, "git": true, "git+ssh": true, "ssh+git": true}

// scp is the short form of an ssh URL, git@github.com:owner/name. A host of one letter would
// be a drive of Windows.
var scp = regexp.MustCompile(`^(?:[^@/:\s]+@)?([A-Za-z0-9][A-Za-z0-9.-]+):([^:\s][^\s]*)$`)

// The names that GitHub gives to owners (those of managed users have a _) and repositories,
// and that other forges take.
var (
	ownerForm = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]{0,99}$`)
	groupForm = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_./-]{0,299}$`)
	nameForm  = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,100}$`)
	hostForm  = regexp.MustCompile(`^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$`)
)

// ParseRemote reads the URL of a remote: git@github.com:owner/name, ssh://, https://, http://
// and git://, with or without user, password, port, .git and a slash at the end. It is false
// for paths, bundles and whatever names no owner and no repository.
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

// split takes the host and the path out of a URL, and leaves who asks and by which port.
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

// valid reports whether the parts are names that a forge gives.
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

// String is the repository as people write it: kawaraban/kawaraban on GitHub, else with the
// host before it.
func (r Remote) String() string {
	if r.Host == gitHub {
		return r.Owner + "/" + r.Name
	}
	return r.Host + "/" + r.Owner + "/" + r.Name
}

// GitHub reports whether GitHub Pages serves sites of the repository.
func (r Remote) GitHub() bool { return r.Host == gitHub }

// Base is where GitHub Pages puts the repository's site where it has no domain of its own:
// https://owner.github.io/name/, and https://owner.github.io/ for the repository of that
// name. The owner is in lower case there, the name as it is written. Empty for other hosts.
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

// Source is where the files of a branch are read, https://github.com/owner/name/blob/main.
// Empty for other hosts, and without a branch.
func (r Remote) Source(branch string) string {
	if !r.GitHub() || branch == "" {
		return ""
	}
	return r.page() + "/blob/" + (&url.URL{Path: branch}).EscapedPath()
}

// Settings is the page on which the source of the repository's site is chosen. Empty for
// other hosts.
func (r Remote) Settings() string {
	if !r.GitHub() {
		return ""
	}
	return r.page() + "/settings/pages"
}

func (r Remote) page() string { return "https://" + gitHub + "/" + r.Owner + "/" + r.Name }

// sources finds in the address of a file what says that it is read, and what says instead
// that it is written, or who wrote it: GitLab, Forgejo with Gitea, GitHub. GitLab has blob too.
var sources = []struct {
	read  *regexp.Regexp
	write string
	past  string
}{
	{regexp.MustCompile(`^(https?://[^/?#]+(?:/[^/?#]+){2,}/-)/blob/`), "${1}/edit/", "${1}/commits/"},
	{regexp.MustCompile(`^(https?://[^/?#]+(?:/[^/?#]+){2})/src/branch/`), "${1}/_edit/", "${1}/commits/branch/"},
	{regexp.MustCompile(`^(https?://[^/?#]+(?:/[^/?#]+){2})/blob/`), "${1}/edit/", "${1}/commits/"},
}

// Edit turns the address at which a forge shows a file of a branch to that at which it lets
// one edit it: https://github.com/owner/name/edit/main/a.md for …/blob/main/a.md. Whoever may
// not write to the repository is led to a fork there. Empty where the form is not known.
func Edit(source string) string {
	return rewrite(source, func(write, _ string) string { return write })
}

// Commits turns the address at which a forge shows a file of a branch to that at which it
// lists the commits that touched it: https://github.com/owner/name/commits/main/a.md for
// …/blob/main/a.md. Empty where the form is not known.
func Commits(source string) string {
	return rewrite(source, func(_, past string) string { return past })
}

// rewrite turns the address at which a forge shows a file into another one on it.
func rewrite(source string, which func(write, past string) string) string {
	for _, s := range sources {
		if s.read.MatchString(source) {
			return s.read.ReplaceAllString(source, which(s.write, s.past))
		}
	}
	return ""
}
