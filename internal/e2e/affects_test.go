package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tdewolff/minify/v2"
	minifyjs "github.com/tdewolff/minify/v2/js"

	"github.com/kawaraban/kawaraban/internal/affects"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/static"
)

// affectsVectors are the test vectors of package affects.
type affectsVectors struct {
	Base  *affects.Base  `json:"base"`
	Steps []affects.Step `json:"steps"`
	Cases []affectsCase  `json:"cases"`
}

type affectsCase struct {
	Name     string
	From, To note.Release
	Files    []affectsFile
	Readings []affects.Reading
	Result   affects.Result
}

type affectsFile struct {
	File string
	Text string
}

// upgradeCheck is a tab with the reader and the rules of /upgrade/check/, minified as in a build,
// and the facts of the vectors.
type upgradeCheck struct {
	tab     context.Context
	vectors affectsVectors
}

func newUpgradeCheck(t *testing.T) *upgradeCheck {
	t.Helper()
	src, err := os.ReadFile("../affects/testdata/vectors/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	c := &upgradeCheck{}
	if err := json.Unmarshal(src, &c.vectors); err != nil {
		t.Fatal(err)
	}
	c.tab = newTab(t, startBrowser(t))
	module, err := json.Marshal(minifiedModule(t, "js/check/[1234]*.js"))
	if err != nil {
		t.Fatal(err)
	}
	js[any](t, c.tab, fmt.Sprintf(`import(URL.createObjectURL(new Blob([%s], { type: "text/javascript" }))).then((module) => { globalThis.check = module; })`, module))
	js[any](t, c.tab, fmt.Sprintf("globalThis.vectors = %s; %s; undefined", src, checkAll))
	return c
}

func minifiedModule(t *testing.T, pattern string) string {
	t.Helper()
	names, err := fs.Glob(static.FS, pattern)
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	var all bytes.Buffer
	for _, name := range names {
		src, err := static.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(src)
	}
	m := minify.New()
	m.AddFunc("application/javascript", minifyjs.Minify)
	small, err := m.String("application/javascript", all.String())
	if err != nil {
		t.Fatal(err)
	}
	return small
}

// checkAll runs cases in the browser. It removes empty values from the results.
const checkAll = `
const filled = (x) => {
	if (Array.isArray(x)) return x.map(filled);
	if (!x || typeof x !== "object") return x;
	return Object.fromEntries(Object.entries(x).map(([k, v]) => [k, filled(v)]).filter(([, v]) => v && v.length !== 0));
};
globalThis.checkAll = (cases) => cases.map(({ from, to, files }) => {
	const { base, steps } = vectors;
	const readings = files.map(({ file, text }) => check.read(base, atob(file), atob(text)));
	return filled({ readings, result: check.match(base, steps, from, to, readings) });
})`

// inBrowser runs cases and returns the readings and the result of each.
func (c *upgradeCheck) inBrowser(t *testing.T, cases []affectsCase) []any {
	t.Helper()
	type file struct {
		File []byte `json:"file"`
		Text []byte `json:"text"`
	}
	type input struct {
		From  note.Release `json:"from"`
		To    note.Release `json:"to"`
		Files []file       `json:"files"`
	}
	inputs := make([]input, len(cases))
	for i, one := range cases {
		inputs[i] = input{From: one.From, To: one.To}
		for _, f := range one.Files {
			inputs[i].Files = append(inputs[i].Files, file{[]byte(f.File), []byte(f.Text)})
		}
	}
	list, err := json.Marshal(inputs)
	if err != nil {
		t.Fatal(err)
	}
	return js[[]any](t, c.tab, "checkAll("+string(list)+")")
}

// byGo returns the result of package affects for a case.
func (c *upgradeCheck) byGo(one affectsCase) any {
	var readings []affects.Reading
	for _, f := range one.Files {
		readings = append(readings, affects.Read(f.File, f.Text, c.vectors.Base))
	}
	result := affects.Match(affects.Facts{Base: c.vectors.Base, Steps: c.vectors.Steps}, one.From, one.To, readings)
	return map[string]any{"readings": filled(reflect.ValueOf(readings)), "result": filled(reflect.ValueOf(result))}
}

// filled converts a value to the form of the browser: one character per byte of the input, without
// empty values.
func filled(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Slice:
		var out []any
		for i := range v.Len() {
			out = append(out, filled(v.Index(i)))
		}
		return out
	case reflect.Struct:
		out := map[string]any{}
		for i := range v.NumField() {
			field := v.Type().Field(i)
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if value := v.Field(i); value.Kind() == reflect.Slice && value.Len() > 0 || value.Kind() != reflect.Slice && !value.IsZero() {
				out[name] = filled(value)
				if field.Name == "Sentence" {
					out[name] = value.String()
				}
			}
		}
		return out
	case reflect.Int:
		return float64(v.Int())
	}
	var out strings.Builder
	for _, b := range []byte(v.String()) {
		out.WriteRune(rune(b))
	}
	return out.String()
}

