package locale

import (
	"cmp"
	"strings"

	"golang.org/x/text/language"

	"github.com/kawaraban/kawaraban/internal/note"
)

// suffixes maps suffixes of file names, in lower case with hyphens, to languages. It is a table
// because any two letters would make k8s.io.md a note in Ido. It has the languages of the
// Kubernetes documentation and meetups.
var suffixes = map[string]note.Lang{
	"zh": "zh", "zh-cn": "zh", "zh-sg": "zh", "zh-hans": "zh", "zh-hans-cn": "zh", "cn": "zh",
	"zh-tw": "zh-hant", "zh-hk": "zh-hant", "zh-hant": "zh-hant", "zh-hant-tw": "zh-hant",
	"ja": "ja", "ja-jp": "ja", "jp": "ja", "ru": "ru", "ru-ru": "ru", "en": "en", "en-us": "en", "en-gb": "en",
	"pt": "pt", "pt-br": "pt-br", "pt-pt": "pt",
	"ar": "ar", "bn": "bn", "cs": "cs", "da": "da", "de": "de", "el": "el", "es": "es", "fa": "fa",
	"fi": "fi", "fr": "fr", "he": "he", "hi": "hi", "hu": "hu", "id": "id", "it": "it", "ko": "ko",
	"nl": "nl", "pl": "pl", "ro": "ro", "sv": "sv", "ta": "ta", "th": "th", "tr": "tr", "uk": "uk", "vi": "vi",
}

// FromSuffix returns the language of a file name suffix: zh-cn and zh-Hans are zh. It reports false
// for others.
func FromSuffix(s string) (note.Lang, bool) {
	l, ok := suffixes[strings.ReplaceAll(strings.ToLower(s), "_", "-")]
	return l, ok
}

// FromEnvironment returns the language of LC_ALL, LC_MESSAGES or LANG: ja for ja_JP.UTF-8. It is
// empty for unknown languages, C and POSIX.
func FromEnvironment(env func(string) string) note.Lang {
	set := cmp.Or(env("LC_ALL"), env("LC_MESSAGES"), env("LANG"))
	if end := strings.IndexAny(set, "_.@"); end >= 0 {
		set = set[:end]
	}
	l, _ := FromSuffix(set)
	return l
}

// CutLang splits the language off a file name without extension: sig-node.ja is sig-node in ja. The
// name may contain directories. Without a language it returns the whole name and "".
func CutLang(name string) (string, note.Lang) {
	if dot := strings.LastIndexByte(name, '.'); dot > strings.LastIndexByte(name, '/') {
		if l, ok := FromSuffix(name[dot+1:]); ok {
			return name[:dot], l
		}
	}
	return name, ""
}

// Tag returns the BCP 47 tag of a language, for lang="…": zh is zh-Hans. An unknown language is
// returned unchanged.
func Tag(l note.Lang) string {
	switch l {
	case "zh":
		return "zh-Hans"
	case "en", "ja", "ru": // needed for every fragment of a page
		return string(l)
	}
	t, err := language.Parse(string(l))
	if err != nil {
		return string(l)
	}
	return t.String()
}

// OpenGraph returns the locale for the Open Graph protocol, with the likely country from the
// Unicode CLDR: ja_JP, zh_CN. Without a likely country it is only the language.
func OpenGraph(l note.Lang) string {
	t, err := language.Parse(Tag(l))
	if err != nil {
		return string(l)
	}
	base, _ := t.Base()
	if region, sure := t.Region(); sure != language.No && region.IsCountry() {
		return base.String() + "_" + region.String()
	}
	return base.String()
}
