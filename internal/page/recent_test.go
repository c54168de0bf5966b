package page

import "testing"

// What is kept is bounded, what is asked for again and again stays, and what was let go of is
// made again.
func TestRecent(t *testing.T) {
	made := map[int]int{}
	r := newRecent[int, int](10)
	ask := func(key int) {
		if got := r.get(key, func() int { made[key]++; return -key }); got != -key {
			t.Fatalf("get(%d) = %d, want %d", key, got, -key)
		}
	}
	for key := range 1000 {
		ask(key)
		ask(0)
		if kept := len(r.young) + len(r.old); kept > 20 {
			t.Fatalf("%d values are kept after %d, and 20 is the most", kept, key)
		}
	}
	ask(500)
	if made[0] != 1 || made[500] != 2 || made[700] != 1 {
		t.Errorf("made 0 %d, 500 %d and 700 %d times; want 1, 2 and 1", made[0], made[500], made[700])
	}
}
