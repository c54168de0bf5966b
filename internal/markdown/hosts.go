package markdown

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// media maps the name in @[name](argument), syntax of Zenn, to the address of an argument that is
// not an address itself.
var media = map[string]string{
	"card": "", "tweet": "", "gist": "", "codepen": "", "codesandbox": "", "stackblitz": "", "figma": "", "jsfiddle": "", "docswell": "", "blueprintue": "",
	"youtube":     "https://www.youtube.com/watch?v=",
	"speakerdeck": "https://speakerdeck.com/player/",
	"slideshare":  "https://www.slideshare.net/slideshow/embed_code/key/",
}

var mediaForm = regexp.MustCompile(`^@\[([a-z]+)\]\(([^\s()<>]+)\)`)

// mediaParser parses @[youtube](id) and similar syntax as a link.
type mediaParser struct{}

func (mediaParser) Trigger() []byte { return []byte{'@'} }

func (mediaParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, at := block.PeekLine()
	m := mediaForm.FindSubmatchIndex(line[:min(len(line), maxAddress)])
	if m == nil {
		return nil
	}
	base, known := media[string(line[m[2]:m[3]])]
	if !known {
		return nil
	}
	argument := string(line[m[4]:m[5]])
	if !external(argument) {
		if base == "" {
			return nil
		}
		argument = base + argument
	}
	link := ast.NewLink()
	link.Destination = []byte(argument)
	link.SetAttributeString("media", true)
	link.AppendChild(link, segmentOf(at, m[4], m[5]))
	block.Advance(m[1])
	return link
}

// segmentOf returns text from a part of a line that PeekLine returned.
func segmentOf(line text.Segment, from, to int) *ast.Text {
	start := line.Start - line.Padding
	return ast.NewTextSegment(text.NewSegment(start+from, start+to))
}

var sizedForm = regexp.MustCompile(`^!\[([^\[\]]*)\]\(([^\s()<>]+)[ \t]+=[0-9]*x[0-9]*\)`)

// sizedParser parses pictures with a size, syntax of Zenn: ![text](picture.png =250x). The page uses
// the size of the file.
type sizedParser struct{}

func (sizedParser) Trigger() []byte { return []byte{'!'} }

func (sizedParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, at := block.PeekLine()
	m := sizedForm.FindSubmatchIndex(line[:min(len(line), maxAddress)])
	if m == nil || at.Padding > 0 {
		return nil
	}
	image := ast.NewImage(ast.NewLink())
	image.Destination = line[m[4]:m[5]]
	if m[2] < m[3] {
		image.AppendChild(image, segmentOf(at, m[2], m[3]))
	}
	block.Advance(m[1])
	return image
}

var inlineNote = regexp.MustCompile(`^\^\[[^\[\]]+\]`)

// inlineNoteParser parses a footnote within a sentence, word^[note], syntax of Zenn. It is shown in
// brackets.
type inlineNoteParser struct{}

func (inlineNoteParser) Trigger() []byte { return []byte{'^'} }

func (inlineNoteParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, at := block.PeekLine()
	end := inlineNote.FindIndex(line[:min(len(line), maxAddress)])
	before, _ := utf8.DecodeLastRune(block.Source()[:at.Start])
	if end == nil || at.Padding > 0 || !unicode.IsLetter(before) {
		return nil
	}
	block.Advance(end[1])
	return segmentOf(at, 1, end[1])
}

// lineBreak matches <br>, the only HTML that is always allowed.
var lineBreak = regexp.MustCompile(`(?i)^<br\s*/?>$`)

// codeInfo matches an info string: the language and suffix of Zenn and Qiita (go:main.go, js{1,3}).
var codeInfo = regexp.MustCompile(`^([^\s:{,]*)(?::(\S+))?`)

// titleOf returns the language and title of a code block of Zenn and Qiita: "go:main.go", "diff
// js:main.js", "diff_ruby".
func titleOf(info string) (language, title string) {
	m := codeInfo.FindStringSubmatch(info)
	language, title = m[1], m[2]
	if of, ok := strings.CutPrefix(info, "diff "); ok && title == "" {
		_, title = titleOf(of)
	}
	if strings.HasPrefix(language, "diff_") {
		language = "diff"
	}
	if title == "" && (language == "mermaid" || language == "plantuml" || language == "math") {
		title = language
	}
	return language, title
}
