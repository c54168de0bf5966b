package site

import "regexp"

// Removals have no kind of their own: they are read from the official sentence.
// It tells of a removal when it
//
//   - begins with the verb, where a component may stand before it
//     (Removed the feature gate …; kubeadm: removed …; Drop support for …), or
//   - says that something is, was or has been removed, or is no longer served or
//     supported (… have been removed in v1.27; … is no longer served in v1.29).
//
// What will be removed is a deprecation, not a removal, and what a controller
// removes while it works is neither.
var (
	removalVerb  = regexp.MustCompile("(?i)^(?:[*_`~\\s]*(?:\\[[^\\]]*\\]|[\\w./`-]+(?: [\\w./`-]+)?): ?)?[*_`\\s]*(?:remov(?:e|ed|es|ing) |delet(?:e|ed) the deprecated |drop(?:s|ped|ping)? (?:the |all )?(?:deprecated |support))")
	removalState = regexp.MustCompile("(?i)\\b(?:is|are|was|were|been|completely|officially|now) (?:also |now |fully |completely |officially )*(?:removed\\b|no longer (?:served|supported)\\b)|\\b(?:and|, ) ?removed (?:the |all )?(?:deprecated|`--)|(?:support for|support of) [^.]{1,80} (?:is|was|has been|have been) (?:removed|dropped)\\b")
	removalNoise = regexp.MustCompile("(?i)\\b(?:(?:will|to|can|could|should|would|may|might|must) (?:also |now |then )?be(?:en)? (?:also |now |fully |completely )*removed\\b|(?:when|if|once|until|before|after|unless|that|which|already) [^.;,]{0,60}?(?:is|are|was|were|been|already) (?:already )?removed\\b|already removed\\b)")
)

// Removal reports whether an official sentence tells of something that is gone.
func Removal(text string) bool {
	if removalVerb.MatchString(text) {
		return true
	}
	return removalState.MatchString(removalNoise.ReplaceAllString(text, " "))
}
