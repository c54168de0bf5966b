package search

// labelled is the prefix of the keys of metadata, before the stage or kind.
const labelled = "\u0003"

// Metadata are the words for stages and kinds of entries that people type with other words. A
// document with the stage or kind is found by them as if it had the word. Forms of words in Russian
// and English are found by the script.
var Metadata = []struct {
	Value string // a stage or kind, and further kinds with the same words
	Also  []string
	Names []string
}{
	{"alpha", nil, []string{"alpha", "アルファ", "アルファ版", "альфа"}},
	{"beta", nil, []string{"beta", "ベータ", "ベータ版", "бета"}},
	{"stable", nil, []string{"stable", "ga", "安定版", "一般提供", "稳定", "稳定版", "正式发布", "стабильный", "стабилен"}},
	{"deprecated", []string{"deprecation", "api-deprecated"}, []string{"deprecated", "deprecation", "非推奨", "廃止予定", "弃用", "废弃", "устарел", "устаревший"}},
	{"removed", []string{"api-removed"}, []string{"removed", "removal", "削除", "廃止", "移除", "删除", "удален", "удаление", "удалить"}},
	{"bug", nil, []string{"bug", "bugfix", "バグ", "バグ修正", "不具合", "缺陷", "缺陷修复", "баг"}},
	{"feature", nil, []string{"feature", "what's new", "新機能", "新特性", "新功能", "что нового"}},
	{"urgent", nil, []string{"urgent", "action required", "注意", "要対応", "緊急", "紧急", "срочно"}},
}

// labels are the keys of metadata by value.
var labels = func() map[string]string {
	keys := map[string]string{}
	for _, m := range Metadata {
		for _, value := range append([]string{m.Value}, m.Also...) {
			keys[value] = labelled + m.Value
		}
	}
	return keys
}()
