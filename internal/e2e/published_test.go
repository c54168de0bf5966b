package e2e

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kawaraban/kawaraban/internal/testcorpus"
)

// formerAddress is a former address of a note of a published site, below each language.
const formerAddress = "1.27/old-node"

// publishedOn is the commit date of the notes of a published site.
const publishedOn = "2026-11-20"

// pagesSite is a site that the program published to a branch. A host that is independent of the
// program serves a clone of that branch.
type pagesSite struct {
	url  string // of the site's root, with a final slash
	host *pagesHost
}

// TestPublished publishes sites with the program to a bare repository, and checks the result: every
// file by requests like a search engine, and in the browser like a reader in four languages.
func TestPublished(t *testing.T) {
	t.Parallel() // it mostly waits
	m := publisher(t)
	t.Run("of this repository", func(t *testing.T) {
		dir := filepath.Join(m.home, "own")
		copyOwn(t, dir)
		site := m.publish(t, dir)
		site.crawl(t, 2000)
		site.read(t, tour{
			release: "1.27", note: "1.27/sig-node", kep: "keps/3673",
			query: "sidecar", upgrade: "1.26-1.29", moved: formerAddress,
		})
	})
	t.Run("begun by init", func(t *testing.T) {
		m.run(t, m.home, "GOPROXY=off kawaraban init new --lang en,ja,zh,ru --repository octo/notes --yes")
		site := m.publish(t, filepath.Join(m.home, "new"))
		site.crawl(t, 100)
		site.read(t, tour{release: "1.29", note: "1.29/sig-storage"})
	})
}

// publisher returns a machine with the program of this checkout and git, without user settings.
func publisher(t *testing.T) *newMachine {
	t.Helper()
	need(t, "git", program("git"))
	need(t, "bash", program("bash"))
	m := &newMachine{home: t.TempDir()}
	bin := filepath.Join(m.home, "bin")
	cmd := exec.Command(need(t, "Go", program("go")), "build", "-o", filepath.Join(bin, "kawaraban"), "./cmd/kawaraban")
	cmd.Dir = repositoryRoot
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "HOME=") {
			m.env = append(m.env, v)
		}
	}
	m.set("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	m.set("HOME", m.home)
	m.set("GIT_CONFIG_NOSYSTEM", "1")
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		m.set("GIT_"+who+"_NAME", "Ann")
		m.set("GIT_"+who+"_EMAIL", "ann@example.com")
		m.set("GIT_"+who+"_DATE", publishedOn+"T12:00:00+09:00")
	}
	return m
}

// copyOwn copies the files of this repository's site, with a moved note.
func copyOwn(t *testing.T, dir string) {
	t.Helper()
	site := testcorpus.Site(t)
	site[".gitignore"] = &fstest.MapFile{Data: []byte("/public/\n/.kawaraban/\n"), Mode: 0o644}
	alias(t, site, "content/1.27/sig-node.ja.md", formerAddress)
	if err := os.CopyFS(dir, site); err != nil {
		t.Fatal(err)
	}
}

// publish creates a repository of a site, publishes it to a bare one, and serves a clone of the
// branch until the end of the test.
func (m *newMachine) publish(t *testing.T, dir string) *pagesSite {
	t.Helper()
	p := &pagesSite{host: &pagesHost{dir: dir + "-pages"}}
	server := httptest.NewServer(p.host)
	t.Cleanup(server.Close)
	p.url = server.URL + project
	m.run(t, dir, "git init -q -b main && git add . && git commit -qm 'Begin'")
	m.run(t, dir, "git init -q --bare -b main "+dir+".git && git remote add origin "+dir+".git && git push -q -u origin main")
	if output := m.run(t, dir, "kawaraban publish --base-url "+p.url); !strings.Contains(output, "published to gh-pages of origin") || !strings.Contains(output, p.url) {
		t.Errorf("output of publish:\n%s", output)
	}
	m.run(t, dir, "git status --porcelain | (! grep .)")
	m.run(t, m.home, "git clone -q -b gh-pages --single-branch "+dir+".git "+p.host.dir)
	if err := os.RemoveAll(filepath.Join(p.host.dir, ".git")); err != nil { // only committed files are served
		t.Fatal(err)
	}
	return p
}
