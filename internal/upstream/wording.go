package upstream

import (
	"regexp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Release notes have no kind for removals, so they are recognized by the official sentence. A
// sentence reports a removal if it
//
//   - begins with the verb, optionally after a component
//     (Removed the feature gate …; kubeadm: removed …; Drop support for …; Stopped
//     accepting …), as may an item of a list within it, or
//   - states that something is, was or has been removed, is now unsupported, or is no
//     longer served, supported or available (… have been removed in v1.27; … will no
//     longer be served).
//
// Future removals are deprecations. What a controller removes at run time is not a removal.
// Renamed or replaced things are API changes. A bug fix usually removes only the fault: it counts
// if it names the removed thing in code (removed `system:masters` from a certificate), or states
// that it is now unsupported.
var (
	removalVerb = regexp.MustCompile("(?i)^" + leadPattern + "(?:remov(?:e|ed|es|ing) |delet(?:e|ed) the deprecated |drop(?:s|ped|ping)? (?:the |all )?(?:deprecated |support)|stop(?:s|ped)? accepting )" +
		"|(?m)^[-*] .{0,80}\\b(?:drop|remov)(?:p?ed|es?)? (?:the )?support for ")
	removalInFix = regexp.MustCompile("(?i)^" + leadPattern + "remov(?:e|ed|es|ing) (?:the )?`|\\b(?:is|are) now unsupported\\b")
	removalState = regexp.MustCompile("(?i)\\b(?:is|are|was|were|been|completely|officially|now) (?:also |now |fully |completely |officially )*removed\\b" +
		"|\\bno longer (?:be )?(?:served|supported|available)\\b" +
		"|\\b(?:is|are) now unsupported\\b" +
		"|\\band removed (?:the |all )?(?:deprecated|`--)")
	removalNoise = regexp.MustCompile("(?i)\\b(?:will|to|can|could|should|would|may|might|must) (?:also |now |then )?be(?:en)? (?:also |now |fully |completely )*removed\\b" +
		"|\\b(?:that|which) (?:is|are|was|were|has been|have been|had been) (?:already )?removed\\b" +
		"|\\b(?:when|if|once|until|before|after|unless|since) [^.;,]{0,60}?(?:is|are|was|were|been|already) (?:already )?removed\\b" +
		"|\\bwill no longer be (?:served|supported|available) (?:in|from|as of|after) " +
		"|\\balready removed\\b")
)

// leadPattern matches the text before the verb: Markdown characters, and the component or area with
// a colon.
const leadPattern = "(?:[*_`~\\s]*(?:\\[[^\\]]*\\]:?|[\\w./`-]+(?: [\\w./`-]+)?:) ?)?[*_`\\s]*"

// Removes reports whether a release note reports a removal.
func (n *ReleaseNote) Removes() bool {
	line := strings.Join(strings.Fields(n.Text), " ")
	if n.Kind == note.Bug {
		return removalInFix.MatchString(line)
	}
	return removalVerb.MatchString(n.Text) || removalState.MatchString(removalNoise.ReplaceAllString(line, " "))
}

// addition matches sentences on something new, graduated those on a feature that reached a stage,
// and wording those on comments and documentation. Whether a gate is on is reported with the gates,
// but a sentence on a default or a requirement is not only an addition.
var (
	addition  = regexp.MustCompile("(?i)^" + leadPattern + "(?:a (?:[\"`])?new |new |add(?:s|ed)?\\b|introduc(?:e|es|ed)\\b|implement(?:s|ed)?\\b|extend(?:s|ed)?\\b|allow(?:s|ed)?\\b|expos(?:es|ed)\\b)")
	graduated = regexp.MustCompile("(?i)^" + leadPattern + "(?:promot(?:e|es|ed)|graduat(?:e|es|ed)|mov(?:e|ed))\\b|\\b(?:promoted|graduated) to\\b")
	wording   = regexp.MustCompile("(?i)^" + leadPattern + "(?:fix|updat|revis|correct|clarifi)[a-z]* (?:the |an |a )?(?:api |openapi |field )?(?:comments?|documentation|reference)\\b")
	ofDefault = regexp.MustCompile(`(?i)\bdefaults?\b|\benabled\b|\block(?:ed|s)?\b`)
	breaking  = regexp.MustCompile(`(?i)\bbreaking\b|\bmust\b|\bno longer\b|\brequired\b`)
)

// Adds reports whether a release note only adds something, changes wording, or reports a new
// stage without a new default.
func (n *ReleaseNote) Adds() bool {
	line := strings.Join(strings.Fields(n.Text), " ")
	switch {
	case breaking.MatchString(line):
		return false
	case graduated.MatchString(line):
		return !ofDefault.MatchString(line)
	}
	return addition.MatchString(line) || wording.MatchString(line)
}
