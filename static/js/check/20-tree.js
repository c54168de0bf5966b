// YAML and JSON as a tree, and the lines that are neither: a twin of tree.go and flow.go in package
// affects. It accepts broken YAML and templates, follows no aliases and has bounds for hostile input.

const maxDepth = 100; // of nodes within each other
const maxNodes = 1_000_000; // of one text
const maxJoin = 1000; // lines that a backslash joins

const noKids = [];

// A node is a key or an item of a list ("-"), with its value or what is below it. text marks a
// block of text, whose first line is at line; fold, that its lines are one.
// indent and item place it while its block is open.
const newNode = (key, line, indent = -1, item = false) => ({ key, value: "", text: false, fold: false, line, kids: noKids, indent, item });

function addKid(parent, kid) {
  if (parent.kids === noKids) parent.kids = [kid];
  else parent.kids.push(kid);
}

const child = (node, key) => node.kids.find((kid) => kid.key === key);

// scalar returns the value of the child with a key; empty without one.
function scalar(node, key) {
  const kid = child(node, key);
  return kid && !kid.kids.length && !kid.text ? kid.value : "";
}

// indentOf returns how many blanks a line begins with.
function indentOf(line) {
  const i = line.search(/[^ \t]/);
  return i < 0 ? line.length : i;
}

const isList = (node) => node.kids.length > 0 && node.kids[0].key === "-";

class Tree {
  constructor(text, first) {
    this.lines = text.replaceAll("\r\n", "\n").replaceAll("\r", " ").split("\n");
    this.at = 0;
    this.first = first;
    this.docs = [];
    this.nodes = 0;
    this.deep = false; // nodes are left out
    this.noFlow = false; // a bracket was never closed: brackets must close on their line
    this.skipped = [];
    this.begin();
  }

  // next returns the next document; nothing at the end. A document that was read is garbage.
  next() {
    while (this.docs.length < 2 && this.at < this.lines.length) {
      if (this.nodes > maxNodes) {
        this.skip("too-many");
        this.at = this.lines.length;
      } else this.step();
    }
    return this.docs.shift();
  }

  skip(code, at = this.at) { this.skipped.push({ code, line: this.first + at }); }

  tooDeep() {
    if (!this.deep) this.skip("too-deep");
    this.deep = true;
  }

  // begin starts a document.
  begin() {
    this.root = newNode("", this.first + this.at);
    this.docs.push({ root: this.root, loose: [] });
    this.stack = [this.root];
  }

  // step reads one line, and the lines that belong to its value.
  step() {
    const line = this.lines[this.at];
    const indent = indentOf(line);
    const rest = trimRight(line.slice(indent), " \t");
    if (!rest || rest[0] === "#") this.at++;
    else if (line === "..." || (line.startsWith("---") && !trim(line, "-"))) {
      this.at++;
      this.begin();
    } else if (line.startsWith("--- ")) {
      this.begin();
      this.content(4, trim(line.slice(4)));
    } else if (rest.startsWith("{{") || rest.startsWith("{%")) this.at++; // a directive of a template
    else if (rest.endsWith("\\")) this.joined(rest);
    else if (startsJSON(rest)) this.json(rest);
    else this.content(indent, rest);
  }

  // joined collects the lines that backslashes join.
  joined(rest) {
    const start = this.at;
    const parts = [];
    while (parts.length < maxJoin && rest.endsWith("\\")) {
      parts.push(rest.slice(0, -1));
      if (++this.at >= this.lines.length) break;
      rest = trim(this.lines[this.at]);
    }
    if (this.at < this.lines.length) {
      parts.push(rest);
      this.at++;
    }
    const text = parts.join("\n");
    this.addLoose(trimLeft(text.startsWith("- ") ? text.slice(2) : text, " \t"), start);
  }

