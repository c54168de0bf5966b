package analyzer

import "strings"

// A Rule is a regular expression for JavaScript, its flags, and the replacement.
type Rule [3]string

// Parts of the patterns for the browser.
const (
	kataClass = `\p{sc=Kana}ー`                     // katakana
	eastClass = `\p{sc=Han}\p{sc=Hira}\p{sc=Hang}` // other scripts without spaces between words

	// A letter or digit of an alphabet, unless a number with dots begins there. The class is left
	// open, to add characters.
	letter   = `(?![` + kataClass + eastClass + `]|(?:(?<!\d)|\b[vV])\d+\.\d)[\p{L}\p{N}`
	wordPart = letter + `](?:` + letter + `\p{M}])*` // part of a word, between joiners
)

// Patterns for names in texts and queries, also used in Go.
const (
	kepPattern     = `\b(?:keps?[ \n#:-]{0,3}|enhancements#|(?:keps?(?:\.k8s\.io)?|enhancements)\/(?:[a-z][\w-]*\/){0,2})(\d+)`
	pullPattern    = `(?:#|\b(?:pull|issues?|pr)(?:\.k8s\.io)?\/)(\d+)`
	addressPattern = `[\w./:#?=&%-]+`
)

// Grammar has the patterns with which the browser cuts and compares texts, in the order that equip
// in its script expects. Each group but the last is a list of replacements to apply in order. The
// last group has single patterns. This package implements the same in Go.
var Grammar = [][]Rule{
	// Before NFKC: lone surrogates, too many marks.
	{{`\p{Cs}`, "gu", "\ufffd"}, {`([\p{M}ﾞﾟ]{9})[\p{M}ﾞﾟ]+`, "gu", "$1"}},
	// After NFKC: invisible characters, uncomposed stress marks, the dot before katakana.
	{{`[\p{DI}\u0300\u0301\u0307]|・(?=[\p{sc=Kana}ー])`, "gu", ""}},
	// In lower case: spelling variants of letters.
	{{"ё", "g", "е"}, {"ς", "g", "σ"}},
	// Names of KEPs, SIGs and pull requests.
	{{kepPattern, "gi", "kep-$1 "}, {`\bsig[ \n/-]([a-z\d]+)(?:[ \n-](machinery|lifecycle|provider|experience|infra)\b)?`, "gi", "sig-$1-$2 "}, {`\bpr[ \n#-]*(?=\d)`, "gi", ""}},
	// In a query: the flag and the value around a gate, and the project's name before a release.
	{{`-{0,2}\bfeature-gates=(?=[a-z])|=(true|false)\b|\b(kubernetes|k8s) (?=v?\d+\.\d)`, "gi", ""}},
	// In the value of a filter: sig-node, SIG Node, v1.27, GA.
	{{`^(sig[-/ ]|v(?=\d))`, "", ""}, {`[\s_]+`, "g", "-"}, {"^ga$", "", "stable"}},
	// Separators, for comparing letters only.
	{{`[\s\-_./#=:「」『』、。]+`, "g", ""}},
	{
		// A version, a word, a run of katakana, or a run of other East Asian characters.
		{`[vV]?(\d+(?:\.\d+)+)|(` + wordPart + `(?:[-_.‐/]` + wordPart + `)*)|([` + kataClass + `][` + kataClass + `\p{M}]*)|[` + eastClass + `][` + eastClass + `\p{M}]*`, "gu", ""},
		// A / that separates words. One after a dot joins a domain and its name; one before a
		// version joins it to an API group.
		{`(?<!\.[^/]*)\/(?!v\d)`, "i", ""},
		// Borders of parts: a joiner, or before a capital that begins a word.
		{`[-_.‐/]|(?<=\p{Ll})(?=\p{Lu})|(?<=\d)(?=\p{Lu}\p{L})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}\p{L})`, "u", ""},
		// The number of a pull request in a URL.
		{pullPattern, "i", ""},
		// A URL.
		{addressPattern, "g", ""},
		{kepPattern, "gi", ""},
		// Words of a query with their prefix: -, an operator, quotes.
		{`(^|\s)(-?)(?:(kep|pr|sig|rel|release|kind|stage|lang|type):)?(?:["“”„«»「」『』]([^"“”„«»「」『』]*)["“”„«»「」『』]?|(\S+))`, "giu", ""},
		// Characters that are searched for in windows.
		{`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]`, "u", ""},
		// A word that may have a typing error.
		{`^(\p{sc=Latin}{4,}|\p{sc=Cyrillic}{4,}|[ァ-ヺー]{4,})$`, "u", ""},
		// A key that is probably a window and not a word.
		{"^[ァ-ヺー]{1,4}$", "", ""},
		// A valid stem: three letters with a vowel, or two Russian consonants (дня). For a stem of two
		// letters the browser appends -, which counts.
		{"^(?=.*[аеиоуыэюяaeiouy])...|^[б-джзк-нп-тф-щ]{2}-$", "", ""},
		// Endings of Russian nouns and adjectives, after three letters.
		{"(?<=.{3})(" + strings.Join(strings.Fields(strings.Join(Forms.Russian[:3], " ")), "|") + ")$", "", ""},
		// Words of questions and sentences. They weigh little where not all words are found.
		{"^(a|an|and|are|at|be|by|can|do|does|for|from|how|i|in|is|it|my|no|not|of|on|or|the|to|was|were|what|when|where|which|why|with|" +
			"в|во|для|до|и|из|или|к|как|каком|какой|когда|на|не|нет|о|от|по|почему|при|с|что|где|" +
			"いつ|なぜ|どう|.*(什么|怎么|如何|么时|时候|何时).*)$", "", ""},
		// A setting with its value, which are adjacent in a text.
		{`[\p{L}\p{N}]=[\p{L}\p{N}]`, "u", ""},
	},
}
