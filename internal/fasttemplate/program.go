package fasttemplate

import (
	"reflect"
	"slices"
	"sync"
)

// deepest is how many templates may call each other before html/template, which has
// a limit of its own and an error for it, takes over.
const deepest = 1000

// program is a template made for one type of dot. It is safe for concurrent use:
// what changes while it runs is in a machine.
type program struct {
	body  []step
	slots int // dot, and every variable and dot within
}

// step does a part of a program.
type step func(m *machine, f frame)

// frame holds the dots and variables of one run of a template; which stands where is
// counted when the program is made. Slot 0 is the dot that the template was given.
type frame []reflect.Value

// machine runs programs, one at a time.
type machine struct {
	out       []byte
	room      []reflect.Value // frames, one after another
	top       int             // of room, in use
	high      int             // of room, ever in use since it was cleared
	depth     int
	fragments *fragments // of the set whose page is printed
	failed    bool       // something is not as it must be: what is printed is of no use
}

var machines = sync.Pool{New: func() any { return new(machine) }}

// print runs the program and appends what it prints to b; what once prints is kept. It returns false when html/template must have its say.
func (p *program) print(b []byte, view any, kept *fragments) (out []byte, ok bool) {
	m := machines.Get().(*machine)
	defer machines.Put(m)
	defer m.clear()
	m.out, m.fragments = b, kept
	// A method or function that panics is an error of the page in html/template.
	defer func() {
		if recover() != nil {
			out, ok = nil, false
		}
	}()
	m.call(p, reflect.ValueOf(view))
	if m.failed {
		return nil, false
	}
	return m.out, true
}

// clear makes the machine ready for the next program, and lets go of the view.
func (m *machine) clear() {
	clear(m.room[:min(m.high, len(m.room))])
	*m = machine{room: m.room}
}

// write appends to what is printed. Where there is room only the length is stored: storing the
// address too, as append does, is work for the collector each time while it marks.
func (m *machine) write(s string) {
	n := len(m.out)
	if cap(m.out)-n < len(s) {
		m.out = slices.Grow(m.out, len(s))
	}
	m.out = m.out[:n+len(s)]
	copy(m.out[n:], s)
}

// take makes b, to which more was appended, what is printed: see write.
func (m *machine) take(b []byte) {
	if cap(b) != cap(m.out) {
		m.out = b
	}
	m.out = m.out[:len(b)]
}

// call runs a program with a dot.
func (m *machine) call(p *program, dot reflect.Value) {
	if m.depth == deepest {
		m.failed = true
	}
	if m.failed {
		return
	}
	bottom := m.top
	m.top += p.slots
	m.high = max(m.high, m.top)
	if m.top > len(m.room) {
		m.room = make([]reflect.Value, 2*m.top+64) // frames in use stay in the old one
	}
	m.depth++
	f := frame(m.room[bottom:m.top])
	f[0] = dot
	m.run(p.body, f)
	m.depth--
	m.top = bottom
}

func (m *machine) run(steps []step, f frame) {
	for _, s := range steps {
		s(m, f)
	}
}
