package affects

import (
	"maps"
	"slices"
	"strings"
)

// word is a word of a command with its line.
type word struct {
	text string
	line int
}

// splitWords splits a command as a shell does. Quotes are removed; their blanks do not split.
func splitWords(text string, line int) []word {
	var out []word
	var b strings.Builder
	var quote byte
	open := false
	end := func(at int) {
		if open {
			out = append(out, word{b.String(), at})
		}
		b.Reset()
		open = false
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, open = c, true
		case quote == 0 && (isBlank(c) || c == '\n'):
			end(line)
		default:
			b.WriteByte(c)
			open = true
		}
		if c == '\n' {
			line++
		}
	}
	end(line)
	return out
}

// launchers run another program, whose flags follow.
var launchers = map[string]bool{"sudo": true, "exec": true, "nohup": true, "env": true, "time": true, "nice": true, "ionice": true, "nsenter": true, "$": true, "#": true, ">": true, "hyperkube": true, "command": true}

// tools are programs whose own flags do not belong to a component. Some pass on those of components.
var tools = map[string]bool{"k3s": true, "rke2": true, "k0s": true, "minikube": true, "kops": true, "kind": true, "helm": true, "docker": true, "nerdctl": true, "ctr": true, "podman": true, "etcd": true, "containerd": true, "dockerd": true, "crictl": true, "microk8s": true, "talosctl": true, "k3d": true}

// baseName returns the name of a program without its directory.
func baseName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// isProgram reports whether a word names a program whose flags can follow.
func isProgram(s string) bool {
	name := baseName(s)
	return programs[name] != "" || tools[name] || launchers[name] || strings.HasPrefix(s, "/") && len(s) > 1
}

// command reads the flags of a command.
func (r *reader) command(words []word, s scope) {
	named, outer := false, s.component
	for i := 0; i < len(words); i++ {
		w := words[i]
		name, value, has := strings.Cut(w.text, "=")
		switch {
		case w.text == "|" || w.text == "||" || w.text == "&&" || w.text == ";":
			named, s.component = false, outer // another command begins
		case isFlagName(name) || strings.HasPrefix(name, "-") && isFlagName("-"+name) && len(name) > 3:
			if !has && i+1 < len(words) && !strings.HasPrefix(words[i+1].text, "-") {
				value = words[i+1].text
				if programs[baseName(value)] == "" {
					i++
				}
			}
			r.flag(flagName(name), value, w.line, s)
		case programs[baseName(w.text)] != "":
			s.component, named = programs[baseName(w.text)], true
			if s.component == "kubectl" || s.component == "kubeadm" {
				s.component += subcommands(words[i+1:])
			}
			r.see("flags of "+s.component, w.line)
		case strings.Contains(w.text, " --") && s.depth < maxWithin:
			within := s
			within.depth++
			r.command(splitWords(w.text, w.line), within)
		case !named && !launchers[baseName(w.text)] && isProgram(w.text):
			s.component, named = baseName(w.text), true
		}
	}
}

// subcommands returns the first words without hyphens, at most two for kubeadm upgrade apply.
func subcommands(words []word) string {
	out := ""
	for i := 0; i < len(words) && i < 2; i++ {
		w := words[i].text
		if w == "" || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz-") != "" || w[0] == '-' {
			break
		}
		out += " " + w
	}
	return out
}

// flag reads one flag. Values that hold gates, plugins or flags of other programs are read too.
func (r *reader) flag(name, value string, line int, s scope) {
	if !isFlagName(name) {
		return
	}
	r.add(Setting{Kind: "flag", Name: name, Value: short(value), Component: s.component, Line: line, How: howOf(s)})
	if s.depth++; s.depth > maxWithin {
		return // flags within flags
	}
	switch key := plainKey(name); {
	case key == "featuregates":
		if s.component == "minikube" {
			s.component = "" // it passes them to every component
		}
		r.gateList(value, line, s)
	case name == "--runtime-config":
		r.runtimeConfig(value, line, s)
	case name == pluginFlags[0] || name == pluginFlags[1] || name == pluginFlags[2]:
		r.plugins(value, line, s)
	case strings.HasSuffix(key, "extraargs") && componentIn(key) != "":
		s.component = componentIn(key)
		r.command(splitWords(value, line), s)
	case strings.HasSuffix(key, "arg") && componentIn(key) != "":
		s.component = componentIn(key)
		r.flagText(value, line, s)
	case key == "extraconfig": // of minikube: kubelet.container-runtime=remote
		program, rest, _ := strings.Cut(value, ".")
		if s.component = sections[plainKey(program)]; s.component != "" {
			r.flagText(rest, line, s)
		}
	}
}

