package scaffold

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

func bare(t testing.TB, lang note.Lang) In {
	t.Helper()
	return desk(t, &upstream.Data{}, realWords(t), lang, nil)
}

func date(t testing.TB, s string) time.Time {
	t.Helper()
	day, err := time.Parse(time.DateOnly, s)
	if err != nil {
		t.Fatal(err)
	}
	return day
}

func TestLog(t *testing.T) {
	data, err := os.ReadFile("testdata/log.txtar")
	if err != nil {
		t.Fatal(err)
	}
	in := bare(t, "ja")
	files := txtar.Parse(data).Files
	for i := 0; i+2 < len(files); i += 3 {
		name, day, _ := strings.Cut(files[i].Name, " ")
		t.Run(name, func(t *testing.T) {
			at, got, ds, err := Log(in, "content/log/2026.ja.md", files[i+1].Data, date(t, day), string(files[i].Data))
			if err != nil || len(ds) > 0 {
				t.Fatal(err, ds)
			}
			if d := cmp.Diff(string(files[i+2].Data), string(got)); d != "" {
				t.Errorf("want, got:\n%s", d)
			}
			if line := newLines(got).line(at.Line); !strings.ContainsAny(line, "-*+") || at.Date != day {
				t.Errorf("the entry is said to stand at line %d: %q", at.Line, line)
			}
		})
	}
	if len(files) != 3*17 {
		t.Errorf("%d files are no 17 cases", len(files))
	}
}

func TestLogLineEnds(t *testing.T) {
	in := bare(t, "ja")
	for before, want := range map[string]string{
		"## 2026-11-19\r\n\r\n- a\r\n":     "## 2026-11-19\r\n\r\n- a\r\n\r\n## 2026-11-20\r\n\r\n- b\r\n",
		"## 2026-11-20\r\n\r\n- a":         "## 2026-11-20\r\n\r\n- a\r\n- b",
		"## 2026-11-20\n\n- a":             "## 2026-11-20\n\n- a\n- b",
		"## 2026-11-20\n\n- a\n\n\n":       "## 2026-11-20\n\n- a\n- b\n\n\n",
		"## 2026-11-20\r\r- a\r":           "## 2026-11-20\r\r- a\r- b\r",
		"\uFEFF## 2026-11-20\n\n- a\n":     "\uFEFF## 2026-11-20\n\n- a\n- b\n",
		"\uFEFF## 2026-11-20":              "\uFEFF## 2026-11-20\n\n- b",
		"## 2026-11-21\n\n## 2026-11-19\n": "## 2026-11-21\n\n## 2026-11-20\n\n- b\n\n## 2026-11-19\n",
	} {
		_, got, ds, err := Log(in, "content/log/2026.ja.md", []byte(before), date(t, "2026-11-20"), "b")
		if err != nil || len(ds) > 0 || string(got) != want {
			t.Errorf("%q\n got %q, %v, %v\nwant %q", before, got, ds, err, want)
		}
	}
}

func TestLogRefuses(t *testing.T) {
	in := bare(t, "ja")
	for _, c := range []struct{ name, before, words, want string }{
		{"nothing", "## 2026-11-20\n", " \n\t", "missing text"},
		{"control", "## 2026-11-20\n", "a\x1b[31m", "control character"},
		{"no UTF-8", "## 2026-11-20\n", "\xff", "not UTF-8"},
		{"no log", "---\nkind: talk\n---\n\n# A\n", "a", "is not a log"},
		{"fence", "## 2026-11-19\n\n```\nnever closed\n", "a", "no place"},
		{"comment", "## 2026-11-19\n\n<!-- never closed\n", "a", "no place"},
		{"two entries", "## 2026-11-19\n\n- a\n", "---\nb", ""},
	} {
		before := c.before
		_, got, _, err := Log(in, "content/log/2026.ja.md", []byte(before), date(t, "2026-11-20"), c.words)
		refusal, ok := errors.AsType[Refusal](err)
		if c.want == "" {
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if !ok || !strings.Contains(refusal.Text, c.want) || refusal.Hint == "" || string(got) != before {
			t.Errorf("%s: %v, %q", c.name, err, got)
		}
	}
	if _, _, ds, err := Log(in, "content/log/2026.ja.md", []byte("a\x00"), date(t, "2026-11-20"), "a"); err != nil || len(ds) != 1 {
		t.Errorf("a file that is no text: %v, %v", ds, err)
	}
}

// TestDayForms formats a day in every log format; package source parses each as that day.
func TestDayForms(t *testing.T) {
	was, day := date(t, "2026-03-05"), date(t, "2026-11-20") // a Thursday and a Friday
	for written, want := range map[string]string{
		"2026-03-05":              "2026-11-20",
		"2026-3-5":                "2026-11-20",
		"2026/3/5":                "2026/11/20",
		"2026.03.05":              "2026.11.20",
		"05.03.2026":              "20.11.2026",
		"5.3.2026":                "20.11.2026",
		"2026年3月5日":               "2026年11月20日",
		"2026年03月05日(木)":          "2026年11月20日(金)",
		"2026年3月5日（木）":            "2026年11月20日（金）",
		"2026年3月5日 木曜日":           "2026年11月20日 金曜日",
		"2026 年 3 月 5 日":          "2026 年 11 月 20 日",
		"2026年3月5日 星期四":           "2026年11月20日 星期五",
		"2026年3月5日（周四）":           "2026年11月20日（周五）",
		"2026-03-05 (Thu)":        "2026-11-20 (Fri)",
		"March 5, 2026":           "November 20, 2026",
		"Mar 5, 2026":             "Nov 20, 2026",
		"5 March 2026":            "20 November 2026",
		"5 марта 2026":            "20 ноября 2026",
		"5 марта 2026 г.":         "20 ноября 2026 г.",
		"5 марта 2026 года (чт)":  "20 ноября 2026 года (пт)",
		"Thursday, March 5, 2026": "2026-11-20",
	} {
		if got := like(written, was, day); got != want {
			t.Errorf("%s: got %s, want %s", written, got, want)
		}
	}
	in := bare(t, "ja")
	for _, f := range dayForms {
		for _, w := range append(weekdayForms, dateForm{}) {
			heading := f.write(day)
			if w.days != nil {
				heading += w.write(day)
			}
			r := in.read("content/log/2026.ja.md", []byte("## "+heading+"\n"))
			if r.note == nil || r.note.Blocks[0].Date != "2026-11-20" {
				t.Errorf("%s is not read as the day that it is", heading)
			}
		}
	}
}
