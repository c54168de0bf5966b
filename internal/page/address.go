package page

import (
	"strings"

	"github.com/kawaraban/kawaraban/internal/fragment"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/site"
)

// Addresses below /{l}/, each ending in a slash.

func releasePath(r note.Release) string { return string(r) + "/" }

func changesPath(r note.Release) string { return string(r) + "/changes/" }

// monthPath turns 2023-04 (or a day of it) into log/2023/04/.
func monthPath(date string) string { return "log/" + date[:4] + "/" + date[5:7] + "/" }

// pathOf returns where the page of a thing is, if it has one; "" for things that
// never have one.
func (p *planner) pathOf(key note.Key) string {
	key = p.s.Normal(key)
	switch key.Kind {
	case note.KEP:
		return "keps/" + key.ID + "/"
	case note.PR:
		return "prs/" + key.ID + "/"
	case note.Gate:
		return "gates/" + key.ID + "/"
	case note.SIGRef:
		return "sigs/" + key.ID + "/"
	case note.PersonRef:
		return "people/" + site.PersonSlug(key.ID) + "/"
	case note.Repo:
		return "repos/" + p.s.Spelling(key) + "/"
	case note.ReleaseRef:
		return releasePath(note.Release(key.ID))
	case note.API:
		return "apis/"
	}
	return ""
}

// target returns where a reference leads: a path below /{l}/ when this site has more
// to say about the thing, else an address upstream, else nothing.
func (p *planner) target(r note.Ref) (path, outside string) {
	key := r.Key()
	if p.s.HasPage(key) && (key.Kind != note.Repo || p.citedTwice(key)) {
		if key.Kind == note.API {
			return p.pathOf(key) + "#" + apiID(key), ""
		}
		return fragment.EscapePath(p.pathOf(key)), ""
	}
	if key.Kind == note.Thread || key.Kind == note.RepoRelease {
		repo := note.Key{Kind: note.Repo, ID: site.RepoOf(key)}
		if p.s.CitedTwice(key) && p.s.HasPage(repo) {
			return p.threadHref(key), ""
		}
	}
	return "", ref.URL(r)
}

// citedTwice reports whether more than one thing of a repository is cited, or one of them
// twice.
func (p *planner) citedTwice(repo note.Key) bool {
	n := 0
	for _, key := range p.s.Repo(repo.ID) {
		for range p.s.EachMention(key) {
			n++
			break
		}
		if n > 1 || p.s.CitedTwice(key) {
			return true
		}
	}
	return false
}

// threadID is the anchor of a thread on its repository's page: t-8006.
func threadID(key note.Key) string {
	_, number, _ := strings.Cut(strings.ToLower(key.ID), "#")
	return "t-" + number
}

// upstreamURL is where a thing is upstream; "" for nowhere.
func upstreamURL(kind note.RefKind, id string) string { return ref.URL(note.Ref{Kind: kind, ID: id}) }
