package pair

// Op says what became of a stretch of text.
type Op int

// The operations of an Edit.
const (
	Keep Op = iota
	Cut
	Add
)

// Edit is a stretch of text that was kept, cut or added.
type Edit struct {
	Op   Op
	Text string
}

// Diff says how one text became the other: what is kept and cut together is the text as it
// was, what is kept and added as it is now.
func Diff(was, now string) []Edit {
	if was == now {
		return append([]Edit(nil), keep(was)...)
	}
	return append(edit(Cut, was), edit(Add, now)...)
}

func keep(s string) []Edit { return edit(Keep, s) }

func edit(op Op, s string) []Edit {
	if s == "" {
		return nil
	}
	return []Edit{{op, s}}
}
