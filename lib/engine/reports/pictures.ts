import { scaleLinear, scaleSymlog } from 'd3-scale';
import { html } from 'hono/html';
import type { BurstRecord } from '../checks/step-log.ts';
import { counted } from '../evidence/counted.ts';
import type { DeliveryRecord } from '../webhooks/delivery-record.ts';

/** A picture is SVG on a ground of its own, so that it can be read in a light and in a dark page and on paper. */
type Markup = ReturnType<typeof html>;

const [WIDTH, LEFT, RIGHT] = [860, 60, 24];
const colours = { ink: '#1b2733', soft: '#5b6873', line: '#d7dde2', good: '#1f7a4d', bad: '#b3261e', mark: '#2f5bd0' };

/** Seconds after the first attempt at which attempts are due, in the two ways in which the delivery rules can be read. */
const permittedSchedules = [
  { name: 'gaps between attempts', due: [0, 60, 360, 2_160, 9_360, 52_560] },
  { name: 'offsets from the event', due: [0, 60, 300, 1_800, 7_200, 50_400] },
] as const;

export interface Attempt {
  /** Seconds after the first attempt, by the timestamps that were signed. */
  readonly after: number;
  /** "500", "200", "no answer" */
  readonly answer: string;
  readonly acknowledged: boolean;
}

/** The events of which a check saw more than one attempt. */
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

/** When the attempts of one event came, above the two schedules that the delivery rules allow. */
export function timeline(event: string, reference: string, attempts: readonly Attempt[]): string {
  const last = Math.max(60, ...attempts.map(({ after }) => after));
  const end = Math.max(last, permittedSchedules[0].due.find((due) => due >= last - 5) ?? last);
  const x = scaleSymlog()
    .constant(30)
    .domain([0, end])
    .range([LEFT + 190, WIDTH - RIGHT - 30]);
  const [attemptsAt, readingsAt, height] = [92, 150, 200];
  return svg(
    height,
    `The attempts of ${event}`,
    html`${heading(`${event}: ${counted(attempts.length, 'attempt')}`, `for ${reference}; time after the first attempt, by the signed timestamps (the scale is not linear)`)}
<line x1="${x(0)}" x2="${x(end)}" y1="${attemptsAt}" y2="${attemptsAt}" stroke="${colours.line}" stroke-width="2"/>
<text x="${LEFT}" y="${attemptsAt + 4}" fill="${colours.ink}" font-weight="600">came, and was answered</text>
${attempts.map(({ after, answer, acknowledged }) => {
  const colour = acknowledged ? colours.good : colours.bad;
  return html`<circle cx="${x(after)}" cy="${attemptsAt}" r="7" fill="${colour}"/>
${label(x(after), attemptsAt - 14, inTime(after))}
<text x="${x(after)}" y="${attemptsAt + 22}" text-anchor="middle" fill="${colour}" font-weight="600">${answer}</text>`;
})}
${permittedSchedules.map(({ name, due }, row) => {
  const y = readingsAt + row * 26;
  const shown = due.filter((seconds) => seconds <= end);
  return html`<text x="${LEFT}" y="${y + 4}" fill="${colours.soft}">due: ${name}</text>
${shown.map((seconds) => html`<circle cx="${x(seconds)}" cy="${y}" r="4.5" fill="none" stroke="${colours.soft}" stroke-width="1.5"/>`)}`;
})}`,
  );
}

