package scaffold

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/ref"
	"github.com/kawaraban/kawaraban/internal/site"
	"github.com/kawaraban/kawaraban/internal/source"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// bullet returns the list item for a change without a text. A comment before the item has the
// official English text.
func (in In) bullet(c *site.Change) string {
	lead := ""
	if len(c.KEPs) > 0 {
		lead = "KEP-" + strings.Join(c.KEPs, ", KEP-") + ": "
	}
	entry := "- " + lead + in.attribution(c.Note)
	if text := comment(c.Note.Text); text != "" {
		return text + "\n" + entry
	}
	return entry
}

// attribution returns the attribution of a release note: (#115331, @mimowo) [SIG Node]. It
// includes threads of other repositories if the parser reads them as part of an attribution. It
// omits issues of kubernetes/enhancements, because the KEP precedes the text.
func (in In) attribution(rn *upstream.ReleaseNote) string {
	var own, people []string
	for _, n := range append([]int{rn.PR}, rn.Also...) {
		if n > 0 {
			own = append(own, thread(rn.Repo, n))
		}
	}
	for _, who := range append([]note.Person{rn.Author}, rn.Authors...) {
		if handle := "@" + string(who); upstream.IsHandle(string(who)) && !slices.Contains(people, handle) {
			people = append(people, handle)
		}
	}
	groups := ""
	if list := in.sigList(rn.SIGs); list != "" {
		groups = " [" + list + "]"
	}
	out := "(" + strings.Join(slices.Concat(own, rn.Threads, people), ", ") + ")" + groups
	if a, start, damaged, ok := ref.Attribution(out, in.Names); ok && start == 0 && !damaged && len(a.PRs)+len(a.Threads) == len(own)+len(rn.Threads) {
		return out
	}
	return "(" + strings.Join(slices.Concat(own, people), ", ") + ")" + groups
}

// oldest is the lowest number that means kubernetes/kubernetes without a repository. Lower
// numbers mean kubernetes/enhancements.
const oldest = 10000

func thread(repo string, n int) string {
	if repo == "" && n < oldest {
		repo = "kubernetes/kubernetes"
	}
	return repo + "#" + strconv.Itoa(n)
}

// sigList formats groups as upstream does: SIG Cloud Provider, Node and Testing. It uses labels
// if the parser would not read the same groups from the names.
func (in In) sigList(groups []note.SIG) string {
	if len(groups) == 0 {
		return ""
	}
	names := make([]string, len(groups))
	labels := make([]string, len(groups))
	for i, g := range groups {
		_, names[i], _ = strings.Cut(groupName(in.Site.Data(), g), " ")
		labels[i] = "sig/" + string(g)
		if rest, ok := strings.CutPrefix(string(g), "wg-"); ok {
			labels[i] = "wg/" + rest
		}
	}
	words := "SIG " + names[0]
	if last := len(names) - 1; last > 0 {
		words = "SIG " + strings.Join(names[:last], ", ") + " and " + names[last]
	}
	if slices.Equal(ref.ParseSIGList("["+words+"]", in.Names), groups) {
		return words
	}
	return strings.Join(labels, ",")
}

// comment returns a text as an HTML comment, which uncomment can read. It returns "" for an empty
// text.
func comment(text string) string {
	text = tidy(text)
	if text == "" {
		return ""
	}
	text = source.ForComment(text)
	if strings.Contains(text, "\n") {
		return "<!--\n" + text + "\n-->"
	}
	return "<!-- " + text + " -->"
}

func uncomment(inner string) string {
	return source.FromComment(strings.TrimSpace(inner))
}

// tidy normalizes line ends, and replaces characters that notes must not contain.
func tidy(text string) string {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	return strings.TrimSpace(strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "\uFFFD").Replace(text))
}

func fold(text string) string { return strings.Join(strings.Fields(text), " ") }
