// What an upgrade does to settings: a twin of match.go and life.go in package affects.

const classes = ["breaks", "changes", "cleanup", "coming"]; // by weight
const tiers = { removed: 0, locked: 1, on: 2, off: 2, changed: 3, unused: 4, announced: 5, deprecated: 6, stable: 7 };

// minorOf returns the minor version of a release: 27 of 1.27; 0 if it has none.
const minorOf = (release) => +(/^[^.]*\.(\d+)$/.exec(release || "")?.[1] || 0);
const releaseOf = (minor) => "1." + minor;

// spansOf reads the life of a gate, such as "23a0 24b1 27s1L 29x".
const spansOf = (life) => fields(life || "").map((part) => {
  const [, from, stage, on, lock] = /^(\d+)([absdx])(.?)(L?)$/.exec(part);
  return { from: +from, stage, on: on === "1" ? "true" : on === "0" ? "false" : "", locked: lock === "L" };
});

const compare = (a, b) => (a < b ? -1 : +(a > b));
const compareFindings = (a, b) => classes.indexOf(a.class) - classes.indexOf(b.class) || compare(a.file, b.file) || a.line - b.line;
const program = (component) => cut(component, " ")[0];
const isCommand = (component) => component.startsWith("kubectl") || component.startsWith("kubeadm");
const keyOf = ({ kind, name }) => kind + " " + name;

function grouped(list) {
  const out = new Map();
  for (const value of list) {
    if (!out.has(keyOf(value))) out.set(keyOf(value), []);
    out.get(keyOf(value)).push(value);
  }
  return out;
}

function findingOf(setting, fact, kind) {
  const { event, release, or, others, since, target, replacement, components, mark, pr, repo, page, remarks, files = [] } = fact;
  const { name, value, component, how, line } = setting;
  return {
    class: kind, event, kind: setting.kind, name, value, component, how, file: "", line, release, or, others, since, target, replacement,
    expected: fact.value || "", components, mark, sentence: fact.text, pr, repo, sources: files, page, remarks,
  };
}

// concern reports whether a fact is about a setting, and whether that is certain. A flag or field needs
// its component. Gates of kubeadm are apart from those of the other components.
function concern({ kind, name, component }, { components = [] }) {
  if (kind === "gate") return { certain: true, concerns: !component || components.includes("kubeadm") === (program(component) === "kubeadm") };
  if (!component) {
    const common = kind === "flag" && !name.slice(2).includes("-"); // --port belongs to many programs
    return { certain: !components.length, concerns: !common && !components.some(isCommand) };
  }
  return { certain: true, concerns: !components.length || components.some((c) => component === c || component.startsWith(c + " ")) };
}

// turn returns the class of a new default or lock of a gate for the value that is set.
function turn({ value, how }, fact) {
  if (!value) return "changes";
  if (value === fact.value) return "cleanup";
  return fact.event === "locked" && how === "set" ? "breaks" : "changes";
}

// strongest keeps the findings of the heaviest class, and of these the first tier. Of clean-ups and of
// what is coming the last one is enough.
function strongest(found) {
  found.sort((a, b) => compareFindings(a, b) || tiers[a.event] - tiers[b.event]);
  const [first] = found;
  let kept = found.filter((f) => f.class === first.class && tiers[f.event] === tiers[first.event]);
  if (kept.length > 1 && (first.class === "cleanup" || first.class === "coming")) kept = kept.slice(-1);
  return firsts(kept, (f) => f.event + " " + f.expected);
}

class Matcher {
  constructor(base, steps, from, to) {
    this.base = base;
    this.programs = new Set(Object.keys(base.names.programs));
    this.gates = new Map(Object.entries(base.gates));
    this.apis = new Map(Object.entries(base.apis));
    this.flags = new Map(Object.entries(base.flags).map(([component, list]) => [component, new Set(list)]));
    this.plugins = new Set(base.plugins);
    this.gone = grouped(base.gone);
    this.promises = grouped(base.promises);
    this.from = minorOf(from);
    this.to = minorOf(to);
    const within = steps.filter(({ release }) => this.spans(release));
    this.facts = grouped(within.flatMap(({ release, facts }) => facts.map((fact) => ({ ...fact, release }))));
    this.out = { from, to, findings: [], unknown: [], not_checked: [], looked_at: [] };
  }

