import { scaleLinear, scaleSymlog } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import { html } from 'hono/html';
import type { BurstRecord } from '../../checks/step-log.ts';
import { counted } from '../../evidence/counted.ts';
import type { DeliveryRecord } from '../../webhooks/delivery-record.ts';
import { axes, bar, curve, fill, heading, label, legend, picture, stroke, THRESHOLD, threshold } from './drawing.ts';

const [WIDTH, LEFT, RIGHT] = [860, 60, 24];

/** Seconds after the first attempt at which attempts are due, in the two permitted readings of the delivery rules. */
const permittedSchedules = [
  { name: 'gaps between attempts', due: [0, 60, 360, 2_160, 9_360, 52_560] },
  { name: 'offsets from the event', due: [0, 60, 300, 1_800, 7_200, 50_400] },
] as const;

export interface Attempt {
  /** Seconds after the first attempt, by the signed timestamps. */
  readonly after: number;
  /** "500", "200", "cut" or "no answer". */
  readonly answer: string;
  readonly acknowledged: boolean;
}

/** The events for which a check received more than one attempt. */
export function retriedEvents(
  deliveries: readonly DeliveryRecord[],
): { event: string; reference: string; attempts: Attempt[] }[] {
  const stamped = deliveries.filter(({ headers }) => /^\d{1,11}$/.test(headers['x-service-timestamp'] ?? ''));
  return [...Map.groupBy(stamped, ({ event, reference }) => `${event} ${reference}`).values()].flatMap((of) => {
    const at = ({ headers }: DeliveryRecord) => Number(headers['x-service-timestamp']);
    const [first, ...later] = of.toSorted((a, b) => at(a) - at(b));
    if (first === undefined || !later.some((delivery) => at(delivery) > at(first))) return [];
    const attempts = [first, ...later].map((delivery): Attempt => {
      const { answer } = delivery;
      const acknowledged = answer.kind === 'status' && answer.status >= 200 && answer.status < 300;
      const words = answer.kind === 'status' ? String(answer.status) : answer.kind === 'cut' ? 'cut' : 'no answer';
      return { after: at(delivery) - at(first), answer: words, acknowledged };
    });
    return [{ event: first.event ?? 'webhook', reference: first.reference ?? '', attempts }];
  });
}

/** When the attempts of one event were received, above the two schedules that the delivery rules permit. */
export function timeline(event: string, reference: string, attempts: readonly Attempt[]): string {
  const last = Math.max(60, ...attempts.map(({ after }) => after));
  const end = Math.max(last, permittedSchedules[0].due.find((due) => due >= last - 5) ?? last);
  const x = scaleSymlog()
    .constant(30)
    .domain([0, end])
    .range([LEFT + 190, WIDTH - RIGHT - 30]);
  const [attemptsAt, readingsAt, height] = [92, 150, 200];
  return picture(
    WIDTH,
    height,
    `The attempts of ${event}`,
    html`${heading(LEFT, `${event}: ${counted(attempts.length, 'attempt')}`, `for ${reference}; time after the first attempt, by the signed timestamps (the scale is not linear)`)}
<line x1="${x(0)}" x2="${x(end)}" y1="${attemptsAt}" y2="${attemptsAt}" stroke-width="2" ${stroke('line')}/>
<text x="${LEFT}" y="${attemptsAt + 4}" font-weight="600" ${fill('ink')}>came, and was answered</text>
${attempts.map(({ after, answer, acknowledged }) => {
  const colour = acknowledged ? 'good' : 'bad';
  return html`<circle cx="${x(after)}" cy="${attemptsAt}" r="7" ${fill(colour)}/>
${label(x(after), attemptsAt - 14, formatSpan(after))}
<text x="${x(after)}" y="${attemptsAt + 22}" text-anchor="middle" font-weight="600" ${fill(colour)}>${answer}</text>`;
})}
${permittedSchedules.map(({ name, due }, row) => {
  const y = readingsAt + row * 26;
  const shown = due.filter((seconds) => seconds <= end);
  return html`<text x="${LEFT}" y="${y + 4}" ${fill('soft')}>due: ${name}</text>
${shown.map((seconds) => html`<circle cx="${x(seconds)}" cy="${y}" r="4.5" fill="none" stroke-width="1.5" ${stroke('soft')}/>`)}`;
})}`,
  );
}

/** Bursts of requests over time: how many of each were admitted and refused, and how many were admitted within a minute. */
export function acceptance(bursts: readonly BurstRecord[]): string {
  const sorted = bursts.toSorted((a, b) => a.at - b.at);
  const start = sorted[0]?.at ?? 0;
  const points = sorted.map(({ at, ...counts }) => ({ at: (at - start) / 1_000, ...counts }));
  const end = Math.max(60, points.at(-1)?.at ?? 0);
  const minute = points.map(({ at }) => countWithinMinute(points, at));
  const top = Math.max(130, ...minute, ...points.map(({ through, refused }) => through + refused));
  const edges = { left: LEFT, right: WIDTH - RIGHT, top: 64, bottom: 300 };
  const x = scaleLinear()
    .domain([0, end])
    .range([edges.left, edges.right - 12]);
  const y = scaleLinear().domain([0, top]).nice().range([edges.bottom, edges.top]);
  const width = Math.max(2.5, Math.min(12, (x(end) - x(0)) / points.length / 1.6));
  const before = line<(typeof points)[number]>(
    ({ at }) => x(at),
    (_, index) => y(minute[index] ?? 0),
  ).curve(curveStepAfter);
  return picture(
    WIDTH,
    352,
    'What the rate limit let through',
    html`${heading(LEFT, 'What the rate limit let through', `${sum(points, 'through')} let through, ${sum(points, 'refused')} refused; seconds after the first request, requests sent at once`)}
${axes(edges, { x: x.ticks(8).map((tick) => [x(tick), `${tick} s`]), y: y.ticks(6).map((tick) => [y(tick), String(tick)]) })}
${points.map(({ at, through, refused }) => [bar(x(at), width, y(0), y(through), 'good'), bar(x(at), width, y(through), y(through + refused), 'bad')])}
${threshold(edges, y(120), 'ink')}
${curve(before(points), 'mark')}
${legend(LEFT, 338, [
  { colour: 'good', words: 'let through' },
  { colour: 'bad', words: 'refused' },
  { colour: 'mark', words: 'let through in the minute before', dashes: 'none' },
  { colour: 'ink', words: '120 a minute', dashes: THRESHOLD },
])}`,
  );
}

/** How many requests were admitted in the 60 seconds up to `end`. */
function countWithinMinute(points: readonly { at: number; through: number }[], end: number): number {
  return points.reduce((sum, { at, through }) => sum + (at > end - 60 && at <= end ? through : 0), 0);
}

function sum(points: readonly { through: number; refused: number }[], what: 'through' | 'refused'): number {
  return points.reduce((total, point) => total + point[what], 0);
}

/** For example "0", "1 min", "2 h 36 min". */
function formatSpan(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60), seconds % 60];
  const parts = [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`, hours === 0 && rest > 0 && `${rest} s`];
  return parts.filter(Boolean).join(' ') || '0';
}
