package source

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"
)

// dateForms are the forms of a heading with a date, in lower case after NFKC normalization. A
// weekday may follow.
var dateForms = []*regexp.Regexp{
	regexp.MustCompile(`^(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})$`),
	regexp.MustCompile(`^(?P<y>\d{4})\s*年\s*(?P<m>\d{1,2})\s*月\s*(?P<d>\d{1,2})\s*[日号]$`),
	regexp.MustCompile(`^(?P<d>\d{1,2})(?:st|nd|rd|th)?\.?\s+(?P<n>\pL{3,9})\.?,?\s+(?P<y>\d{4})(?:\s*г\.?|\s+года)?$`),
	regexp.MustCompile(`^(?P<n>\pL{3,9})\.?\s+(?P<d>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<y>\d{4})$`),
	regexp.MustCompile(`^(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?P<y>\d{4})(?:\s*г\.?)?$`),
}

// weekday matches the weekday after a date: (木), Thursday, 星期四.
var weekday = regexp.MustCompile(`[\s,]*(?:\(\s*\pL{1,12}\.?\s*\)|星期.|周.|[月火水木金土日]曜日?|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$`)

// monthNames lists the first letters of the names of each month, in English and Russian.
var monthNames = [][]string{
	{"jan", "янв"}, {"feb", "фев"}, {"mar", "мар"}, {"apr", "апр"}, {"may", "мая", "май"}, {"jun", "июн"},
	{"jul", "июл"}, {"aug", "авг"}, {"sep", "сен"}, {"oct", "окт"}, {"nov", "ноя"}, {"dec", "дек"},
}

// dateOf parses a heading that consists of a date. It returns the date as 2006-01-02.
func dateOf(heading string) (string, bool) {
	if len(heading) > 60 {
		return "", false
	}
	s := strings.TrimSpace(strings.ToLower(norm.NFKC.String(heading)))
	if !strings.ContainsAny(s, "0123456789") {
		return "", false // the common case
	}
	for _, text := range [...]string{s, strings.TrimSpace(weekday.ReplaceAllString(s, ""))} {
		for _, form := range dateForms {
			if m := form.FindStringSubmatch(text); m != nil {
				return assemble(form, m)
			}
		}
	}
	return "", false
}

func assemble(form *regexp.Regexp, m []string) (string, bool) {
	var y, mon, d int
	for i, name := range form.SubexpNames() {
		n, _ := strconv.Atoi(m[i])
		switch name {
		case "y":
			y = n
		case "m":
			mon = n
		case "d":
			d = n
		case "n":
			mon = month(m[i])
		}
	}
	t := time.Date(y, time.Month(mon), d, 0, 0, 0, 0, time.UTC)
	if mon < 1 || mon > 12 || d < 1 || t.Day() != d || y < 1970 {
		return "", false
	}
	return t.Format(time.DateOnly), true
}

func month(name string) int {
	for i, begins := range monthNames {
		for _, b := range begins {
			if strings.HasPrefix(name, b) {
				return i + 1
			}
		}
	}
	return 0
}
