package fragment

import "testing"

func TestFirstSentence(t *testing.T) {
	for in, want := range map[string]string{
		"":                                 "",
		"Removed the flag. Use the field.": "Removed the flag.",
		"ACTION REQUIRED: Renamed metric a_b. See v1.36 notes.": "Renamed metric a_b.",
		"**Action required**: The default is `x`.":              "The default is `x`.",
		"[ACTION REQUIRED] Set it to v1.2. Or not.":             "Set it to v1.2.",
		"Some flags, e.g. --a, are gone. Others stay.":          "Some flags, e.g. --a, are gone.",
		"Fixes v1.36.1 and so on":                               "Fixes v1.36.1 and so on",
		"kubelet. kube-proxy too. Both.":                        "kubelet. kube-proxy too.",
		"A list of things:\n\n- one\n- two":                     "A list of things:",
		"フラグが削除された。代わりに…":                                       "フラグが削除された。",
		"Флаг удалён. Используйте поле.":                        "Флаг удалён.",
		"対応が必要です。権限が要る。ほか。":                                     "権限が要る。",
		"Требуется действие: включите gate. И всё.":             "включите gate.",
		"Is it on? Yes.": "Is it on?",
	} {
		if got := FirstSentence(in, 200); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
	if got := FirstSentence("One two three four five six seven.", 20); got != "One two three four…" {
		t.Errorf("shortened: %q", got)
	}
}
