// Package article brings articles of Zenn, Qiita, Hugo and kubernetes.io into a site, and writes
// notes in the form of these hosts.
//
// Notes may have the front matter and the syntax of the hosts, so importing changes little: [Read]
// finds the release, the SIG and the language, adds the address of the article and the SIG to the
// front matter, and moves the pictures next to the note. Everything else stays as written.
package article

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/locale"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/source"
)

// Host is a place where articles are published.
type Host string

// The hosts.
const (
	Zenn       Host = "zenn"
	Qiita      Host = "qiita"
	Kubernetes Host = "kubernetes" // also other sites made with Hugo
)

const (
	maxArticles = 10_000
	maxPicture  = 20 << 20 // bytes
)

// Options are the choices of the writer. Empty values are found in the article.
type Options struct {
	Names   *ref.Names
	Release note.Release
	Lang    note.Lang
	User    string // name on Zenn or Qiita, for the address of the article
}

// Article is an article as a note.
type Article struct {
	From     string // path in the imported folder
	To       string // path in the site: content/1.29/sig-node.ja.md
	Text     []byte
	Pictures []Picture
	Left     []Left
}

// Picture is a picture to copy.
type Picture struct{ From, To string }

// Left is something that was not understood, with its line in the article.
type Left struct {
	Line int
	Text string
}

