// Package search turns documents into the files of an index that a browser searches without a
// server. The query engine is the script in static/js/search. This package only writes the files,
// and this comment documents their format.
//
// # From documents to files
//
// A [Doc] is one row of search results: an entry, a day of a log, a heading with its prose, a note,
// or an item that notes refer to. [Digest] converts documents to a [Chunk] of terms from package
// analyzer. [New] numbers all documents and sorts the terms. [Index.Files] compresses each file on
// demand. The files depend on the documents and their order only. Chunks of unchanged documents
// can be reused.
//
// Documents are numbered from 0. Items come first, by type in the order of [Types]. Parts of notes
// follow, by release with the oldest first, then by type and by the languages of the note.
// Otherwise they have the order of their chunks. So a higher number is a newer document. Similar
// documents are adjacent, which makes postings and records small: the root stores type, release and
// languages in a few runs.
//
// # Files
//
//	search/root.bin           the list of all shards; in a small index also their content
//	search/<name>/t0.bin …    terms
//	search/<name>/d0.bin …    documents, as they are shown
//	search/<name>/f0.bin      facets, for filters and counts
//	search/<name>/h0.bin      variants of Han characters
//
// These files, except the root, are called shards. Shards are in groups, and each group has a
// directory. <name> is 6 letters and digits from a hash of the content. So files can be cached
// permanently, and a missing shard means that the index was replaced after the root was read. A
// group begins at a document or term shard with a certain hash, not at a certain number. If a word
// is edited, the group of its document gets a new name. So do the groups of the terms that the
// document gains and loses. A new or removed document renumbers the later ones: it renames its own
// group and those of all terms.
//
// Every file is a zlib stream (RFC 1950, "deflate" in DecompressionStream), described below
// uncompressed. The checksum detects truncated and damaged files. A number is an unsigned LEB128
// varint unless stated otherwise. A string is its length in bytes and valid UTF-8.
//
// # root.bin
//
// A line of JSON. Its parts (terms; documents; words; sizes; names) are compressed separately, in
// one stream.
//
//	v         2, the version of the format
//	docs      number of documents
//	per       number of documents in a document shard
//	terms     one string: per term shard a separator key, with line feeds between them. It is
//	          greater than every key of the shard before and not greater than the first key
//	          of this one; that of the first shard is empty. Each begins with a character
//	          whose distance from "0" is the number of UTF-16 units that the key shares with
//	          the one before (0 to 64). The rest of the key follows. The shard of a key is
//	          the last whose separator is not greater than the key. A prefix begins there,
//	          and continues while the next separator begins with it
//	forms     inflection patterns, with which the browser finds other forms: analyzer.Patterns
//	grammar   rules to split and compare texts: analyzer.Grammar. Each rule is a regular
//	          expression, its flags, and the replacement
//	runs      three columns, [counts, releases, languages], with one value per run of
//	          similar documents: their number; the index into releases plus one (0: no
//	          release) as the difference from the run before; and a bit per language of
//	          langs, the lowest for the first, for the languages of the document's note
//	releases  oldest first
//	langs     codes, sorted
//	glossary  the number of KEPs, which come first; the first document of a glossary term, and the
//	          one after the last
//	sizes     one string: per group a character whose distance from "0" is the number of its
//	          shards, or of its documents for document groups. The order is f0, h0, terms,
//	          documents
//	names     one string: the names of these groups, 6 characters each. A group's shards are
//	          numbered from 0; the last of its document shards may hold fewer than per
//	at        only in a small index: [address, length] of all shards (t…, d…, f0, h0), with
//	          addresses below search/. The shards follow the JSON, not compressed separately,
//	          and there are no other files
//
// There is always a term shard, possibly empty. An index without documents has no document shards.
//
// # t<N>.bin
//
// The number of terms, then the terms, with keys in JavaScript order (by UTF-16 code unit). Each has:
//
//	shared  number of bytes that the key shares with the one before it (0 for the first of
//	        a shard). They may end within a character, so a reader must keep the bytes
//	        and decode the whole key
//	rest    a string: the remaining bytes of the key
//	mask    one byte; each bit that is set, from the highest on, has one block:
//
//	32  names of a concept, at the concept's own key: their number and the strings, in all
//	    languages, as they are highlighted in texts
//	16  concepts with the key as a name: a string with their keys, separated by line feeds
//	    (two terms of a glossary may have one name in two languages). Such a key is a name
//	    as package analyzer splits a query, its pieces joined: サイドカー, poddisruptionbudget
//	 8  documents that the term identifies: KEP-127 for kep127
//	 4  documents with the term in their title, heading or name, in any language
//	 2  documents with the term in their own words, in any version, or in a remark, or
//	    that name the thing it identifies
//	 1  documents with the term in official English, in a block of code, or in the name of
//	    something that they refer to
//
// A block of documents is their number, the first, and the differences from one to the next. A
// document is listed once for a key, in the highest block.
//
// Concepts are glossary terms with several names. Digest finds the names in a text in any form
// ([glossary.Glossary.Find]) and adds the key of the concept, U+0002 and the id of the term. So
// サイドカー finds documents with sidecar, 边车 or сайдкар with one lookup of "\u0002sidecar-container".
// The term's own document is an item with that key. Wrong words for a term do not count. A concept
// that no document names is omitted.
//
// The same holds for words of metadata, with U+0003 instead of U+0002: beta, ベータ and бета find the
// documents with the stage beta, see [Metadata].
//
// Other keys are the terms of package analyzer, and two kinds of words for typing errors. The first
// kind is whole words that are not terms; only katakana has them. The second is the reverse of each
// whole word, by code point, after U+0001. Both have mask 0. A typing error leaves one half of a
// word intact: the correct word begins or ends with the same half.
//
// # d<N>.bin
//
// A JSON array of the documents of its group from N·per on, each an array of
//
//	path      below /{l}/, with the anchor
//	name      as displayed. After a heading " · " and the title of its note follow; terms of
//	          this title do not find the heading
//	nameLang  the language of the name; for a heading with a title, that of the title
//	texts     [language, text, role] each; the role is 0 for own words, 1 for a remark,
//	          2 for official English and machine translations, 3 for names of references,
//	          4 for a block of code, 5 for another name of the thing in its language, the
//	          best one first. 3 and 4 have the weight of official English, 5 that of the
//	          name. All three are displayed if no sentence matches better. Texts over 280
//	          characters are cut and end in "…". If all together exceed 4,000 characters,
//	          one "…" replaces the rest
//	release   or ""
//	sigs      an array of labels without sig-; none for a SIG itself
//	kind      as in note.EntryKind, or ""
//	stage     as in note.Stage, or ""
//	out       the address upstream, or ""
//	type      one of Types
//
// # Sizes
//
// Borders of term shards minimise the cost of a query (see [termWriter.cuts]). Document shards hold
// two documents. Up to 130,000 bytes uncompressed, about 60 KB compressed, everything is in the
// root. Measured with 20,000 generated entries (37,035 documents): 5.9 KB of root, 1,544 term
// shards of 1.7 KB on average in 27 groups, 18,527 document shards of 0.5 KB in 36. Facets take
// 76 KB and are loaded only to filter or count. Variants of Han characters take 3 KB. The
// compressed varints are 3 % above the lower bound for unordered postings. 54 of these shards hold
// 132,000 postings of 200 concepts: to find the other names of a term, a query reads one more shard
// of 2.4 KB on average.
//
// # f0.bin
//
// A JSON object with the facets type, release, lang, sig, kind and stage. Each is an array of two: the
// lists of names that documents have (["node", "storage"], [] for none), and a string with one
// character for each document, "0" plus the index of its list.
//
// # h0.bin
//
// A text with a group of variant characters on each line.
package search
