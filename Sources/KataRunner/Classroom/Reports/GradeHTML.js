// Filters, the keys of the grid, and the ways between a cell and its red lines. Without it the page can be
// read all the same: every cell is a link.
"use strict";
const one = (id) => document.getElementById(id);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const grid = one("grid"), query = one("query"), chapter = one("chapter"), order = one("order");
document.body.classList.add("ready");
for (const part of [one("controls"), one("readout"), one("keys"), ...all(".tools")]) part.hidden = false;

// MARK: the students, each with a row and an article

const plain = (text) => text.normalize("NFKC").toLowerCase();
const articles = all(".student");
const students = [...grid.tBodies[0].rows].map((row, place) => ({
  row, place, article: articles[place], name: plain(row.cells[0].textContent), solved: +row.cells[1].textContent,
}));
const headings = [...grid.tHead.rows[0].cells].slice(2);
const columns = [...grid.tHead.rows[1].cells];
const bottom = grid.tFoot.rows[0];

const rules = all(".rules li[data-chapter]"), moreRules = one("all-rules"), fewRules = 12;
let showsAllRules = false;

function put(element, template, ...numbers) {
  element.textContent = element.dataset[template].replace(/#(\d)/g, (_, place) => numbers[place - 1]);
}

function showRules() {
  const wanted = rules.filter((rule) => chapter.value === "all" || rule.dataset.chapter === chapter.value);
  const shown = new Set(showsAllRules ? wanted : wanted.slice(0, fewRules));
  for (const rule of rules) rule.hidden = !shown.has(rule);
  if (!moreRules) return;
  moreRules.hidden = wanted.length <= fewRules;
  put(moreRules, showsAllRules ? "some" : "all", wanted.length);
}

let shownChapter = "all";

function showChapter() {
  if (chapter.value === shownChapter) return;
  shownChapter = chapter.value;
  const wanted = (part) => chapter.value === "all" || part.dataset.chapter === chapter.value;
  for (const heading of headings) heading.hidden = !wanted(heading);
  for (const row of all(".chapters tr[data-chapter]")) row.hidden = !wanted(row);
  for (const details of all(".student details")) details.hidden = !wanted(details);
  const hidden = columns.map((column) => !wanted(column));
  columns.forEach((column, place) => { column.hidden = hidden[place]; });
  let total = 0;
  for (const student of students) {
    student.solved = 0;
    hidden.forEach((isHidden, place) => {
      const cell = student.row.cells[place + 2];
      cell.hidden = isHidden;
      if (!isHidden && cell.firstElementChild?.classList.contains("solved")) student.solved += 1;
    });
    student.row.cells[1].textContent = student.solved;
    total += student.solved;
  }
  hidden.forEach((isHidden, place) => { bottom.cells[place + 2].hidden = isHidden; });
  bottom.cells[1].textContent = total;
}

// Thousands of rows take a table seconds to lay out: it gets more of them as they are reached.
const batch = 100;
let reach = batch;

function showStudents() {
  const wanted = plain(query.value.trim());
  let shown = 0;
  for (const student of students) {
    const isShown = student.name.includes(wanted);
    if (student.article.hidden === isShown) student.article.hidden = !isShown;
    const isReached = isShown && shown < reach;
    if (student.row.hidden === isReached) student.row.hidden = !isReached;
    if (isReached) prepare(student.row);
    if (isShown) shown += 1;
  }
  one("nobody").hidden = shown > 0;
  put(one("shown"), shown === students.length ? "all" : "some", shown, students.length);
}

function showMore(count = batch) {
  if (reach >= students.length) return;
  reach += count;
  showStudents();
}

function sortStudents() {
  const sign = { name: 0, fewest: 1, most: -1 }[order.value];
  const before = students.map((student) => student.place).join();
  students.sort((a, b) => sign * (a.solved - b.solved) || a.place - b.place);
  if (students.map((student) => student.place).join() === before) return;
  grid.tBodies[0].append(...students.map((student) => student.row));
  one("nobody").before(...students.map((student) => student.article));
}

function refresh() {
  showChapter();
  showRules();
  sortStudents();
  showStudents();
  keepOneStop();
  one("readout").textContent = "";
}

// MARK: red lines, which are one text until they are wanted

function unfold(article) {
  const folded = article.querySelector("noscript");
  if (!folded) return;
  // Markup of this page's own making, as the browser would have read it without the script.
  folded.outerHTML = folded.textContent;
  if (chapter.value !== "all") {
    for (const details of all("details", article)) details.hidden = details.dataset.chapter !== chapter.value;
  }
}

const unfoldAll = () => articles.forEach(unfold);

function unfoldIdly(next = 0) {
  if (next >= articles.length) return;
  const later = window.requestIdleCallback ?? ((work) => setTimeout(work, 50));
  later(() => {
    articles.slice(next, next + 20).forEach(unfold);
    unfoldIdly(next + 20);
  });
}

// MARK: the grid's keys: one stop for Tab, arrows inside

grid.setAttribute("role", "grid");
grid.setAttribute("aria-readonly", "true");
const stopOf = (cell) => cell.querySelector("a") ?? cell;
const isShown = (element) => !element.hidden;

const lines = () => [grid.tHead.rows[1], ...[...grid.tBodies[0].rows].filter(isShown), bottom];
const cellsOf = (line) => {
  const cells = line === grid.tHead.rows[1] ? [...grid.tHead.rows[0].cells].slice(0, 2).concat(columns) : [...line.cells];
  return cells.filter(isShown);
};

let stop = null;
const prepared = new Set();

function prepare(row) {
  if (prepared.has(row)) return;
  prepared.add(row);
  for (const cell of row.cells) stopOf(cell).tabIndex = -1;
}

for (const row of [...grid.tHead.rows, bottom]) prepare(row);

function keepOneStop() {
  if (stop && !stop.closest("[hidden]")) return;
  const cells = cellsOf(lines()[1]);
  makeStop(stopOf(cells[Math.min(2, cells.length - 1)]));
}

function makeStop(element) {
  if (stop) stop.tabIndex = -1;
  stop = element;
  stop.tabIndex = 0;
}

function move(cell, key, isFar) {
  if (key === "End" && isFar) showMore(students.length);
  let map = lines();
  const y = cell.closest("thead") ? 0 : map.indexOf(cell.parentElement);
  if (["ArrowDown", "PageDown"].includes(key) && y < map.length - 1 && y + 12 > map.length) {
    showMore();
    map = lines();
  }
  const cells = y < 0 ? [] : cellsOf(map[y]);
  const x = cells.indexOf(cell);
  if (x < 0) return null;
  const lastX = cells.length - 1, lastY = map.length - 1;
  const to = {
    ArrowLeft: [x - 1, y], ArrowRight: [x + 1, y], ArrowUp: [x, y - 1], ArrowDown: [x, y + 1],
    PageUp: [x, Math.max(0, y - 10)], PageDown: [x, Math.min(lastY, y + 10)],
    Home: [0, isFar ? 0 : y], End: [lastX, isFar ? lastY : y],
  }[key];
  if (!to) return null;
  return (map[to[1]] ? cellsOf(map[to[1]])[to[0]] : null) ?? cell;
}

// A cell may hide behind the headings that stay: it is brought into the open.
function reveal(cell) {
  const box = cell.getBoundingClientRect(), out = frame.getBoundingClientRect();
  const corner = grid.tHead.rows[0].cells[0].getBoundingClientRect();
  const isBody = cell.parentElement.parentElement === grid.tBodies[0];
  if (isBody && box.top < out.top + corner.height) frame.scrollTop -= out.top + corner.height - box.top;
  const foot = bottom.getBoundingClientRect().height;
  if (isBody && box.bottom > out.bottom - foot) frame.scrollTop += box.bottom - out.bottom + foot;
  if (cell.cellIndex === 0 && isBody) return;
  if (box.left < out.left + corner.width) frame.scrollLeft -= out.left + corner.width - box.left;
  if (box.right > out.right) frame.scrollLeft += box.right - out.right;
}

grid.addEventListener("keydown", (event) => {
  if (event.altKey || event.metaKey || event.shiftKey) return;
  const cell = event.target.closest("th, td");
  const to = cell && move(cell, event.key, event.ctrlKey);
  if (!to) return;
  event.preventDefault();
  makeStop(stopOf(to));
  stop.focus({ preventScroll: true });
  reveal(to);
  to.scrollIntoView({ block: "nearest", inline: "nearest" });
});

let marked = [];
function tell(cell) {
  for (const heading of marked) heading.classList.remove("here");
  const row = cell?.parentElement;
  const isKata = row && row.parentElement === grid.tBodies[0] && cell.cellIndex > 1;
  const column = isKata ? columns[cell.cellIndex - 2] : null;
  marked = isKata ? [column, row.cells[0]] : [];
  for (const heading of marked) heading.classList.add("here");
  if (!isKata) return;
  const parts = [row.cells[0], column, cell].map((part) => part.textContent.trim());
  parts[2] = cell.firstElementChild?.getAttribute("aria-label") ?? "";
  one("readout").textContent = parts.join(" · ");
}
grid.addEventListener("focusin", (event) => {
  const cell = event.target.closest("th, td");
  makeStop(stopOf(cell));
  tell(cell);
});
grid.addEventListener("pointerover", (event) => tell(event.target.closest("th, td")));

// MARK: from a cell to its red lines, and back

let cameFrom = null;

function arrive() {
  const student = location.hash.match(/^#(s\d+)/);
  if (student) unfold(one(student[1])?.closest(".student") ?? document);
  const target = location.hash.length > 1 ? one(location.hash.slice(1)) : null;
  if (!target) return;
  if (target.closest("[hidden]")) {
    query.value = "";
    chapter.value = "all";
    refresh();
  }
  const details = target.closest("details");
  if (details) details.open = true;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: details ? "center" : "start" });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.closest("#grid, .rules")) cameFrom = link;
  // The same link a second time changes no address.
  if (link.hash === location.hash) {
    event.preventDefault();
    arrive();
  }
});
addEventListener("hashchange", arrive);

one("students-title").parentElement.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !cameFrom) return;
  cameFrom.focus({ preventScroll: true });
  cameFrom.scrollIntoView({ block: "center" });
  if (grid.contains(cameFrom)) reveal(cameFrom.closest("th, td"));
});

// MARK: what is open, and what is reached

const frame = grid.parentElement;
frame.addEventListener("scroll", () => {
  if (frame.scrollHeight - frame.scrollTop - frame.clientHeight < frame.clientHeight) showMore();
}, { passive: true });
addEventListener("beforeprint", () => {
  showMore(students.length);
  unfoldAll();
});

const openAll = (isOpen) => {
  unfoldAll();
  all(".student details").forEach((details) => { details.open = isOpen; });
};
one("open-all").addEventListener("click", () => openAll(true));
one("close-all").addEventListener("click", () => openAll(false));

query.addEventListener("input", () => { showStudents(); keepOneStop(); });
chapter.addEventListener("change", refresh);
order.addEventListener("change", refresh);
moreRules?.addEventListener("click", () => { showsAllRules = !showsAllRules; showRules(); });
refresh();
if (articles.length <= batch) unfoldAll(); else addEventListener("load", () => unfoldIdly());
arrive();
