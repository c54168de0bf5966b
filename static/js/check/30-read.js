// The settings in a file: a twin of read.go, document.go, text.go and command.go in package affects.
// The names of programs, components and kinds are in the base.

const maxSize = 50 << 20; // of all files together
const maxSettings = 100_000; // of one file
const maxWithin = 4; // texts within texts
const maxName = 400; // a group, version and kind of Kubernetes are shorter

const pluginFlags = ["--enable-admission-plugins", "--disable-admission-plugins", "--admission-control"];
const proseFiles = [".md", ".markdown", ".rst", ".adoc", ".html"];
const flagsKeys = ["extraargs", "customflags", "extraflags", "kubeletflags", "extraarguments"];
const prefixes = ["export ", "ExecStart=", "ExecStartPre=", "Environment=", "$ ", "> "];

const isGateName = (text) => text.length <= 100 && /^[A-Z][A-Za-z0-9]*$/.test(text);
const isFlagName = (text) => text.length <= 100 && /^--[A-Za-z0-9_.][A-Za-z0-9_.-]*$/.test(text);
const plainKey = memo((key) => lower(key.replace(/[-_.]/g, "")));
const flagName = (name) => "--" + trimLeft(name, "-").replaceAll("_", "-");
const isUpper = (c) => c >= "A" && c <= "Z";
const isLower = (c) => c >= "a" && c <= "z";
const baseName = (path) => path.slice(path.lastIndexOf("/") + 1);
const isBool = (value) => value === "true" || value === "false";
const short = (value) => (value.length > 100 ? "" : value);
const howOf = (scope) => (scope.prose ? "mentioned" : "set");
const plausible = (text) => text !== "" && text.length < 150 && !/[ {}\t\n]/.test(text);
const isPluginsKey = (key) => key.endsWith("enableadmissionplugins") || key.endsWith("disableadmissionplugins") || key === "admissioncontrol" || key === "appendadmissionplugins";

// formOf returns what a key holds, by its plain form and the component in it.
function formOf(key, component) {
  if (key.endsWith("featuregates")) return "gates";
  if (flagsKeys.some((end) => key.endsWith(end))) return "flags";
  if (key.endsWith("arg") && component) return "arg";
  if (key === "command" || key === "args" || key === "arguments") return "container";
  if (isPluginsKey(key)) return "plugins";
  if (key === "runtimeconfig") return key;
  return key.endsWith("lastappliedconfiguration") ? "copy" : ""; // of what kubectl applied
}

// groupOf returns the API group of an apiVersion; empty for v1.
const groupOf = (version) => (version.includes("/") ? cut(version, "/")[0] : "");

const isTableHead = (text) => text.startsWith("NAME") && text.includes("APIVERSION") && text.includes("KIND");

// isProse reports whether a file is a document for people: its names are only mentioned.
const isProse = (file, text) => proseFiles.some((end) => lower(file).endsWith(end)) || text.startsWith("```") || text.includes("\n```");

// flagOfField returns the flag for a field of kOps: containerRuntime is --container-runtime.
const flagOfField = (field) => "--" + lower(field.replace(/[A-Z]/g, (c, i) => (i && (!isUpper(field[i - 1]) || isLower(field[i + 1] || "")) ? "-" + c : c)));

// splitAssignment splits NAME=value, also with a quote before the name.
function splitAssignment(text) {
  const [name, value, has] = cut(trimLeft(text, "\"'"), "=");
  return has && name && !/[^A-Za-z0-9_]/.test(name) ? [name, trim(value, " \"'")] : null;
}

function withoutPrefix(text) {
  text = trim(text);
  const prefix = prefixes.find((p) => text.startsWith(p));
  return prefix ? trimLeft(text.slice(prefix.length), " -@+!") : text;
}

