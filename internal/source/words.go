package source

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/kawaraban/kawaraban/internal/note"
)

// kindWords maps folded headings in four languages to kinds. It includes forms that occur in
// notes although the interface does not use them: API变动, 特征增加, 错误或回归, 其他 (清理或剥落), Falling Test.
var kindWords = foldKinds()

// kindTable is the source of kindWords.
var kindTable = []struct {
	kind  note.EntryKind
	words []string
}{
	{note.Urgent, []string{
		"urgent upgrade notes", "urgent", "urgent notes", "read before you upgrade", "no really you must read this before you upgrade",
		"アップグレード時の重要事項", "アップグレード前に必読", "緊急のアップグレード情報", "緊急アップグレードノート", "緊急", "必読",
		"紧急升级说明", "紧急升级注意事项", "升级前必读", "紧急升级须知", "紧急",
		"важно при обновлении", "прочитайте перед обновлением", "срочные примечания к обновлению", "срочно",
	}},
	{note.Deprecation, []string{
		"deprecation", "deprecations", "deprecated", "非推奨", "非推奨化", "非推奨になるもの", "廃止予定",
		"弃用", "已弃用", "废弃", "即将废弃", "弃用项", "устаревшее", "устаревание", "устаревшие возможности", "объявлено устаревшим",
	}},
	{note.APIChange, []string{
		"api change", "api changes", "api の変更", "api 変更", "apiの変更", "api変更", "api 变更", "api变更", "api 变动", "api变动", "api 更改",
		"api更改", "изменения api", "изменение api", "изменения в api",
	}},
	{note.Feature, []string{
		"feature", "features", "new feature", "new features", "機能", "新機能", "機能追加", "機能の追加",
		"特性", "新特性", "功能", "新功能", "特征增加", "特性增加", "功能增加", "新增特性", "新增功能",
		"новые возможности", "возможности", "новые функции", "функции", "новое", "фичи", "новые фичи",
	}},
	{note.Design, []string{"design", "設計", "デザイン", "设计", "дизайн", "архитектура"}},
	{note.Documentation, []string{"documentation", "docs", "ドキュメント", "文書", "文档", "документация"}},
	{note.FailingTest, []string{
		"failing test", "failing tests", "falling test", "falling tests", "失敗するテスト", "失敗しているテスト", "テストの失敗",
		"失败的测试", "失败测试", "测试失败", "падающие тесты", "падающий тест",
	}},
	{note.Bug, []string{
		"bug or regression", "bugs or regressions", "bug and regression", "bug", "bugs", "bug fix", "bug fixes", "bugfix", "bugfixes", "regression",
		"バグまたはリグレッション", "バグやリグレッション", "バグ修正", "バグ", "バグとリグレッション", "不具合の修正", "不具合修正",
		"错误或回归", "bug 或回归", "bug或回归", "缺陷或回归", "错误修复", "bug 修复", "bug修复", "错误", "缺陷",
		"исправления и регрессии", "ошибки и регрессии", "исправления ошибок", "исправления", "баги", "баги и регрессии",
	}},
	{note.Other, []string{
		"other", "other cleanup or flake", "others", "cleanup", "cleanup or flake", "その他", "クリーンアップ",
		"其他", "其它", "清理", "прочее", "другое", "прочие изменения", "остальное",
	}},
	{note.Dependency, []string{"dependency", "dependencies", "依存関係", "依存関係の更新", "依赖", "依赖项", "依赖关系", "зависимости"}},
	{note.Uncategorized, []string{"uncategorized", "未分類", "分類なし", "未分类", "без категории"}},
	{note.Proposal, []string{
		"proposal", "proposals", "future", "future topics", "upcoming", "what may come", "提案", "今後", "今後の話題", "今後のトピック", "これから",
		"将来の話題", "未来的主题", "未来主题", "介绍未来的主题", "后续", "предложение", "предложения", "будущее", "планы", "что дальше",
	}},
}

// stageWords maps folded words of headings to stages.
var stageWords = map[string]note.Stage{
	"alpha": note.Alpha, "α": note.Alpha, "アルファ": note.Alpha, "альфа": note.Alpha, "α版": note.Alpha, "アルファ版": note.Alpha,
	"beta": note.Beta, "β": note.Beta, "ベータ": note.Beta, "бета": note.Beta, "β版": note.Beta, "ベータ版": note.Beta,
	"stable": note.Stable, "ga": note.Stable, "安定版": note.Stable, "安定": note.Stable, "一般提供": note.Stable, "稳定版": note.Stable,
	"稳定": note.Stable, "正式发布": note.Stable, "стабильный": note.Stable, "стабильные": note.Stable, "стабильная": note.Stable,
	"стабильно":  note.Stable,
	"deprecated": note.Deprecated, "deprecation": note.Deprecated, "deprecations": note.Deprecated, "非推奨": note.Deprecated,
	"廃止予定": note.Deprecated, "弃用": note.Deprecated, "已弃用": note.Deprecated, "废弃": note.Deprecated, "устаревшее": note.Deprecated,
	"устаревшие": note.Deprecated, "устаревший": note.Deprecated,
	"removed": note.Removed, "removal": note.Removed, "removals": note.Removed, "削除": note.Removed, "廃止": note.Removed, "移除": note.Removed,
	"已移除": note.Removed, "删除": note.Removed, "удалено": note.Removed, "удалённое": note.Removed, "удаленное": note.Removed, "удалённые": note.Removed,
	"удаленные": note.Removed,
}

