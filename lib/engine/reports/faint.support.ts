/** Texts whose contrast with what is behind them is below 4.5, as WCAG 2.2 (1.4.3) measures it. */
export const TOO_FAINT = `(() => {
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const rgba = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const seen = new Set();
  for (const element of document.querySelectorAll('main *')) {
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())) continue;
    const [a, b] = [light(rgba(getComputedStyle(element).color)), light(behind(element))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) seen.add(element.tagName + '.' + element.className);
  }
  return [...seen];
})()`;
