package markdown

import ()

const (
	maxDepth     = 40        // blocks that may be open within each other
	maxFences    = 8         // ::: blocks within each other
	maxBlanks    = 500       // blank lines in a row that a list or quote goes on over
	maxFootnotes = 1000      // footnotes of a text: looking one up is linear
	maxLeaf      = 32 << 10  // bytes of a paragraph, heading or line that inline markup is looked for in
	maxTable     = 128 << 10 // bytes of a table: goldmark's handling of \| in code is quadratic
	maxDefined   = 4000      // lines of a paragraph that begins as definitions of links do: goldmark copies the rest after each
	maxAddress   = 2 << 10   // bytes of the address of a link: goldmark looks for the end of each anew
)
