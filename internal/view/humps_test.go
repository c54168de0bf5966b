package view

import "testing"

func TestHumps(t *testing.T) {
	for in, want := range map[string]string{
		"NodeLogQuery":                       "NodeLogQuery",
		"UserNamespacesStatelessPodsSupport": "User<wbr>Namespaces<wbr>Stateless<wbr>Pods<wbr>Support",
		"AllowServiceLBStatusOnEveryNode":    "Allow<wbr>Service<wbr>LB<wbr>Status<wbr>On<wbr>Every<wbr>Node",
		"A&amp;Bxxxxxxxxxxxxxxxxxxxxxxxxxxx": "A&amp;Bxxxxxxxxxxxxxxxxxxxxxxxxxxx",
	} {
		if got := Humps(in, LongName); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}
