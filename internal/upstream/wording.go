package upstream

import (
	"regexp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// Patterns for removals. Release notes have no kind for removals, so they are recognized by their
// text. A text reports a removal in two cases:
//
//   - It begins with the verb, possibly after a component (Removed the feature gate …; kubeadm:
//     removed …; Drop support for …; Stopped accepting …). An item of a list in the text may
//     begin in the same way.
//   - It contains a passive form (… have been removed in v1.27), or one of: now unsupported; no
//     longer served, supported or available.
//
// Future removals are deprecations. Objects that a controller removes at run time do not count.
// Renamed or replaced names are API changes. A bug fix usually removes only the fault. It counts
// if it removes a name in code (removed `system:masters` from a certificate), or reports that
// something is now unsupported.
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

// leadPattern matches the text before the verb: markup, and a component or area with a colon.
const leadPattern = "(?:[*_`~\\s]*(?:\\[[^\\]]*\\]:?|[\\w./`-]+(?: [\\w./`-]+)?:) ?)?[*_`\\s]*"

// Removes reports whether a release note reports the removal of a feature, flag or API.
func (n *ReleaseNote) Removes() bool {
	line := strings.Join(strings.Fields(n.Text), " ")
	if n.Kind == note.Bug {
		return removalInFix.MatchString(line)
	}
	return removalVerb.MatchString(n.Text) || removalState.MatchString(removalNoise.ReplaceAllString(line, " "))
}

// addition matches texts about something new. graduated matches texts about a feature that
// reached a stage. wording matches texts about comments and documentation. ofDefault and breaking
// match texts that require more attention, such as those about a default or a requirement.
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