// splitWords splits a command as a shell does. Quotes are removed; their blanks do not split.
function splitWords(text, line) {
  if (!/["'\n]/.test(text)) return fields(text).map((word) => ({ text: word, line }));
  const out = [];
  let word = "";
  let quote = "";
  let open = false;
  const end = () => {
    if (open) out.push({ text: word, line });
    word = "";
    open = false;
  };
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quote && c === quote) quote = "";
    else if (!quote && (c === '"' || c === "'")) {
      quote = c;
      open = true;
    } else if (!quote && (isBlank(c) || c === "\n")) end();
    else {
      word += c;
      open = true;
    }
    if (c === "\n") line++;
  }
  end();
  return out;
}

// subcommands returns the first words that are no flags, at most two.
function subcommands(words) {
  let out = "";
  for (const { text } of words.slice(0, 2)) {
    if (!text || /[^a-z-]/.test(text) || text[0] === "-") break;
    out += " " + text;
  }
  return out;
}

// Reader reads files with the names of a base.
class Reader {
  constructor({ names, gates, apis }) {
    this.apis = new Map(); // kinds by group/version
    for (const api of Object.keys(apis).sort()) {
      const [version, kind] = cut(api, " ");
      this.apis.set(version, [...this.apis.get(version) || [], kind]);
    }
    this.gates = new Map(Object.entries(gates));
    this.programs = new Set(Object.keys(names.programs));
    this.tools = new Set(Object.keys(names.tools));
    this.launchers = new Set(Object.keys(names.launchers));
    this.componentIn = memo((key) => names.components.find(([part]) => plainKey(key).includes(part))?.[1] || "");
    this.formOf = memo((key) => ({ key: plainKey(key), component: this.componentIn(key), form: formOf(plainKey(key), this.componentIn(key)) }));
    this.sections = new Map(Object.entries(names.sections));
    this.kinds = new Map(Object.entries(names.kinds));
    this.groups = new Set(names.groups);
  }

  // read returns the settings of a file, what was recognized and what was skipped.
  read(file, text) {
    this.out = { file, settings: [], seen: [], skipped: [] };
    this.full = false;
    if (text.length > maxSize) this.skip("size");
    else if (text.slice(0, 8000).includes("\0")) this.skip("binary");
    else {
      this.text(text, 1, { component: this.componentOfFile(file), prose: isProse(file, text), depth: 0 });
      this.finish();
    }
    return this.out;
  }

  componentOfFile(file) {
    const parts = file.replaceAll("\\", "/").split("/").slice(-2).reverse();
    const named = parts.map((part) => cut(part, "."));
    return named.find(([name, , dotted]) => this.programs.has(name) || (this.tools.has(name) && !dotted))?.[0] || "";
  }

  // isGateList reports whether a text is a list of gates with values: A=true,B=false. One of them is
  // known: units have settings of the same form.
  isGateList(text) {
    if (text.length > 10_000 || !text.includes("=")) return false;
    const pairs = text.split(",").map((part) => cut(trim(part, " \"'"), "="));
    return pairs.every(([name, value]) => isGateName(name) && isBool(value)) && pairs.some(([name]) => this.gates.get(name));
  }

  isProgram(word) {
    const name = baseName(word);
    return this.programs.has(name) || this.tools.has(name) || this.launchers.has(name) || (word[0] === "/" && word.length > 1);
  }

  text(text, first, scope) {
    const tree = new Tree(text, first);
    for (let doc = tree.next(); doc; doc = tree.next()) {
      if (doc.root.kids.length) this.object(doc.root, scope, true);
      this.loose(doc.loose, scope);
    }
    this.out.skipped.push(...tree.skipped);
  }

  // within reads a text that is the value of a key.
  within(text, first, scope) {
    scope = { ...scope, depth: scope.depth + 1 };
    if (scope.depth > maxWithin) this.skip("too-deep", "", first);
    else this.text(text, first, scope);
  }

  add(kind, name, line, { value = "", component = "", how = "set" }) {
    if (name.length > maxName) return;
    if (this.out.settings.length < maxSettings) this.out.settings.push({ kind, name, value, component, line, how });
    else if (!this.full) {
      this.full = true;
      this.skip("too-many", "", line);
    }
  }

