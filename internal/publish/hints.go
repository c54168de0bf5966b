package publish

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/git"
)

// step is the next step for a message of git or of a server.
type step struct{ words, next string }

// steps are searched in order. The messages are those of git in English, OpenSSH and GitHub.
var steps = []step{
	{"terminal prompts disabled", "configure a credential helper (git help credentials), or an SSH URL (git remote set-url)"},
	{"could not read Username", "configure a credential helper (git help credentials), or an SSH URL (git remote set-url)"},
	{"could not read Password", "configure a credential helper (git help credentials), or an SSH URL (git remote set-url)"},
	{"Authentication failed", "check name and password: GitHub requires a token; git credential reject removes a stored one"},
	{"HTTP Basic: Access denied", "check name and password; git credential reject removes a stored one"},
	{"Host key verification failed", "connect once with ssh, and verify the key of the host"},
	{"Permission denied (publickey", "add your key to the server; test it with ssh -T git@github.com"},
	{"Permission to", "ask an owner of the repository for write permission"},
	{"The requested URL returned error: 403", "ask an owner of the repository for write permission; in a workflow, set contents: write"},
	{"Repository not found", "check the URL with git remote -v; a private repository needs read permission"},
	{"repository not found", "check the URL with git remote -v; a private repository needs read permission"},
	{"does not appear to be a git repository", "check the URL with git remote -v"},
	{"Could not resolve host", "check the network, and the URL with git remote -v"},
	{"Connection refused", "check the network, and the URL with git remote -v"},
	{"Connection timed out", "check the network, and the URL with git remote -v"},
	{"unable to access", "check the network, and the URL with git remote -v"},
	{"protected branch", "ask an owner to remove the protection of the branch, or choose another branch with --branch"},
	{"GH006", "ask an owner to remove the protection of the branch, or choose another branch with --branch"},
	{"GH013", "ask an owner to exempt the branch from the rules, or choose another branch with --branch"},
	{"GH001", "host the large file elsewhere and link to it"},
	{"branch is currently checked out", "the remote repository has the branch checked out: use a bare repository, or another --branch"},
	{"hook declined", "follow the message of the remote's hook"},
	{git.ErrTimeout.Error(), "check the network, and the URL with git remote -v"},
	{"unknown option", "install git 2.30 or newer"},
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
	return next(said, "test the connection with git ls-remote")
}
