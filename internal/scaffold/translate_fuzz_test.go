package scaffold

import (
	"slices"
	"testing"

	"github.com/kawaraban/kawaraban/internal/note"
)

// The original and the translation with which every fuzz run starts.
const (
	fuzzOrigin = "---\ntitle: a\nkind: changes\n---\n\nまえがき。\n\n## API の変更\n\n- 上限 10。(#100101, @ann) [sig/node]\n  - :pencil: ゲート。\n\n    ```\n    x\n    ```\n- 古い。(#100102, @bob)\n\n[^1]: 注\n"
	fuzzOther  = "---\ntitle: b\nkind: changes\ntranslates: a.ja.md\n---\n\n<!-- まえがき。 -->\nBefore.\n\n## API Change\n\n<!-- 上限 9。 -->\n- Limit 9. (#100101, @ann)\n  <!-- kawaraban-machine -->\n  - :pencil: Gate.\n<!-- x -->\n"
)

// FuzzTranslate checks that no input causes a panic. Blocks of the translation, except their
// sources, stay the same and in order, and a second run changes nothing.
func FuzzTranslate(f *testing.F) {
	f.Add([]byte(fuzzOrigin), []byte(fuzzOther))
	f.Add([]byte(fuzzOrigin), []byte("---\ntranslates: a.ja.md\n---\n- x\n"))
	f.Add([]byte("- a\n- - b\n\n> c\n\n:pencil:\n\nd\n\n- e\n"), []byte("---\ntranslates: a.ja.md\n---\n:pencil:\n\n<!-- あ -->\n"))
	f.Add([]byte("## 2023-02-23\n\n- あ\n\t- い\n\n---\n"), []byte("---\r\ntranslates: a.ja.md\r\n---\r\n\r\n- a\r\n"))
	in := desk(f, smallData(f), realWords(f), "en", nil)
	f.Fuzz(func(t *testing.T, from, to []byte) {
		if len(from)+len(to) > 4096 {
			return
		}
		original := File{"content/1.29/a.ja.md", from}
		_, begun, ds, err := Translate(in, original, File{Path: "content/1.29/a.en.md"}, Translating{})
		if err == nil && len(ds) == 0 && in.read("content/1.29/a.en.md", begun).note == nil {
			t.Fatalf("what was begun cannot be read:\n%s", begun)
		}
		if to == nil {
			to = []byte{}
		}
		was := in.read("content/1.29/a.en.md", to)
		_, after, ds, err := Translate(in, original, File{"content/1.29/a.en.md", to}, Translating{Record: true})
		if err != nil || len(ds) > 0 {
			return
		}
		now := in.read("content/1.29/a.en.md", after)
		j := 0
		for _, b := range was.flat {
			own := ownWords(b)
			i := slices.IndexFunc(now.flat[j:], func(x *note.Block) bool { return ownWords(x) == own })
			if i < 0 {
				t.Fatalf("a block is read in another way: %s\n%s", own, after)
			}
			j += i + 1
		}
		_, again, _, err := Translate(in, original, File{"content/1.29/a.en.md", after}, Translating{Record: true})
		if err != nil || string(again) != string(after) {
			t.Fatalf("a second run changes it: %v\n%s\n---\n%s", err, after, again)
		}
	})
}

func ownWords(b *note.Block) string {
	c := *b
	c.Children = nil
	return words(&c)
}
