package fasttemplate

import (
	"html/template"
	"reflect"
	"strconv"
	"strings"
)

type escaper func(out []byte, s string) []byte

// escapers maps pipelines of html/template's escapers to equivalent functions for plain strings.
// See html.go and url.go of html/template.
var escapers = map[string]escaper{
	"|_html_template_htmlescaper":                                                       appendText,
	"|_html_template_attrescaper":                                                       appendText,
	"|_html_template_rcdataescaper":                                                     appendText,
	"|_html_template_urlescaper|_html_template_attrescaper":                             appendQuery,
	"|_html_template_urlnormalizer|_html_template_attrescaper":                          appendAddress,
	"|_html_template_urlfilter|_html_template_attrescaper":                              appendFiltered,
	"|_html_template_urlfilter|_html_template_urlnormalizer|_html_template_attrescaper": appendSafeAddress,
}

// printed returns the step that prints a value through a pipeline of escapers. It is nil if the
// pipeline or the type is not supported.
func (e expr) printed(row string) step {
	escape := escapers[row]
	if escape == nil {
		return nil
	}
	switch e.typ {
	case reflect.TypeFor[string]():
		if e.word != nil {
			return e.word.printed(escape)
		}
		return func(m *machine, f frame) { m.take(escape(m.out, e.text(m, f))) }
	case reflect.TypeFor[template.HTML]():
		if row == "|_html_template_htmlescaper" {
			return func(m *machine, f frame) { m.write(e.text(m, f)) }
		}
	case reflect.TypeFor[int]():
		// No escaper changes digits or a minus.
		return func(m *machine, f frame) { m.take(strconv.AppendInt(m.out, e.value(m, f).Int(), 10)) }
	}
	return nil
}

var entities = [256]string{
	0: "\uFFFD", '"': "&#34;", '&': "&amp;", '\'': "&#39;", '+': "&#43;", '<': "&lt;", '>': "&gt;",
}

func appendText(out []byte, s string) []byte {
	done := 0
	for i := range len(s) {
		if entity := entities[s[i]]; entity != "" {
			out = append(out, s[done:i]...)
			out = append(out, entity...)
			done = i + 1
		}
	}
	return append(out, s[done:]...)
}

// Classes of bytes in an address.
const (
	encode  = iota // always percent-encoded
	stays          // never encoded
	divides        // encoded only in a part of a query
	percent        // unchanged in an address at the start of an encoded byte
)

var inAddress = addressBytes()

func addressBytes() (class [256]byte) {
	for c := range class {
		switch b := byte(c); {
		case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z', '0' <= b && b <= '9', strings.IndexByte("-._~", b) >= 0:
			class[c] = stays
		case strings.IndexByte("!#$&*+,/:;=?@[]", b) >= 0:
			class[c] = divides
		case b == '%':
			class[c] = percent
		}
	}
	return class
}

func appendAddress(out []byte, s string) []byte {
	done := 0
	for i := range len(s) {
		c := s[i]
		switch class := inAddress[c]; {
		case class == stays, class == divides && entities[c] == "", class == percent && isEncoded(s[i:]):
			continue
		case class == divides:
			out = append(out, s[done:i]...)
			out = append(out, entities[c]...)
		default:
			out = append(out, s[done:i]...)
			out = appendEncoded(out, c)
		}
		done = i + 1
	}
	return append(out, s[done:]...)
}

// appendQuery escapes a part of a query or a fragment. The result needs no entities.
func appendQuery(out []byte, s string) []byte {
	done := 0
	for i := range len(s) {
		if inAddress[s[i]] != stays {
			out = append(out, s[done:i]...)
			out = appendEncoded(out, s[i])
			done = i + 1
		}
	}
	return append(out, s[done:]...)
}

func appendEncoded(out []byte, c byte) []byte {
	const digits = "0123456789abcdef"
	return append(out, '%', digits[c>>4], digits[c&15])
}

func isEncoded(s string) bool { return len(s) > 2 && isHex(s[1]) && isHex(s[2]) }

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

const unsafeAddress = "#ZgotmplZ"

// filtered returns an address, or unsafeAddress if its scheme differs from http, https and mailto.
func filtered(s string) string {
	scheme, _, ok := strings.Cut(s, ":")
	if !ok || strings.Contains(scheme, "/") {
		return s
	}
	for _, safe := range []string{"http", "https", "mailto"} {
		if strings.EqualFold(scheme, safe) {
			return s
		}
	}
	return unsafeAddress
}

func appendFiltered(out []byte, s string) []byte { return appendText(out, filtered(s)) }

func appendSafeAddress(out []byte, s string) []byte { return appendAddress(out, filtered(s)) }
