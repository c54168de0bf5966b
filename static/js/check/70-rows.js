// What the page shows of a report, and its Markdown.

// The words of the page, by key: <template class="words"> with an element for each.
function wording(template) {
  const words = new Map(Array.from(template.content.children, (e) => [e.dataset.key, e.textContent]));
  return (key, ...values) => (words.get(key) ?? key).replace(/\{(\d)\}/g, (_, i) => values[i] ?? "");
}

// make returns an element with attributes and content.
function make(name, attributes = {}, ...content) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value) element.setAttribute(key, value);
  element.append(...content.filter(Boolean));
  return element;
}

// Phrases are what is said of rows, for the page and for Markdown.
class Phrases {
  constructor(say) {
    this.say = say;
    this.comma = say("comma");
  }

  // subject is the name with its value; component is said apart.
  subject({ kind, name, value }) { return kind === "gate" && value ? `${name}=${value}` : name; }

  about({ kind, component }) {
    const { say } = this;
    return component && kind !== "gate" && kind !== "plugin" ? say("of", say(kind), component) : say(kind);
  }

  event({ event, release, or, expected }) {
    const when = or ? this.say("or", or, release) : release;
    return this.say({ on: "default", off: "default" }[event] || event, when, expected);
  }

  // doubts are the reasons why a finding is less certain.
  doubts({ mark, others, component, components, kind, how }) {
    const { say } = this;
    return [
      mark === "disagree" && (others?.length ? say("others", others.join(this.comma)) : say("disagree")),
      !component && components?.length && kind === "flag" && say("components", components.join(this.comma)),
      how === "listed" && say("listed"), how === "mentioned" && say("mentioned"),
    ].filter(Boolean);
  }

  // times are the announcement and what it named.
  times({ since, target }) {
    return [since && this.say("since", since), target && this.say("target", target)].filter(Boolean);
  }

  // remark is the remark in the language of the page, else in English, else the first.
  remark({ remarks = [] }) {
    const own = document.documentElement.lang.slice(0, 2);
    return remarks.find(({ lang }) => lang === own) || remarks.find(({ lang }) => lang === "en") || remarks[0];
  }

  skipped({ code, name }) { return this.say("skip_" + code.replaceAll("-", "_"), name); }

  seen({ what }) {
    const { say } = this;
    const component = /^flags of (.+)$/.exec(what)?.[1];
    if (component) return say("seen_flags", component);
    const own = { flags: "seen_own", "help of a program": "seen_help", "list of feature gates": "seen_gates", "YAML or JSON without apiVersion and kind": "seen_plain" }[what];
    return own ? say(own) : what;
  }

  place([file, line]) {
    if (!file) return line ? this.say("line", line) : "";
    return line ? `${file}:${line}` : file;
  }

  places({ places, count }) {
    const named = places.map((place) => this.place(place)).filter(Boolean);
    return named.join(this.comma) + (count > places.length ? " " + this.say("more", count - places.length) : "");
  }

  // counts is the summary: how much there is of each class.
  counts({ from, to, classes: found }) {
    return `${from} → ${to}${this.say("colon")}` + classes.map((kind) => `${this.say(kind)} ${found[kind].total}`).join(this.comma);
  }
}

const pullName = ({ pr, repo }) => (repo || "") + "#" + pr;

// markdownOf returns a report as a Markdown checklist.
function markdownOf(report, phrases) {
  const { say } = phrases;
  const plain = (text) => text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>&|#]/g, "\\$&");
  const lines = [`# Kubernetes ${report.from} → ${report.to}`];
  for (const kind of classes) {
    const { rows } = report.classes[kind];
    if (rows.length) lines.push("", `## ${say(kind)}`, "");
    for (const row of rows) {
      const text = [`${phrases.about(row)} ${phrases.subject(row)}: ${phrases.event(row)}`, ...phrases.doubts(row), ...phrases.times(row), row.replacement && say("instead", row.replacement)];
      lines.push(`- [ ] ${plain(text.filter(Boolean).join("; "))} (${plain(phrases.places(row))})`);
      if (row.sentence) lines.push(`  ${plain(row.sentence)}${row.pr ? " " + plain(pullName(row)) : ""}`);
      const remark = phrases.remark(row);
      if (remark) lines.push(`  ${plain(`${remark.text} ${remark.author}`)}`);
    }
  }
  const list = (title, { rows }, text) => {
    if (rows.length) lines.push("", `## ${say(title)}`, "", ...rows.map((row) => `- ${plain([text(row), phrases.places(row)].filter(Boolean).join(" — "))}`));
  };
  list("unknown", report.lists.unknown, (row) => `${phrases.about(row)} ${row.name}`);
  list("skipped", report.lists.skipped, (row) => phrases.skipped(row));
  list("seen", report.lists.seen, (row) => phrases.seen(row));
  return [...lines, "", say("limits"), "", phrases.counts(report), ""].join("\n");
}

