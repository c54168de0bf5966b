package findings

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/upstream"
)

// A name in a sentence is replaced by one rune for its kind, so that patterns stay short.
const (
	flagRune   = '\ue000'
	gateRune   = '\ue001'
	pluginRune = '\ue002'
	fieldRune  = '\ue003'
	metricRune = '\ue004'
	quotedList = "`[a-z][a-z0-9]*(?:-[a-z0-9]+)*`(?:(?:,|,? and) `[a-z][a-z0-9]*(?:-[a-z0-9]+)*`)*"
	anyName    = `[\x{e000}-\x{e004}]`
)

var (
	flagForm = regexp.MustCompile(`--[a-z0-9][a-zA-Z0-9_-]*[a-zA-Z0-9]`)
	wordForm = regexp.MustCompile(`--[a-z0-9][a-zA-Z0-9_-]*[a-zA-Z0-9]|\b[A-Z][A-Za-z0-9]{2,99}\b|\b[a-z][a-z0-9]*(?:_[a-z0-9]+){2,12}\b|\b[a-z]+(?:[A-Z][A-Za-z0-9]*)+\b`)
	// quotedFlags matches flags without hyphens before them: a list in backticks next to the noun, or the
	// only word of an item of a list of flags.
	quotedFlags = regexp.MustCompile("\\b(?:flags?|options?|arguments?|parameters?)[ ]+(" + quotedList + ")|(" + quotedList + ")[ ]+(?:(?:command|CLI)[ -]?(?:line)?[ ]+)?(?:flags?|options?|arguments?|parameters?)\\b|\\bflags:[ ]+([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$")
	bareFlag    = regexp.MustCompile(`[a-z][a-z0-9]*(?:-[a-z0-9]+)*`)
	pluginSide  = regexp.MustCompile("[`\"]([A-Z][A-Za-z0-9]{3,99})[`\"][ ]+admission[ ]+(?:plugin|controller)|admission[ ]+(?:plugin|controller)s?[ ]+[`\"]([A-Z][A-Za-z0-9]{3,99})[`\"]")
	config      = regexp.MustCompile(`(?i)\bconfig(?:uration)?\b|[a-z]Configuration\b`)
	metric      = regexp.MustCompile(`(?i)\bmetrics?\b`)
	labels      = regexp.MustCompile("^[`\"]?(?:(?:\\s*,|\\s+and)+\\s+[`\"]?\\w+[`\"]?)*\\s+labels?\\b") // names of labels, up to their noun
	gateWord    = regexp.MustCompile(`(?i)feature[- ]?gate|\bgates?\b`)
	assigned    = regexp.MustCompile(`\b([A-Z][A-Za-z0-9]{2,99})=(?:true|false)\b`)
	gateSide    = []*regexp.Regexp{
		regexp.MustCompile("(?i:feature[- ]?gates?)[ ]+(?:(?:for|named|called|the)[ ]+)*[`\"'*]*([A-Z][A-Za-z0-9]{3,99})\\b"),
		regexp.MustCompile("[`\"'*]*\\b([A-Z][A-Za-z0-9]{3,99})[`\"'*]*[ ]+(?:(?:alpha|beta|stable|GA|deprecated)[ ]+)?(?i:feature[- ]?gate)"),
	}
	capital = regexp.MustCompile(`[a-z][A-Z]|[A-Z]{2,}[a-z]*[A-Z0-9]`) // a gate name has more than one capital letter
)

// calledGates returns the names that a text calls feature gates.
func calledGates(text string) map[string]bool {
	out := map[string]bool{}
	for _, form := range append(gateSide, assigned) {
		for _, m := range form.FindAllStringSubmatch(text, -1) {
			if capital.MatchString(m[1]) {
				out[m[1]] = true
			}
		}
	}
	return out
}

// tokens is a sentence with its names replaced by runes.
type tokens struct {
	text  string
	names []name
	at    []int // byte offset of each name's rune in text
}