// runtimeConfig reads API versions that kube-apiserver serves: batch/v1beta1=true,api/all=false.
func (r *reader) runtimeConfig(list string, line int, s scope) {
	for _, part := range strings.Split(list, ",") {
		name, value, _ := strings.Cut(strings.Trim(part, " \t\"'"), "=")
		r.served(name, value, line, s)
	}
}

// served adds the kinds of a group/version, or the one of a group/version/resource, that the data have.
// They are available, and not necessarily used.
func (r *reader) served(name, value string, line int, s scope) {
	version, resource := name, ""
	if parts := strings.Split(name, "/"); len(parts) == 3 {
		version, resource = parts[0]+"/"+parts[1], parts[2]
	}
	how := Listed
	if s.prose {
		how = Mentioned
	}
	if r.kinds == nil {
		r.kinds = map[string][]string{}
		for _, api := range slices.Sorted(maps.Keys(r.apis)) {
			v, kind, _ := strings.Cut(api, " ")
			r.kinds[v] = append(r.kinds[v], kind)
		}
	}
	for _, kind := range r.kinds[version] {
		if lower(value) != "false" && (resource == "" || resource == resourceOf(kind)) {
			r.add(Setting{Kind: "api", Name: version + " " + kind, Line: line, How: how})
		}
	}
}

// resourceOf returns the resource of a kind: networkpolicies of NetworkPolicy.
func resourceOf(kind string) string {
	kind = lower(kind)
	switch {
	case strings.HasSuffix(kind, "y"):
		return strings.TrimSuffix(kind, "y") + "ies"
	case strings.HasSuffix(kind, "s"):
		return kind + "es"
	}
	return kind + "s"
}

// container reads the command and the arguments of a container, or the list of a key.
func (r *reader) container(parent, n *node, s scope) {
	if n.value != "" {
		r.line(looseLine{n.value, n.line}, s)
		return
	}
	if !parent.named { // once for all keys of a map
		parent.named, parent.program = true, programOf(parent)
	}
	s.component = parent.program
	if programs[s.component] != "" {
		r.see("flags of "+s.component, n.line)
	}
	s.config = false
	var words []word
	for _, item := range n.kids {
		switch {
		case strings.Contains(item.value, "\n"):
			r.within(item.value, item.line, s)
		case strings.Contains(item.value, " ") && !strings.HasPrefix(item.value, "--"):
			words = append(words, splitWords(item.value, item.line)...)
		default:
			words = append(words, word{item.value, item.line})
		}
	}
	r.command(words, s)
}

// programOf returns the program of a container: of its command, else of its image.
func programOf(container *node) string {
	for _, key := range []string{"command", "args"} {
		list := container.child(key)
		if list == nil {
			continue
		}
		for _, item := range list.kids {
			if c := programs[baseName(item.value)]; c != "" && item.value[0] != '-' {
				return c
			}
		}
		if len(list.kids) > 0 && key == "command" {
			return plainName(baseName(list.kids[0].value))
		}
	}
	image, _, _ := strings.Cut(baseName(container.scalar("image")), ":")
	image, _, _ = strings.Cut(image, "@")
	return plainName(image)
}

// plainName returns a name; "template" if a variable or template is in it.
func plainName(name string) string {
	if strings.ContainsAny(name, "{}$% ") {
		return "template"
	}
	return name
}
