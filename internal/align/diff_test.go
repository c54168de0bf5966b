package align_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kawaraban/kawaraban/internal/align"
)

func show(es []align.Edit) string {
	var b strings.Builder
	for _, e := range es {
		switch e.Op {
		case align.Keep:
			b.WriteString(e.Text)
		case align.Cut:
			b.WriteString("[-" + e.Text + "-]")
		case align.Add:
			b.WriteString("{+" + e.Text + "+}")
		}
	}
	return b.String()
}

func TestDiff(t *testing.T) {
	for _, c := range [][3]string{
		{"", "", ""},
		{"the same", "the same", "the same"},
		{"", "new", "{+new+}"},
		{"old", "", "[-old-]"},
		{"The gate is off.", "The gate is on.", "The gate is [-off-]{+on+}."},
		{"It was added in v1.27.1.", "It was added in v1.27.2.", "It was added in [-v1.27.1-]{+v1.27.2+}."},
		{"Set kube-proxy's mode.", "Set kubelet's mode.", "Set [-kube-proxy's-]{+kubelet's+} mode."},
		{"a quick brown fox", "a slow red fox", "a [-quick brown-]{+slow red+} fox"},
		{"The kubelet no longer pulls images.", "The kubelet pulls images in parallel.", "The kubelet [-no longer -]pulls images{+ in parallel+}."},
		{"コンテナを起動する。", "コンテナーを起動する。", "[-コンテナ-]{+コンテナー+}を起動する。"},
		{"設定を変更した。", "設定を更新した。", "設定を[-変更-]{+更新+}した。"},
		{"GA になったら必ず消してください。", "GA になっても消さないでください。", "GA になっ[-たら必ず消して-]{+ても消さないで+}ください。"},
		{"该特性默认启用。", "该特性默认不启用。", "该特性默认{+不+}启用。"},
		{"Поды перезапускаются.", "Поды не перезапускаются.", "Поды {+не +}перезапускаются."},
	} {
		if got := show(align.Diff(c[0], c[1])); got != c[2] {
			t.Errorf("%q → %q\n got %s\nwant %s", c[0], c[1], got, c[2])
		}
	}
}

func TestDiffBounded(t *testing.T) {
	was := strings.Repeat("one two three. ", 20000)
	now := strings.Repeat("four five six. ", 20000)
	checkDiff(t, was, now)
	checkDiff(t, was, strings.Repeat("one two four. ", 20000))
	checkDiff(t, strings.Repeat("ab", 60000), strings.Repeat("ba", 60001))
	some := strings.Repeat("This stays as it is. ", 3000)
	if got := align.Diff(some+"An end.", "A beginning. "+some); len(got) != 3 {
		t.Errorf("%d edits where a sentence was added and one cut", len(got))
	}
}

func checkDiff(t *testing.T, was, now string) {
	t.Helper()
	var before, after strings.Builder
	last := align.Op(-1)
	for _, e := range align.Diff(was, now) {
		if e.Text == "" || e.Op == last || last == align.Add && e.Op == align.Cut {
			t.Fatalf("an empty edit, or two that are one: %v after %v", e, last)
		}
		last = e.Op
		if e.Op != align.Add {
			before.WriteString(e.Text)
		}
		if e.Op != align.Cut {
			after.WriteString(e.Text)
		}
	}
	if d := cmp.Diff(was, before.String()); d != "" {
		t.Errorf("what is kept and cut is not what was: %s", d)
	}
	if d := cmp.Diff(now, after.String()); d != "" {
		t.Errorf("what is kept and added is not what is: %s", d)
	}
}

func FuzzDiff(f *testing.F) {
	f.Add("The gate is off.", "The gate is on.")
	f.Add("設定を変更した。", "設定を更新した。\xff\xe3")
	f.Add("コンテナ kube-proxy's", "ー kube-proxy'")
	f.Fuzz(func(t *testing.T, was, now string) { checkDiff(t, was, now) })
}