// name is a name in a sentence. bare flags are written without hyphens.
type name struct {
	kind, text string
	bare       bool
}

// programs are names in backticks before the word flags that do not name a flag.
var programs = map[string]bool{"etcd": true, "klog": true, "kubelet": true, "kubeadm": true, "kubectl": true, "kube-apiserver": true, "kube-proxy": true, "kube-scheduler": true, "kube-controller-manager": true, "cloud-controller-manager": true, "apiserver": true, "api-server": true}

// bareFlags writes hyphens before the flags that a sentence quotes without them, and returns these.
func bareFlags(s string) (string, map[string]bool) {
	bare := map[string]bool{}
	var b strings.Builder
	last := 0
	for _, m := range quotedFlags.FindAllStringSubmatchIndex(s, -1) {
		for i := 2; i < len(m); i += 2 {
			if m[i] < 0 {
				continue
			}
			list := bareFlag.ReplaceAllStringFunc(strings.NewReplacer(" and ", " \x00 ").Replace(s[m[i]:m[i+1]]), func(name string) string {
				if programs[name] {
					return name
				}
				bare["--"+name] = true
				return "--" + name
			})
			b.WriteString(s[last:m[i]] + strings.ReplaceAll(list, "\x00", "and"))
			last = m[i+1]
		}
	}
	return b.String() + s[last:], bare
}

// calledPlugins returns the names that a text calls admission plugins.
func calledPlugins(text string) map[string]bool {
	out := map[string]bool{}
	for _, m := range pluginSide.FindAllStringSubmatch(text, -1) {
		out[m[1]+m[2]] = true
	}
	return out
}

func tokenize(s string, names Names, called map[string]bool) (t tokens) {
	s, bare := bareFlags(s)
	plugins := calledPlugins(s)
	hasGate, hasAdmission := gateWord.MatchString(s), strings.Contains(strings.ToLower(s), "admission")
	hasConfig, hasMetric := config.MatchString(s), metric.MatchString(s)
	var b strings.Builder
	last := 0
	for _, m := range wordForm.FindAllStringIndex(s, -1) {
		word := s[m[0]:m[1]]
		var kind string
		var r rune
		switch {
		case strings.HasPrefix(word, "--"):
			kind, r = "flag", flagRune
		case hasGate && (names.Gates[word] && capital.MatchString(word) || called[word]):
			kind, r = "gate", gateRune
		case hasAdmission && (names.Plugins[word] || plugins[word]):
			kind, r = "plugin", pluginRune
		case hasConfig && len(names.Fields[word]) > 0:
			kind, r = "field", fieldRune
		case hasMetric && strings.Count(word, "_") > 1 && !labels.MatchString(s[m[1]:]):
			kind, r = "metric", metricRune
		default:
			continue
		}
		b.WriteString(quotes.Replace(s[last:m[0]]))
		t.at, t.names = append(t.at, b.Len()), append(t.names, name{kind, word, bare[word]})
		b.WriteRune(r)
		last = m[1]
	}
	b.WriteString(quotes.Replace(s[last:]))
	t.text = b.String()
	return t
}

var quotes = strings.NewReplacer("`", " ", "\"", " ", "'", " ", "“", " ", "”", " ", "*", " ", "=true", " ", "=false", " ")

