// Filters of the rule table, and folds that open when something in them is asked for. The page is complete without
// this script; nothing here makes markup from data.
const form = document.querySelector("form.filter");
const fold = document.querySelector("#rules");
const rows = Array.from(document.querySelectorAll("table.rules tbody tr"), (row) => ({
  row,
  section: row.cells[2].textContent,
  text: row.textContent.toLowerCase(),
}));
const total = rows.length;
let section = "";

function apply() {
  const data = new FormData(form);
  const words = String(data.get("text")).toLowerCase().split(/\s+/).filter(Boolean);
  const has = (row, name) =>
    data.get(name) === "" ||
    row.dataset[name] === data.get(name) ||
    row.dataset[name].split(" ").includes(data.get(name));
  let shown = 0;
  for (const one of rows) {
    const fits =
      (section === "" || one.section === section) &&
      ["verdict", "level", "generation"].every((name) => has(one.row, name)) &&
      words.every((word) => one.text.includes(word));
    one.row.hidden = !fits;
    if (fits) shown += 1;
  }
  form.querySelector("output").textContent =
    (shown === total ? `${total} rules` : `${shown} of ${total} rules`) +
    (section === "" ? "" : ` in ${section}`);
}

function clear() {
  form.reset();
  section = "";
}

/** Opens whatever hides an element, and brings it into view. */
function reveal(element) {
  for (let one = element; one !== null; one = one.parentElement) {
    if (one instanceof HTMLDetailsElement) one.open = true;
  }
  element.scrollIntoView({ block: "start" });
}

function follow() {
  const element = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (element === null) return;
  if (element.hidden) {
    clear();
    apply();
  }
  reveal(element);
}

form.hidden = false;
form.addEventListener("input", () => {
  apply();
  // What is typed far below must not leave its results out of sight.
  if (form.getBoundingClientRect().top < 0) form.scrollIntoView({ block: "start" });
});
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => {
  section = "";
  setTimeout(apply);
});
apply();

for (const link of document.querySelectorAll("a[data-show]")) {
  link.addEventListener("click", (event) => {
    clear();
    form.elements.verdict.value = link.dataset.show;
    form.elements.level.value = link.dataset.level ?? "";
    section = link.dataset.section ?? "";
    apply();
    if (link.hash !== "#rules") return;
    event.preventDefault();
    reveal(form);
  });
}

for (const link of document.querySelectorAll('a[href^="#"]')) {
  link.addEventListener("click", () => {
    if (link.hash === location.hash) follow();
  });
}
addEventListener("hashchange", follow);
if (location.hash !== "") follow();

addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLElement && event.target.matches("input, select, textarea");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    fold.open = true;
    form.scrollIntoView({ block: "start" });
    form.elements.text.focus();
  }
});

// On paper: what is broken with its first evidence; the long tables stay closed.
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details.finding:not([open])")) {
    details.open = true;
    details.dataset.closed = "";
  }
});
addEventListener("afterprint", () => {
  for (const details of document.querySelectorAll("details[data-closed]")) {
    details.open = false;
    delete details.dataset.closed;
  }
});
