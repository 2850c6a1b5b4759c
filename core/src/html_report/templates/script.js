(function () {
  "use strict";
  var root = document.documentElement;
  root.classList.add("js");

  // A click on a passage shows its twin.
  document.addEventListener("click", function (event) {
    var mark = event.target.closest("mark[data-p]");
    if (!mark || String(window.getSelection())) return;
    var pair = mark.closest(".pair");
    var side = mark.closest(".side");
    var row = side.parentNode.querySelectorAll(".side");
    var other = row[0] === side ? "b" : "a";
    var twin = document.getElementById("p" + pair.id.slice(5) + other + mark.dataset.p);
    document.querySelectorAll("mark.hit").forEach(function (old) { old.classList.remove("hit"); });
    mark.classList.add("hit");
    if (!twin) return;
    event.preventDefault();
    twin.classList.add("hit");
    var box = twin.getBoundingClientRect();
    var bar = 64;
    if (box.top < bar || box.bottom > window.innerHeight) {
      twin.scrollIntoView({ block: box.height > window.innerHeight - bar ? "start" : "center" });
    }
    var key = twin.querySelector("a.key");
    if (key) key.focus({ preventScroll: true });
  });

  // The table: sort and filter.
  var tables = Array.prototype.slice.call(document.querySelectorAll("table.pairs"));
  if (!tables.length) return;
  var bodies = tables.map(function (table) { return table.tBodies[0]; });
  var rows = [];
  bodies.forEach(function (body) { rows.push.apply(rows, Array.prototype.slice.call(body.rows)); });
  var size = bodies[0].rows.length;
  var order = rows.slice();
  var names = new Map();
  var decided = document.getElementById("decided");
  var filter = document.getElementById("filter");
  var matches = document.getElementById("matches");
  var collator = new Intl.Collator(root.lang, { numeric: true });

  function name(row) {
    if (!names.has(row)) names.set(row, (row.cells[1].textContent + "\n" + row.cells[2].textContent).toLowerCase());
    return names.get(row);
  }
  function place() {
    var words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    var kept = order.filter(function (row) {
      var said = !decided.value || row.dataset.d === decided.value;
      return said && words.every(function (word) { return name(row).indexOf(word) >= 0; });
    });
    bodies.forEach(function (body, at) {
      var part = kept.slice(at * size, (at + 1) * size);
      body.replaceChildren.apply(body, part);
      var page = body.closest("details");
      if (page) page.hidden = !part.length;
    });
    var all = kept.length === rows.length;
    matches.textContent = all ? "" : matches.dataset.text.replace("#", kept.length).replace("#", rows.length);
  }
  function value(row, column) {
    var cell = row.cells[column];
    return cell.dataset.v === undefined ? cell.textContent : Number(cell.dataset.v);
  }
  var sorted = { column: 0, down: false };
  function sort(column) {
    var number = rows.length && typeof value(rows[0], column) === "number";
    var down = sorted.column === column ? !sorted.down : number && column > 0;
    sorted = { column: column, down: down };
    order = rows.slice().sort(function (a, b) {
      var x = value(a, column), y = value(b, column);
      var by = number ? x - y : collator.compare(x, y);
      return (down ? -by : by) || value(a, 0) - value(b, 0);
    });
    tables.forEach(function (table) {
      Array.prototype.forEach.call(table.tHead.rows[0].cells, function (cell, at) {
        if (at === column) cell.setAttribute("aria-sort", down ? "descending" : "ascending");
        else cell.removeAttribute("aria-sort");
      });
    });
    place();
  }
  tables.forEach(function (table) {
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (cell, at) {
      var button = document.createElement("button");
      button.type = "button";
      button.textContent = cell.textContent;
      button.addEventListener("click", function () { sort(at); });
      cell.replaceChildren(button);
    });
  });
  filter.addEventListener("input", place);
  decided.addEventListener("change", place);
  document.getElementById("controls").addEventListener("submit", function (event) { event.preventDefault(); });
  document.getElementById("controls").hidden = false;
})();
