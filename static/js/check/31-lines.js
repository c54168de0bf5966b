// Lines that are no YAML, and commands: the second half of the reader, a twin of text.go and
// command.go in package affects.

// plainName returns a name; "template" if a variable or template is in it.
const plainName = (name) => (/[{}$% ]/.test(name) ? "template" : name);
const separators = ["|", "||", "&&", ";"];
const deeper = (scope) => ({ ...scope, depth: (scope.depth || 0) + 1 });

// resourceOf returns the resource of a kind: networkpolicies of NetworkPolicy.
const resourceOf = (kind) => lower(kind).replace(/y$/, "ie").replace(/s$/, "se") + "s";
const isSentence = (text) => /[`\x80-\xff]| (?:is|was|are|were|has|the|flags?|and) /.test(text) || (text.endsWith(".") && !text.endsWith(" ."));

Object.assign(Reader.prototype, {
  // loose reads units, environment files, commands, tables, help, prose.
  loose(lines, scope) {
    let table = false;
    for (const line of lines) {
      if (isTableHead(line.text)) {
        table = true;
        this.see("kubectl api-resources", line.line);
      } else if (!(table && this.resource(line)) && !this.help(line, scope)) this.line(line, scope);
      const component = this.programOfHelp(line.text);
      if (component) scope = { ...scope, component };
    }
  },

  // resource reads a row of kubectl api-resources: the version, whether it has namespaces, the kind,
  // and with -o wide more.
  resource({ text, line }) {
    const cells = fields(text);
    for (let i = 2; i < cells.length - 1; i++) {
      const version = cells[i - 1];
      if (isBool(cells[i]) && this.groups.has(groupOf(version))) {
        this.add("api", version + " " + cells[i + 1], line, { how: "listed" });
        return true;
      }
    }
    return cells.length > 3;
  },

  // programOfHelp returns the component that a line of a help text names: "The Kubernetes API server
  // …", "kubelet [flags]".
  programOfHelp(text) {
    const words = fields(text.slice(0, 200));
    if (words.length > 4 && words[0] === "The") return this.componentIn(words.slice(0, 4).join(""));
    if (words.length === 2 && words[1] === "[flags]" && this.programs.has(words[0])) return words[0];
    return "";
  },

  // help reads a line of a help text: a flag, its type, two blanks and a description.
  help({ text, line }, scope) {
    if (text.length > 4 && text[0] === "-" && text[2] === ",") text = trimLeft(text.slice(3), " ");
    const end = indexAny(text, " \t=[");
    if (end < 0 || !isFlagName(text.slice(0, end))) return false;
    const gap = text.indexOf("  ");
    if (gap < 0 || count(text.slice(0, gap), " ") > 1) return false;
    const about = trimLeft(text.slice(gap), " \t");
    if (!about || about[0] === "-" || about[0] === "\\") return false;
    this.see("help of a program", line);
    this.add("flag", flagName(text.slice(0, end)), line, { component: scope.component, how: "listed" });
    return true;
  },

  // line reads an assignment, a command, a list of gates, or prose.
  line(at, scope) {
    const { line } = at;
    const text = withoutPrefix(at.text);
    if (scope.prose) {
      this.mention(text, line, scope);
      return;
    }
    const pair = splitAssignment(text);
    if (this.isGateList(text)) {
      this.see("list of feature gates", line);
      this.gateList(text, line, scope);
    } else if (pair) this.assignment(pair[0], pair[1], line, scope);
    else if (text[0] === "-") {
      this.see("flags", line);
      this.command(splitWords(text, line), scope);
    } else if (this.startsCommand(text) && !isSentence(text)) this.command(splitWords(text, line), scope);
    else this.mention(text, line, scope);
  },

  // assignment reads a variable with flags: KUBELET_EXTRA_ARGS="--a --b".
  assignment(name, value, line, scope) {
    const component = this.componentIn(name) || scope.component;
    scope = { ...scope, component };
    if (plainKey(name).endsWith("featuregates")) this.gateList(value, line, scope);
    else if (value.includes("--")) {
      if (component) this.see("flags of " + component, line);
      this.command(splitWords(value, line), scope);
    }
  },

  // startsCommand reports whether a line begins with a program, after assignments and launchers.
  startsCommand(text) {
    const first = fields(text.slice(0, 1000)).find((word) => !splitAssignment(word) && !this.launchers.has(baseName(word)));
    return first !== undefined && this.isProgram(first);
  },

  // mention reads prose: flags, gates with a value, and known gates beside the word gate or alone on
  // their line.
  mention(text, line, scope) {
    const gates = lower(text).includes("gate");
    const words = text.split(/[ \t\n`"'()[\]{}<>,;:*|]+/).filter(Boolean);
    const component = words.map(lower).find((word) => this.programs.has(word)) || "";
    for (const word of words) {
      const [name, value, has] = cut(trimRight(word, ".!?\\/"), "=");
      if (isFlagName(name)) this.flag(flagName(name), value, line, { component, prose: true });
      else if (isGateName(name) && has && isBool(value)) this.gate(name, value, line, { prose: true });
      else if (this.gates.get(name) && (gates || words.length === 1)) this.gate(name, "", line, { prose: true });
    }
  },

  // metrics reads the names in an expression.
  metrics({ value, line }, scope) {
    for (const word of value.split(/[^_0-9a-z]+/)) {
      if (count(word, "_") > 1 && word.length < 200) this.add("metric", word, line, { how: howOf(scope) });
    }
  },

  // command reads the flags of a command.
  command(words, scope) {
    let { component } = scope;
    let named = false;
    for (let i = 0; i < words.length; i++) {
      const { text, line } = words[i];
      const [name, given, has] = cut(text, "=");
      const base = baseName(text);
      if (separators.includes(text)) { // another command begins
        named = false;
        ({ component } = scope);
      } else if (isFlagName(name) || (name[0] === "-" && isFlagName("-" + name) && name.length > 3)) {
        const next = has ? "-" : words[i + 1]?.text ?? "-";
        const apart = next[0] !== "-";
        if (apart && !this.programs.has(baseName(next))) i++;
        this.flag(flagName(name), apart ? next : given, line, { ...scope, component });
      } else if (this.programs.has(base)) {
        component = base;
        named = true;
        if (base === "kubectl" || base === "kubeadm") component += subcommands(words.slice(i + 1, i + 3));
        this.see("flags of " + component, line);
      } else if (text.includes(" --") && !(scope.depth >= maxWithin)) this.command(splitWords(text, line), deeper({ ...scope, component }));
      else if (!named && !this.launchers.has(base) && this.isProgram(text)) {
        component = base;
        named = true;
      }
    }
  },

  // flag reads one flag. Values that hold gates, plugins or flags of other programs are read too.
  flag(name, value, line, scope) {
    if (!isFlagName(name)) return;
    this.add("flag", name, line, { value: short(value), component: scope.component, how: howOf(scope) });
    if (scope.depth >= maxWithin) return; // flags within flags
    scope = deeper(scope);
    const key = plainKey(name);
    const component = this.componentIn(key);
    if (key === "featuregates") this.gateList(value, line, scope.component === "minikube" ? { ...scope, component: "" } : scope);
    else if (name === "--runtime-config") this.runtimeConfig(value, line, scope);
    else if (pluginFlags.includes(name)) this.plugins(value, line, scope);
    else if (key.endsWith("extraargs") && component) this.command(splitWords(value, line), { ...scope, component });
    else if (key.endsWith("arg") && component) this.flagText(value, line, { ...scope, component });
    else if (key === "extraconfig") { // of minikube: kubelet.container-runtime=remote
      const [program, rest] = cut(value, ".");
      const section = this.sections.get(plainKey(program));
      if (section) this.flagText(rest, line, { ...scope, component: section });
    }
  },

  // runtimeConfig reads API versions that kube-apiserver serves: batch/v1beta1=true,api/all=false.
  runtimeConfig(list, line, scope) {
    for (const part of list.split(",")) {
      const [name, value] = cut(trim(part, " \t\"'"), "=");
      this.served(name, value, line, scope);
    }
  },

  // served adds the kinds of a group/version, or the one of a group/version/resource, that the data have.
  served(name, value, line, scope) {
    const parts = name.split("/");
    const resource = parts.length === 3 ? parts.pop() : "";
    const version = parts.join("/");
    for (const kind of this.apis.get(version) || []) {
      if (lower(value) !== "false" && (!resource || resource === resourceOf(kind))) this.add("api", version + " " + kind, line, { how: scope.prose ? "mentioned" : "listed" });
    }
  },

  // container reads the command and the arguments of a container, or the list of a key.
  container(parent, node, scope) {
    if (node.value) {
      this.line({ text: node.value, line: node.line }, scope);
      return;
    }
    const component = parent.program ??= this.programOf(parent); // once for all keys of a map
    if (this.programs.has(component)) this.see("flags of " + component, node.line);
    scope = { ...scope, component, config: false };
    let words = [];
    for (const { value, line } of node.kids) {
      if (value.includes("\n")) this.within(value, line, scope);
      else if (value.includes(" ") && !value.startsWith("--")) words = words.concat(splitWords(value, line));
      else words.push({ text: value, line });
    }
    this.command(words, scope);
  },

  // programOf returns the program of a container: of its command, else of its image.
  programOf(container) {
    for (const key of ["command", "args"]) {
      const kids = child(container, key)?.kids || [];
      const item = kids.find(({ value }) => this.programs.has(baseName(value)) && value[0] !== "-");
      if (item) return baseName(item.value);
      if (kids.length && key === "command") return plainName(baseName(kids[0].value));
    }
    return plainName(cut(cut(baseName(scalar(container, "image")), ":")[0], "@")[0]);
  },
});