// compare reports cases with different results in Go and in the browser.
func (c *upgradeCheck) compare(t *testing.T, cases []affectsCase) {
	t.Helper()
	for start := 0; start < len(cases) && !t.Failed(); start += 200 {
		some := cases[start:min(start+200, len(cases))]
		for i, got := range c.inBrowser(t, some) {
			if diff := cmp.Diff(c.byGo(some[i]), got); diff != "" {
				t.Errorf("%s, %s to %s (-Go +browser)\n%s\n%+q", some[i].Name, some[i].From, some[i].To, diff, some[i].Files)
				return
			}
		}
	}
}

// TestAffectsVectors runs the vectors of package affects in the browser.
func TestAffectsVectors(t *testing.T) {
	c := newUpgradeCheck(t)
	findings := 0
	for _, one := range c.vectors.Cases {
		findings += len(one.Result.Findings)
	}
	if len(c.vectors.Cases) < 15 || findings < 50 {
		t.Errorf("%d cases with %d findings", len(c.vectors.Cases), findings)
	}
	for i, got := range c.inBrowser(t, c.vectors.Cases) {
		one := c.vectors.Cases[i]
		want := map[string]any{"readings": filled(reflect.ValueOf(one.Readings)), "result": filled(reflect.ValueOf(one.Result))}
		if diff := cmp.Diff(any(want), got); diff != "" {
			t.Errorf("%s (-recorded +browser)\n%s", one.Name, diff)
		}
	}
}

// TestAffectsRandom compares Go and the browser with random edits of the vectors, including bytes
// that are not UTF-8.
func TestAffectsRandom(t *testing.T) {
	c := newUpgradeCheck(t)
	random := rand.New(rand.NewPCG(27, 1))
	var cases []affectsCase
	for i := range 6000 {
		from := random.IntN(12) + 22
		one := affectsCase{Name: fmt.Sprintf("input %d", i), From: affects.ReleaseOf(from), To: affects.ReleaseOf(from + random.IntN(5))}
		for range 1 + random.IntN(2) {
			one.Files = append(one.Files, c.damaged(random))
		}
		cases = append(cases, one)
	}
	c.compare(t, cases)
}

var affectsNames = []string{"", "-", "kubelet.env", "a/kube-proxy/config", "notes.MD", "x.yaml", "\xff.adoc", "kubelet.service.d\\10.conf", "constructor", "é.yaml"}

