package check

import "github.com/kawaraban/kawaraban/internal/diag"

// Rules is every check of this package. A code whose diagnostics another line's function
// makes stands here without a function.
var Rules = []Rule{
	{Code: "heading/misspelt-kind", Severity: diag.Warning, File: misspeltKind},
}
