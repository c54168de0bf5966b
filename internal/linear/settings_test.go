//go:build unix

package linear

import (
	"testing"

	"github.com/kawaraban/kawaraban/internal/affects"
)

// TestLinearSettings reads texts that only the parser of settings splits: manifests, commands, lists
// of flags and gates.
func TestLinearSettings(t *testing.T) {
	known := &affects.Base{Gates: map[string]string{"A": "1a0"}}
	r := reader{"settings", large, func(text string) { affects.Read("a.yaml", text, known) }}
	none := costOf(r, "")
	for _, part := range []string{
		"args: [a]\n", "command:\n- a\n", "- name: a\n", "  a: |\n    b\n", "a: |\n  b: |\n    c\n", "a: >\n  --b\n", "a \\\n", "--a=b ", "--a 'b ", "A=true,",
		"apiVersion: v1\nkind: Pod\n", "apiVersion: v1\nkind: Pod\n---\n", "{\"a\":", "[{\"a\":[", "\"a\\n", "{{ a }}\n", "featureGates:\n", "featureGates: {A: true}\n",
		"extraArgs:\n- name: a\n", "KUBELET_ARGS=\"--a ", "kubelet --a | ", "expr: a_b_c\n", "NAME APIVERSION KIND\na v1 true B\n", "  --a-b string  c\n", "sh -c \"a --b ", "- - a: [b\n",
		"kubelet-arg: [a=b]\n", "admissionControl:\n- name: A\n", "items:\n- apiVersion: v1\n  kind: A\n", "a:\n b:\n", "--kubelet-extra-args=\"--kubelet-extra-args=",
	} {
		if why := grows(r, repeated(part), none); why != "" {
			t.Errorf("%q: %s", part, why)
		}
	}
}
