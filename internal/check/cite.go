package check

import "strings"

func repoByte(b byte) bool { return wordByte(b) || b == '-' || b == '.' }

// citesOf yields the references to threads in a text: owner/name#N, owner/name#v1.2 and kk#N.
func citesOf(text string) func(yield func(cite) bool) {
	return func(yield func(cite) bool) {
		for i := 0; i < len(text); {
			c, size := narrow(text, i)
			if c != '#' {
				i += max(size, 1)
				continue
			}
			found := cite{start: i, end: i, number: numberAt(text, i+size)}
			tagged := i+size+1 < len(text) && text[i+size] == 'v' && digit(text[i+size+1])
			for found.start > 0 && (repoByte(text[found.start-1]) || text[found.start-1] == '/') && i-found.start < 2*longestName {
				found.start--
			}
			found.repo = text[found.start:i]
			i += size
			if (found.number != "" || tagged) && isRepo(found.repo) && (found.start == 0 || text[found.start-1] != '@') && !yield(found) {
				return
			}
		}
	}
}

func isRepo(s string) bool {
	owner, name, ok := strings.Cut(s, "/")
	return s == "kk" || ok && owner != "" && name != "" && !strings.Contains(name, "/") && wordByte(owner[0]) && strings.Trim(name, ".") != ""
}

func numberAt(text string, i int) string {
	end := i
	for end < len(text) && digit(text[end]) {
		end++
	}
	if end-i > 7 || end < len(text) && wordByte(text[end]) {
		return ""
	}
	return text[i:end]
}