  // content reads the items and the key of a line.
  content(indent, rest) {
    let item;
    while (rest === "-" || rest.startsWith("- ") || rest.startsWith("-\t")) {
      item = this.open(indent, true, "-");
      const below = trimLeft(rest.slice(1), " \t");
      indent += rest.length - below.length;
      rest = below;
    }
    const pair = splitKey(rest);
    if (!rest) this.at++;
    else if (pair) this.value(this.open(indent, false, pair[0]), pair[1], indent);
    else if (item) this.value(item, rest, this.stack.at(-1).indent);
    else {
      this.addLoose(rest, this.at);
      this.at++;
    }
  }

  // open adds a node below the node that its indentation is in. A list may have the indentation of
  // its key.
  open(indent, item, key) {
    while (this.stack.length > 1) {
      const top = this.stack.at(-1);
      if (top.indent < indent || (top.indent === indent && item && !top.item)) break;
      this.stack.pop();
    }
    const node = newNode(key, this.first + this.at, indent, item);
    this.nodes++;
    if (this.stack.length > maxDepth) {
      this.tooDeep();
      return node;
    }
    addKid(this.stack.at(-1), node);
    this.stack.push(node);
    return node;
  }

  // value reads the value of a node, which starts on the current line.
  value(node, value, indent) {
    value = withoutTags(value);
    if (!value || value[0] === "#") this.at++;
    else if (isBlockMark(value)) {
      node.fold = value[0] === ">";
      this.block(node, indent);
    } else if ((value[0] === "[" || (value[0] === "{" && !value.startsWith("{{"))) && this.flow(node, value)) return;
    else {
      node.value = scalarOf(value);
      this.at++;
    }
  }

  // block reads the lines that are indented more than the key.
  block(node, indent) {
    const start = ++this.at;
    let common = -1;
    for (; this.at < this.lines.length; this.at++) {
      const line = this.lines[this.at];
      const own = indentOf(line);
      if (own === line.length) continue;
      if (own <= indent) break;
      if (common < 0 || own < common) common = own;
    }
    node.value = this.lines.slice(start, this.at).map((line) => line.slice(Math.max(common, 0))).join("\n");
    node.text = true;
    node.line = this.first + start;
  }

  // json reads a JSON text into a document of its own. A text that ends early keeps what was read.
  json(rest) {
    const start = this.at;
    this.begin();
    const { root } = this;
    const flow = new Flow(this, rest, this.lines.length);
    flow.value(root, 0);
    if (flow.deep) this.tooDeep();
    if (!root.kids.length && trimLeft(flow.text, " \t,]}")) {
      this.at = start;
      this.addLoose(rest, start);
    } else if (flow.ended) this.skip("truncated", start);
    this.at++;
    this.begin();
  }

  // flow reads a value in brackets. It returns false, and leaves the position, if they are not
  // closed.
  flow(node, value) {
    const start = this.at;
    const flow = new Flow(this, value, this.noFlow ? this.at + 1 : this.lines.length);
    flow.value(node, 0);
    this.at++;
    if (!flow.ended && !flow.deep) return true;
    this.noFlow ||= flow.last > start + 1;
    this.at = start;
    node.kids = noKids;
    node.value = "";
    return false;
  }

  addLoose(text, at) {
    this.docs.at(-1).loose.push({ text, line: this.first + at });
    this.nodes++;
  }
}

// startsJSON reports whether a line begins a JSON text that may span lines.
const startsJSON = (rest) => rest === "{" || rest === "[" || ['{"', "{}", "[{", '{ "'].some((start) => rest.startsWith(start));

// Flow reads JSON, or YAML in brackets, up to the line last.
class Flow {
  constructor(tree, text, last) {
    this.tree = tree;
    this.text = text; // the rest of the current line
    this.last = last;
    this.ended = false; // within a bracket
    this.deep = false;
  }

  // next skips white space and line breaks. It returns nothing at the end.
  next() {
    for (;;) {
      this.text = trimLeft(this.text, " \t");
      if (this.text && this.text[0] !== "#") return this.text[0];
      if (this.tree.at + 1 >= this.last) {
        this.text = "";
        this.ended = true;
        return "";
      }
      this.text = this.tree.lines[++this.tree.at];
    }
  }

