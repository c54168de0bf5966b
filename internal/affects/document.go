package affects

import (
	"strings"
)

// document reads the tree of a YAML document.
func (r *reader) document(root *node, s scope) {
	if len(root.kids) == 0 {
		return
	}
	r.object(root, s, true)
}

// object reads a map that may be an API object.
func (r *reader) object(n *node, s scope, top bool) {
	version, kind := n.scalar("apiVersion"), n.scalar("kind")
	isObject := plausible(version) && plausible(kind)
	if isObject {
		s = r.typed(n, version, kind, s)
	} else if top {
		r.untyped(n)
	}
	if isObject && kind == "AdmissionConfiguration" {
		r.pluginItems(n.child("plugins"), s)
	}
	for _, kid := range n.kids {
		if isObject && kid.key == "items" && kid.isList() {
			for _, item := range kid.kids {
				r.object(item, s, false)
			}
			continue
		}
		r.entry(n, kid, s)
	}
}

// plausible reports whether a value can be an apiVersion or a kind: it is not a template.
func plausible(s string) bool {
	return s != "" && len(s) < 150 && !strings.ContainsAny(s, " {}\t\n")
}

// typed notes an API object and returns the scope of what is in it.
func (r *reader) typed(n *node, version, kind string, s scope) scope {
	group := GroupOf(version)
	line := n.child("apiVersion").line
	component := configKinds[kind]
	switch {
	case group == "kops.k8s.io":
		r.see(kind+" of kOps", line)
		s.fields = true
		return s
	case isOwnGroup(group):
		r.add(Setting{Kind: "api", Name: version + " " + kind, Line: line, How: howOf(s)})
		r.see(version+" "+kind, line)
	case group == "k0s.k0sproject.io":
		r.see(kind+" of k0s", line)
	default:
		r.skip(Skipped{Code: "custom-resource", Name: version + " " + kind, Line: line})
	}
	if component != "" && isOwnGroup(group) {
		s.component, s.config = component, true
	}
	return s
}

// untyped notes the form of a document without a type.
func (r *reader) untyped(n *node) {
	machine := n.child("machine") != nil || n.child("cluster") != nil
	switch {
	case machine && n.isList():
	case machine:
		r.see("Talos configuration", n.kids[0].line)
	case n.kids[0].key != "-" && n.child("kind") == nil:
		r.see("YAML or JSON without apiVersion and kind", n.kids[0].line)
	}
}

// entry reads a key of a map, or an item of a list.
func (r *reader) entry(parent, n *node, s scope) {
	key := plainKey(n.key)
	switch {
	case strings.HasSuffix(key, "featuregates"):
		r.gates(n, r.inKey(key, "featuregates", s))
	case isFlagsKey(key):
		r.flagNode(n, r.inKey(key, "", s))
	case strings.HasSuffix(key, "arg") && componentIn(key) != "":
		r.flagNode(n, scope{component: componentIn(key), depth: s.depth, prose: s.prose})
	case (key == "command" || key == "args" || key == "arguments") && (n.isList() || n.value != ""):
		r.container(parent, n, s)
	case isPluginsKey(key):
		r.pluginItems(n, s)
	case key == "runtimeconfig":
		r.runtimeConfigNode(n, s)
	case strings.HasSuffix(key, "lastappliedconfiguration"):
	default:
		r.below(n, key, s)
	}
}

// inKey returns the scope of a key that ends in a word and can begin with a component.
func (r *reader) inKey(key, suffix string, s scope) scope {
	if c := componentIn(strings.TrimSuffix(key, suffix)); c != "" {
		s.component = c
	}
	if suffix == "" && s.component == "kubeadm" {
		s.component = "" // extraArgs of kubeadm are flags of others
	}
	s.config, s.fields = false, false
	return s
}

// runtimeConfigNode reads API versions of kOps and kind: a map, or a text.
func (r *reader) runtimeConfigNode(n *node, s scope) {
	r.runtimeConfig(n.value, n.line, s)
	for _, kid := range n.kids {
		r.served(kid.key, kid.value, kid.line, s)
	}
}

// isFlagsKey reports whether a key holds flags: extraArgs, kubeletExtraArgs, kubelet_custom_flags,
// kube_kubeadm_apiserver_extra_args, extra_args, kubeletFlags.
func isFlagsKey(key string) bool {
	for _, suffix := range []string{"extraargs", "customflags", "extraflags", "kubeletflags", "extraarguments"} {
		if strings.HasSuffix(key, suffix) {
			return true
		}
	}
	return false
}

// isPluginsKey reports whether a key holds names of admission plugins.
func isPluginsKey(key string) bool {
	return strings.HasSuffix(key, "enableadmissionplugins") || strings.HasSuffix(key, "disableadmissionplugins") || key == "admissioncontrol" || key == "appendadmissionplugins"
}