// List returns the articles at a path: a file, a folder, the repository of Zenn (articles, books),
// the folder of the Qiita CLI (public), or a site made with Hugo (content). Symbolic links and
// hidden folders are skipped.
func List(root fs.FS, name string) ([]string, error) {
	info, err := fs.Stat(root, name)
	if err != nil {
		return nil, err
	}
	if info.Mode().IsRegular() {
		return []string{name}, nil
	}
	var folders []string
	for _, f := range []string{"articles", "books", "public", "content"} {
		if info, err := fs.Stat(root, path.Join(name, f)); err == nil && info.IsDir() {
			folders = append(folders, path.Join(name, f))
		}
	}
	if len(folders) == 0 {
		folders = []string{name}
	}
	var out []string
	for _, f := range folders {
		err := fs.WalkDir(root, f, func(p string, d fs.DirEntry, err error) error {
			switch base := path.Base(p); {
			case err != nil:
				return err
			case d.IsDir() && p != f && (strings.HasPrefix(base, ".") || base == "node_modules" || base == "_data"):
				return fs.SkipDir
			case d.Type().IsRegular() && path.Ext(base) == ".md" && !strings.EqualFold(base, "readme.md"):
				out = append(out, p)
			}
			if len(out) > maxArticles {
				return fmt.Errorf("more than %d articles", maxArticles)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(out)
	return out, nil
}

var (
	titleLine   = regexp.MustCompile(`(?m)^title:[ \t]*(.*)$`)
	tagLines    = regexp.MustCompile(`(?m)^(?:topics|tags|categories):[^\n]*(?:\n[ \t]*-[^\n]*)*`)
	inTitle     = regexp.MustCompile(`(?:^|[^0-9.])v?(1\.[0-9]{1,2})(?:[^0-9]|$)`)
	inText      = regexp.MustCompile(`(?i)(?:kubernetes|k8s)[ /-]*v?(1\.[0-9]{1,2})(?:[^0-9]|$)`)
	languageDir = regexp.MustCompile(`(?:^|/)content/([a-z]{2}(?:-[a-z]{2,4})?)/`)
)

// Read reads an article. The file must be UTF-8 and at most as large as a note.
func Read(root fs.FS, name string, o Options) (Article, error) {
	info, err := fs.Stat(root, name)
	if err == nil && info.Size() > source.MaxBytes {
		err = fmt.Errorf("%d bytes, over the limit of %d", info.Size(), source.MaxBytes)
	}
	if err != nil {
		return Article{}, err
	}
	data, err := fs.ReadFile(root, name)
	if err != nil {
		return Article{}, err
	}
	front, body := split(bytes.ReplaceAll(bytes.TrimPrefix(data, []byte("\uFEFF")), []byte("\r\n"), []byte("\n")))
	title := string(bytes.Join(titleLine.FindSubmatch(front), nil))
	about := title + "\n" + string(tagLines.Find(front))
	release := cmp.Or(o.Release, releaseIn(about, string(body)))
	sig := sigIn(about, o.Names)
	a := Article{From: name}
	lang := cmp.Or(o.Lang, langOf(name, string(body)))
	slug := slugOf(name)
	if sig != "" && release != "" {
		slug = "sig-" + strings.TrimPrefix(string(sig), "sig-")
	}
	a.To = path.Join(strings.TrimSuffix(source.Root, "/"), cmp.Or(string(release), "articles"), slug+"."+string(lang)+".md")
	body = a.pictures(root, name, body, bytes.Count(data, []byte("\n"))-bytes.Count(body, []byte("\n")))
	var add []string
	if sig != "" && !hasKey(front, "sigs") {
		add = append(add, "sigs: ["+string(sig)+"]")
	}
	if from := address(hostOf(front), name, front, o.User); from != "" && !hasKey(front, "source") {
		add = append(add, "source: "+from)
	}
	a.Text = join(front, add, body)
	return a, nil
}

// Rename gives the note the name of its file. Another article already has the name of the SIG.
func (a *Article) Rename(file string) {
	ext := path.Ext(strings.TrimSuffix(a.To, ".md")) + ".md"
	a.To = path.Join(path.Dir(a.To), slugOf(file)+ext)
}

// split cuts an article into the lines of its front matter, without fences, and the rest.
func split(text []byte) (front, body []byte) {
	rest, ok := bytes.CutPrefix(text, []byte("---\n"))
	if !ok {
		return nil, text
	}
	if after, ok := bytes.CutPrefix(rest, []byte("---\n")); ok {
		return nil, after
	}
	front, body, ok = bytes.Cut(rest, []byte("\n---\n"))
	if !ok {
		return nil, text
	}
	return append(front, '\n'), body
}

func join(front []byte, add []string, body []byte) []byte {
	if len(front) == 0 && len(add) == 0 {
		return body
	}
	var b bytes.Buffer
	b.WriteString("---\n")
	b.Write(front)
	for _, line := range add {
		b.WriteString(line + "\n")
	}
	b.WriteString("---\n")
	b.Write(body)
	return b.Bytes()
}

func hasKey(front []byte, key string) bool {
	return bytes.HasPrefix(front, []byte(key+":")) || bytes.Contains(front, []byte("\n"+key+":"))
}

// hostOf returns the host whose keys the front matter has; "" for none.
func hostOf(front []byte) Host {
	switch {
	case hasKey(front, "emoji"), hasKey(front, "topics"):
		return Zenn
	case hasKey(front, "updated_at"), hasKey(front, "organization_url_name"), hasKey(front, "ignorePublish"):
		return Qiita
	case hasKey(front, "content_type"), hasKey(front, "weight"), hasKey(front, "reviewers"), hasKey(front, "layout"):
		return Kubernetes
	}
	return ""
}

var idLine = regexp.MustCompile(`(?m)^id:[ \t]*["']?([0-9a-f]{20})["']?[ \t]*$`)

// address returns the address of a published article, if it can be derived.
func address(h Host, name string, front []byte, user string) string {
	slug := strings.TrimSuffix(path.Base(name), ".md")
	id := idLine.FindSubmatch(front)
	switch {
	case h == Zenn && user != "":
		return "https://zenn.dev/" + user + "/articles/" + slug
	case h == Qiita && user != "" && id != nil:
		return "https://qiita.com/" + user + "/items/" + string(id[1])
	}
	return ""
}

// releaseIn returns the release that the title or the tags name, else the first in the text.
func releaseIn(about, body string) note.Release {
	if m := inTitle.FindStringSubmatch(about); m != nil {
		return note.Release(m[1])
	}
	if m := inText.FindStringSubmatch(body); m != nil {
		return note.Release(m[1])
	}
	return ""
}

// sigIn returns the SIG that the title or the tags name.
func sigIn(about string, names *ref.Names) note.SIG {
	folded := strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(about), " ", "-"), "_", "-")
	var found string
	for _, label := range names.SIGs() {
		if strings.Contains(folded, "sig-"+label) && len(label) > len(found) {
			found = label
		}
	}
	return note.SIG(found)
}

func langOf(name, body string) note.Lang {
	if m := languageDir.FindStringSubmatch(name); m != nil {
		if lang, ok := locale.FromSuffix(m[1]); ok {
			return lang
		}
	}
	base := strings.TrimSuffix(path.Base(name), ".md")
	if lang, ok := locale.FromSuffix(strings.TrimPrefix(path.Ext(base), ".")); ok {
		return lang
	}
	return locale.Detect(body, "en")
}

var notInSlug = regexp.MustCompile(`[^a-z0-9]+`)

// slugOf returns the name of the file without language and extension; of index.md that of the folder.
func slugOf(name string) string {
	base := strings.TrimSuffix(path.Base(name), ".md")
	if _, ok := locale.FromSuffix(strings.TrimPrefix(path.Ext(base), ".")); ok {
		base = strings.TrimSuffix(base, path.Ext(base))
	}
	if base == "index" || base == "_index" {
		base = path.Base(path.Dir(name))
	}
	return cmp.Or(strings.Trim(notInSlug.ReplaceAllString(strings.ToLower(base), "-"), "-"), "article")
}

var pictureForm = regexp.MustCompile(`(!\[[^\[\]\n]*\]\(|<img [^<>\n]*src="|figure [^<>\n]*src=")([^)\s"]+)`)

// pictures moves the addresses of local pictures next to the note, and lists those that are missing
// or on another host. above is the number of lines before the body.
func (a *Article) pictures(root fs.FS, name string, body []byte, above int) []byte {
	prefix := strings.TrimSuffix(path.Base(a.To), ".md")
	line := func(offset int) int { return above + 1 + bytes.Count(body[:offset], []byte("\n")) }
	var b bytes.Buffer
	end := 0
	for _, m := range pictureForm.FindAllSubmatchIndex(body, -1) {
		from := string(body[m[4]:m[5]])
		if strings.Contains(from, "://") {
			a.Left = append(a.Left, Left{line(m[0]), "picture on another host: " + from})
			continue
		}
		at, err := findPicture(root, name, from)
		if err != nil {
			a.Left = append(a.Left, Left{line(m[0]), "picture " + from + ": " + err.Error()})
			continue
		}
		to := prefix + "-" + notInSlug.ReplaceAllString(strings.ToLower(strings.TrimSuffix(path.Base(at), path.Ext(at))), "-") + strings.ToLower(path.Ext(at))
		p := Picture{at, path.Join(path.Dir(a.To), to)}
		if !slices.Contains(a.Pictures, p) {
			a.Pictures = append(a.Pictures, p)
		}
		b.Write(body[end:m[4]])
		b.WriteString(to)
		end = m[5]
	}
	b.Write(body[end:])
	return b.Bytes()
}

var (
	errNoPicture = errors.New("missing file")
	pictureTypes = []string{".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".avif"}
)

// findPicture returns the path of a picture: relative to the article, or from the top of the folder
// or its folder static, as on Zenn and in Hugo.
func findPicture(root fs.FS, name, from string) (string, error) {
	if !slices.Contains(pictureTypes, strings.ToLower(path.Ext(from))) {
		return "", errors.New("not a picture")
	}
	candidates := []string{path.Join(path.Dir(name), from)}
	if top, ok := strings.CutPrefix(from, "/"); ok {
		candidates = nil
		for dir := path.Dir(name); ; dir = path.Dir(dir) {
			candidates = append(candidates, path.Join(dir, top), path.Join(dir, "static", top))
			if dir == "." {
				break
			}
		}
	}
	for _, c := range candidates {
		if !fs.ValidPath(c) {
			continue
		}
		if info, err := fs.Stat(root, c); err == nil && info.Mode().IsRegular() {
			if info.Size() > maxPicture {
				return "", fmt.Errorf("%d bytes, over the limit of %d", info.Size(), maxPicture)
			}
			return c, nil
		}
	}
	return "", errNoPicture
}
