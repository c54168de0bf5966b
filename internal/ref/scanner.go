package ref

import (
	"github.com/kawaraban/kawaraban/internal/note"
)

// Context says where the text stands. Without InCode it is to be all the words of a block
// (an item, a cell): an owner/repo that nothing else vouches for is one where it fills
// the text.
type Context struct {
	// InCode: the text is an inline code span. Only a span that is exactly the name of
	// a gate, or Name=true or Name=false, is a reference.
	InCode bool
	// Titles: KEPs named by their titles are references too, as in a talk.
	Titles bool
}

// asked is the last answer of repository; next is one more than the place, so that the
// zero value is no answer.
type asked struct {
	next       int
	repo, tail string
	end        int
}

// Match is a reference found in a text.
type Match struct {
	Start, End int      // bytes of the text as it was given
	Ref        note.Ref // Pos is not set
}

// scanner is one pass over one text.
type scanner struct {
	folded
	ctx   Context
	names *Names
	list  int   // the end of the bracket of SIGs that the scanner is in, or 0
	prev  Match // the match before, with folded offsets
	asked asked
}

// found is what a row of the table reports: the end of the reference within the folded
// text and its normal form. The zero value is no match. A row may hand the match over
// to another kind whose form it shares (kubernetes/enhancements#3788 is a KEP).
type found struct {
	end  int
	id   string
	kind note.RefKind
}
