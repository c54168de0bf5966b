package page

// WordKeys lists the keys of templates/languages/*.yaml that Go code asks for, each with
// an English example; templates ask for others on their own. Keys ending in
// a star stand for one key per code of that family (Tag.Code). A key with
// {n} is a plural.
var WordKeys = map[string]string{
	"kind.*":            "API change",
	"stage.*":           "alpha, beta, GA in every language; deprecated, removed translated",
	"stage.default-on":  "{0}, on by default",
	"stage.default-off": "{0}, off by default",
	"stage.locked":      "{0}, locked",
	"stage.on":          "{0}, on",
	"stage.off":         "{0}, off",
	"stage.announced":   "{0} in the announcement",
	"shape.*":           "changes, overview, log, talk: Overview",
	"nav.releases":      "Releases",
	"nav.keps":          "KEPs",
	"nav.prs":           "Pull requests",
	"nav.sigs":          "SIGs",
	"nav.gates":         "Feature gates",
	"nav.log":           "Daily log",
	"nav.people":        "People",
	"nav.repos":         "Repositories",
	"nav.proposals":     "Proposals",
	"nav.notes":         "Notes",
	"nav.status":        "Coverage",

	"home.title":       "What changes in each Kubernetes release",
	"home.description": "Notes by volunteers, in their own languages, on what changes in each Kubernetes release.",
	"changes.title":    "All changes in {0}",
	"prs.title":        "Pull requests: {0}",
	"log.title":        "Daily log, {0}",
	"notfound.title":   "Page not found",
	"notfound.line":    "There is no page at this address.",
	"choose.line":      "Notes on what changes in each Kubernetes release.",
	"moved.title":      "This page has moved",

	"section.urgent":       "Read before you upgrade",
	"section.bars":         "What changed, by SIG",
	"section.stages":       "Enhancements by stage",
	"section.notes":        "Notes",
	"section.deprecations": "Deprecations",
	"section.removals":     "Removals",
	"section.bysig":        "By SIG",
	"section.coverage":     "Coverage by release",
	"section.missing":      "What no note covers yet",
	"section.elsewhere":    "Notes elsewhere",
	"section.known":        "Known issues",
	"section.new":          "What's new",
	"section.line":         "History of releases",
	"section.gates":        "Feature gates",
	"section.prs":          "Pull requests",
	"section.said":         "What notes say about it",
	"section.official":     "Official release note",
	"section.keps":         "KEPs",
	"section.counts":       "Changes by release",
	"section.remarks":      "Remarks",
	"section.threads":      "Issues and pull requests",
	"section.description":  "What it does",
	"section.writers":      "Who writes the notes",
	"section.others":       "Whom the notes name",
	"section.people":       "People",
	"section.months":       "All months",

	"status.line":  "How far the notes have gone through each release.",
	"board.title":  "{0}: coverage",
	"board.nosig":  "No SIG",
	"board.slides": "slides",
	"board.video":  "video",

	"side.releases":   "Releases",
	"side.release":    "Kubernetes {0}",
	"side.overview":   "Overview of {0}",
	"side.bysig":      "Notes by SIG",
	"side.others":     "Other notes",
	"side.neighbours": "Previous and next release",

	"alt.bars":       "{0}: most changes at {1}", // {1}: "API Machinery 136, Testing 113, Apps 87"
	"alt.table":      "{0}",                      // {0}: "1.27 71, 1.26 64"
	"alt.open":       "{0} since {1}",            // stage, release
	"alt.closed":     "{0} {1}",                  // stage, "1.25–1.29"
	"role.chair":     "chair",
	"role.tech-lead": "tech lead",

	"group.other": "No kind given",
	"line.range":  "{0}–{1}",

	"count.published": "{n} published changes",
	"count.sigs":      "{n} SIGs",
	"count.notes":     "{n} notes",
	"count.languages": "notes in {n} languages",
	"count.entries":   "{n} entries",
	"count.releases":  "{n} releases",
	"count.keps":      "{n} KEPs",
	"count.gates":     "{n} feature gates",

	"announced.enhancements": "{n} enhancements",
	"announced.alpha":        "{n} alpha",
	"announced.beta":         "{n} beta",
	"announced.stable":       "{n} GA",
	"announced.deprecated":   "{n} deprecated or removed",
	"announced.removed":      "{n} removed",
}