  see(what, line) { this.out.seen.push({ what, line }); }

  skip(code, name = "", line = 0) { this.out.skipped.push({ code, name, line }); }

  // finish sorts by line and removes duplicates.
  finish() {
    const { out } = this;
    const byLine = (a, b) => a.line - b.line;
    out.settings = firsts(out.settings.sort(byLine), (s) => JSON.stringify(Object.values(s)));
    out.seen = firsts(out.seen.sort(byLine), (s) => s.what);
    out.skipped = firsts(out.skipped.sort(byLine), (s) => s.code + " " + (s.name || ""));
    if (!out.settings.length && !out.seen.length && !out.skipped.length) this.skip("nothing");
  }

  // object reads a map that may be an API object.
  object(node, scope, top) {
    const version = scalar(node, "apiVersion");
    const kind = scalar(node, "kind");
    const typed = plausible(version) && plausible(kind);
    if (typed) scope = this.typed(node, version, kind, scope);
    else if (top) this.untyped(node);
    if (typed && kind === "AdmissionConfiguration") this.pluginItems(child(node, "plugins"), scope);
    for (const kid of node.kids) {
      if (typed && kid.key === "items" && isList(kid)) for (const item of kid.kids) this.object(item, scope, false);
      else this.entry(node, kid, scope);
    }
  }

  // typed notes an API object and returns the scope of what is in it.
  typed(node, version, kind, scope) {
    const group = groupOf(version);
    const own = this.groups.has(group);
    const { line } = child(node, "apiVersion");
    if (group === "kops.k8s.io") {
      this.see(kind + " of kOps", line);
      return { ...scope, fields: true };
    }
    if (own) {
      this.add("api", version + " " + kind, line, { how: howOf(scope) });
      this.see(version + " " + kind, line);
    } else if (group === "k0s.k0sproject.io") this.see(kind + " of k0s", line);
    else this.skip("custom-resource", version + " " + kind, line);
    return own && this.kinds.has(kind) ? { ...scope, component: this.kinds.get(kind), config: true } : scope;
  }

  // untyped notes the form of a document without a type.
  untyped(node) {
    const machine = child(node, "machine") || child(node, "cluster");
    const { key, line } = node.kids[0];
    if (machine && !isList(node)) this.see("Talos configuration", line);
    else if (!machine && key !== "-" && !child(node, "kind")) this.see("YAML or JSON without apiVersion and kind", line);
  }

  // entry reads a key of a map, or an item of a list.
  entry(parent, node, scope) {
    const { key, form, component } = this.formOf(node.key);
    if (form === "gates") this.featureGates(node, this.inKey(key, "featuregates", scope));
    else if (form === "flags") this.flagNode(node, this.inKey(key, "", scope));
    else if (form === "arg") this.flagNode(node, { component, depth: scope.depth, prose: scope.prose });
    else if (form === "container" && (isList(node) || node.value)) this.container(parent, node, scope);
    else if (form === "plugins") this.pluginItems(node, scope);
    else if (form === "runtimeconfig") this.runtimeConfigNode(node, scope);
    else if (form !== "copy") this.below(node, key, scope);
  }

  // runtimeConfigNode reads API versions of kOps and kind: a map, or a text.
  runtimeConfigNode(node, scope) {
    this.runtimeConfig(node.value, node.line, scope);
    for (const { key, value, line } of node.kids) this.served(key, value, line, scope);
  }

  // inKey returns the scope of a key that ends in a word and can begin with a component.
  inKey(key, suffix, scope) {
    let component = this.componentIn(key.slice(0, key.length - suffix.length)) || scope.component;
    if (!suffix && component === "kubeadm") component = ""; // its extraArgs are flags of others
    return { ...scope, component, config: false, fields: false };
  }