// Parts of the patterns. words are articles, stages, components and nouns for the kinds.
const (
	words = `(?:the|a|an|all|both|following|now|previously|already|long|also|old|deprecated|alpha|beta|stable|ga|gaed|generally|general|available|graduated|unused|no-op|obsolete|legacy|dead|redundant|experimental|non-functional|unsupported|run|and|ed|feature|featuregates?|feature-gates?|gates?|gate|flags?|options?|parameters?|arguments?|switch(?:es)?|command|command-line|commandline|line|cli|admission|plugins?|controllers?|metrics?|fields?|configuration|config|file|kubelet|kubeadm|kubectl|kube-[a-z-]+|apiserver|api|server|s|of|for|about|in-tree|related|dockershim|klog|alias(?:es)?|shorthand)`
	list  = anyName + `(?:[\s,/&]*(?:\b(?:and|or|the|as well as)\b)?[\s,/&]*` + anyName + `)*`
	aux   = `\b(?:is|are|was|were|has|have|had)(?:\s+(?:been|now|also|completely|fully|finally|both|all|already|being))*\s+`
	aux0  = `(?:` + aux + `|\bnow\s+)`
	after = `(?:[\s,:]+` + words + `\b)*`
	where = `(?:\s+(?:in|from|of|on|for)\s+(?:the\s+)?(?:kubelet|kubeadm|kubectl|kube-[a-z-]+|api\s+server)(?:\s+command\s+line)?)?`
	any   = `(?:[^.;,\x{e000}-\x{e004}]|\.[0-9])` // one character of the same clause, including the dot of a version
	aside = `(?:\s*\([^()]*\))?(?:\s*,\s*(?:which\b|GA\b|formerly\b|deprecated\b)` + any + `*,)?` +
		`(?:\s*(?:,\s*)?(?:that|which)\s+(?:is\s+|has\s+|had\s+)?(?:GA\b|graduated\b)` + any + `{0,100}?(?:\bunconditionally\s+enabled\s*\)?)?)?` +
		`(?:` + where + `\s*\bhave\s+had\s+no\s+effect\s+since\s+\S+\s+and)?`
)

// rule is a pattern. Its group is the list of names that it classifies.
type rule struct {
	class upstream.Class
	form  *regexp.Regexp
}

func form(pattern string) *regexp.Regexp { return regexp.MustCompile(`(?i)` + pattern) }

// rules are tried in order. The first match classifies a name.
var rules = []rule{
	{upstream.Removed, form(`\b(?:removed?|removes|removing|drop(?:ped|s)?(?:\s+support\s+for)?|delet(?:ed?|es))\b` + after + `[\s:]*(` + list + `)`)},
	{upstream.Removed, form(`(` + list + `)` + after + aside + `(?:\s+(?:is|was|were)\s+unconditionally\s+enabled)?` + where + `\s*` + aux0 + `(?:removed|dropped|deleted)\b`)},
	{upstream.Removed, form(`(` + list + `)` + after + aside + where + `\s*\)?\s*\b(?:is|are)\s+no\s+longer\s+(?:available|accepted|supported|served|allowed)\b`)},
	{upstream.Removed, form(`(` + list + `)` + after + aside + `(?:\s+(?:is|are)(?:\s+now)?\s+unconditionally\s+enabled,?\s+and)?` + where + `\s*\bcan\s+no\s+longer\s+be\s+(?:specified|set|used)\b`)},
	{upstream.Removed, form(`\b(?:removed?|removes)\b` + after + `[\s:]*` + list + `\s+(?:for|from|of)\s+(?:kubeadm|kubectl)(?:\s+[a-z-]+){1,3}?,?\s+and\s+(` + list + `)`)},
	{upstream.Removed, form(`\b(?:flags|gates|options|parameters|plugins)\b[^:.;]{0,80}\b(?:removed|dropped)\b[^:.;\x{e000}-\x{e004}]{0,60}[:\s]+(` + list + `)`)},
	{upstream.Removed, form(`\b(?:flags|gates)\b[^:.;]{0,80}\b(?:removed|dropped)\s+and\s+must\s+no\s+longer\s+be\s+referenced\s+in\s+` + anyName + `\s+flags:\s*(` + list + `)`)},
	{upstream.Deprecated, form(`\bdeprecat(?:ed?|es|ing)\b` + after + `[\s:]*(` + list + `)`)},
	{upstream.Deprecated, form(`\bmark(?:ed|s)?\b` + after + `\s*(` + list + `)` + after + `\s*\bas\s+deprecated\b`)},
	{upstream.Deprecated, form(`(` + list + `)` + after + aside + where + `\s*` + aux + `(?:marked\s+(?:as\s+)?)?deprecated\b`)},
	{upstream.Changed, form(`(` + list + `)` + after + aside + `[^.;\x{e000}-\x{e004}]{0,60}\b(?:defaults?\s+to|(?:enabled|disabled|on|off)\s+by\s+default|default\s+value)\b`)},
	{upstream.Changed, form(`\b(?:default\s+(?:value\s+)?(?:of|for)|enabled?|disabled?)\b` + after + `\s*(` + list + `)` + after + `\s*(?:\bby\s+default\b|\bto\b|\bfrom\b)`)},
	{upstream.Added, form(`\b(?:add(?:ed|s)?|introduc(?:ed?|es|ing)|new)\b(?:[\s,:]+(?:new|support|` + words + `)\b)*[\s:]*(` + list + `)`)},
	{upstream.Added, form(`(` + list + `)` + after + `\s*` + aux + `(?:added|introduced)\b`)},
}

