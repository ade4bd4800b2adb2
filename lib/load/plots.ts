import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scaleLinear, scaleLog } from 'd3-scale';
import { line } from 'd3-shape';
import { html } from 'hono/html';
import type { Line } from '../../load/support/line.ts';
import {
  axes,
  bar,
  type Colour,
  curve,
  type Edges,
  type Entry,
  heading,
  label,
  legend,
  type Markup,
  picture,
  series,
  THRESHOLD,
  threshold,
} from '../engine/reports/pictures/drawing.ts';
import { ALL, type Latency } from './latency/histograms.ts';
import type { LoadOptions } from './types.ts';

/** A plot: its display name, its file name and its SVG. */
export interface Picture {
  readonly name: string;
  readonly file: string;
  readonly svg: string;
}

export interface Drawn {
  readonly script: string;
  readonly lines: Iterable<Line>;
  readonly latency: Latency | null;
  /** The script's own plot, if it has one. */
  readonly picture: Picture | null;
  readonly limits: Pick<LoadOptions, 'p95' | 'p99'>;
}

/** Writes the plots of a script's run as SVG: its own, served and refused requests over time, and latency over time, as far as they apply. */
export async function drawPlots(
  folder: string,
  { script, lines, latency, picture, limits }: Drawn,
): Promise<Picture[]> {
  const served = script === 'rate-limit' ? servedAndRefused(lines) : null;
  const drawn = [
    ...(picture === null ? [] : [picture]),
    ...(served === null ? [] : [{ name: 'served and refused over time', file: 'served-and-refused.svg', svg: served }]),
    ...(latency === null || latency.seconds.length === 0
      ? []
      : [{ name: 'latency over time', file: 'latency.svg', svg: latencies(latency, limits) }]),
  ];
  for (const { file, svg } of drawn) await writeFile(join(folder, file), svg);
  return drawn;
}

const [WIDTH, LEFT, RIGHT] = [1_000, 70, 970];

/**
 * Upper panel: the curve key, by second. Lower panel: each burst. If the script advanced the target's clock, the time axis shows the target's
 * time, so that a minute of the limit is a minute in the plot. Null: nothing to draw.
 */
export function servedAndRefused(lines: Iterable<Line>): string | null {
  const [curve, bursts] = [new Map<string, Group>(), new Map<string, Group>()];
  let begins: number | null = null;
  let moved = false;
  for (const { op, key, round, at, aheadMs = 0, status } of lines) {
    const targetAt = at + aheadMs;
    begins ??= targetAt;
    moved ||= aheadMs > 0;
    const after = (targetAt - begins) / 1_000;
    if (op === 'curve') count(curve, '', Math.floor(after), status);
    if (op === 'burst') count(bursts, `${key} ${round}`, after, status);
  }
  const panels = [
    { name: 'a key that asks steadily: requests a second', groups: [...curve.values()] },
    { name: 'bursts: requests at once', groups: [...bursts.values()] },
  ].filter(({ groups }) => groups.length > 0);
  if (panels.length === 0) return null;
  const last = Math.max(...panels.flatMap(({ groups }) => groups.map(({ second }) => second)));
  // The panels share one time axis, so that simultaneous requests are aligned.
  const x = scaleLinear()
    .domain([0, last + 1])
    .range([LEFT, RIGHT]);
  const width = Math.max(2, Math.min(12, (x(1) - x(0)) * 0.8));
  const height = panels.length === 1 ? 320 : 130;
  return picture(
    WIDTH,
    80 + panels.length * (height + 60),
    TITLES.served,
    html`${heading(LEFT, TITLES.served, `seconds ${moved ? 'by the clock of the target, which was moved on, ' : ''}since the first request`)}
${legend(LEFT, 70, [
  { colour: 'good', words: 'served' },
  { colour: 'bad', words: 'refused' },
])}
${panels.map(({ name, groups }, panel) => {
  const top = 106 + panel * (height + 60);
  const edges: Edges = { left: LEFT, right: RIGHT, top, bottom: top + height };
  const most = Math.max(...groups.map(({ served, refused }) => served + refused));
  const y = scaleLinear().domain([0, most]).nice(4).range([edges.bottom, top]);
  return html`${label(LEFT, top - 12, name, 'start')}
${axes(edges, { x: secondsOn(x), y: y.ticks(Math.min(4, most)).map((tick) => [y(tick), tick.toLocaleString('en')]) })}
${groups.map(({ second, served, refused }) => [bar(x(second), width, y(0), y(served), 'good'), bar(x(second), width, y(served), y(served + refused), 'bad')])}`;
})}`,
  );
}