  // below reads what is below a key: the section of a component, or a value.
  below(node, key, scope) {
    const { component } = scope;
    if (scope.config && node.key !== "-" && node.key !== "apiVersion" && node.key !== "kind") {
      this.add("field", node.key, node.line, { value: short(node.value), component, how: howOf(scope) });
    }
    if (!node.kids.length) {
      this.leaf(node, scope);
      return;
    }
    const section = this.sections.get(key);
    if (section) scope = { ...scope, component: section, config: false };
    for (const kid of node.kids) {
      if (scope.fields && section && !kid.kids.length && kid.key !== "-" && !kid.text) {
        this.add("flag", flagOfField(kid.key), kid.line, { value: short(kid.value), component: section, how: howOf(scope) });
      }
      this.entry(node, kid, scope);
    }
  }

  // leaf reads a value that no rule knows: a text, a command, an expression with metrics, prose.
  leaf(node, scope) {
    const { value, line } = node;
    if (!value) return;
    const { key, component } = this.formOf(node.key);
    if (component && (node.text || value.includes("--"))) scope = { ...scope, component };
    if (key === "description" || key === "summary" || key === "message") return; // prose on other things
    if (key === "expr" || key === "query") this.metrics(node, scope);
    else if (value[0] === "{" && !value.includes("\n")) return;
    else if (node.fold) this.line({ text: value, line }, scope);
    else if (value.includes("\n")) this.within(value, line, { ...scope, config: false, fields: false });
    else if (value.includes("--") || this.isGateList(value)) this.line({ text: value, line }, scope);
  }

  // featureGates reads gates: a map, a list, or text such as A=true,B=false.
  featureGates(node, scope) {
    if (scope.component === "etcd") return;
    if (node.value) this.gateList(node.value, node.line, scope);
    for (const kid of node.kids) {
      if (kid.key !== "-") this.gate(kid.key, kid.value, kid.line, scope);
      else if (scalar(kid, "name")) this.gate(scalar(kid, "name"), scalar(kid, "enabled"), kid.line, scope);
      else this.gateList(kid.value, kid.line, scope);
    }
  }

  gateList(list, line, scope) {
    for (const part of list.split(",")) {
      const [name, value] = cut(trim(part, " \t\"'"), "=");
      this.gate(name, value, line, scope);
    }
  }

  gate(name, value, line, scope) {
    if (!isGateName(name) && !this.gates.get(name)) return;
    value = lower(trim(value, " \"'"));
    this.add("gate", name, line, { value: isBool(value) ? value : "", component: scope.component, how: howOf(scope) });
  }

  // flagNode reads flags: a map, a list of name and value, a list of texts, or a text.
  flagNode(node, scope) {
    if (scope.component) this.see("flags of " + scope.component, node.line);
    if (node.value && node.text && !node.fold) this.within(node.value, node.line, scope);
    else if (node.value) this.flagText(node.value, node.line, scope);
    for (const kid of node.kids) {
      if (kid.key !== "-") {
        for (const { value, line } of isList(kid) ? kid.kids : [kid]) this.flag(flagName(kid.key), value, line, scope);
      } else if (scalar(kid, "name")) this.flag(flagName(scalar(kid, "name")), scalar(kid, "value"), kid.line, scope);
      else this.flagText(kid.value, kid.line, scope);
    }
  }

  // flagText reads flags as text: one without hyphens, a=b, or several with them.
  flagText(text, line, scope) {
    if (trim(text)[0] === "-" || text.includes(" ")) {
      this.command(splitWords(text, line), scope);
      return;
    }
    const [name, value] = cut(text, "=");
    this.flag(flagName(name), value, line, scope);
  }

  // pluginItems reads names of admission plugins: in a text, as items, or as the names of items.
  pluginItems(node, scope) {
    if (!node) return;
    this.plugins(node.value, node.line, scope);
    for (const kid of node.kids) this.plugins(scalar(kid, "name") || kid.value, kid.line, scope);
  }

  plugins(list, line, scope) {
    for (const part of list.split(",")) {
      const name = trim(part);
      if (isGateName(name)) this.add("plugin", name, line, { component: "kube-apiserver", how: howOf(scope) });
    }
  }
}
