// The page: the facts, the files that the reader gives, and the worker.

const maxFiles = 5000;
const maxPaste = 100_000; // of the field; more is listed as a file
const maxTime = 10_000; // ms of a check

// loader returns a function that loads the base and the releases of an upgrade, each once.
function loader(folder) {
  const loaded = new Map();
  const load = (name) => {
    if (!loaded.has(name)) {
      const answer = fetch(`${folder}${name}.json`).then((r) => {
        if (!r.ok) throw new Error(`${name}: ${r.status}`);
        return r.json();
      });
      answer.catch(() => loaded.delete(name));
      loaded.set(name, answer);
    }
    return loaded.get(name);
  };
  return async (from, to) => {
    const base = await load("base");
    const needed = base.releases.filter((r) => minorOf(r) > minorOf(from) && minorOf(r) <= minorOf(to));
    return { base, steps: await Promise.all(needed.map(load)) };
  };
}

// checker returns a function that runs a check in a worker, one after the other. make returns the job.
// A check that waits is left out if a newer one comes: it resolves to nothing. One that takes too long
// is stopped, and throws.
function checker() {
  let worker;
  let newest = 0;
  let last = Promise.resolve();
  const start = () => { worker ??= new Worker(import.meta.url, { type: "module" }); };
  const run = (job) => new Promise((resolve, reject) => {
    const fail = (why) => {
      worker.terminate();
      worker = undefined;
      reject(new Error(why));
    };
    const timer = setTimeout(() => fail("slow"), maxTime);
    const ended = (then) => (e) => {
      clearTimeout(timer);
      then(e);
    };
    start();
    worker.onmessage = ended(({ data }) => resolve(data));
    worker.onerror = ended(() => fail("failed"));
    worker.postMessage(job, job.files.map(({ bytes }) => bytes?.buffer).filter(Boolean));
  });
  start();
  return (make) => {
    const own = ++newest;
    last = last.catch(() => {}).then(async () => (own === newest ? run(await make()) : undefined));
    return last;
  };
}

// bytesOf reads files for a job, up to the limit for all of them.
async function bytesOf(files) {
  let left = maxSize;
  const out = [];
  for (const { name, file } of files) {
    left -= file.size;
    if (left < 0) {
      out.push({ name, code: "size" });
      left += file.size;
      continue;
    }
    const bytes = await file.arrayBuffer().then((buffer) => new Uint8Array(buffer)).catch(() => null);
    out.push(bytes ? { name, bytes } : { name, code: "file" });
  }
  return out;
}

// dropped returns the files of a drop by name, with those in folders.
async function dropped(items) {
  const out = [];
  const walk = async (entry) => {
    if (!entry || out.length > maxFiles || entry.name === ".git") return;
    if (entry instanceof File) {
      out.push({ name: entry.name, file: entry });
      return;
    }
    const name = entry.fullPath.replace(/^\//, "");
    if (entry.isFile) {
      const file = await new Promise((resolve) => entry.file(resolve, () => resolve(new Blob([]))));
      out.push({ name, file });
      return;
    }
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((resolve) => reader.readEntries(resolve, () => resolve([])));
      if (!some.length) return;
      for (const one of some) await walk(one);
    }
  };
  const entries = Array.from(items, (item) => item.webkitGetAsEntry?.() || item.getAsFile());
  for (const entry of entries) await walk(entry);
  return out.sort((a, b) => compare(a.name, b.name));
}

// fromFragment returns what a link carries: releases, and names as a text that the reader knows.
// "#from=1.26&to=1.29&gates=A,B=false&flags=kubelet--x&apis=batch/v1beta1.CronJob&plugins=P"
function fromFragment(hash) {
  const given = new URLSearchParams(hash.slice(1, 4000));
  const list = (key) => (given.get(key) || "").split(",").filter((name) => /^[\w./=-]+$/.test(name));
  const lines = [];
  if (list("gates").length) lines.push("--feature-gates=" + list("gates").join(","));
  for (const name of list("flags")) lines.push(flagLine(name));
  if (list("plugins").length) lines.push("kube-apiserver --enable-admission-plugins=" + list("plugins").join(","));
  for (const name of list("apis")) lines.push("---", "apiVersion: " + name.slice(0, name.lastIndexOf(".")), "kind: " + name.slice(name.lastIndexOf(".") + 1));
  return { from: given.get("from"), to: given.get("to"), text: lines.length ? lines.join("\n") + "\n" : "" };
}

// flagLine returns a command: "kubelet --x" of kubelet--x, "kubectl run --x" of kubectl-run--x.
function flagLine(name) {
  const [component, flag] = cut(name, "--");
  const [tool, ...rest] = component.split("-");
  const command = tool === "kubectl" || tool === "kubeadm" ? [tool, ...rest].join(" ") : component;
  return `${command} --${flag}`.trim();
}

// toFragment returns the fragment for the names of a report's findings.
function toFragment({ from, to, classes: found }) {
  const lists = { gates: [], flags: [], plugins: [], apis: [] };
  for (const { kind, name, value, component } of Object.values(found).flatMap(({ rows }) => rows)) {
    if (kind === "gate") lists.gates.push(value ? `${name}=${value}` : name);
    if (kind === "flag") lists.flags.push(component.replaceAll(" ", "-") + name);
    if (kind === "plugin") lists.plugins.push(name);
    if (kind === "api") lists.apis.push(name.replace(" ", "."));
  }
  const parts = Object.entries(lists).filter(([, list]) => list.length).map(([key, list]) => `&${key}=${[...new Set(list)].join(",")}`);
  return `#from=${from}&to=${to}${parts.join("")}`;
}
