package site

import (
	"regexp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
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
	removalVerb = regexp.MustCompile("(?i)^" + removalLead + "(?:remov(?:e|ed|es|ing) |delet(?:e|ed) the deprecated |drop(?:s|ped|ping)? (?:the |all )?(?:deprecated |support)|stop(?:s|ped)? accepting )" +
		"|(?m)^[-*] .{0,80}\\b(?:drop|remov)(?:p?ed|es?)? (?:the )?support for ")
	removalInFix = regexp.MustCompile("(?i)^" + removalLead + "remov(?:e|ed|es|ing) (?:the )?`|\\b(?:is|are) now unsupported\\b")
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

// removalLead matches the text before the verb: Markdown characters, and the component or area with
// a colon.
const removalLead = "(?:[*_`~\\s]*(?:\\[[^\\]]*\\]:?|[\\w./`-]+(?: [\\w./`-]+)?:) ?)?[*_`\\s]*"

// Removal reports whether a release note reports a removal.
func Removal(n *upstream.ReleaseNote) bool {
	line := strings.Join(strings.Fields(n.Text), " ")
	if n.Kind == note.Bug {
		return removalInFix.MatchString(line)
	}
	return removalVerb.MatchString(n.Text) || removalState.MatchString(removalNoise.ReplaceAllString(line, " "))
}
