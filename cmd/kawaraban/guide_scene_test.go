//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/starter"
	"github.com/kawaraban/kawaraban/internal/testcorpus"
)

// scene is the machine of a reader: a home directory, a working directory and a local replacement
// of GitHub.
type scene struct {
	t    *testing.T
	home string
	dir  string // working directory of the next command
	pwd  string // file that receives the working directory after a command
	env  []string
}

// scenes are the preparations for the first command of a document, or of a section if the key has a
// heading.
var scenes = map[string]func(*scene){
	"content/guide/first-site.en.md":      (*scene).nothing,
	"content/guide/first-site.ja.md":      (*scene).nothing,
	"content/guide/first-site.ru.md":      (*scene).nothing,
	"content/guide/first-site.zh.md":      (*scene).nothing,
	"content/guide/writing.en.md":         (*scene).begun,
	"content/guide/writing.ja.md":         (*scene).begun,
	"content/guide/writing.ru.md":         (*scene).begun,
	"content/guide/writing.zh.md":         (*scene).begun,
	"README.md":                           (*scene).nothing,
	"README.md#Try it":                    (*scene).nothing,
	"README.md#Daily work":                (*scene).begun,
	"CONTRIBUTING.md":                     (*scene).clone,
	"docs/articles.md":                    (*scene).article,
	"docs/board.md":                       (*scene).own,
	"docs/commands.md":                    (*scene).begun,
	"docs/configuration.md":               (*scene).begun,
	"docs/glossary.md":                    (*scene).own,
	"docs/publishing.md":                  (*scene).begun,
	"docs/README.md":                      (*scene).nothing,
	"docs/first-site.md":                  (*scene).nothing,
	"docs/first-site.md#8. Work together": (*scene).joined,
	"docs/import.md":                      (*scene).checkouts,
	"docs/performance.md":                 (*scene).clone,
	"docs/preview.md":                     (*scene).clone,
	"docs/search.md":                      (*scene).clone,
	"docs/templates.md":                   (*scene).own,
	"docs/translate.md":                   (*scene).untranslated,
	"docs/upgrade.md":                     (*scene).own,
	"docs/writing.md":                     (*scene).own,
}

// newScene creates a home directory with settings for git and for the replacement of GitHub.
func newScene(t *testing.T, hub github) *scene {
	t.Helper()
	home := t.TempDir()
	s := &scene{t: t, home: home, dir: home, pwd: filepath.Join(home, ".pwd")}
	s.write(".gitconfig", `[user]
	name = Mona
	email = mona@example.org
[init]
	defaultBranch = main
[url "`+hub.kawaraban+`"]
	insteadOf = https://github.com/kawaraban/kawaraban
`)
	mine := filepath.Join(home, ".forge", "you", "my-notes.git")
	s.write(".ssh-to-forge", "#!/bin/sh\n# Called by git: a host, then what to run there.\ncd "+filepath.Join(home, ".forge")+" && eval \"exec $2\"\n")
	if err := os.Chmod(filepath.Join(home, ".ssh-to-forge"), 0o755); err != nil {
		t.Fatal(err)
	}
	s.env = append(os.Environ(),
		"HOME="+home, "XDG_CONFIG_HOME=", "XDG_CACHE_HOME=", "GIT_CONFIG_GLOBAL="+filepath.Join(home, ".gitconfig"), "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_SSH="+filepath.Join(home, ".ssh-to-forge"), "GIT_SSH_VARIANT=simple",
		"BROWSER=true", "EDITOR_URL=", "MAKEFLAGS=", "MAKELEVEL=",
		"HTTPS_PROXY="+hub.proxy, "https_proxy=", "NO_PROXY=127.0.0.1,localhost", "SSL_CERT_FILE="+hub.certificate)
	s.env = append(s.env, hub.goes...)
	s.must("git init --quiet --bare -b main " + mine)
	return s
}

// shell returns a command line for the current directory. It saves the directory that cd selected.
func (s *scene) shell(line string) *exec.Cmd {
	cmd := exec.CommandContext(s.t.Context(), "sh", "-c", line+"\nstatus=$?\npwd >\""+s.pwd+"\"\nexit $status")
	if serves.MatchString(line) {
		// After an interrupt the shell waits for its command, and exits with its status.
		cmd = exec.CommandContext(s.t.Context(), "sh", "-c", "trap : INT\n"+line+"\nexit $?")
	}
	cmd.Dir, cmd.Env = s.dir, append(s.env, "PWD="+s.dir)
	return cmd
}

// must runs a command line for the preparation.
func (s *scene) must(line string) {
	s.t.Helper()
	if output, err := s.shell(line).CombinedOutput(); err != nil {
		s.t.Fatalf("%s: %v\n%s", line, err, output)
	}
}

