package locale

import (
	"strings"

	"golang.org/x/text/language"

	"github.com/kawaraban/kawaraban/internal/note"
)

// suffixes are the endings of file names that mean a language, in lower case with
// hyphens. A table and not "any two letters", because k8s.io.md is no note in Ido;
// it has the languages of Kubernetes' own documentation and those of its meetups.
var suffixes = map[string]note.Lang{
	"zh": "zh", "zh-cn": "zh", "zh-sg": "zh", "zh-hans": "zh", "zh-hans-cn": "zh", "cn": "zh",
	"zh-tw": "zh-hant", "zh-hk": "zh-hant", "zh-hant": "zh-hant", "zh-hant-tw": "zh-hant",
	"ja": "ja", "ja-jp": "ja", "jp": "ja", "ru": "ru", "ru-ru": "ru", "en": "en", "en-us": "en", "en-gb": "en",
	"pt": "pt", "pt-br": "pt-br", "pt-pt": "pt",
	"ar": "ar", "bn": "bn", "cs": "cs", "da": "da", "de": "de", "el": "el", "es": "es", "fa": "fa",
	"fi": "fi", "fr": "fr", "he": "he", "hi": "hi", "hu": "hu", "id": "id", "it": "it", "ko": "ko",
	"nl": "nl", "pl": "pl", "ro": "ro", "sv": "sv", "ta": "ta", "th": "th", "tr": "tr", "uk": "uk", "vi": "vi",
}

// FromSuffix returns the language that the ending of a file name means: zh-cn and
// zh-Hans mean zh. It reports false for what is no language.
func FromSuffix(s string) (note.Lang, bool) {
	l, ok := suffixes[strings.ReplaceAll(strings.ToLower(s), "_", "-")]
	return l, ok
}

// CutLang parts the name of a file, without the extension, from the language that it ends
// in: sig-node.ja is sig-node in ja. Folders may stand before it. Where it ends in none the
// language is empty and the name whole.
func CutLang(name string) (string, note.Lang) {
	if dot := strings.LastIndexByte(name, '.'); dot > strings.LastIndexByte(name, '/') {
		if l, ok := FromSuffix(name[dot+1:]); ok {
			return name[:dot], l
		}
	}
	return name, ""
}

// Tag returns the BCP 47 tag of a language, for lang="…": zh is zh-Hans. A language
// that nobody knows is returned as it is.
func Tag(l note.Lang) string {
	switch l {
	case "zh":
		return "zh-Hans"
	case "en", "ja", "ru": // asked for at every fragment of a page
		return string(l)
	}
	t, err := language.Parse(string(l))
	if err != nil {
		return string(l)
	}
	return t.String()
}

// OpenGraph returns the language as the Open Graph protocol wants it, with the country in
// which most of its readers are, by the Unicode CLDR's likely subtags: ja_JP, zh_CN. Where
// none is likely, it is the language alone.
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