// Rows makes the elements of a report. home is the address of the language's pages.
class Rows {
  constructor({ phrases, home, english, own, pull }) {
    Object.assign(this, { phrases, home, english, pull });
    this.own = new Set(own.split(" "));
  }

  link(path, ...content) { return make("a", { href: this.home + path }, ...content); }

  places(row) {
    const out = make("span", { class: "places" });
    row.places.forEach((place, i) => {
      const [file, line] = place;
      const text = this.phrases.place(place);
      if (text) out.append(i ? this.phrases.comma : "", file ? text : make("a", { href: "#check-text", "data-line": line }, text));
    });
    if (row.count > row.places.length) out.append(" " + this.phrases.say("more", row.count - row.places.length));
    return out;
  }

  // finding is a row: what, where, when, what to use, and the official sentence.
  finding(row) {
    const { phrases } = this;
    const { say } = phrases;
    const code = codeOf(phrases.subject(row));
    const head = make("p", { class: "what" }, row.page && !row.page.startsWith("prs/") ? this.link(row.page, code) : code, " ", make("b", {}, phrases.event(row)));
    const quiet = make("p", { class: "quiet" }, this.places(row));
    for (const text of [phrases.about(row), ...phrases.times(row), ...phrases.doubts(row), say("mark_" + row.mark)]) quiet.append(make("span", {}, text));
    if (row.pr) quiet.append(this.source(row));
    const said = row.sentence && make("blockquote", { lang: this.english }, ...marked(row.sentence));
    const instead = row.replacement && make("p", {}, ...filled(say("instead", "\0"), row.replacement));
    return make("li", { class: "finding" }, head, instead, said, this.remark(row), quiet);
  }

  // remark is what a person noted on the pull request, with a link to the page that has it in full.
  remark(row) {
    const remark = this.phrases.remark(row);
    if (!remark) return null;
    const by = make("p", { class: "by" }, this.phrases.say("remark"), " ", this.link(`prs/${row.pr}/`, remark.author || pullName(row)));
    return make("div", { class: "remark", role: "note" }, by, make("p", { lang: remark.lang }, remark.text));
  }

  // source is a link to the pull request.
  source({ pr, repo }) {
    const name = pullName({ pr, repo });
    if (repo || !this.own.has(String(pr))) return make("a", { href: this.pull.replace("{0}", repo || "kubernetes/kubernetes").replace("{1}", pr) }, name);
    return this.link(`prs/${pr}/`, name);
  }

  // group is a class with its findings.
  group(kind, { rows, total }, to) {
    const { say } = this.phrases;
    const list = make("ul", { class: "findings" }, ...rows.map((row) => this.finding(row)));
    const more = total > rows.length && make("p", { class: "cap" }, say("more", total - rows.length));
    const title = make("div", { class: "kind c-" + kind }, make("h2", { id: "check-" + kind }, say(kind)), make("span", {}, String(total)));
    return make("section", {}, title, make("p", { class: "cap" }, say("says_" + kind, to)), list, more);
  }

  // list is a folded list of what the findings do not cover.
  list(title, { rows, total }, text, open) {
    if (!rows.length) return null;
    const { say } = this.phrases;
    const items = rows.map((row) => make("li", {}, text(row), " ", make("small", {}, this.places(row))));
    const more = total > rows.length && make("p", { class: "cap" }, say("more", total - rows.length));
    const out = make("details", { class: "details" }, make("summary", {}, say(title), ` ${total}`), make("ul", { class: "lines" }, ...items), more);
    out.open = open;
    return out;
  }

  // all are the groups and lists of a report.
  all({ to, classes: found, lists }) {
    const { phrases } = this;
    const { say } = phrases;
    const groups = classes.filter((kind) => found[kind].total).map((kind) => this.group(kind, found[kind], to));
    const none = !groups.length && make("p", { class: "notice" }, say(lists.seen.total ? "none" : "nothing"));
    return [
      none, ...groups, make("h2", { id: "check-covered" }, say("covered")),
      this.list("skipped", lists.skipped, (row) => phrases.skipped(row), true),
      this.list("unknown", lists.unknown, (row) => make("span", {}, phrases.about(row), " ", codeOf(row.name)), lists.unknown.total < 10),
      this.list("seen", lists.seen, (row) => phrases.seen(row), lists.seen.total < 10),
      make("p", { class: "cap" }, say("limits")),
    ].filter(Boolean);
  }
}

// codeOf returns a name as code. A flag does not break after its first hyphens.
function codeOf(name) {
  const [head] = /^--[^-]*-?/.exec(name) || [""];
  return make("code", {}, head && make("span", { class: "tied" }, head), name.slice(head.length));
}

// filled puts a value as code in place of a NUL.
function filled(text, value) {
  const [before, after] = cut(text, "\0");
  return [before, codeOf(value), after];
}

// marked returns a sentence with its code spans as elements, and without marks of emphasis.
const marked = (text) => text.replaceAll("**", "").split(/`([^`]+)`/).map((part, i) => (i % 2 ? codeOf(part) : part));