  // spans reports whether a release is after from, up to to.
  spans(release) { return minorOf(release) > this.from && minorOf(release) <= this.to; }

  match(readings) {
    this.ends();
    for (const reading of readings) this.reading(reading);
    this.out.findings.sort(compareFindings);
    return this.out;
  }

  // ends reports where the data end before the target.
  ends() {
    const { releases, reach } = this.base;
    for (let minor = this.from + 1; minor <= this.to; minor++) {
      if (!releases.includes(releaseOf(minor))) this.out.not_checked.push({ code: "no-notes", name: releaseOf(minor) });
    }
    for (const what of ["gates", "flags"]) {
      if (minorOf(reach[what]) < this.to) this.out.not_checked.push({ code: what + "-end", name: reach[what] });
    }
  }

  // reading matches the settings of one file.
  reading({ file, seen, skipped, settings }) {
    const { findings, unknown, not_checked, looked_at } = this.out; // eslint-disable-line camelcase
    for (const s of seen) looked_at.push({ ...s, file });
    for (const s of skipped) not_checked.push({ ...s, file });
    const others = new Set();
    for (const s of settings) {
      const name = program(s.component);
      if (name && !this.programs.has(name)) {
        if (!others.has(name)) not_checked.push({ code: "program", name, file, line: s.line });
        others.add(name);
        continue;
      }
      const found = strongest(this.findings(s));
      for (const f of found) findings.push({ ...f, file });
      if (!found.length && s.how === "set" && !this.known(s)) unknown.push({ kind: s.kind, name: s.name, component: s.component, file, line: s.line });
    }
  }

  // findings returns what the steps, or else the life of the name, say of a setting.
  findings(setting) {
    const out = [];
    for (const fact of this.facts.get(keyOf(setting)) || []) {
      const kind = this.classOf(setting, fact);
      if (kind) out.push(findingOf(setting, fact, kind));
    }
    return out.length ? out : this.byLife(setting);
  }

  // classOf returns the class of a fact for a setting; nothing if it does not concern it.
  classOf(setting, fact) {
    const { certain, concerns } = concern(setting, fact);
    if (!concerns) return "";
    switch (fact.event) {
      case "removed": return this.removal(setting, fact, certain);
      case "locked": case "on": case "off": case "stable": return turn(setting, fact);
      case "unused": return "cleanup";
      case "deprecated": case "announced": return "coming";
      default: return "changes";
    }
  }

  // removal returns the class of a removal. It breaks if the name is set, the component is certain, and
  // every source has the removal, the last one at the target.
  removal({ how, kind }, { mark, others = [] }, certain) {
    const agreed = mark !== "disagree" || (others.length > 0 && others.every((release) => minorOf(release) <= this.to));
    return how !== "set" || !certain || !agreed || kind === "metric" ? "changes" : "breaks";
  }

  // byLife returns what the base says of a setting that no step concerns: removed before from, or after
  // to; without effect since an earlier release; deprecated.
  byLife(setting) {
    const { kind, name, component } = setting;
    const spans = kind === "gate" ? spansOf(this.gates.get(name)) : [];
    if (spans.length && component !== "kubeadm") return this.gateLife(setting, spans);
    if (kind === "api" && this.apis.has(name)) return this.apiLife(setting, this.apis.get(name));
    return this.goneLife(setting);
  }

