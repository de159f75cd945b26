// Filters of the rule table. The page is complete without this script; nothing here makes markup from data.
const form = document.querySelector("form.filter");
const rows = Array.from(document.querySelectorAll("table.rules tbody tr"), (row) => ({
  row,
  kinds: `${row.cells[0].textContent} ${row.cells[3].textContent}`.split(" "),
  section: row.cells[2].textContent,
  text: row.textContent.toLowerCase(),
}));
const total = rows.length;
let section = "";

function apply() {
  const data = new FormData(form);
  const words = String(data.get("text")).toLowerCase().split(/\s+/).filter(Boolean);
  const kinds = ["verdict", "level", "generation"].map((name) => data.get(name)).filter(Boolean);
  let shown = 0;
  for (const one of rows) {
    const fits =
      (section === "" || one.section === section) &&
      kinds.every((kind) => one.kinds.includes(kind)) &&
      words.every((word) => one.text.includes(word));
    one.row.hidden = !fits;
    if (fits) shown += 1;
  }
  form.querySelector("output").textContent =
    (shown === total ? `${total} rules` : `${shown} of ${total} rules`) +
    (section === "" ? "" : ` in ${section}`);
}

form.hidden = false;
form.addEventListener("input", apply);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => {
  section = "";
  setTimeout(apply);
});
apply();

for (const link of document.querySelectorAll("a[data-show]")) {
  link.addEventListener("click", () => {
    form.elements.text.value = "";
    form.elements.level.value = "";
    form.elements.generation.value = "";
    form.elements.verdict.value = link.dataset.show;
    section = link.dataset.section ?? "";
    apply();
  });
}

addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLElement && event.target.matches("input, select, textarea");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    form.elements.text.focus();
  }
});

addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details:not([open])")) {
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
