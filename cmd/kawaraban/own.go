package main

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"slices"

	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/sitecheck"
)

// own lists what belongs to whoever runs this and must not stand in a built site: the folders
// of the site, of its output and of the home, and the e-mail addresses of those who committed.
// What somebody has written into content is there because that person wants it.
func (a *app) own(out string) sitecheck.Own {
	o := sitecheck.Own{Folders: []string{abs(a.dir), abs(out)}}
	if home, err := os.UserHomeDir(); err == nil {
		o.Folders = append(o.Folders, home)
	}
	o.Emails, _ = git.Emails(a.dir) // a site need not be in a repository
	root, err := os.OpenRoot(a.dir)
	if err != nil {
		return o
	}
	defer root.Close()
	without(filesOf(root), &o)
	return o
}

// without leaves out what stands in a file of content.
func without(site fs.FS, o *sitecheck.Own) {
	mails, written := sitecheck.NewEmails(o.Emails), map[string]bool{}
	_ = fs.WalkDir(site, "content", func(name string, d fs.DirEntry, err error) error { // what cannot be read says nothing
		if err != nil || d.IsDir() || path.Ext(name) != ".md" {
			return nil
		}
		src, err := fs.ReadFile(site, name)
		if err != nil {
			return nil
		}
		o.Folders = slices.DeleteFunc(o.Folders, func(dir string) bool { return bytes.Contains(src, []byte(dir)) })
		mails.Each(src, func(_ int, mail string) { written[mail] = true })
		return nil
	})
	o.Emails = slices.DeleteFunc(o.Emails, func(mail string) bool { return written[mail] })
}