  // gateLife judges a gate by its state at the target and its removal.
  gateLife(setting, spans) {
    const last = spans.at(-1);
    const state = spans.findLast(({ from }) => from <= this.to) || {};
    const fact = { kind: "gate", mark: "derived", files: ["gates.json"], page: "gates/" + setting.name + "/" };
    const is = (event, minor, kind, value) => [findingOf(setting, { ...fact, event, value, release: releaseOf(minor) }, kind)];
    if (last.stage === "x" && last.from <= this.to) return this.lifeFinding(setting, { ...fact, event: "removed" }, last.from);
    if (state.locked && setting.value && setting.value !== state.on) return is("locked", state.from, turn(setting, { event: "locked", value: state.on }), state.on);
    if (state.stage === "s" && state.on === "true" && setting.value === "true") return is("stable", state.from, "cleanup", "true");
    if (last.stage === "x") return is("removed", last.from, "coming");
    return state.stage === "d" ? is("deprecated", state.from, "coming") : [];
  }

  // lifeFinding is a removal before or after the upgrade.
  lifeFinding(setting, fact, minor) {
    if (setting.how === "listed" && minor <= this.from) return []; // what is available now was not removed before
    const kind = minor > this.to ? "coming" : setting.how === "set" && setting.kind !== "metric" ? "breaks" : "changes";
    return [findingOf(setting, { ...fact, release: releaseOf(minor) }, kind)];
  }

  apiLife(setting, { deprecated, removed, replacement }) {
    const fact = { kind: "api", event: "removed", mark: "said", replacement, since: deprecated, files: ["api-guide.json"], page: "apis/" };
    if (minorOf(removed)) return this.lifeFinding(setting, fact, minorOf(removed));
    if (!deprecated || minorOf(deprecated) > this.to) return [];
    return [findingOf(setting, { ...fact, event: "deprecated", since: undefined, release: deprecated }, "coming")];
  }

  // goneLife judges a flag, plugin or field by its removal, by announcements, and a flag by the
  // reference.
  goneLife(setting) {
    const { kind, name, component } = setting;
    for (const { components, release, pr } of this.gone.get(keyOf(setting)) || []) {
      const fact = { kind, event: "removed", components, mark: "said", pr, files: [`findings/${release}.json`] };
      const { certain, concerns } = concern(setting, fact);
      if (!concerns || this.spans(release)) continue;
      const [found] = this.lifeFinding(setting, fact, minorOf(release));
      if (!certain && found?.class === "breaks") found.class = "changes";
      return found ? [found] : [];
    }
    const promised = this.promised(setting);
    if (promised) return [promised];
    const end = this.base.reach.flags;
    if (kind !== "flag" || this.to < minorOf(end) || !this.flags.get(component)?.has(name.slice(2) + "!")) return [];
    const fact = { event: "deprecated", components: [component], mark: "listed", files: [`references/${end}.json`], page: "flags/#flag-" + name.slice(2), release: end };
    return [findingOf(setting, fact, "coming")];
  }

  // promised returns the last announcement or deprecation before the upgrade that concerns a setting.
  promised(setting) {
    const promise = (this.promises.get(keyOf(setting)) || []).findLast((p) => minorOf(p.release) <= this.from && concern(setting, p).concerns);
    return promise && findingOf(setting, { ...promise, mark: "said", files: [`findings/${promise.release}.json`] }, "coming");
  }

  // known reports whether the data have the name of a setting. Fields and metrics have no list of their
  // own, and neither have flags of kubeadm and kubectl.
  known({ kind, name, component }) {
    if (kind === "gate") return this.gates.has(name) || name === "AllAlpha" || name === "AllBeta";
    if (kind === "plugin") return this.plugins.has(name);
    const list = kind === "flag" && this.flags.get(component);
    return !list || list.has(name.slice(2)) || list.has(name.slice(2) + "!");
  }
}

// read finds the settings of a file; file and text are strings of bytes.
export const read = (base, file, text) => new Reader(base).read(file, text);

// match returns what an upgrade does to the settings of files, by the steps between both releases.
export const match = (base, steps, from, to, readings) => new Matcher(base, steps, from, to).match(readings);
