import { html, raw } from 'hono/html';

// The common look of all pictures: SVG, drawn with d3's scales and shapes.

export type Markup = ReturnType<typeof html>;

/** Light and dark colours. Contrast with the ground is at least 3:1 for lines and areas, 4.5:1 for text. */
const colours = {
  ground: ['#ffffff', '#161c22'],
  ink: ['#1b2733', '#e4e9ed'],
  soft: ['#5b6873', '#a4b0bb'],
  line: ['#d7dde2', '#36414b'],
  good: ['#1f7a4d', '#4fbf8b'],
  bad: ['#b3261e', '#ff8a80'],
  mark: ['#2f5bd0', '#8ab4ff'],
  warm: ['#b35900', '#ffb066'],
  violet: ['#7b3fb5', '#cfa2ff'],
  teal: ['#0b7285', '#63d3e6'],
  olive: ['#6b5a00', '#d9c95a'],
} as const;

export type Colour = keyof typeof colours;

/** Colours for several series in one picture, in this order. */
export const series: readonly Colour[] = ['mark', 'warm', 'good', 'violet', 'bad', 'teal', 'olive', 'soft'];

/** Attributes that fill with a colour. Viewers that ignore style sheets show the light one. */
export function fill(colour: Colour): Markup {
  return html`fill="${colours[colour][0]}" class="picture-fill-${colour}"`;
}

export function stroke(colour: Colour): Markup {
  return html`stroke="${colours[colour][0]}" class="picture-stroke-${colour}"`;
}

/** A picture has its own background, so that it can be read in light and dark pages and on paper. */
export function picture(width: number, height: number, name: string, inside: Markup): string {
  return String(html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" style="max-width: 100%; height: auto" role="img" aria-label="${name}" font-family="system-ui, sans-serif" font-size="12">
<style>${raw(DARK)}</style>
<rect width="${width}" height="${height}" rx="8" ${fill('ground')}/>
${inside}
</svg>
`);
}

/** The class names are long, so that they do not clash with those of a page that contains the picture. */
const DARK = `@media screen and (prefers-color-scheme: dark) {
${Object.entries(colours)
  .map(([name, [, dark]]) => `.picture-fill-${name} { fill: ${dark} } .picture-stroke-${name} { stroke: ${dark} }`)
  .join('\n')}
}`;

export function heading(left: number, title: string, under: string): Markup {
  return html`<text x="${left}" y="26" font-size="15" font-weight="600" ${fill('ink')}>${title}</text>
<text x="${left}" y="46" ${fill('soft')}>${under}</text>`;
}

export function label(x: number, y: number, text: string, anchor: 'start' | 'middle' | 'end' = 'middle'): Markup {
  return html`<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}" ${fill('soft')}>${text}</text>`;
}

export interface Entry {
  readonly colour: Colour;
  readonly words: string;
  /** If given, the entry is shown as a line with these dashes and not as a box. */
  readonly dashes?: string;
}

/** Places the entries side by side, at the width of their words. */
export function legend(left: number, y: number, entries: readonly Entry[]): Markup[] {
  let x = left;
  return entries.map(({ colour, words, dashes }) => {
    const begins = x;
    const sign = dashes === undefined ? 10 : 24;
    // Fonts are not measured here: at 12 pixels, a letter is about this wide on average.
    x += sign + 6 + words.length * 6.8 + 18;
    const drawn =
      dashes === undefined
        ? html`<rect x="${at(begins)}" y="${y - 9}" width="10" height="10" ${fill(colour)}/>`
        : html`<line x1="${at(begins)}" x2="${at(begins + sign)}" y1="${y - 4}" y2="${y - 4}" stroke-width="2" stroke-dasharray="${dashes}" ${stroke(colour)}/>`;
    return html`${drawn}${label(begins + sign + 6, y, words, 'start')}`;
  });
}

/** The edges of a panel, in pixels. */
export interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The position of a tick, and its label. */
export type Tick = readonly [place: number, words: string];

/** Horizontal lines for the values of y, and labels below for those of x. */
export function axes({ left, right, bottom }: Edges, { x, y }: { x: readonly Tick[]; y: readonly Tick[] }): Markup {
  return html`${y.map(([place, words]) => html`<line x1="${left}" x2="${right}" y1="${at(place)}" y2="${at(place)}" ${stroke('line')}/>${label(left - 8, place + 4, words, 'end')}`)}
${x.map(([place, words]) => html`<line x1="${at(place)}" x2="${at(place)}" y1="${bottom}" y2="${bottom + 4}" ${stroke('soft')}/>${label(place, bottom + 18, words)}`)}
<line x1="${left}" x2="${right}" y1="${bottom}" y2="${bottom}" ${stroke('soft')}/>`;
}

/** A limit, drawn as a dashed line. */
export function threshold({ left, right }: Edges, y: number, colour: Colour): Markup {
  return html`<line x1="${left}" x2="${right}" y1="${at(y)}" y2="${at(y)}" stroke-width="1.5" stroke-dasharray="${THRESHOLD}" ${stroke(colour)}/>`;
}

/** The dashes of a threshold, for the legend. */
export const THRESHOLD = '6 4';

/** `shape`: a path made by d3-shape. */
export function curve(shape: string | null, colour: Colour, dashes = ''): Markup {
  return html`<path d="${shape ?? ''}" fill="none" stroke-width="2" stroke-linejoin="round" stroke-dasharray="${dashes || 'none'}" ${stroke(colour)}/>`;
}

/** A point: filled or outlined, so that two kinds differ in more than colour. */
export function point(x: number, y: number, colour: Colour, filled: boolean): Markup {
  return filled
    ? html`<circle cx="${at(x)}" cy="${at(y)}" r="4" ${fill(colour)}/>`
    : html`<circle cx="${at(x)}" cy="${at(y)}" r="3.5" fill="none" stroke-width="2" ${stroke(colour)}/>`;
}

/** A bar between two y positions; nothing if they are equal. */
export function bar(x: number, width: number, from: number, to: number, colour: Colour): Markup | '' {
  if (from === to) return '';
  return html`<rect x="${at(x)}" y="${at(Math.min(from, to))}" width="${at(width)}" height="${at(Math.abs(from - to))}" ${fill(colour)}/>`;
}

/** Rounded to a tenth of a pixel. */
function at(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
