(function () {
  "use strict";
  var root = document.documentElement;
  var slides = Array.prototype.slice.call(document.querySelectorAll(".slide"));
  var at = 0;
  // The size of type of each slide, in pixels.
  var sizes = [];

  function place() {
    var named = slides.findIndex(function (slide) { return "#" + slide.id === window.location.hash; });
    return named < 0 ? 0 : named;
  }
  function size(pixels) {
    root.style.setProperty("--size", pixels + "px");
    root.style.setProperty("--zoom", pixels / 14);
  }
  function light(slide) {
    slides.forEach(function (other) { other.classList.toggle("now", other === slide); });
  }
  // Whether the slide needs no scrolling at this size, with its answer.
  function fits(slide, pixels) {
    var answer = slide.querySelector("details.answer");
    var shut = answer && !answer.open;
    if (shut) answer.open = true;
    light(slide);
    size(pixels);
    var wide = Array.prototype.some.call(slide.querySelectorAll(".scroll"), function (part) {
      return part.scrollWidth > part.clientWidth;
    });
    var fit = !wide && slide.offsetHeight <= window.innerHeight;
    if (shut) answer.open = false;
    return fit;
  }
  // Slides have one size, and those that have more to say the largest at which they fit the window.
  function measure() {
    var most = Math.max(16, Math.min(window.innerHeight / 27, window.innerWidth / 46));
    root.style.setProperty("--most", most + "px");
    sizes = slides.map(function (slide) {
      if (fits(slide, most)) return most;
      var low = 14, high = most;
      while (high - low > .5) {
        var middle = (low + high) / 2;
        if (fits(slide, middle)) low = middle;
        else high = middle;
      }
      return low;
    });
  }
  function show(next, keep) {
    at = Math.max(0, Math.min(slides.length - 1, next));
    light(slides[at]);
    size(sizes[at]);
    if (!keep) window.history.replaceState(null, "", "#" + slides[at].id);
    window.scrollTo(0, 0);
  }
  // A question first, then its answer, then the next slide.
  function forward() {
    var answer = slides[at].querySelector("details.answer");
    if (answer && !answer.open) {
      answer.open = true;
      answer.scrollIntoView({ block: "nearest" });
    } else {
      show(at + 1);
    }
  }
  function back() {
    var answer = slides[at].querySelector("details.answer");
    if (answer && answer.open) answer.open = false;
    else show(at - 1);
  }

  root.classList.add("js");
  document.querySelectorAll(".keys").forEach(function (keys) { keys.hidden = false; });
  measure();
  show(place(), true);
  var resized;
  window.addEventListener("resize", function () {
    clearTimeout(resized);
    resized = setTimeout(function () { measure(); show(at, true); }, 150);
  });
  window.addEventListener("hashchange", function () { show(place(), true); });
  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    var on = event.target.closest("a, summary, .scroll");
    var key = event.key;
    if (on && (key === "Enter" || key === " ")) return;
    if (on && on.className === "scroll" && key.indexOf("Arrow") === 0) return;
    if (key === " " || key === "ArrowRight" || key === "PageDown" || key === "Enter") forward();
    else if (key === "ArrowLeft" || key === "PageUp" || key === "Backspace") back();
    else if (key === "Home") show(0);
    else if (key === "End") show(slides.length - 1);
    else if (key === "n") {
      var notes = document.querySelectorAll("details.notes");
      var open = Array.prototype.some.call(notes, function (note) { return note.open; });
      notes.forEach(function (note) { note.open = !open; });
    } else return;
    event.preventDefault();
  });
  // What is closed on the screen is part of the paper.
  window.addEventListener("beforeprint", function () {
    document.querySelectorAll("details:not([open])").forEach(function (one) { one.open = true; one.dataset.shut = ""; });
  });
  window.addEventListener("afterprint", function () {
    document.querySelectorAll("details[data-shut]").forEach(function (one) { one.open = false; delete one.dataset.shut; });
  });
})();
