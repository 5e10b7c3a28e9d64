// Measures the page it is in and sends what is wrong with it to the page around it.
const wrong = [];
addEventListener("error", (event) => wrong.push(`error: ${event.message}`), true);
addEventListener("unhandledrejection", (event) => wrong.push(`error: ${event.reason}`));
addEventListener("securitypolicyviolation", (event) => wrong.push(`refused: ${event.violatedDirective} ${event.blockedURI}`));
for (const level of ["error", "warn"]) {
  console[level] = (...words) => wrong.push(`console ${level}: ${words.join(" ")}`);
}

const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
const named = (node) => `"${node.textContent.trim().slice(0, 40)}"`;

// Colours as [red, green, blue, alpha], 0 to 1.
function colour(text) {
  const numbers = text.match(/[\d.]+/g).map(Number);
  return [numbers[0] / 255, numbers[1] / 255, numbers[2] / 255, numbers[3] ?? 1];
}
function over(top, below) {
  return [0, 1, 2].map((at) => top[at] * top[3] + below[at] * (1 - top[3])).concat(1);
}
function background(element) {
  const layers = [];
  for (let one = element; one; one = one.parentElement) layers.push(colour(getComputedStyle(one).backgroundColor));
  return layers.reverse().reduce((below, top) => over(top, below), [1, 1, 1, 1]);
}
// Relative luminance and contrast as WCAG 2.2 defines them.
function luminance(rgb) {
  const [red, green, blue] = rgb.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function measureText() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent.trim() || /^(script|style|title)$/i.test(element.tagName) || !shown(element)) continue;
    const style = getComputedStyle(element);
    const below = background(element);
    const ink = over(colour(element.closest("svg") ? style.fill : style.color), below);
    const ratio = contrast(ink, below);
    if (ratio < 4.5) wrong.push(`contrast ${ratio.toFixed(2)} of ${named(node)}`);
  }
}

function measurePlots() {
  for (const svg of document.querySelectorAll("svg")) {
    const box = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")].map((text) => [text, text.getBoundingClientRect()]);
    texts.forEach(([text, one], at) => {
      if (one.left < box.left - 1 || one.right > box.right + 1 || one.top < box.top - 1 || one.bottom > box.bottom + 1) {
        wrong.push(`${named(text)} is outside of its plot`);
      }
      for (const [other, two] of texts.slice(at + 1)) {
        const apart = one.right <= two.left || two.right <= one.left || one.bottom <= two.top || two.bottom <= one.top;
        if (!apart) wrong.push(`${named(text)} and ${named(other)} overlap`);
      }
    });
  }
}

// Texts in cells must not run into the next cell.
function measureCells() {
  for (const cell of document.querySelectorAll("th, td, dd, dt, summary")) {
    if (shown(cell) && cell.scrollWidth > cell.clientWidth + 1) wrong.push(`${named(cell)} is wider than its cell`);
  }
}

addEventListener("DOMContentLoaded", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});
addEventListener("load", () => {
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    const leaves = (one) => one.getBoundingClientRect().right > root.clientWidth + 1;
    const wide = [...document.body.querySelectorAll("*")].find((one) => leaves(one) && !one.parentElement.closest(".scroll, pre"));
    wrong.push(`wider than the window: ${root.scrollWidth} > ${root.clientWidth}, ${wide ? `${wide.tagName} ${named(wide)}` : "a text"}`);
  }
  measureText();
  measurePlots();
  measureCells();
  for (const entry of performance.getEntriesByType("resource")) wrong.push(`refused: loads ${entry.name}`);
  // Violations and errors are told in tasks of their own.
  setTimeout(() => parent.postMessage(wrong, "*"), 200);
});