// copy copies a file or directory of this repository into the current directory.
func (s *scene) copy(from, to string) {
	s.t.Helper()
	from, to = filepath.Join(repository, filepath.FromSlash(from)), filepath.Join(s.dir, filepath.FromSlash(to))
	info, err := os.Stat(from)
	if err == nil && info.IsDir() {
		err = os.CopyFS(to, os.DirFS(from))
	} else if err == nil {
		var data []byte
		if data, err = os.ReadFile(from); err == nil {
			err = os.WriteFile(to, data, 0o644)
		}
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// nothing prepares an empty directory.
func (s *scene) nothing() {}

// folder changes to a directory below the home directory.
func (s *scene) folder(name string) {
	s.dir = filepath.Join(s.home, name)
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		s.t.Fatal(err)
	}
}

// own prepares a copy of this repository's site, with less upstream data.
func (s *scene) own() {
	s.folder("notes")
	if err := os.CopyFS(s.dir, testcorpus.Site(s.t)); err != nil {
		s.t.Fatal(err)
	}
	s.copy("templates/languages/en.yaml", "../kawaraban-en.yaml")
}

// clone prepares a clone of this repository.
func (s *scene) clone() {
	s.must("git clone --quiet https://github.com/kawaraban/kawaraban")
	s.folder("kawaraban")
}

// begun prepares a site that init created, with a repository on the replacement of GitHub.
func (s *scene) begun() {
	s.must("kawaraban init my-notes --lang ja,en --yes")
	s.folder("my-notes")
	s.must("git init --quiet -b main && git add . && git commit --quiet -m Begin && git remote add origin git@github.com:you/my-notes.git && git push --quiet -u origin main")
}

// article prepares a site and, next to it, a repository of Zenn with an article about SIG CLI.
func (s *scene) article() {
	s.begun()
	s.must("mkdir -p ../zenn-content/articles && printf -- '---\\ntitle: \"Kubernetes 1.29: SIG CLI\"\\nemoji: \"🐡\"\\ntype: tech\\ntopics: [kubernetes]\\npublished: true\\n---\\n\\n- kubectl の変更です (#115331)\\n' >../zenn-content/articles/0a1b2c.md")
	s.must("mkdir -p content/_data && printf '[{\"label\": \"cli\", \"name\": \"CLI\", \"dir\": \"sig-cli\", \"kind\": \"sig\"}]' >content/_data/sigs.json")
}

// joined prepares a machine that has only Go. The site's go.mod pins the current state of this
// program, from a local clone instead of a server.
func (s *scene) joined() {
	s.begun()
	s.must("git -C " + s.home + " clone --quiet https://github.com/kawaraban/kawaraban .kawaraban-own")
	own := filepath.Join(s.home, ".kawaraban-own")
	s.must("cp " + own + "/go.sum . && sed -e '/^module /s/.*/module notes/' -e '/^tool /,$d' " + own + "/go.mod >go.mod")
	s.must("go mod edit -tool " + starter.Tool + " -require " + starter.Module + "@v0.0.0 -replace " + starter.Module + "=" + own)
	s.must("git add . && git commit --quiet -m 'Pin' && git push --quiet")
	s.env = append(s.env, "GOFLAGS=-mod=mod -trimpath", "GOPROXY=off") // compiled packages of other modules are shared with the tests
	s.folder("work")
}

// checkouts prepares a site and, in ~/src, checkouts of the repositories of Kubernetes.
func (s *scene) checkouts() {
	upstream, err := txtar.ParseFile(filepath.Join("testdata", "guide", "upstream.txtar"))
	if err != nil {
		s.t.Fatal(err)
	}
	for _, f := range upstream.Files {
		s.write("src/"+f.Name, string(f.Data))
	}
	js, md := releaseNotes(s.t, "1.27")
	const notes = "src/sig-release/releases/release-1.27/release-notes/release-notes-draft"
	s.write(notes+".json", js)
	s.write(notes+".md", md)
	s.must("git init --quiet src/enhancements && git -C src/enhancements add . && git -C src/enhancements commit --quiet -m 'Merge pull request #3961 from AxeZhan/sleep'")
	s.write("notes/kep-pulls.json", `{"3961": [3960]}`)
	s.folder("notes/content")
	s.folder("notes")
}

// untranslated prepares a site with one short note, and a translation program that adds a word to
// its input.
func (s *scene) untranslated() {
	s.write(".bin/my-translator", "#!/bin/sh\nexec sed 's/。/ (черновик)./'\n")
	if err := os.Chmod(filepath.Join(s.home, ".bin", "my-translator"), 0o755); err != nil {
		s.t.Fatal(err)
	}
	s.env = append(s.env, "PATH="+filepath.Join(s.home, ".bin")+string(filepath.ListSeparator)+os.Getenv("PATH"))
	s.folder("notes")
	s.write("content/1.27/sig-node.ja.md", `---
title: "1.27 の SIG Node"
release: "1.27"
sigs: [node]
kind: changes
---

まえがきです。

## API の変更

- 上限が 10 個になりました。(#115331, @mimowo) [sig/node]
  - :pencil: 使うにはゲートを有効にします。
`)
}
