package address

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// ReleasePath returns the path of a release.
func ReleasePath(r note.Release) string { return string(r) + "/" }

// ChangesPath returns the path of the list of changes of a release.
func ChangesPath(r note.Release) string { return string(r) + "/changes/" }

// MonthPath returns the path of the month of a date: log/2023/04/. The date is 2023-04 or
// 2023-04-30.
func MonthPath(date string) string { return "log/" + date[:4] + "/" + date[5:7] + "/" }

// ThreadID returns the anchor of a thread on the page of its repository: t-8006.
func ThreadID(key note.Key) string {
	_, number, _ := strings.Cut(strings.ToLower(key.ID), "#")
	return "t-" + number
}

// UpstreamURL returns the upstream URL of a thing, or "".
func UpstreamURL(kind note.RefKind, id string) string { return ref.URL(note.Ref{Kind: kind, ID: id}) }

var inAnchor = strings.NewReplacer("/", "-", ".", "-")

// APIID returns the anchor of a resource in the list of API resources.
func APIID(key note.Key) string { return "api-" + inAnchor.Replace(key.ID) }

// SettingID returns the anchor of a flag, field, metric or admission plugin in the list of them.
func SettingID(s upstream.Setting) string {
	return s.Kind + "-" + strings.TrimPrefix(s.Name, "--")
}

// ChangeID returns the anchor of a change in the list of changes of its release.
func ChangeID(c *site.Change) string {
	if c.PR != "" {
		return "pr-" + c.PR
	}
	return "pr-" + strings.ReplaceAll(c.Note.Repo, "/", "-") + "-" + strconv.Itoa(c.Note.PR)
}

// Unique removes duplicates and keeps the order.
func Unique[T comparable](in []T) []T {
	var out []T
	for _, v := range in {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// IDsOf returns the IDs of the references of a kind.
func IDsOf(refs []note.Ref, kind note.RefKind) []string {
	var out []string
	for _, r := range refs {
		if r.Kind == kind {
			out = append(out, r.ID)
		}
	}
	return out
}

// CompareNumbers compares numbers in decimal digits without leading zeros.
func CompareNumbers(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

var day = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)

// IsDay reports whether a date has the form 2023-04-30.
func IsDay(date string) bool { return day.MatchString(date) }

// MonthOf splits the path of a page of the log into its month (2023-04) and its page in the month
// ("" or 2/).
func MonthOf(path string) (month, part string, ok bool) {
	rest, ok := strings.CutPrefix(path, "log/")
	if !ok || len(rest) < len("2023/04") || rest[4] != '/' {
		return "", "", false
	}
	return rest[:4] + "-" + rest[5:7], strings.TrimPrefix(rest[7:], "/"), true
}

const ProposalsPath = "proposals/"

// FlagsPath is the path of the list of flags, fields, metrics and admission plugins.
const FlagsPath = "flags/"

// Depth returns the relative path from a page below /{l}/ up to /{l}/.
func Depth(path string) string { return strings.Repeat("../", strings.Count(path, "/")) }

// InitialPath returns the path of the list of people with an initial.
func InitialPath(letter string) string { return PeopleBy + letter + "/" }

// PeopleBy is the folder of the lists of people by initial.
const PeopleBy = "people/by/"

// NoteAt returns the ID of the note whose page has a path.
func NoteAt(path string) note.ID { return note.ID(strings.TrimSuffix(path, "/")) }

// PullsPath is the path of the list of pull requests.
const PullsPath = "prs/"

// DashedRange formats a range with an en dash: 8000–8999.
func DashedRange(name string) string { return strings.Replace(name, "-", "–", 1) }

const SearchPath = "search/"

const Community = "https://github.com/kubernetes/community/tree/master/"

const StatusPath = "status/"

// BoardPath returns the path of the board of a release.
func BoardPath(r note.Release) string { return StatusPath + string(r) + "/" }

const UpgradesPath = "upgrade/"

// NextPath is the path of the page about changes that upstream announces for later releases.
const NextPath = UpgradesPath + "next/"

// CheckPath is the path of the page where operators check their files.
const CheckPath = UpgradesPath + "check/"

// FactsPath is the folder of the files that the check page loads, from the root of the site.
const FactsPath = UpgradesPath + "facts/"

// NotesPath is the path of the list of notes.
const NotesPath = "notes/"

// UpgradePath returns the path of the page about an upgrade.
func UpgradePath(from, to note.Release) string {
	return UpgradesPath + string(from) + "-" + string(to) + "/"
}