const TITLES = {
  served: 'Served and refused requests over time',
  latency: 'Latency since each request was due, over time',
} as const;

function secondsOn(x: ReturnType<typeof scaleLinear<number, number>>) {
  return x.ticks(10).map((tick) => [x(tick), `${tick.toLocaleString('en')} s`] as const);
}

interface Group {
  readonly second: number;
  served: number;
  refused: number;
}

function count(groups: Map<string, Group>, of: string, second: number, status: number): void {
  const name = `${of} ${second}`;
  const group = groups.get(name) ?? { second, served: 0, refused: 0 };
  groups.set(name, group);
  if (status === 429) group.refused++;
  else group.served++;
}

/** Upper panel: percentiles of all requests, with their limits. Lower panel: p95 of each operation. By the second in which requests were due. */
export function latencies({ histograms, seconds }: Latency, limits: Drawn['limits']): string {
  const ops = [...histograms.keys()].filter((op) => op !== ALL).sort();
  const x = scaleLinear()
    .domain([0, Math.max(1, seconds.at(-1)?.second ?? 0)])
    .range([LEFT, RIGHT]);
  const over = (op: string, measure: 'p50' | 'p95' | 'p99') =>
    seconds.flatMap(({ second, of }): Curve['data'][number][] => {
      const ms = of.get(op)?.[measure];
      // A logarithmic axis has no 0.
      return ms === undefined ? [] : [[second, Math.max(0.01, Number(ms.toFixed(2)))]];
    });
  const all = percentiles.map(([words, colour]) => ({ words, colour, data: over(ALL, words) }));
  const each = ops.map((words, place) => ({
    words,
    colour: series[place % series.length] ?? 'ink',
    // Dashes distinguish operations that share a colour, and help readers who cannot distinguish the colours.
    dashes: DASHES[place % DASHES.length] ?? 'none',
    data: over(words, 'p95'),
  }));
  const limit = (of: 'p95' | 'p99', colour: Colour): Limit => ({
    words: `${of} at most ${limits[of].toLocaleString('en')} ms`,
    colour,
    dashes: THRESHOLD,
    ms: limits[of],
  });
  const above = { left: LEFT, right: RIGHT, top: 102, bottom: 270 };
  const below = { left: LEFT, right: RIGHT, top: 352, bottom: 520 };
  return picture(
    WIDTH,
    556,
    TITLES.latency,
    html`${heading(LEFT, TITLES.latency, 'milliseconds (the scale is logarithmic), of the requests due in each second')}
${panel(above, 'all requests', all, x, [limit('p95', 'warm'), limit('p99', 'violet')])}
${panel(below, '95th percentile of each operation', each, x)}`,
  );
}

const percentiles = [
  ['p50', 'mark'],
  ['p95', 'warm'],
  ['p99', 'violet'],
] as const;

const DASHES = ['none', '7 3', '2 3', '9 3 2 3', '14 4'];

interface Limit extends Entry {
  readonly ms: number;
}

interface Curve extends Entry {
  readonly data: readonly (readonly [second: number, ms: number])[];
}

function panel(
  edges: Edges,
  name: string,
  curves: readonly Curve[],
  x: ReturnType<typeof scaleLinear<number, number>>,
  limits: readonly Limit[] = [],
): Markup {
  const values = [...curves.flatMap(({ data }) => data.map(([, ms]) => ms)), ...limits.map(({ ms }) => ms)];
  // The margin and nice() make both ends powers of ten, and different ones.
  const y = scaleLog()
    .domain([Math.min(...values) * 0.99, Math.max(...values) * 1.01])
    .nice()
    .range([edges.bottom, edges.top]);
  const ticks = y.ticks().filter((tick) => Number.isInteger(Math.log10(tick)));
  const shape = line<Curve['data'][number]>(
    ([second]) => x(second),
    ([, ms]) => y(ms),
  );
  return html`${label(LEFT, edges.top - 28, name, 'start')}
${legend(LEFT, edges.top - 10, [...curves.map(({ dashes = 'none', ...entry }) => ({ ...entry, dashes })), ...limits])}
${axes(edges, { x: secondsOn(x), y: ticks.map((tick) => [y(tick), tick.toLocaleString('en')]) })}
${curves.map(({ colour, dashes, data }) => curve(shape([...data]), colour, dashes))}
${limits.map(({ colour, ms }) => threshold(edges, y(ms), colour))}`;
}
