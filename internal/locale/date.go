package locale

import (
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/note"
)

// Language is a language of the interface. It is safe for concurrent use.
type Language struct {
	Code  note.Lang // as in addresses: zh
	Tag   string    // BCP 47, for lang="…": zh-Hans
	Self  string    // its name in itself: 简体中文
	Dir   string    // ltr or rtl
	Order int       // position in the language menu, from 1

	dates     dates
	words     map[string]map[string]string // key, then plural form; "" for plain text
	messages  diag.Catalog
	tag       language.Tag
	printer   *message.Printer
	latin     bool       // printer uses the digits 0 to 9
	collators *sync.Pool // *collate.Collator is not safe for concurrent use
}

type dates struct {
	Day        string   `yaml:"day"`
	Month      string   `yaml:"month"`
	Year       string   `yaml:"year"`
	Months     []string `yaml:"months"`
	Standalone []string `yaml:"standalone"`
}

// Messages returns the translations of diagnostics and lines on the terminal.
func (l *Language) Messages() diag.Catalog { return l.messages }

// Date formats 2023-05-12, 2023-05 or 2023: 2023年5月12日, 12 May 2023, 12 мая 2023 г. Other texts are
// returned unchanged.
func (l *Language) Date(iso string) string {
	d := l.dates
	if t, err := time.Parse(time.DateOnly, iso); err == nil {
		return d.print(d.Day, d.Months, t)
	}
	if t, err := time.Parse("2006-01", iso); err == nil {
		names := d.Standalone
		if len(names) == 0 {
			names = d.Months
		}
		return d.print(d.Month, names, t)
	}
	if t, err := time.Parse("2006", iso); err == nil {
		return d.print(d.Year, nil, t)
	}
	return iso
}

// print fills in a pattern. A month without a name is printed as a number.
func (d dates) print(pattern string, names []string, t time.Time) string {
	month := strconv.Itoa(int(t.Month()))
	if int(t.Month()) <= len(names) {
		month = names[t.Month()-1]
	}
	made := ""
	for {
		before, rest, found := strings.Cut(pattern, "{")
		made += before
		switch {
		case !found:
			return made
		case strings.HasPrefix(rest, "day}"):
			made += strconv.Itoa(t.Day())
		case strings.HasPrefix(rest, "month}"):
			made += month
		case strings.HasPrefix(rest, "year}"):
			made += strconv.Itoa(t.Year())
		default:
			made, pattern = made+"{", rest
			continue
		}
		_, pattern, _ = strings.Cut(rest, "}")
	}
}

func (d dates) check(pos diag.Position) (ds []diag.Diagnostic) {
	for _, p := range []struct {
		name, pattern string
		parts         []string
	}{
		{"day", d.Day, []string{"{day}", "{month}", "{year}"}},
		{"month", d.Month, []string{"{month}", "{year}"}},
		{"year", d.Year, []string{"{year}"}},
	} {
		for _, part := range p.parts {
			if !strings.Contains(p.pattern, part) {
				ds = append(ds, diag.Errorf(pos, "language/date", "missing placeholder %[2]q in date.%[1]s", p.name, part))
			}
		}
	}
	if len(d.Months) != 12 {
		ds = append(ds, diag.Errorf(pos, "language/date", "expected 12 names in date.months, found %d", len(d.Months)))
	}
	if n := len(d.Standalone); n != 0 && n != 12 {
		ds = append(ds, diag.Errorf(pos, "language/date", "expected 12 names in date.standalone, found %d", n))
	}
	return ds
}