  value(node, depth) {
    const c = this.next();
    if (depth > maxDepth || this.tree.nodes > maxNodes) this.deep = this.ended = true;
    else if (c === "{" || c === "[") {
      this.text = this.text.slice(1);
      this.items(node, c === "{", depth);
    } else node.value = this.scalar(",]}");
  }

  // items reads the items of a list, or the pairs of a map, up to the closing bracket.
  items(node, pairs, depth) {
    while (!this.ended) {
      const c = this.next();
      if (!c) return;
      if (c === "}" || c === "]") {
        this.text = this.text.slice(1);
        return;
      }
      if (c === "," || c === ":") this.text = this.text.slice(1);
      else this.item(node, pairs, depth);
    }
  }

  item(node, pairs, depth) {
    const kid = newNode("-", this.tree.first + this.tree.at);
    this.tree.nodes++;
    addKid(node, kid);
    if (pairs) {
      kid.key = this.scalar(":,]}");
      if (this.next() !== ":") return;
      this.text = this.text.slice(1);
      const c = this.next();
      if (c === "," || c === "}" || c === "]") return;
    }
    this.value(kid, depth + 1);
  }

  // scalar reads a string with or without quotes. It takes at least one character.
  scalar(stops) {
    const c = this.next();
    if (!c) return "";
    if (c === '"' || c === "'") {
      const [value, after] = quoted(this.text) || [this.text, ""]; // an open quote ends with its line
      this.text = after;
      return value;
    }
    let end = indexAny(this.text, stops);
    if (end < 0) end = this.text.length;
    end = Math.max(end, 1);
    const value = trim(this.text.slice(0, end));
    this.text = this.text.slice(end);
    return value;
  }
}

// withoutTags removes an anchor and a tag.
function withoutTags(value) {
  while (value && (value[0] === "&" || value[0] === "!")) value = trimLeft(cut(value, " ")[1], " \t");
  return value;
}

// isBlockMark reports whether a value begins a block of text: |, >-, |2+.
function isBlockMark(value) {
  const mark = trim(cut(value, " #")[0]);
  return mark.length <= 3 && (mark[0] === "|" || mark[0] === ">") && !trim(mark.slice(1), "+-123456789");
}

// scalarOf returns a scalar without quotes and comment.
function scalarOf(value) {
  const string = (value[0] === '"' || value[0] === "'") && quoted(value);
  return string ? string[0] : trim(cut(value, " #")[0]);
}

// quoted returns the quoted string at the start of a text and what comes after it; null if it is not
// closed.
function quoted(text) {
  const quote = text[0];
  let value = "";
  let from = 1;
  for (let i = 1; i < text.length; i++) {
    const c = text[i];
    if (c === quote && quote === "'" && text[i + 1] === "'") {
      value += text.slice(from, ++i);
      from = i + 1;
    } else if (c === quote) return [value + text.slice(from, i), text.slice(i + 1)];
    else if (c === "\\" && quote === '"' && i + 1 < text.length) {
      value += text.slice(from, i) + unescaped(text[++i]);
      from = i + 1;
    }
  }
  return null;
}

// unescaped returns the character of an escape. Others than these stay as they are, because no name
// has them.
function unescaped(c) {
  if (c === "n") return "\n";
  if (c === "t") return "\t";
  if (c === "r") return "";
  return "\"\\/'".includes(c) ? c : "\\" + c;
}

// splitKey splits "key: value". A key is a quoted string, or has no white space and no characters of
// an assignment or bracket.
const keyBefore = /^(?:[^ \t=[\]{},"'`:]|:(?![ \t]|$))+(?=:(?:[ \t]|$))/y;
function splitKey(rest) {
  if (rest[0] === '"' || rest[0] === "'") {
    const [key, after] = quoted(rest) || ["", ""];
    return after[0] === ":" ? [key, trimLeft(after.slice(1), " \t")] : null;
  }
  keyBefore.lastIndex = 0;
  keyBefore.test(rest.length > 202 ? rest.slice(0, 202) : rest);
  const end = keyBefore.lastIndex;
  return end > 0 && end < 200 ? [rest.slice(0, end), trimLeft(rest.slice(end + 1), " \t")] : null;
}
