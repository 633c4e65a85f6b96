const questions = [...document.querySelectorAll(".question:has([name^=points-]:not([data-row]))")];
const form = document.querySelector("form");
const box = (question, sort) => (question ?? document).querySelector(`input[name^="${sort}"]`);
let current = -1;
let moved = false; // a choice has led to the next question, so an arrow that follows it does not lead further

function show(number) {
  if (number < 0 || number >= questions.length) return;
  questions[current]?.classList.remove("current");
  current = number;
  questions[current].classList.add("current");
  if (questions.length > 1) questions[current].scrollIntoView({ block: "nearest" });
}

function mark(question) {
  const points = box(question, "points").value;
  for (const button of question.querySelectorAll("[data-points]")) {
    button.setAttribute("aria-pressed", points !== "" && button === question.chosen);
  }
}

function choose(question, button) {
  question.chosen = button;
  box(question, "points").value = button.dataset.points;
  mark(question);
  const from = questions.indexOf(question);
  const isOpen = (each) => box(each, "points").value === "";
  const next = questions.findIndex((each, place) => place > from && isOpen(each));
  show(next >= 0 ? next : questions.findIndex(isOpen));
  moved = next >= 0;
}

for (const question of questions) {
  question.addEventListener("focusin", () => show(questions.indexOf(question)));
  box(question, "points").addEventListener("input", () => { question.chosen = null; mark(question); });
  for (const button of question.querySelectorAll("[data-points]")) {
    button.addEventListener("click", () => choose(question, button));
    button.setAttribute("aria-pressed", "false");
  }
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (target.matches("input:not([data-row])")) {
    if (key === "Escape") target.blur();
    return;
  }
  const question = questions[current];
  const button = question?.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const hasMoved = moved;
  const status = document.querySelector("[role=status]");
  moved = false;
  if (status) status.textContent = "";
  const follow = (rel) => document.querySelector(`a[rel=${rel}]`)?.click();
  const actions = {
    p: () => box(question, "points").select(),
    c: () => box(question, "comment")?.focus(),
    ArrowUp: () => show(current - 1),
    ArrowDown: () => hasMoved || show(current + 1),
    n: () => follow("next"),
    b: () => follow("prev"),
    w: () => document.querySelector("a[href=end]")?.click(),
    Enter: () => form?.requestSubmit(),
  };
  const row = document.querySelector(`[data-row="${CSS.escape(key)}"]`);
  if (row) row.click();
  else if (button) choose(question, button);
  else if (/^\d$/.test(key) && question) {
    const keys = [...question.querySelectorAll("[data-key]")].map((each) => each.dataset.key);
    question.querySelector(".choices").after(status);
    status.textContent = `${key} means nothing here; the keys are ${keys.join(", ")}, and p for other points.`;
  }
  else if (!actions[key] || (key === "p" && !question)) return;
  else if (key === "Enter" && target.matches("a, summary, button:not([data-key])")) return;
  else if (key.startsWith("Arrow") && target.matches("[tabindex]")) return;
  else actions[key]();
  event.preventDefault();
});

show(Math.max(0, questions.findIndex((each) => box(each, "points").value === "")));
const place = document.querySelector(".text .place");
if (place) place.closest(".text").scrollTop = place.offsetTop - place.closest(".text").clientHeight / 3;
