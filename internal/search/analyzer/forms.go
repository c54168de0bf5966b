package analyzer

import "strings"

// Patterns describe inflection for the browser, which searches for other forms of a word among the
// terms.
type Patterns struct {
	// Russian has the endings of one pattern in each row, separated by spaces. Two words are forms
	// of one another if they are equal without an ending of the same row.
	Russian []string `json:"ru"`
	English []string `json:"en"`
	// Bends are regular expressions for JavaScript and their replacements: changes of a stem
	// without its ending.
	Bends [][2]string `json:"bends"`
}

// Forms are the patterns of Russian (nouns, soft and hard, adjectives, verbs, and participles,
// which are mostly short: удалён, удалённых) and of English.
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
		{`(?<=.)[ое](?=[клнц]$)`, ""},          // узел, узла; день, дня
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

// stem returns a Russian word without its ending if at least three letters are left. Other words
// are returned unchanged.
func stem(w string) string {
	const letter = len("а")
	for n := 3 * letter; n > 0; n -= letter {
		if n+3*letter <= len(w) && endings[w[len(w)-n:]] {
			return w[:len(w)-n]
		}
	}
	return w
}
