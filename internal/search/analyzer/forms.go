package analyzer

import "strings"

// Patterns say how words change, for the browser, which looks for the other forms of a
// word among the terms that there are.
type Patterns struct {
	// Endings that the words of one pattern have, a row each with blanks between: two words
	// are forms of one another where taking an ending from each leaves the same.
	Russian []string `json:"ru"`
	English []string `json:"en"`
	// Regular expressions, as the browser reads them, and what to put in their place: how a
	// word without its ending changes.
	Bends [][2]string `json:"bends"`
}

// Forms are the patterns of Russian (nouns, soft and hard, adjectives, verbs, and participles,
// which are short in most notes: удалён, удалённых) and of English.
var Forms = Patterns{
	Russian: []string{
		" а у ом е ы и ов ам ами ах о ой ою",
		" ь я ю ем е и й ей ев ям ями ях ью",
		"ый ий ой ая яя ое ее ые ие ого его ому ему ым им ом ем ую юю ых их ыми ими ей",
		"ть л ла ло ли ет ют ться лся лась лось лись ется ются",
		"ить ил ила ило или ит ят иться ился илась илось ились ится ятся",
		"овать овал овала овало овали ует уют оваться овался овалась овалось овались уется уются",
		"ен ена ено ены енный енная енное енные енного енному енным енной енную енных енными",
		"ан ана ано аны анный анная анное анные анного анному анным анной анную анных анными",
		"т та то ты тый тая тое тые того тому тым той тую тых тыми",
	},
	English: []string{" s es ed ing", "e es ed ing", "y ies ied"},
	Bends: [][2]string{
		{`(.)\1$`, "$1"},                       // running, run
		{`([a-z])$`, "$1$1"},                   // run, running
		{`(?<=..)[ое](?=[клнц]$)`, ""},         // узел, узла
		{`(?<=[^аеиоуыэюя])(?=[клнцр]$)`, "о"}, // ошибка, ошибок
		{`[йь](?=[клнцр]$)|(?<=[^аеийоуыьэюя])(?=[клнцр]$)`, "е"}, // настройка, настроек
		{`(?<=[аеиоуыэюя])е(?=к$)`, "й"},                          // настроек, настройка
	},
}

// endings are those of Russian nouns and adjectives.
var endings = func() map[string]bool {
	all := map[string]bool{}
	for _, e := range strings.Fields(strings.Join(Forms.Russian[:3], " ")) {
		all[e] = true
	}
	return all
}()

// stem returns a Russian word without its ending, of which three letters at least are
// left: a slip of the pen is looked for in any form of the word. Other words stay.
func stem(w string) string {
	const letter = len("а")
	for n := 3 * letter; n > 0; n -= letter {
		if n+3*letter <= len(w) && endings[w[len(w)-n:]] {
			return w[:len(w)-n]
		}
	}
	return w
}
