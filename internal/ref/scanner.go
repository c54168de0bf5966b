package ref

import (
	"github.com/kawaraban/kawaraban/internal/note"
)

// Context describes the text. Without InCode it must be the whole text of a block (an item, a
// cell). An unknown owner/repo is a reference only if it fills its text.
type Context struct {
	// InCode means that the text is a code span. It is a reference only if it is exactly the name
	// of a gate, Name=true or Name=false.
	InCode bool
	// Titles means that titles of KEPs are references, as in talks.
	Titles bool
}

// repositoryCache caches the last result of repository. next is the position plus one; 0 means that
// nothing is cached.
type repositoryCache struct {
	next       int
	repo, tail string
	end        int
}

// Match is a reference in a text.
type Match struct {
	Start, End int      // byte offsets in the original text
	Ref        note.Ref // Pos is not set
}

type scanner struct {
	folded
	ctx   Context
	names *Names
	list  int   // the end of the current bracket of SIGs, or 0
	prev  Match // the previous match, with folded offsets
	asked repositoryCache
}

// found is the result of a row: the end of the reference in the folded text and its normal form.
// The zero value is not a match. A row may return another kind that shares its form
// (kubernetes/enhancements#3788 is a KEP).
type found struct {
	end  int
	id   string
	kind note.RefKind
}