// below reads what is below a key: the section of a component, or a value.
func (r *reader) below(n *node, key string, s scope) {
	if s.config && n.key != "-" && n.key != "apiVersion" && n.key != "kind" {
		r.add(Setting{Kind: "field", Name: n.key, Value: short(n.value), Component: s.component, Line: n.line, How: howOf(s)})
	}
	if len(n.kids) == 0 {
		r.leaf(n, s)
		return
	}
	if c := sections[key]; c != "" {
		s.component, s.config = c, false
	}
	for _, kid := range n.kids {
		if s.fields && sections[key] != "" && len(kid.kids) == 0 && kid.key != "-" && !kid.text {
			r.add(Setting{Kind: "flag", Name: flagOfField(kid.key), Value: short(kid.value), Component: s.component, Line: kid.line, How: howOf(s)})
		}
		r.entry(n, kid, s)
	}
}

// leaf reads a value that no rule knows: a text, a command, an expression with metrics, prose.
func (r *reader) leaf(n *node, s scope) {
	if c := componentIn(n.key); c != "" && (n.text || strings.Contains(n.value, "--")) {
		s.component = c
	}
	key := plainKey(n.key)
	switch {
	case key == "description" || key == "summary" || key == "message": // prose on other things
	case key == "expr" || key == "query":
		r.metrics(n, s)
	case strings.HasPrefix(n.value, "{") && !strings.Contains(n.value, "\n"):
	case n.fold:
		r.line(looseLine{n.value, n.line}, s)
	case strings.Contains(n.value, "\n"):
		s.config, s.fields = false, false
		r.within(n.value, n.line, s)
	case strings.Contains(n.value, "--") || r.isGateList(n.value):
		r.line(looseLine{n.value, n.line}, s)
	}
}

// short bounds a value.
func short(value string) string {
	if len(value) > 100 {
		return ""
	}
	return value
}

// gates reads feature gates: a map, a list, or text such as A=true,B=false.
func (r *reader) gates(n *node, s scope) {
	if s.component == "etcd" {
		return
	}
	if n.value != "" {
		r.gateList(n.value, n.line, s)
	}
	for _, kid := range n.kids {
		switch {
		case kid.key != "-":
			r.gate(kid.key, kid.value, kid.line, s)
		case kid.scalar("name") != "":
			r.gate(kid.scalar("name"), kid.scalar("enabled"), kid.line, s)
		default:
			r.gateList(kid.value, kid.line, s)
		}
	}
}

// gateList reads A=true,B=false.
func (r *reader) gateList(list string, line int, s scope) {
	for _, part := range strings.Split(list, ",") {
		name, value, _ := strings.Cut(strings.Trim(part, " \t\"'"), "=")
		r.gate(name, value, line, s)
	}
}

func (r *reader) gate(name, value string, line int, s scope) {
	if !isGateName(name) && r.known[name] == "" {
		return
	}
	if value = lower(strings.Trim(value, " \"'")); value != "true" && value != "false" {
		value = ""
	}
	r.add(Setting{Kind: "gate", Name: name, Value: value, Component: s.component, Line: line, How: howOf(s)})
}

// flagNode reads flags: a map, a list of name and value, a list of texts, or a text.
func (r *reader) flagNode(n *node, s scope) {
	if s.component != "" {
		r.see("flags of "+s.component, n.line)
	}
	if n.value != "" && n.text && !n.fold {
		r.within(n.value, n.line, s)
	} else if n.value != "" {
		r.flagText(n.value, n.line, s)
	}
	for _, kid := range n.kids {
		switch {
		case kid.key != "-":
			r.flagOf(kid, s)
		case kid.scalar("name") != "":
			r.flag(flagName(kid.scalar("name")), kid.scalar("value"), kid.line, s)
		default:
			r.flagText(kid.value, kid.line, s)
		}
	}
}

// flagOf reads the flag of a key, with one value or several.
func (r *reader) flagOf(n *node, s scope) {
	if n.isList() {
		for _, item := range n.kids {
			r.flag(flagName(n.key), item.value, item.line, s)
		}
		return
	}
	r.flag(flagName(n.key), n.value, n.line, s)
}

// flagText reads flags as text: one without hyphens, a=b, or several with them.
func (r *reader) flagText(text string, line int, s scope) {
	if strings.HasPrefix(trim(text), "-") || strings.Contains(text, " ") {
		r.command(splitWords(text, line), s)
		return
	}
	name, value, _ := strings.Cut(text, "=")
	r.flag(flagName(name), value, line, s)
}

// pluginItems reads names of admission plugins: in a text, as items, or as the names of items.
func (r *reader) pluginItems(n *node, s scope) {
	if n == nil {
		return
	}
	r.plugins(n.value, n.line, s)
	for _, kid := range n.kids {
		if name := kid.scalar("name"); name != "" {
			r.plugins(name, kid.line, s)
			continue
		}
		r.plugins(kid.value, kid.line, s)
	}
}

func (r *reader) plugins(list string, line int, s scope) {
	for _, name := range strings.Split(list, ",") {
		if name = trim(name); isGateName(name) {
			r.add(Setting{Kind: "plugin", Name: name, Component: "kube-apiserver", Line: line, How: howOf(s)})
		}
	}
}