// affectsCrumbs are texts that parsers often read differently.
var affectsCrumbs = strings.Split("\n|\n\n|\n  |\n---\n|--- a: b\n|\n...\n|\r\n|\t| |\v|\f|\u00a0|\u3000|\u0085|\xff|\xe3\x80|\x00|é|K|ſ|"+
	"- |-\t|: |:|:\v #|#| #|'|\"|\\|\\\n|\\n|\\\"|''|{|}|[|]|{{|}}|{\"|[{|,|=|&a |!t |*a|>|\\|>-|> |2+\n|```|\n```\n|"+
	"--|--feature-gates=|--feature-gates |-v|--a_b.c|--x=\"a b\"|kubelet |kubectl get |kubeadm init |/usr/bin/kube-apiserver|sudo |k3s server |minikube start --extra-config=kubelet.|"+
	"GRPCContainerProbe=true|GRPCContainerProbe|gate|flags|A=true,B=false|constructor=true|__proto__: {}|toString|true|false|"+
	"apiVersion: v1\nkind: List\nitems:\n- |apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\n|kind: KubeletConfiguration|apiVersion: kops.k8s.io/v1\nkind: Cluster\n|featureGates:\n  |extraArgs:\n- name: a\n  value: b\n|kubeletExtraArgs: |kubelet-arg: |command: [|args:\n- |expr: a_b_c + A_b_c_d|containerRuntimeEP: a|machine: |cluster: |"+
	"NAME  APIVERSION  KIND\n|jobs  batch/v1beta1 true CronJob\n|The Kubernetes API server validates\n|kubelet [flags]\n|  --a string   about\n|-a, --b  text|ExecStart=|export X=|$ |enable-admission-plugins=A,B|KUBELET_EXTRA_ARGS=", "|")

// damaged returns a vector with random edits.
func (c *upgradeCheck) damaged(random *rand.Rand) affectsFile {
	pick := func() affectsFile {
		one := c.vectors.Cases[random.IntN(len(c.vectors.Cases))]
		return one.Files[random.IntN(len(one.Files))]
	}
	f := pick()
	if random.IntN(3) == 0 {
		f.File = affectsNames[random.IntN(len(affectsNames))]
	}
	for range random.IntN(8) {
		at := random.IntN(len(f.Text) + 1)
		end := min(len(f.Text), at+random.IntN(20))
		switch random.IntN(6) {
		case 0:
			f.Text = f.Text[:at] + f.Text[end:]
		case 1:
			f.Text = f.Text[:end] + f.Text[at:]
		case 2:
			f.Text = f.Text[:at] + string([]byte{byte(random.IntN(256))}) + f.Text[at:]
		case 3:
			other := pick().Text
			from := random.IntN(len(other) + 1)
			f.Text = f.Text[:at] + other[from:min(len(other), from+random.IntN(200))] + f.Text[at:]
		default:
			f.Text = f.Text[:at] + strings.Repeat(affectsCrumbs[random.IntN(len(affectsCrumbs))], 1+random.IntN(3)*random.IntN(3)) + f.Text[at:]
		}
	}
	return f
}

// TestAffectsDeep compares Go and the browser at the limits for hostile input.
func TestAffectsDeep(t *testing.T) {
	c := newUpgradeCheck(t)
	texts := map[string]string{
		"brackets":  strings.Repeat("[", 100_000),
		"braces":    "a: " + strings.Repeat("{a: ", 50_000),
		"items":     strings.Repeat("- ", 50_000),
		"indents":   "",
		"settings":  "--feature-gates=" + strings.Repeat("A=true,Ab=false,", 60_000),
		"backslash": strings.Repeat("--a \\\n", 5000),
		"block":     strings.Repeat("a: |\n  ", 200),
		"within":    "",
		"quote":     strings.Repeat("\"", 50_001) + "\n" + strings.Repeat("'", 50_001),
		"one line":  "kubelet " + strings.Repeat("--v=2 ", 100_000),
	}
	for i := range 300 {
		texts["indents"] += strings.Repeat(" ", i) + "a:\n"
	}
	for i := range 8 {
		texts["within"] += strings.Repeat("  ", i) + "data: |\n"
	}
	texts["within"] += strings.Repeat("  ", 8) + "--container-runtime=remote\n" + strings.Repeat("  ", 8) + "b\n"
	for name, text := range texts {
		c.compare(t, []affectsCase{{Name: name, From: "1.26", To: "1.29", Files: []affectsFile{{"a.yaml", text}}}})
	}
}
