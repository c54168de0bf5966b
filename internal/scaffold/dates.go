package scaffold

import (
	"slices"
	"strings"
	"time"
)

// dateForm is a date format. In layout, a layout of package time, {} is the name of the month and
// {-} the name of the weekday.
type dateForm struct {
	layout string
	months []string // names of the months from January
	days   []string // names of the weekdays from Sunday
}

var dayForms = slices.Concat(
	layouts(nil, "2006-01-02", "2006-1-2", "2006/01/02", "2006/1/2", "2006.01.02", "2006.1.2", "02.01.2006", "2.1.2006", "02.01.2006 г.",
		"2006年1月2日", "2006年01月02日", "2006 年 1 月 2 日", "2006 年 01 月 02 日", "2006年1月2号"),
	layouts(monthsEN, "{} 2, 2006", "{} 2 2006", "2 {} 2006", "2 {}, 2006"),
	layouts(short(monthsEN), "{} 2, 2006", "{} 2 2006", "2 {} 2006", "{}. 2, 2006"),
	layouts(monthsRU, "2 {} 2006", "2 {} 2006 г.", "2 {} 2006 года"),
)

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

func short(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = n[:3]
	}
	return out
}

func (f dateForm) write(day time.Time) string {
	out := f.layout
	if f.days == nil {
		out = day.Format(out) // Format does not change {} and other text of the layout
	}
	if f.months != nil {
		out = strings.Replace(out, "{}", f.months[day.Month()-1], 1)
	}
	if f.days != nil {
		out = strings.Replace(out, "{-}", f.days[day.Weekday()], 1)
	}
	return out
}

// like formats a day in the format of written, which is the date was. If that format is unknown,
// it uses 2006-01-02.
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
