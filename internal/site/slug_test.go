package site

import "testing"

// TestPersonSlugIsPlain checks that a person's address stays within people/, is unique, and is
// valid in git.
func TestPersonSlugIsPlain(t *testing.T) {
	for id, want := range map[string]string{
		"Mona": "mona", "y1r96": "y1r96", "瓦版": "瓦版", "../../etc/passwd": "etc-passwd",
		"git~1": "git-1", "AUX": "aux-", "con.": "con-", "auxi": "auxi", ".git": "git", "a\u202eb\u2066c": "a-b-c", "mo\u200bna": "mo-na", "a\x1b[31mb\x07": "a-31mb", "a\nb\u0085c\u2028d": "a-b-c-d",
	} {
		if got := PersonSlug(id); got != want {
			t.Errorf("%q has the address %q, not %q", id, got, want)
		}
	}
}
