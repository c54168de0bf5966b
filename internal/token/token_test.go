package token

import (
	"slices"
	"testing"
)

// TestFirst holds what every other test of the search builds on.
func TestFirst(t *testing.T) {
	for text, want := range map[string][]string{
		"--node-ip":         {"nodeip", "ip"},
		"VolumeBindingMode": {"volumebindingmode", "bindingmode", "mode"},
		"KEP 127":           {"kep127", "127"},
		"Podの起動":            {"pod", "の起", "起動", "動"},
	} {
		if got := Terms(text); !slices.Equal(got, want) {
			t.Errorf("Terms(%q) = %q, want %q", text, got, want)
		}
	}
}
