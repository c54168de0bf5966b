package ref

import (
	"strings"
	"testing"
	"unicode/utf8"
)

var someTitles = NewTitles(map[string][]string{
	"127": {"Support User Namespaces", "Pods with users of their own"}, "753": {"Sidecar Containers"}, "2570": {"Memory QoS"},
	"1": {"The same name twice"}, "2": {"The Same Name Twice", "利用者の名前空間"}, "3": {"Поддержка профилей"}, "4": {"поддержка  профилей"},
}, map[string][]string{ // slugs
	"127": {"user namespaces"}, "753": {"sidecar containers"}, "5": {"memory qos"}, "6": {"pods may rest here"}, "7": {"one slug"}, "8": {"one slug"},
})

func TestFindTitles(t *testing.T) {
	for text, want := range map[string]string{
		"support user-namespaces": "127 127", "Support User Namespace": "127 127", "次は Support User Namespaces です": "127 ", "Suport User Namespaces": "127 127",
		"Sidecar containers": "753 753", "the Sidecar Containers of 1.28": " ", "Memory QoS": "2570 2570", "Memory": " ",
		"The same name twice": " ", "利用者の 名前空間": " 2", "Поддержка профилей": " ", "Pods with users of their own and more": "127 ", "": " ", "###": " ",
		"User namespaces": "127 127", "Pods may rest here": "6 6", "One slug": " ",
	} {
		var found []string
		for _, m := range someTitles.Find(text) {
			found = append(found, m.Ref.ID)
		}
		whole, _ := someTitles.Whole(text)
		if got := strings.Join(found, ",") + " " + whole; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if _, ok := (*Titles)(nil).Whole("Sidecar Containers"); ok || (*Titles)(nil).Find("Sidecar Containers") != nil {
		t.Error("the nil set has a match")
	}
}

func FuzzTitles(f *testing.F) {
	f.Add("次は Support User Namespaces です")
	f.Add("Ｓｕｐｐｏｒｔ User-Namespaces")
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, m := range someTitles.Find(text) {
			if m.Start < end || m.End <= m.Start || m.End > len(text) || m.Ref.Written != text[m.Start:m.End] || utf8.ValidString(text) && !utf8.ValidString(m.Ref.Written) {
				t.Fatalf("%q: %+v", text, m)
			}
			end = m.End
		}
		someTitles.Whole(text)
	})
}
