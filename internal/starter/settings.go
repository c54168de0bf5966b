package starter

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/kawaraban/kawaraban/internal/note"
)

// titles and descriptions are the defaults of a new site.
var (
	titles = map[note.Lang]string{
		"en": "Kubernetes releases, read together",
		"ja": "Kubernetes リリースを読む",
		"ru": "Читаем релизы Kubernetes",
		"zh": "一起读 Kubernetes 发布说明",
	}
	descriptions = map[note.Lang]string{
		"en": "What changes in each Kubernetes release, in notes by those who read it through.",
		"ja": "Kubernetes の各リリースで何が変わるのかを、リリースノートを読み通した人のノートで伝えます。",
		"ru": "Что меняется в каждом релизе Kubernetes: заметки тех, кто прочитал примечания к релизу.",
		"zh": "Kubernetes 的每个版本改变了什么，由通读发布说明的志愿者整理成笔记。",
	}
)

// TitleIn returns the default title in a language of [Languages]; empty for others.
func TitleIn(l note.Lang) string { return titles[l] }

func (o Options) settings() (File, error) {
	base := o.Repository.Base()
	if base == "" {
		base = "https://example.org/notes/"
	}
	var codes []string
	for _, l := range o.Langs {
		codes = append(codes, string(l))
	}
	text, err := fill("site.yaml", map[string]any{
		"Title":        o.title(),
		"Descriptions": inYAML(o.Langs, descriptions),
		"Languages":    "[" + strings.Join(codes, ", ") + "]",
		"First":        codes[0],
		"Last":         codes[len(codes)-1],
		"Several":      len(codes) > 1,
		"Base":         base,
	})
	return File{"site.yaml", []byte(text)}, err
}

// title returns the key title of site.yaml: one text for all languages, or one for each.
func (o Options) title() string {
	if o.Title != "" {
		return "title: " + quoted(o.Title)
	}
	var b strings.Builder
	b.WriteString("title:")
	for _, t := range inYAML(o.Langs, titles) {
		b.WriteString("\n  " + t.Lang + ": " + t.Text)
	}
	return b.String()
}

// localized is a text in a language, as in site.yaml.
type localized struct{ Lang, Text string }

func inYAML(langs []note.Lang, texts map[note.Lang]string) []localized {
	var out []localized
	for _, l := range langs {
		out = append(out, localized{string(l), quoted(texts[l])})
	}
	return out
}

func quoted(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil { // Encode accepts every string; invalid bytes become U+FFFD
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// readme returns the README: in the first language, then in English.
func (o Options) readme() (File, error) {
	title := o.Title
	if title == "" {
		title = titles[o.Langs[0]]
	}
	values := map[string]any{
		"Base":     o.Repository.Base(),
		"Settings": o.Repository.Settings(),
		"Branch":   o.Branch,
		"Lang":     o.Langs[0],
		"Other":    note.Lang(""),
		"Samples":  !o.NoSamples && !o.NoNotes,
		"Workflow": !o.NoWorkflow,
		"Homeless": o.Homeless,
		"GitHub":   o.Repository.Host == "" || o.Repository.GitHub(),
	}
	if len(o.Langs) > 1 {
		values["Other"] = o.Langs[1]
	}
	text := "# " + title + "\n"
	for i, l := range []note.Lang{o.Langs[0], "en"} {
		if i > 0 && l == o.Langs[0] {
			break
		}
		part, err := fill("readme/"+string(l)+".md", values)
		if err != nil {
			return File{}, err
		}
		if i > 0 {
			text += "\n---\n"
		}
		text += "\n" + strings.TrimRight(part, "\n") + "\n"
	}
	return File{"README.md", []byte(text)}, nil
}
