// Package search turns documents into the files of an index that a browser searches
// with no server. There is one query engine, the script below static/js/search; this
// package only writes what it reads, and this comment is the manual of the format.
//
// # From documents to files
//
// A [Doc] is what a search finds as one row: an entry, a post of a log, a heading with
// its prose, a note, or a thing that notes name. [Digest] reads some documents into a
// [Chunk], by the terms that package analyzer finds; [New] numbers all documents and sorts the terms;
// [Index.Files] encodes and compresses each file when it is asked for. All of it is
// pure: the files depend on the documents and their order, and on nothing else. A
// chunk of documents that did not change can be kept and given to New again.
//
// Documents are numbered from 0: things first, by type in the order of [Types], then
// what notes hold, by release from the oldest on and by type; among these by the set
// of their note's languages, and then in the order of the chunks. So a higher number
// is a newer document, what is alike stands together, which makes postings and
// records small, and the root tells type, release and languages of all in a few runs.
//
// # Files
//
//	search/root.bin           what is where; in a small index everything
//	search/<name>/t0.bin …    terms
//	search/<name>/d0.bin …    documents, as they are shown
//	search/<name>/f0.bin      facets: what documents are narrowed by
//	search/<name>/h0.bin      variants of Han characters
//
// Shards lie in groups, folders of what follows one another; name is 6 letters and digits
// that tell what the files of a group hold: the same content has the same files at the same
// addresses, another has others, so that a file can be cached for ever, and a shard that is
// missing means that the index was replaced since the root was read. What parts two groups
// is a document or a key by itself, and not how many stand before it. So after an edit the
// groups have other names that it reaches: of an edited word the group of its document and
// those of the terms that it gained and lost; of a document that is new or gone, which gives
// all behind it other numbers, its own group and all those of terms.
//
// Every file is a zlib stream (RFC 1950, what DecompressionStream calls "deflate");
// what follows is what it holds. Its checksum is how a reader tells a file that was
// cut short or damaged. A number is an unsigned LEB128 varint unless something else is
// said. A string is its length in bytes and UTF-8, which is always valid.
//
// # root.bin
//
// A line of JSON. Its parts (terms; documents; words; sizes; names) are compressed each by
// itself, within one stream.
//
//	v         2, the version of the format
//	docs      how many documents there are
//	per       how many documents a document shard holds
//	terms     one string; by term shard, a line feed between them, the key that parts it
//	          from the shard before: above every key of that one, not above the first of
//	          this; that of the first shard is empty. Of each stands a character, so many
//	          behind "0" as the key has UTF-16 units in common with the one before (0 to
//	          64), then the rest. The shard of a key is the last whose string is not above
//	          the key; a prefix begins there, and goes on while the next string begins with it
//	forms     how words change, of which the browser finds the other forms: analyzer.Patterns
//	grammar   by what the browser cuts and compares texts: analyzer.Grammar, each rule a
//	          regular expression, its flags, and what to put in the place of what it finds
//	runs      three columns, [counts, releases, languages], with one value for each run
//	          of documents that are alike: how many, an index into releases plus one (0:
//	          of no release) as the difference from that of the run before, and a bit for
//	          each of langs, the lowest for the first: those in which the document's note is
//	          written
//	releases  from the oldest on
//	langs     codes, sorted
//	sizes     one string: of each group a character, so many behind "0" as it has shards or,
//	          of documents, documents. First the group of f0, then that of h0, then those of
//	          the terms, those of the documents
//	names     one string: the names of these groups, 6 characters each. A group's shards are
//	          numbered from 0; the last of its document shards may hold fewer than per
//	at        only where the index is small: of all shards (t…, d…, f0, h0) the addresses
//	          below search/ and lengths, [address, length]; they follow the JSON one after
//	          another, none compressed by itself. There are no other files then
//
// There is always a term shard, if an empty one; an index with no documents has no
// document shards.
//
// # t<N>.bin
//
// The number of terms, then the terms, keys ascending as JavaScript compares strings
// (by UTF-16 code units). Of each:
//
//	shared  how many bytes the key has in common with the one before it (0 for the first
//	        of a shard); they may end within a character, so that a reader keeps the
//	        bytes of the key and decodes them whole
//	rest    a string: the bytes of the key that follow
//	mask    one byte; for each bit of it that is set, from the highest on, one block:
//
//	32  names of a concept, at the concept's own key: their number, and the strings, in
//	    all languages, as texts have them: what is to be marked in these
//	16  concepts that the key is a name of: a string, their keys, a line feed between
//	    them (two terms of a glossary may have one name in two languages). Such a key is
//	    a name as package analyzer cuts a query, its pieces joined: サイドカー, poddisruptionbudget
//	 8  documents that are what the term says: KEP-127 under kep127
//	 4  documents that have it in their title, heading or name, in any language
//	 2  documents that have it in their own words, in any of their versions, in a remark,
//	    or name the thing that it says
//	 1  documents to which it leads by official English, by a block of code or by the name
//	    of something that they refer to
//
// A block of documents is their number, the first, and the differences from one to
// the next. A document stands under a key once, in the best block.
//
// Concepts are the words of the glossary that have several names. Digest finds in each text
// the names of its language, in any form ([glossary.Glossary.Find]), and the document stands
// under the key of the concept, U+0002 and the id of the term: サイドカー leads by
// "\u0002sidecar-container" to all that say sidecar, 边车 or сайдкара, with one look-up. The
// term's own document is the thing itself. A word that is wrong for a term names nothing. A
// concept that no document names is left out.
//
// Other keys are the terms of package analyzer, and two kinds of words for typos, with mask 0:
// whole words that are no term, which only katakana has, and each whole word from its end,
// behind the character U+0001 (its code points in reverse order). Whoever mistypes a word
// leaves one half of it as it is: what was meant begins with the half of what was
// typed, or ends with it.
//
// # d<N>.bin
//
// A JSON array of the documents of its group from N·per on, each an array of
//
//	path      below /{l}/, with the anchor
//	name      as it is shown: of a heading " · " and the title of its note follow, which is
//	          no name of it, so that a note's words do not lead to all its headings
//	nameLang  the language of the name; of a heading with a title that of the title
//	texts     [language, text, role] each; the role is 0 for own words, 1 for a remark,
//	          2 for official English and machine-made text, 3 for names behind
//	          references, 4 for a block of code, 5 for another name of the thing, in the
//	          language in which it is that, the best one first; 3 and 4 weigh as official
//	          English, 5 as the name, and all three are shown where no sentence fits better.
//	          What is longer than 280 characters is cut and ends in "…", and where all are
//	          longer than 4,000 the rest of them is one "…"
//	release   or ""
//	sigs      an array of labels without sig-; none for a SIG itself
//	kind      as in note.EntryKind, or ""
//	stage     as in note.Stage, or ""
//	out       the address upstream, or ""
//	type      one of Types
//
// # Sizes
//
// Term shards are cut where a query costs the least (see [termWriter.cuts]), document
// shards hold two, and up to 130,000 bytes before compression, which are 60 KB after it,
// all stands in the root. At 20,000 made entries, which with headings and things are
// 37,035 documents: 5.9 KB of root, 1,544 term shards of 1.7 KB on average in 27 groups, 18,527
// document shards of 0.5 KB in 36; the shard of a term drawn from any text has 2.1 KB, of
// one drawn from all terms 1.6 KB; facets have 76 KB, which a query reads only to narrow or
// to count, variants of Han characters 3 KB. Varints, compressed, need 3 % more than the bound for
// postings in no order, so that no other code would save much. What is shorter in fewer but
// larger shards is the whole, and not what is loaded of it.
//
// Of these, 137 KB in 54 shards hold the 132,000 postings of 200 concepts. A name leads to
// what is found by the others with one more shard of 2.4 KB on average, of 5.5 KB for Pod,
// which 10,823 documents name: none is too common to have it.
//
// # f0.bin
//
// A JSON object of what documents are counted and narrowed by: type, release, lang, sig,
// kind and stage. Each is an array of two: the lists of names that a document can have
// (["node", "storage"], [] for none), and a string with one character for every document,
// so many behind "0" as its list has others before it.
//
// # h0.bin
//
// A text with a group of characters on each line, which are forms of one another.
package search