// future and undone match words that invalidate a removal. another matches what is removed instead
// of the name before it.
var (
	future  = regexp.MustCompile(`(?i)\b(?:will|would|can|could|may|should|must|planned?|plans to|if|when|once|until|before|going to|usage of|use of|not)\b(?:\s*:)?[^.;:]{0,60}$|\bto be\s+(?:\w+\s+)?$`)
	undone  = regexp.MustCompile(`(?i)\b(?:accidentally|added back|revert(?:ed|s)?)\b`)
	another = regexp.MustCompile(`^(?:\s+(?:and\s+)?(?:metrics?|labels?|fields?|columns?|tests?|annotations?|logic|code|checks?|usage|support)\b)|^[^.;]{0,40}\bfrom the (?:manifest|static pod|help)|^[^.;]{0,40}\bif present\b`)
)

// classes returns the class of each name.
func (t tokens) classes() []upstream.Class {
	out := make([]upstream.Class, len(t.names))
	taken := undone.MatchString(t.text)
	for _, r := range rules {
		for _, m := range r.form.FindAllStringSubmatchIndex(t.text, -1) {
			if (r.class == upstream.Removed || r.class == upstream.Added) && (taken || t.weak(m)) {
				continue
			}
			first, _ := slices.BinarySearch(t.at, m[2])
			for i := first; i < len(t.at) && t.at[i] < m[3]; i++ {
				out[i] = cmp.Or(out[i], r.class)
			}
		}
	}
	for i := range out {
		out[i] = cmp.Or(out[i], upstream.Named)
	}
	return out
}

// nearby is the number of bytes before and after a match that weak reads.
const nearby = 120

// weak reports whether the words around a removal invalidate it.
func (t tokens) weak(m []int) bool {
	before := t.text[max(0, m[0]-nearby):m[0]]
	between := t.text[m[0]:m[1]]
	behind := t.text[m[3]:min(len(t.text), m[3]+nearby)]
	if noun := ownNoun[t.kindAt(m[2])]; noun != nil {
		behind = noun.ReplaceAllString(behind, "")
	}
	return future.MatchString(before) || strings.Contains(between, " will ") || strings.Contains(between, "to be removed") || another.MatchString(behind)
}

// ownNoun are nouns that say of a name what it is, and not that another thing is removed.
var ownNoun = map[string]*regexp.Regexp{
	"field": regexp.MustCompile(`^\s+fields?\b`), "metric": regexp.MustCompile(`^\s+metrics?\b`),
}

// kindAt is the kind of the first name at or after a byte.
func (t tokens) kindAt(at int) string {
	if i, _ := slices.BinarySearch(t.at, at); i < len(t.names) {
		return t.names[i].kind
	}
	return ""
}
