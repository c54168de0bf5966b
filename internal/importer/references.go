package importer

import (
	"fmt"
	"html"
	"path"
	"regexp"
	"strings"

	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Paths of the components' references in kubernetes/website.
const (
	flagPages   = "content/en/docs/reference/command-line-tools-reference"
	configPages = "content/en/docs/reference/config-api"
)

var flagComponents = []string{"kube-apiserver", "kube-controller-manager", "kube-proxy", "kube-scheduler", "kubelet"}

// References imports the flags and configuration types in the website's references. In.Release is
// the release that they describe.
func References(in In) (Result, error) {
	out := upstream.Reference{Release: in.Release}
	var ds []diag.Diagnostic
	flags, fields := 0, 0
	for _, name := range flagComponents {
		src, more, err := read(in.FS, path.Join(flagPages, name+".md"), maxDraft)
		if err != nil {
			return Result{}, err
		}
		ds = append(ds, more...)
		if src == nil {
			continue
		}
		c := upstream.Component{Name: name, Flags: parseFlags(string(src))}
		flags += len(c.Flags)
		out.Components = append(out.Components, c)
	}
	pages, more, err := find(in.FS, configPages, func(name string) bool { return path.Ext(name) == ".md" && path.Base(name) != "_index.md" })
	if err != nil {
		return Result{}, err
	}
	ds = append(ds, more...)
	for _, name := range pages {
		src, more, err := read(in.FS, name, maxDraft)
		if err != nil {
			return Result{}, err
		}
		ds = append(ds, more...)
		for _, k := range parseConfig(string(src)) {
			fields += len(k.Fields)
			out.Configs = append(out.Configs, k)
		}
	}
	if len(out.Components) == 0 && len(ds) == 0 {
		return Result{}, errCheckout(flagPages+"/kubelet.md", "kubernetes/website")
	}
	file, err := encode(fmt.Sprintf("%s/%s.json", upstream.ReferenceDir, in.Release), out)
	if err != nil {
		return Result{}, err
	}
	return Result{
		Files: filesOf(file), Diags: diag.Sort(ds), Damaged: damage(ds, codeEmpty, codeUnreadable),
		Counts: []Count{{"components", len(out.Components)}, {"flags", flags}, {"configuration types", len(out.Configs)}, {"fields", fields}},
	}, nil
}

// Rows of a flag's table, and of a configuration type's.
var (
	flagRow     = regexp.MustCompile(`(?s)<td colspan="2">(.*?)</td>.*?<td></td><td[^>]*>(.*?)</td>`)
	flagHead    = regexp.MustCompile(`^(?:-\w, )?(--[a-z0-9][a-zA-Z0-9_-]*)(?:\[="[^"]*"\])?(?: (.*?))??(?: Default: ?(.*))?$`)
	pluginList  = regexp.MustCompile(`(?s)Comma-delimited list of admission plugins: ([A-Za-z, ]+)\.`)
	tag         = regexp.MustCompile(`<[^>]*>`)
	configType  = regexp.MustCompile("(?m)^## `(\\w+)`")
	configAPI   = regexp.MustCompile(`(?m)^package: (\S+)`)
	configField = regexp.MustCompile(`<tr><td><code>([A-Za-z]\w*)</code>`)
)

// maxHelp limits the bytes of a flag's help text if its first sentence is longer.
const maxHelp = 300

func parseFlags(src string) (out []upstream.Flag) {
	for _, m := range flagRow.FindAllStringSubmatch(src, -1) {
		head := strings.Join(strings.Fields(strings.ReplaceAll(html.UnescapeString(tag.ReplaceAllString(m[1], "")), "\u00a0", " ")), " ")
		form := flagHead.FindStringSubmatch(head)
		if form == nil {
			continue
		}
		help := plainHTML(m[2])
		f := upstream.Flag{Name: form[1], Type: form[2], Default: form[3], Deprecated: strings.Contains(help, "DEPRECATED"), Help: firstSentence(help)}
		if p := pluginList.FindStringSubmatch(help); p != nil && f.Name == "--enable-admission-plugins" {
			f.Values = strings.Split(strings.ReplaceAll(p[1], " ", ""), ",")
		}
		out = append(out, f)
	}
	return out
}

// parseConfig reads the types with fields on a configuration page.
func parseConfig(src string) (out []upstream.ConfigKind) {
	api := ""
	if m := configAPI.FindStringSubmatch(src); m != nil {
		api = m[1]
	}
	heads := configType.FindAllStringSubmatchIndex(src, -1)
	for i, h := range heads {
		end := len(src)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		k := upstream.ConfigKind{API: api, Kind: src[h[2]:h[3]]}
		for _, m := range configField.FindAllStringSubmatch(src[h[1]:end], -1) {
			if m[1] != "apiVersion" && m[1] != "kind" {
				k.Fields = append(k.Fields, m[1])
			}
		}
		if len(k.Fields) > 0 {
			out = append(out, k)
		}
	}
	return out
}

func plainHTML(s string) string {
	s = html.UnescapeString(tag.ReplaceAllString(strings.ReplaceAll(s, "<br/>", " "), ""))
	return strings.Join(strings.Fields(s), " ")
}

// firstSentence returns the first sentence of a help text, at most maxHelp bytes, cut between
// words.
func firstSentence(s string) string {
	if i := strings.Index(s, ". "); i >= 0 {
		s = s[:i+1]
	}
	if len(s) <= maxHelp {
		return s
	}
	return s[:strings.LastIndexByte(s[:maxHelp], ' ')+1] + "…"
}
