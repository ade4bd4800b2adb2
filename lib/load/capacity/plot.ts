import { scaleLinear, scaleLog } from 'd3-scale';
import { html } from 'hono/html';
import {
  axes,
  bar,
  type Colour,
  type Edges,
  heading,
  label,
  legend,
  type Markup,
  picture,
  point,
  THRESHOLD,
  threshold,
} from '../../engine/reports/pictures/drawing.ts';
import type { Picture } from '../plots.ts';
import type { Knee, Observed } from './search.ts';
import type { Seen, WindowLimits } from './window.ts';

const [WIDTH, LEFT, RIGHT] = [1_000, 70, 970];
const looks: Readonly<Record<Observed, { readonly colour: Colour; readonly filled: boolean }>> = {
  holds: { colour: 'good', filled: true },
  'does not hold': { colour: 'bad', filled: false },
  unknown: { colour: 'soft', filled: false },
  disturbed: { colour: 'soft', filled: false },
  busy: { colour: 'soft', filled: false },
};

/** Draws latency and errors of each window of a search by its rate, with their limits and the interval that contains the capacity. */
export function drawSearch(windows: readonly Seen[], knee: Knee, limits: WindowLimits): Picture {
  const name = 'the search for the capacity';
  const rates = windows.map(({ rate }) => rate);
  // For `at least` the upper end of the interval is unknown: the interval is drawn up to the edge of the plot.
  const isOpen = knee.kind === 'at least';
  // A search given up on a busy machine has no interval to draw.
  const isUntold = knee.kind === 'machine busy';
  const most = Math.max(...rates, isOpen || isUntold ? 0 : knee.high) * 1.05;
  const high = isOpen ? most : knee.high;
  const x = scaleLinear().domain([0, most]).range([LEFT, RIGHT]);
  const [above, below]: [Edges, Edges] = [
    { left: LEFT, right: RIGHT, top: 130, bottom: 330 },
    { left: LEFT, right: RIGHT, top: 402, bottom: 502 },
  ];
  const latencies = windows.map(({ p95 }) => Math.max(0.1, p95));
  const ms = scaleLog()
    .domain([Math.min(...latencies, limits.p95) * 0.9, Math.max(...latencies, limits.p95) * 1.1])
    .nice()
    .range([above.bottom, above.top]);
  const percent = scaleLinear()
    .domain([0, Math.max(limits.errors, ...windows.map(({ failed }) => failed)) * 100])
    .nice(3)
    .range([below.bottom, below.top]);
  const bottoms = x.ticks(10).map((tick) => [x(tick), tick.toLocaleString('en')] as const);
  const powers = ms.ticks().filter((tick) => Number.isInteger(Math.log10(tick)));
  const points = (y: (seen: Seen) => number): Markup[] =>
    windows.map((seen) => point(x(seen.rate), y(seen), looks[seen.observed].colour, looks[seen.observed].filled));
  const lies = ({ top, bottom }: Edges): Markup | '' =>
    isUntold ? '' : html`${bar(x(knee.low), Math.max(2, x(high) - x(knee.low)), bottom, top, 'line')}`;
  const between = isOpen ? '' : `, between ${knee.low.toFixed(1)} and ${knee.high.toFixed(1)}`;
  const where = isUntold ? 'could not tell' : `${knee.rate.toFixed(1)} a second${between}`;
  const svg = picture(
    WIDTH,
    544,
    name,
    html`${heading(LEFT, 'Each window of the search, by its arrivals a second', `${knee.kind}: ${where}`)}
${legend(LEFT, 72, [
  { colour: 'good', words: 'holds' },
  { colour: 'bad', words: 'does not hold' },
  { colour: 'soft', words: 'cannot be judged' },
  { colour: 'line', words: 'the capacity, with its confidence' },
  { colour: 'warm', words: 'still good enough', dashes: THRESHOLD },
])}
${lies(above)}${lies(below)}
${label(LEFT, above.top - 14, 'latency of 95% since due, in milliseconds (the scale is logarithmic)', 'start')}
${axes(above, { x: bottoms, y: powers.map((tick) => [ms(tick), tick.toLocaleString('en')]) })}
${threshold(above, ms(limits.p95), 'warm')}
${points(({ p95 }) => ms(Math.max(0.1, p95)))}
${label(LEFT, below.top - 14, 'requests that failed, in percent', 'start')}
${axes(below, { x: bottoms, y: percent.ticks(3).map((tick) => [percent(tick), tick.toLocaleString('en')]) })}
${threshold(below, percent(limits.errors * 100), 'warm')}
${points(({ failed }) => percent(failed * 100))}`,
  );
  return { name, file: 'search.svg', svg };
}
