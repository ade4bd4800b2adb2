import { html, raw } from 'hono/html';

// What all pictures are drawn with: SVG by d3's scales and shapes, in one look.

export type Markup = ReturnType<typeof html>;

/** In light and in dark: lines and areas stand out from the ground by 3:1 at least, words by 4.5:1. */
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

/** For lines of several things in one picture, in this order. */
export const series: readonly Colour[] = ['mark', 'warm', 'good', 'violet', 'bad', 'teal', 'olive', 'soft'];

/** Attributes that fill with a colour. Without style sheets, as in some viewers, it is that of the light look. */
export function fill(colour: Colour): Markup {
  return html`fill="${colours[colour][0]}" class="picture-fill-${colour}"`;
}

export function stroke(colour: Colour): Markup {
  return html`stroke="${colours[colour][0]}" class="picture-stroke-${colour}"`;
}

/** A picture brings its own ground, so that it can be read in a light and in a dark page and on paper. */
export function picture(width: number, height: number, name: string, inside: Markup): string {
  return String(html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" style="max-width: 100%; height: auto" role="img" aria-label="${name}" font-family="system-ui, sans-serif" font-size="12">
<style>${raw(DARK)}</style>
<rect width="${width}" height="${height}" rx="8" ${fill('ground')}/>
${inside}
</svg>
`);
}

/** Names are long enough to mean nothing in a page that holds the picture. */
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
  /** A line in place of a box; with dashes, where it has some. */
  readonly dashes?: string;
}

/** One beside the other, in the room that their words take. */
export function legend(left: number, y: number, entries: readonly Entry[]): Markup[] {
  let x = left;
  return entries.map(({ colour, words, dashes }) => {
    const begins = x;
    const sign = dashes === undefined ? 10 : 24;
    // No font is measured here: a letter of 12 pixels is hardly wider than this on average.
    x += sign + 6 + words.length * 6.8 + 18;
    const drawn =
      dashes === undefined
        ? html`<rect x="${at(begins)}" y="${y - 9}" width="10" height="10" ${fill(colour)}/>`
        : html`<line x1="${at(begins)}" x2="${at(begins + sign)}" y1="${y - 4}" y2="${y - 4}" stroke-width="2" stroke-dasharray="${dashes}" ${stroke(colour)}/>`;
    return html`${drawn}${label(begins + sign + 6, y, words, 'start')}`;
  });
}

/** A panel's edges, in pixels. */
export interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A value, where it stands, and the words at it. */
export type Tick = readonly [place: number, words: string];

/** Lines across for the values of y, and words below for those of x. */
export function axes({ left, right, bottom }: Edges, { x, y }: { x: readonly Tick[]; y: readonly Tick[] }): Markup {
  return html`${y.map(([place, words]) => html`<line x1="${left}" x2="${right}" y1="${at(place)}" y2="${at(place)}" ${stroke('line')}/>${label(left - 8, place + 4, words, 'end')}`)}
${x.map(([place, words]) => html`<line x1="${at(place)}" x2="${at(place)}" y1="${bottom}" y2="${bottom + 4}" ${stroke('soft')}/>${label(place, bottom + 18, words)}`)}
<line x1="${left}" x2="${right}" y1="${bottom}" y2="${bottom}" ${stroke('soft')}/>`;
}

/** What must not be exceeded: a dashed line, of which the legend tells, or a label. */
export function threshold({ left, right }: Edges, y: number, colour: Colour): Markup {
  return html`<line x1="${left}" x2="${right}" y1="${at(y)}" y2="${at(y)}" stroke-width="1.5" stroke-dasharray="${THRESHOLD}" ${stroke(colour)}/>`;
}

/** The dashes of a threshold, for the legend. */
export const THRESHOLD = '6 4';

/** `shape`: what d3-shape made. */
export function curve(shape: string | null, colour: Colour, dashes = ''): Markup {
  return html`<path d="${shape ?? ''}" fill="none" stroke-width="2" stroke-linejoin="round" stroke-dasharray="${dashes || 'none'}" ${stroke(colour)}/>`;
}

/** A point: filled, or only its outline, so that two kinds differ without their colours too. */
export function point(x: number, y: number, colour: Colour, filled: boolean): Markup {
  return filled
    ? html`<circle cx="${at(x)}" cy="${at(y)}" r="4" ${fill(colour)}/>`
    : html`<circle cx="${at(x)}" cy="${at(y)}" r="3.5" fill="none" stroke-width="2" ${stroke(colour)}/>`;
}

/** A bar between two places; none where they are the same. */
export function bar(x: number, width: number, from: number, to: number, colour: Colour): Markup | '' {
  if (from === to) return '';
  return html`<rect x="${at(x)}" y="${at(Math.min(from, to))}" width="${at(width)}" height="${at(Math.abs(from - to))}" ${fill(colour)}/>`;
}

/** No more digits than can be seen. */
function at(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