// stageFiller lists words next to a stage in a heading that have no effect.
var stageFiller = map[string]bool{
	"фичи": true, "функции": true, "возможности": true, "версия": true, "стадия": true, "feature": true, "features": true, "stage": true,
	"to": true, "graduated": true, "graduating": true, "graduations": true, "promoted": true, "new": true, "in": true, "now": true,
	"機能": true, "の機能": true, "になった機能": true, "へ昇格": true, "に昇格": true, "に昇格した機能": true, "への昇格": true, "した機能": true,
	"特性": true, "功能": true, "的特性": true, "阶段": true, "进阶至": true, "进入": true, "новые": true, "и": true, "перешли": true, "в": true,
}

func foldKinds() map[string]note.EntryKind {
	out := map[string]note.EntryKind{}
	for _, row := range kindTable {
		for _, w := range row.words {
			out[foldWords(w)] = row.kind
		}
	}
	return out
}

// foldWords normalizes a heading for comparison. It applies NFKC and lower case, and replaces
// spaces and punctuation by single spaces.
func foldWords(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(norm.NFKC.String(s)) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte(' ')
		}
		gap = false
		b.WriteRune(r)
	}
	return b.String()
}

// KindOfHeading returns the kind of change that a heading names, or "". The name may be the whole
// heading, or the text before a parenthesis or a colon. Frequent typos are accepted: see
// [MisspeltKind].
func KindOfHeading(words string) note.EntryKind {
	words = norm.NFKC.String(words)
	short := words
	if i := strings.IndexAny(short, "(:"); i > 0 {
		short = short[:i]
	}
	for _, w := range [...]string{words, short} {
		if k, ok := kindWords[foldWords(w)]; ok {
			return k
		}
	}
	return ""
}

// StageOfHeading returns the stage of a heading that names only a stage, or "".
func StageOfHeading(words string) note.Stage {
	var stage note.Stage
	for w := range strings.FieldsSeq(foldWords(words)) {
		s := stageWord(w)
		switch {
		case s != "" && (stage == "" || stage == s):
			stage = s
		case s != "" || !stageFiller[w]:
			return ""
		}
	}
	return stage
}

// longestStage is the maximum length of a stage word in bytes.
var longestStage = func() int {
	most := 0
	for w := range stageWords {
		most = max(most, len(w))
	}
	return most
}()

// stageWord returns the stage of a word, or "". A filler may follow without a space: アルファ機能.
func stageWord(w string) note.Stage {
	if s, ok := stageWords[w]; ok {
		return s
	}
	for i := range w {
		if i > longestStage {
			break
		}
		if s, ok := stageWords[w[:i]]; ok && stageFiller[w[i:]] {
			return s
		}
	}
	return ""
}

var remarkSigns = []string{":pencil2:", ":pencil:", "📝", "✏️", "✏"}

// remarkWords are the words that mark a remark. A colon, a bracket or the end of the line must
// follow.
var remarkWords = []string{
	"補足説明", "補足", "訳注", "訳者注", "筆者注", "筆者補足", "注", "译注", "译者注", "补充说明", "补充", "备注",
	"Примечание переводчика", "Примечание автора", "Примечание", "Прим. перев.", "Прим. авт.", "Прим.", "Комментарий",
	"Remark", "Author's note", "Translator's note",
}

// remarkMark reports whether a text begins with the mark of a remark. sign is the sign to remove,
// or "" for a word. alone reports whether the text consists only of the mark.
func remarkMark(plain string) (sign string, alone, ok bool) {
	for _, s := range remarkSigns {
		if rest, found := strings.CutPrefix(plain, s); found {
			rest = strings.TrimPrefix(rest, "\uFE0F")
			return s, strings.TrimSpace(rest) == "", true
		}
	}
	trimmed := strings.TrimLeft(plain, "(（[［【※* ")
	for _, w := range remarkWords {
		rest, found := strings.CutPrefix(trimmed, w)
		if !found {
			continue
		}
		rest = strings.TrimLeft(rest, " 　")
		if rest == "" {
			return "", true, true
		}
		if strings.ContainsRune(":：)）]］】", []rune(rest)[0]) || strings.HasSuffix(w, ".") {
			return "", false, true
		}
	}
	return "", false, false
}

// explains reports whether a text that begins with a sign only explains the sign. Such a text is
// not a remark.
func explains(plain, sign string) bool {
	rest := strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(plain, sign), "\uFE0F"), " 　")
	for _, w := range [...]string{
		"は", "が付", "の付", "のついた", "のある", "から始まる", "で始まる", "マーク", "is ", "are ", "marks", "means", "stands for", "=",
		"是", "为", "表示", "代表", "标记", "—", "–", "- ", "это", "обозначает", "отмечает", "отмечен",
	} {
		if strings.HasPrefix(rest, w) {
			return true
		}
	}
	return false
}

// apiWords are the words in labels above API resources. Deprecated precedes removed, because 廃止予定
// means deprecated and contains 廃止, which means removed.
var apiWords = []struct {
	kind  note.EntryKind
	words []string
}{
	{note.APIDeprecated, []string{"deprecat", "非推奨", "廃止予定", "弃用", "废弃", "устар"}},
	{note.APIRemoved, []string{"remov", "no longer served", "削除", "廃止", "移除", "删除", "удал", "убран"}},
	{note.APIAdded, []string{"added", "addition", "new", "追加", "新規", "新增", "添加", "增加", "добавл", "новые"}},
}

// apiLabel returns the kind of the API resources below a label, or "". A label is a heading, or a
// short line that ends in a colon.
func apiLabel(plain string, heading bool) note.EntryKind {
	if len(plain) > 400 {
		return ""
	}
	plain = strings.TrimSpace(norm.NFKC.String(plain))
	if len([]rune(plain)) > 60 || !heading && !strings.HasSuffix(plain, ":") {
		return ""
	}
	lower := strings.ToLower(plain)
	for _, row := range apiWords {
		for _, w := range row.words {
			if strings.Contains(lower, w) {
				return row.kind
			}
		}
	}
	return ""
}
