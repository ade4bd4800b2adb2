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
import { percentile } from './audits/findings.ts';
import type { Arrival } from './latency/due.ts';
import type { LoadOptions, ScriptName } from './types.ts';

export interface Plot {
  readonly name: string;
  readonly path: string;
  readonly svg: string;
}

export interface Drawn {
  readonly script: ScriptName;
  readonly lines: readonly Line[];
  /** Of scripts whose requests come at a given rate. */
  readonly arrivals: readonly Arrival[];
  readonly limits: Pick<LoadOptions, 'p95' | 'p99'>;
}

/** Draws what can be drawn of a script's run, as SVG: served and refused requests over time, or latency over time. */
export async function drawPlots(folder: string, { script, lines, arrivals, limits }: Drawn): Promise<Plot[]> {
  const drawn =
    script === 'rate-limit' && lines.length > 0
      ? { name: 'served and refused over time', file: 'served-and-refused.svg', svg: servedAndRefused(lines) }
      : arrivals.length > 0
        ? { name: 'latency over time', file: 'latency.svg', svg: latencies(arrivals, limits) }
        : null;
  if (drawn === null) return [];
  const { name, file, svg } = drawn;
  const path = join(folder, file);
  await writeFile(path, svg);
  return [{ name, path, svg }];
}

const [WIDTH, LEFT, RIGHT] = [1_000, 70, 970];

/** Above: of the key that asks four times a second, each second. Below: each burst. Where the clock was moved, that is not to be seen. */
export function servedAndRefused(lines: readonly Line[]): string {
  const begins = Math.min(...lines.map(({ at }) => at));
  const of = (op: string) => lines.filter((line) => line.op === op);
  const panels = [
    { name: 'a key that asks steadily: requests a second', groups: bySecond(of('curve'), begins) },
    { name: 'bursts: requests at once', groups: byBurst(of('burst'), begins) },
  ].filter(({ groups }) => groups.length > 0);
  const last = Math.max(...panels.flatMap(({ groups }) => groups.map(({ second }) => second)));
  // The same in all panels, so that what happened at once stands in one column.
  const x = scaleLinear()
    .domain([0, last + 1])
    .range([LEFT, RIGHT]);
  const width = Math.max(2, Math.min(12, (x(1) - x(0)) * 0.8));
  const height = panels.length === 1 ? 320 : 130;
  return picture(
    WIDTH,
    80 + panels.length * (height + 60),
    TITLES.served,
    html`${heading(LEFT, TITLES.served, 'seconds since the first request')}
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
  readonly served: number;
  readonly refused: number;
}

function bySecond(lines: readonly Line[], begins: number): Group[] {
  return counted(Map.groupBy(lines, ({ at }) => Math.floor((at - begins) / 1_000)));
}

function byBurst(lines: readonly Line[], begins: number): Group[] {
  const groups = Map.groupBy(lines, ({ key, round, at }) => `${key} ${round} ${at}`);
  return counted(new Map([...groups.values()].map((of) => [((of[0]?.at ?? begins) - begins) / 1_000, of])));
}

function counted(groups: ReadonlyMap<number, readonly Line[]>): Group[] {
  return [...groups].map(([second, of]) => {
    const refused = of.filter(({ status }) => status === 429).length;
    return { second, served: of.length - refused, refused };
  });
}

/** Above: percentiles of all, with what is still good enough. Below: the 95th of each operation. Each of a second in which requests were due. */
export function latencies(arrivals: readonly Arrival[], limits: Drawn['limits']): string {
  const last = Math.max(...arrivals.map(({ dueMs }) => dueMs)) / 1_000;
  const ops = [...Map.groupBy(arrivals, ({ op }) => op)].sort(([one], [other]) => (one < other ? -1 : 1));
  const x = scaleLinear()
    .domain([0, Math.max(1, Math.floor(last))])
    .range([LEFT, RIGHT]);
  const all = percentiles.map(([words, share, colour]) => ({ words, colour, data: perSecond(arrivals, share) }));
  const each = ops.map(([words, of], place) => ({
    words,
    colour: series[place % series.length] ?? 'ink',
    // More operations than colours, or colours that somebody cannot tell apart: dashes differ.
    dashes: DASHES[place % DASHES.length] ?? 'none',
    data: perSecond(of, 0.95),
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
  ['p50', 0.5, 'mark'],
  ['p95', 0.95, 'warm'],
  ['p99', 0.99, 'violet'],
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
  // Powers of ten at both ends, two of them at least.
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

function perSecond(arrivals: readonly Arrival[], share: number): [number, number][] {
  const seconds = Map.groupBy(arrivals, ({ dueMs }) => Math.floor(dueMs / 1_000));
  return [...seconds]
    .sort(([one], [other]) => one - other)
    .map(([second, of]) => {
      const times = of.map(({ ms }) => ms).sort((one, other) => one - other);
      // A logarithmic axis has no 0.
      return [second, Math.max(0.01, Number(percentile(times, share).toFixed(2)))];
    });
}