/** Bursts of requests over time: how many of each were let through and refused, and how many were within a minute. */
export function acceptance(bursts: readonly BurstRecord[]): string {
  const sorted = bursts.toSorted((a, b) => a.at - b.at);
  const start = sorted[0]?.at ?? 0;
  const points = sorted.map(({ at, ...counts }) => ({ at: (at - start) / 1_000, ...counts }));
  const end = Math.max(60, points.at(-1)?.at ?? 0);
  const minute = points.map(({ at }) => within(points, at));
  const top = Math.max(130, ...minute, ...points.map(({ through, refused }) => through + refused));
  const [above, below, height] = [64, 300, 352];
  const x = scaleLinear()
    .domain([0, end])
    .range([LEFT, WIDTH - RIGHT - 12]);
  const y = scaleLinear().domain([0, top]).nice().range([below, above]);
  const bar = Math.max(2.5, Math.min(12, (x(end) - x(0)) / points.length / 1.6));
  const line = points.flatMap(({ at }, index) => {
    const before = minute[index - 1];
    const height = `${x(at).toFixed(1)},${y(minute[index] ?? 0).toFixed(1)}`;
    return before === undefined ? [height] : [`${x(at).toFixed(1)},${y(before).toFixed(1)}`, height];
  });
  return svg(
    height,
    'What the rate limit let through',
    html`${heading('What the rate limit let through', `${sum(points, 'through')} let through, ${sum(points, 'refused')} refused; seconds after the first request, requests sent at once`)}
${y.ticks(6).map((tick) => html`<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(tick)}" y2="${y(tick)}" stroke="${colours.line}"/>${label(LEFT - 8, y(tick) + 4, String(tick), 'end')}`)}
${x.ticks(8).map((tick) => label(x(tick), below + 18, `${tick} s`))}
${points.map(
  ({ at, through, refused }) =>
    html`<rect x="${x(at)}" y="${y(through)}" width="${bar}" height="${below - y(through)}" fill="${colours.good}"/><rect x="${x(at)}" y="${y(through + refused)}" width="${bar}" height="${y(through) - y(through + refused)}" fill="${colours.bad}"/>`,
)}
<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(120)}" y2="${y(120)}" stroke="${colours.ink}" stroke-width="1.5" stroke-dasharray="6 4"/>
${label(WIDTH - RIGHT, y(120) + 14, '120 a minute', 'end')}
<polyline points="${line.join(' ')}" fill="none" stroke="${colours.mark}" stroke-width="2"/>
${legend(height - 14, [
  [colours.good, 'let through'],
  [colours.bad, 'refused'],
  [colours.mark, 'let through in the minute before'],
])}`,
  );
}

/** How many were let through in the sixty seconds that end at this moment. */
function within(points: readonly { at: number; through: number }[], end: number): number {
  return points.reduce((sum, { at, through }) => sum + (at > end - 60 && at <= end ? through : 0), 0);
}

function sum(points: readonly { through: number; refused: number }[], what: 'through' | 'refused'): number {
  return points.reduce((total, point) => total + point[what], 0);
}

function svg(height: number, name: string, inside: Markup): string {
  return String(html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${name}" font-family="system-ui, sans-serif" font-size="12">
<rect width="${WIDTH}" height="${height}" rx="8" fill="#fff"/>
${inside}
</svg>
`);
}

function heading(title: string, under: string): Markup {
  return html`<text x="${LEFT}" y="26" fill="${colours.ink}" font-size="15" font-weight="600">${title}</text>
<text x="${LEFT}" y="46" fill="${colours.soft}">${under}</text>`;
}

function label(x: number, y: number, text: string, anchor: 'middle' | 'end' = 'middle'): Markup {
  return html`<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${colours.soft}">${text}</text>`;
}

function legend(y: number, entries: readonly (readonly [colour: string, words: string])[]): Markup[] {
  return entries.map(
    ([colour, words], index) =>
      html`<rect x="${LEFT + index * 130}" y="${y - 9}" width="10" height="10" fill="${colour}"/><text x="${LEFT + index * 130 + 16}" y="${y}" fill="${colours.soft}">${words}</text>`,
  );
}

/** "0", "1 min", "2 h 36 min" */
function inTime(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60), seconds % 60];
  const parts = [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`, hours === 0 && rest > 0 && `${rest} s`];
  return parts.filter(Boolean).join(' ') || '0';
}
