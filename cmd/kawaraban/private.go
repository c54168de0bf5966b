package main

import (
	"bytes"
	"io/fs"
	"os"
	"slices"

	"github.com/kawaraban/kawaraban/internal/git"
	"github.com/kawaraban/kawaraban/internal/sitecheck"
	"github.com/kawaraban/kawaraban/internal/source"
)

// privateData returns data of the user that must not be in a built site: paths of the site, the
// output and the home directory, and e-mail addresses of committers. Data that appears in content/
// is excluded: it was written there on purpose.
func (a *app) privateData(out string) sitecheck.Own {
	o := sitecheck.Own{Folders: []string{abs(a.dir), abs(out)}}
	if home, err := os.UserHomeDir(); err == nil {
		o.Folders = append(o.Folders, home)
	}
	o.Emails, _ = git.Emails(a.dir) // fails outside a repository
	root, err := os.OpenRoot(a.dir)
	if err != nil {
		return o
	}
	defer root.Close()
	removeWritten(filesOf(root), &o)
	return o
}

// removeWritten removes from o the data that appears in a note below content/.
func removeWritten(site fs.FS, o *sitecheck.Own) {
	mails, written := sitecheck.NewEmails(o.Emails), map[string]bool{}
	_ = fs.WalkDir(site, "content", func(name string, d fs.DirEntry, err error) error { // unreadable files are skipped
		if err != nil || d.IsDir() || !source.IsNote(name) {
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
