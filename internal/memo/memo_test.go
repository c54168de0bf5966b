package memo

import "testing"

// TestMap checks that the size is bounded, that used values stay, and that dropped values are made
// again.
func TestMap(t *testing.T) {
	made := map[int]int{}
	r := Bounded[int, int](10)
	ask := func(key int) {
		if got := r.Make(key, func() int { made[key]++; return -key }); got != -key {
			t.Fatalf("the value of %d is %d, want %d", key, got, -key)
		}
		if got, ok := r.Get(key); !ok || got != -key {
			t.Fatalf("%d, %v is the value of %d right after it was made", got, ok, key)
		}
	}
	for key := range 1000 {
		ask(key)
		ask(0)
		if kept := len(r.young) + len(r.old); kept > 20 {
			t.Fatalf("%d values are cached after %d, limit 20", kept, key)
		}
	}
	if _, ok := r.Get(500); ok {
		t.Error("500 is cached after 499 others")
	}
	ask(500)
	if made[0] != 1 || made[500] != 2 || made[700] != 1 {
		t.Errorf("made 0 %d, 500 %d and 700 %d times; want 1, 2 and 1", made[0], made[500], made[700])
	}
	r.Put(500, 7)
	if got, _ := r.Get(500); got != 7 {
		t.Errorf("500 is %d after 7 was put there", got)
	}
}

// TestUnbounded checks that a Map without a bound keeps every value. Concurrent callers get the first
// value.
func TestUnbounded(t *testing.T) {
	var m Map[int, int]
	for key := range 1000 {
		m.Make(key, func() int { return key })
	}
	if v, ok := m.Get(0); !ok || v != 0 || len(m.young) != 1000 {
		t.Errorf("%d, %v; %d values", v, ok, len(m.young))
	}
	got := m.Make(-1, func() int { return m.Make(-1, func() int { return 7 }) + 1 })
	if got != 7 {
		t.Errorf("%d, want the value that was made first, 7", got)
	}
}
