// What only the page of the search and the pages that it leads to need is a module of its
// own, results.js, which is loaded when one of them asks for it; past a bad answer that is
// kept somewhere, as this one is.

const beside = "./results.js";
const results = () => import(beside).catch(() => import(beside + "?" + Date.now()));

// page makes the page of the search work, to which link leads.
export async function page({ href }) {
  const home = new URL("../", href);
  const index = openIndex(new URL("../search/", home));
  (await results()).page((box) => seeker(box, home, index));
}

// mark marks on a page what a search has found there (?mark=…).
export const mark = async () => (await results()).mark(ranges);
