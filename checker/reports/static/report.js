"use strict";
/* Tables are complete without this script: it only sorts and filters them. */

const number = (text) => {
  const found = text.replace(/[,\s]/g, "").match(/^[[(]*(-?\d+(?:\.\d+)?)/);
  return found ? Number(found[1]) : undefined;
};

const valueOf = (row, place, isNumber) => {
  const cell = row.cells[place];
  const text = cell.dataset.value ?? cell.textContent.trim();
  return isNumber ? number(text) : text;
};

const sort = (table, place) => {
  const heading = table.tHead.rows[0].cells[place];
  const isNumber = /\bnumber|numeric\b/.test(heading.className);
  const before = heading.getAttribute("aria-sort");
  const isDescending = before ? before === "ascending" : isNumber;
  for (const each of table.tHead.rows[0].cells) each.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
  const sign = isDescending ? -1 : 1;
  const compare = isNumber
    ? (one, other) => one - other
    : new Intl.Collator(undefined, { numeric: true }).compare;
  const rows = [...table.tBodies[0].rows].map((row) => [valueOf(row, place, isNumber), row]);
  rows.sort((one, other) => {
    if (one[0] === undefined || other[0] === undefined) return (one[0] === undefined) - (other[0] === undefined);
    return sign * compare(one[0], other[0]);
  });
  table.tBodies[0].append(...rows.map((each) => each[1]));
};

const addSorting = (table) => {
  [...table.tHead.rows[0].cells].forEach((heading, place) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = heading.textContent;
    button.addEventListener("click", () => sort(table, place));
    heading.replaceChildren(button);
  });
};

const searched = (row) => {
  const text = row.textContent.toLowerCase();
  return `${text} ${text.replace(/(\d),(?=\d{3})/g, "$1")}`;
};

const addFilter = (table) => {
  const label = document.createElement("label");
  const input = document.createElement("input");
  const count = document.createElement("span");
  label.className = "filter";
  input.type = "search";
  count.setAttribute("role", "status");
  label.append("Filter ", input, count);
  const texts = new Map([...table.tBodies[0].rows].map((row) => [row, searched(row)]));
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const [row, text] of texts) {
      row.hidden = !words.every((word) => text.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    count.textContent = input.value.trim() ? `${shown} of ${texts.size}` : "";
  });
  table.parentElement.before(label);
};

document.querySelectorAll("table.sortable").forEach(addSorting);
document.querySelectorAll("table.filtered").forEach(addFilter);
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((each) => { each.open = true; }));
