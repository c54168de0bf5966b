package analyzer

import "strings"

// A Rule says what of a text the browser's twin is to take for what: a regular expression as
// it reads them, the flags of that, and what to put in its place.
type Rule [3]string

// Of what the patterns of the twin are made.
const (
	kataClass = `\p{sc=Kana}ー`                     // katakana
	eastClass = `\p{sc=Han}\p{sc=Hira}\p{sc=Hang}` // what else is written with no blanks between words

	// A letter or digit of an alphabet, where no number with dots begins. Its class is left
	// open, so that more may stand in it.
	letter   = `(?![` + kataClass + eastClass + `]|(?:(?<!\d)|\b[vV])\d+\.\d)[\p{L}\p{N}`
	wordPart = letter + `](?:` + letter + `\p{M}])*` // of a word, between joiners
)

// How texts and queries name things; Go reads these patterns, too.
const (
	kepPattern     = `\b(?:keps?[ \n#:-]{0,3}|enhancements#|(?:keps?(?:\.k8s\.io)?|enhancements)\/(?:[a-z][\w-]*\/){0,2})(\d+)`
	pullPattern    = `(?:#|\b(?:pull|issues?|pr)(?:\.k8s\.io)?\/)(\d+)`
	addressPattern = `[\w./:#?=&%-]+`
)

// Grammar is by what the browser's twin cuts and compares texts, in groups of the order that
// its equip reads. Each group but the last is a list of rules to be followed one after another;
// of the last each is a pattern by itself. This package does by hand, or by patterns written
// for Go, what they say.
var Grammar = [][]Rule{
	// Before NFKC: halves of characters, too many marks.
	{{`\p{Cs}`, "gu", "\ufffd"}, {`([\p{M}ﾞﾟ]{9})[\p{M}ﾞﾟ]+`, "gu", "$1"}},
	// After it: what is not seen, stress that no letter took up, the dot before katakana.
	{{`[\p{DI}\u0300\u0301\u0307]|・(?=[\p{sc=Kana}ー])`, "gu", ""}},
	// In lower case: letters that are written in two ways.
	{{"ё", "g", "е"}, {"ς", "g", "σ"}},
	// What names a KEP, a SIG, a pull request.
	{{kepPattern, "gi", "kep-$1 "}, {`\bsig[ \n/-]([a-z\d]+)(?:[ \n-](machinery|lifecycle|provider|experience|infra)\b)?`, "gi", "sig-$1-$2 "}, {`\bpr[ \n#-]*(?=\d)`, "gi", ""}},
	// In a query: a gate is often copied with its value, a release with the project's name.
	{{`=(true|false)\b|\b(kubernetes|k8s) (?=v?\d+\.\d)`, "gi", ""}},
	// In the value of a filter: sig-node, SIG Node, v1.27, GA.
	{{`^(sig[-/ ]|v(?=\d))`, "", ""}, {`[\s_]+`, "g", "-"}, {"^ga$", "", "stable"}},
	// What parts words, where letters alone are compared.
	{{`[\s\-_./#]+`, "g", ""}},
	{
		// A version, a word, a run of katakana or of other characters of the East.
		{`[vV]?(\d+(?:\.\d+)+)|(` + wordPart + `(?:[-_.‐/]` + wordPart + `)*)|([` + kataClass + `][` + kataClass + `\p{M}]*)|[` + eastClass + `][` + eastClass + `\p{M}]*`, "gu", ""},
		// A / that parts words. One behind a dot joins a domain and its name, one before a
		// version joins that to the group of an API.
		{`(?<!\.[^/]*)\/(?!v\d)`, "i", ""},
		// Where a word comes apart: at a joiner, and before a capital that begins a word.
		{`[-_.‐/]|(?<=\p{Ll})(?=\p{Lu})|(?<=\d)(?=\p{Lu}\p{L})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}\p{L})`, "u", ""},
		// What of an address names a pull request.
		{pullPattern, "i", ""},
		// An address.
		{addressPattern, "g", ""},
		{kepPattern, "gi", ""},
		// Words of a query with what stands before them: -, an operator, quotes.
		{`(^|\s)(-?)(?:(kep|pr|sig|rel|release|kind|stage|lang|type):)?(?:["“”„«»]([^"“”„«»]*)["“”„«»]?|(\S+))`, "giu", ""},
		// What is looked for in windows.
		{`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]`, "u", ""},
		// A word that may have been mistyped.
		{`^(\p{sc=Latin}{4,}|\p{sc=Cyrillic}{4,}|[ァ-ヺー]{4,})$`, "u", ""},
		// A key that is mostly a window, and not a word.
		{"^[ァ-ヺー]{1,4}$", "", ""},
		// What is left of a word without its ending: three letters, a vowel among them; of a
		// word of two the - that the twin puts behind it is the third.
		{"^(?=.*[аеиоуыэюяaeiouy])...", "", ""},
		// Endings of Russian nouns and adjectives, behind three letters.
		{"(?<=.{3})(" + strings.Join(strings.Fields(strings.Join(Forms.Russian[:3], " ")), "|") + ")$", "", ""},
	},
}
