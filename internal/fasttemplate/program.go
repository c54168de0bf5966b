package fasttemplate

import (
	"reflect"
	"slices"
	"sync"
)

// deepest is the maximum depth of template calls. At this depth html/template takes over, which has
// its own limit and error.
const deepest = 1000

// program is a template compiled for one type of dot. It is safe for concurrent use, because each
// execution has its state in a [machine].
type program struct {
	body  []step
	slots int // number of dots and variables
}

type step func(m *machine, f frame)

// frame holds the dots and variables of one template call. Slot 0 is the template's argument.
type frame []reflect.Value

// machine runs programs, one at a time.
type machine struct {
	out       []byte
	room      []reflect.Value // stack of frames
	top       int             // of room, in use
	high      int             // of room, maximum since it was cleared
	depth     int
	fragments *fragments // of the set whose page is printed
	failed    bool       // an error occurred: the output is invalid
}

var machines = sync.Pool{New: func() any { return new(machine) }}

// print runs the program and appends its output to b. It returns false if html/template must print
// the page.
func (p *program) print(b []byte, view any, kept *fragments) (out []byte, ok bool) {
	m := machines.Get().(*machine)
	defer machines.Put(m)
	defer m.clear()
	m.out, m.fragments = b, kept
	// A panic in a method or function is an error of the page in html/template.
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

func (m *machine) clear() {
	clear(m.room[:min(m.high, len(m.room))])
	*m = machine{room: m.room}
}

// write appends to the output. If there is capacity it stores only the length: storing the pointer
// too, as append does, triggers the write barrier while the collector is marking.
func (m *machine) write(s string) {
	n := len(m.out)
	if cap(m.out)-n < len(s) {
		m.out = slices.Grow(m.out, len(s))
	}
	m.out = m.out[:n+len(s)]
	copy(m.out[n:], s)
}

// take sets the output to b, which append returned: see write.
func (m *machine) take(b []byte) {
	if cap(b) != cap(m.out) {
		m.out = b
	}
	m.out = m.out[:len(b)]
}

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
		m.room = make([]reflect.Value, 2*m.top+64) // active frames keep the old slice
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
