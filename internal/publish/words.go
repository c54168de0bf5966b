package publish

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/git"
)

// step is the next step for a message of git or of a server.
type step struct{ words, next string }

// steps are searched in order. The messages are those of git in English, OpenSSH and GitHub.
var steps = []step{
	{"terminal prompts disabled", "let git know the password: a credential helper (git help credentials), or an address for ssh (git remote set-url)"},
	{"could not read Username", "let git know the password: a credential helper (git help credentials), or an address for ssh (git remote set-url)"},
	{"could not read Password", "let git know the password: a credential helper (git help credentials), or an address for ssh (git remote set-url)"},
	{"Authentication failed", "the name or the password is wrong: GitHub takes a token for one; git credential reject forgets what is stored"},
	{"HTTP Basic: Access denied", "the name or the password is wrong; git credential reject forgets what is stored"},
	{"Host key verification failed", "connect once with ssh, and look at the key that it shows"},
	{"Permission denied (publickey", "let the server know your key: ssh -T git@github.com says whether it does"},
	{"Permission to", "ask an owner of the repository to let you write to it"},
	{"The requested URL returned error: 403", "ask an owner of the repository to let you write to it; in a workflow, give it contents: write"},
	{"Repository not found", "look at the address: git remote -v; a private repository is not found either by who may not read it"},
	{"repository not found", "look at the address: git remote -v; a private repository is not found either by who may not read it"},
	{"does not appear to be a git repository", "look at the address: git remote -v"},
	{"Could not resolve host", "look at the network, and at the address: git remote -v"},
	{"Connection refused", "look at the network, and at the address: git remote -v"},
	{"Connection timed out", "look at the network, and at the address: git remote -v"},
	{"unable to access", "look at the network, and at the address: git remote -v"},
	{"protected branch", "let an owner of the repository take the protection off this branch, or choose another one with --branch"},
	{"GH006", "let an owner of the repository take the protection off this branch, or choose another one with --branch"},
	{"GH013", "the repository's rules forbid it: an owner can leave this branch out of them, or choose another one with --branch"},
	{"GH001", "a file is too large for GitHub: keep it elsewhere and link to it"},
	{"branch is currently checked out", "the other repository has this branch checked out: publish to a bare one, or to another --branch"},
	{"hook declined", "the other repository's hook says why"},
	{git.ErrTimeout.Error(), "check the network and the address: git remote -v"},
	{"unknown option", "git is too old: version 2.30 or a newer one is needed"},
}

func next(said, other string) string {
	for _, s := range steps {
		if strings.Contains(said, s.words) {
			return s.next
		}
	}
	return other
}

func reaching(said string) string {
	return next(said, "try it with git alone: git ls-remote; what helps there helps here")
}
