import { scaleLinear } from 'd3-scale';
import { html } from 'hono/html';
import type { ExchangeRecord } from '../../http/index.ts';
import { axes, bar, fill, heading, picture } from './drawing.ts';

const [WIDTH, LEFT, RIGHT, TOP, ROW] = [860, 330, 70, 70, 30];

/** When a request was under way, in milliseconds of one clock. */
const spanOf = ({ sentMono, startedAt, durationMs }: ExchangeRecord) => {
  const from = sentMono ?? startedAt;
  return { from, to: from + durationMs };
};

/** Those of the requests that were under way at the same time as another of them. */
export function overlapping(exchanges: readonly ExchangeRecord[]): ExchangeRecord[] {
  const meets = (one: ExchangeRecord, other: ExchangeRecord) =>
    one !== other && spanOf(one).from < spanOf(other).to && spanOf(other).from < spanOf(one).to;
  return exchanges.filter((one) => exchanges.some((other) => meets(one, other)));
}

/** A bar for each request, from its sending to its answer; `wordsOf` describes the request. */
export function concurrent(
  exchanges: readonly ExchangeRecord[],
  wordsOf: (exchange: ExchangeRecord) => string,
): string {
  const spans = exchanges.map(spanOf);
  const start = Math.min(...spans.map(({ from }) => from));
  const end = Math.max(start + 1, ...spans.map(({ to }) => to));
  const x = scaleLinear()
    .domain([0, end - start])
    .range([LEFT, WIDTH - RIGHT]);
  const bottom = TOP + exchanges.length * ROW;
  const ticks = x.ticks(6).map((ms) => [x(ms), `${ms} ms`] as const);
  return picture(
    WIDTH,
    bottom + 36,
    'Requests that were under way at once',
    html`${heading(24, 'Under way at once', 'each bar from when a request was sent until it was answered; no order of them explains the answers')}
${axes({ left: LEFT, right: WIDTH - RIGHT, top: TOP, bottom }, { x: ticks, y: [] })}
${exchanges.map((exchange, row) => {
  const y = TOP + row * ROW;
  const { from, to } = spanOf(exchange);
  const status = exchange.response?.status ?? 0;
  const colour = status >= 200 && status < 300 ? 'good' : 'warm';
  return html`<text x="24" y="${y + 20}" ${fill('ink')}>${wordsOf(exchange)}</text>
${bar(x(from - start), Math.max(2, x(to - start) - x(from - start)), y + 6, y + 24, colour)}
<text x="${x(to - start) + 6}" y="${y + 20}" font-weight="600" ${fill(colour)}>${status === 0 ? 'no answer' : status}</text>`;
})}`,
  );
}
