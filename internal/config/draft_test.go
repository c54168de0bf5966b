package config

import "testing"

// TestUnknownPlaces checks the suggestion for an unknown placeholder. The command is then removed,
// because it could translate into the wrong language.
func TestUnknownPlaces(t *testing.T) {
	for word, want := range map[string]string{
		"{lang}": "did you mean {to}?", "--in={Source}": "did you mean {from}?", "{form}": "did you mean {from}?",
		"{text}": "use {from} and {to} for the languages; the command reads the text from standard input",
	} {
		got, ds := Parse([]byte("draft: {command: [x, '"+word+"', '{to}']}"), "site.yaml")
		if len(ds) != 1 || ds[0].Hint != want || len(got.Draft.Command) > 0 {
			t.Errorf("%s: %v, the command %q; want %q", word, ds, got.Draft.Command, want)
		}
	}
	for _, word := range []string{"{from}-{to}", "{}", "{0}", "a {print} of ${lang}", "${x}"} {
		if got, ds := Parse([]byte("draft: {command: [x, '"+word+"']}"), "site.yaml"); len(ds) > 0 || len(got.Draft.Command) != 2 {
			t.Errorf("%s: %v", word, ds)
		}
	}
}
