package scaffold

import (
	"slices"
	"strings"
	"time"
)

// dateForm is a way to write a day: a layout of package time in which {} stands for the
// name of the month, and {-} for that of the day of the week.
type dateForm struct {
	layout string
	months []string // from January on
	days   []string // from Sunday on
}

// dayForms are the ways in which logs write a day, without the day of the week.
var dayForms = slices.Concat(
	layouts(nil, "2006-01-02", "2006-1-2", "2006/01/02", "2006/1/2", "2006.01.02", "2006.1.2", "02.01.2006", "2.1.2006", "02.01.2006 г.",
		"2006年1月2日", "2006年01月02日", "2006 年 1 月 2 日", "2006 年 01 月 02 日", "2006年1月2号"),
	layouts(monthsEN, "{} 2, 2006", "{} 2 2006", "2 {} 2006", "2 {}, 2006"),
	layouts(short(monthsEN), "{} 2, 2006", "{} 2 2006", "2 {} 2006", "{}. 2, 2006"),
	layouts(monthsRU, "2 {} 2006", "2 {} 2006 г.", "2 {} 2006 года"),
)

// weekdayForms are what may follow.
var weekdayForms = slices.Concat(
	weekdays(strings.Split("日月火水木金土", ""), "({-})", " ({-})", "（{-}）", " {-}曜日", "{-}曜日", "({-}曜日)", "（{-}曜日）", " ({-}曜日)"),
	weekdays(strings.Split("日一二三四五六", ""), "星期{-}", " 星期{-}", "（星期{-}）", "(星期{-})", " (星期{-})", "（周{-}）", "(周{-})", " (周{-})", " 周{-}"),
	weekdays(daysEN, " {-}", ", {-}", " ({-})"),
	weekdays(short(daysEN), " ({-})", "({-})"),
	weekdays([]string{"вс", "пн", "вт", "ср", "чт", "пт", "сб"}, " ({-})", "({-})"),
	weekdays([]string{"воскресенье", "понедельник", "вторник", "среда", "четверг", "пятница", "суббота"}, " ({-})"),
)

var (
	monthsEN = strings.Fields("January February March April May June July August September October November December")
	monthsRU = strings.Fields("января февраля марта апреля мая июня июля августа сентября октября ноября декабря")
	daysEN   = strings.Fields("Sunday Monday Tuesday Wednesday Thursday Friday Saturday")
)

func layouts(months []string, all ...string) []dateForm {
	out := make([]dateForm, len(all))
	for i, layout := range all {
		out[i] = dateForm{layout: layout, months: months}
	}
	return out
}

func weekdays(days []string, all ...string) []dateForm {
	out := make([]dateForm, len(all))
	for i, layout := range all {
		out[i] = dateForm{layout: layout, days: days}
	}
	return out
}

// short cuts names to three letters.
func short(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = n[:3]
	}
	return out
}

// write writes a day in the form.
func (f dateForm) write(day time.Time) string {
	out := f.layout
	if f.days == nil {
		out = day.Format(out) // neither {} nor a word in a layout means anything to Format
	}
	if f.months != nil {
		out = strings.Replace(out, "{}", f.months[day.Month()-1], 1)
	}
	if f.days != nil {
		out = strings.Replace(out, "{-}", f.days[day.Weekday()], 1)
	}
	return out
}

// like writes a day as another one was written; in the form 2006-01-02 where that form is
// not known.
func like(written string, was, day time.Time) string {
	for _, f := range dayForms {
		rest, ok := strings.CutPrefix(written, f.write(was))
		if !ok {
			continue
		}
		if rest == "" {
			return f.write(day)
		}
		for _, w := range weekdayForms {
			if w.write(was) == rest {
				return f.write(day) + w.write(day)
			}
		}
	}
	return day.Format(time.DateOnly)
}
