package markdown

import ()

const (
	maxDepth     = 40        // nested open blocks
	maxFences    = 8         // nested ::: blocks
	maxBlanks    = 500       // consecutive blank lines within a list or quote
	maxFootnotes = 1000      // footnotes of a text: a lookup is linear
	maxLeaf      = 32 << 10  // bytes of a paragraph, heading or line that is searched for inline markup
	maxTable     = 128 << 10 // bytes of a table: goldmark handles \| in code in quadratic time
	maxDefined   = 4000      // lines of a paragraph that starts like link definitions: goldmark copies the rest after each
	maxAddress   = 2 << 10   // bytes of a link address: goldmark searches for the end of each from its start
)
