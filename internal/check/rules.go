package check

import (
	"github.com/kawaraban/kawaraban/internal/diag"
)

// Rules lists all checks of this package. A rule without a function has a code that the function of
// another rule reports.
var Rules = []Rule{
	{Code: "entry/duplicate", Severity: diag.Warning, File: duplicates},
	{Code: "entry/remark-alone", Severity: diag.Warning, File: remarksAlone},
	{Code: "entry/untranslated", Severity: diag.Warning, File: untranslated},
	{Code: "flag/dash", Severity: diag.Warning, File: dashes},
	{Code: "gate/unknown", Severity: diag.Warning, File: misspelt},
	{Code: "glossary/other-word", Severity: diag.Warning, File: otherWords},
	{Code: "heading/empty-kind", Severity: diag.Warning, File: emptyKinds},
	{Code: "heading/misspelt-kind", Severity: diag.Warning, File: misspeltKind},
	{Code: "kep/gate-disagrees", Severity: diag.Info, Corpus: disagreements},
	{Code: "kind/contradicted", Severity: diag.Info},
	{Code: "markup/apostrophe", Severity: diag.Warning, File: apostrophes},
	{Code: "markup/literal-emphasis", Severity: diag.Warning, File: literalEmphasis},
	{Code: "markup/lost-link", Severity: diag.Warning, File: lostLinks},
	{Code: "pr/author", Severity: diag.Warning, File: attributionRules},
	{Code: "pr/labels", Severity: diag.Warning},
	{Code: "pr/not-in-release", Severity: diag.Warning},
	{Code: "pr/not-under-sig", Severity: diag.Info},
	{Code: "pr/unknown", Severity: diag.Warning},
	{Code: "ref/misspelt-repository", Severity: diag.Warning, Corpus: misspeltRepository},
	{Code: "ref/slip", Severity: diag.Warning, Corpus: wrongRepository},
	{Code: "stage/contradicted", Severity: diag.Warning, File: contradictedStage},
	{Code: "translation/missing", Severity: diag.Info, File: translations},
	{Code: "translation/stale", Severity: diag.Info},
	{Code: "translation/uncertain", Severity: diag.Info},
	{Code: "word/mixed", Severity: diag.Warning, Corpus: mixedSpellings},
	{Code: "word/near", Severity: diag.Warning},
}

func attributionRules(in *In, f *File) []diag.Diagnostic {
	var ds []diag.Diagnostic
	for _, a := range attributedOf(in, f.Note) {
		for _, rule := range entryRules {
			ds = append(ds, rule(in, f.Note, a)...)
		}
	}
	return ds
}
