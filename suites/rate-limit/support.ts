import {
  Blocked,
  type CheckContext,
  came,
  derivation,
  type Exchange,
  type ExchangeView,
  field,
  type Merchant,
  summary,
} from '../../lib/interface/index.ts';

export type Api = Merchant['api'];

/** An exchange, as a check sees it or as its evidence shows it. */
export type Answer = Pick<Exchange, 'status' | 'json' | 'headers' | 'startedAt' | 'sentMono' | 'durationMs'>;

/** What became of requests that were sent at once. */
export interface Burst {
  readonly answers: readonly Exchange[];
  readonly through: readonly Exchange[];
  readonly refused: readonly Exchange[];
  /** From the first request to the last answer. */
  readonly seconds: number;
}

/** Two quiet minutes: after them no way of counting, over two windows either, remembers anything. */
export async function quiet({ time }: CheckContext): Promise<void> {
  await time.wait(120, 'the key has been quiet for two minutes');
}

/** After a burst: whoever uses the key next, in this run or the next one, finds room again. */
export async function rested({ time }: CheckContext): Promise<void> {
  await time.wait(62, 'the key has room again');
}

/** A client whose requests go out when they are made and count once: not held back, nor sent again after a 429, nor where the answer was lost. */
export function unpaced(merchant: Merchant): Api {
  return merchant.api.with({ pace: undefined, wait: undefined, retryPolicy: undefined });
}

/** The limit is the key's, whatever it asks for: two endpoints in turn. */
export function reads(api: Api, count: number): Promise<Exchange>[] {
  return Array.from({ length: count }, (_, turn) => (turn % 2 === 0 ? api.getBalance() : api.listBanks()));
}

/** Refused by the limit, even where the status or the code is not as it should be. */
export function isRefused(exchange: Answer): boolean {
  return exchange.status === 429 || field(exchange.json, 'error.code') === 'rate_limited';
}

/** Waits for all answers, but for those that were lost on the way, notes how many were let through, and keeps a few of them for the report. */
export async function atOnce(context: CheckContext, what: string, sent: readonly Promise<Exchange>[]): Promise<Burst> {
  return tell(context, what, plotted(context, await came(sent)));
}

/** Puts requests that were sent just now into the report's picture of the limiter. */
export function plotted(context: CheckContext, answers: readonly Exchange[]): readonly Exchange[] {
  const { conductor } = context.run;
  if (answers.length === 0) return answers;
  const refused = answers.filter(isRefused).length;
  const at = conductor.now() - (performance.now() - Math.min(...answers.map(({ sentMono }) => sentMono)));
  context.burst({ at, through: answers.length - refused, refused });
  return answers;
}

/** As `atOnce`, for answers that came one after the other. */
export function tell(context: CheckContext, what: string, answers: readonly Exchange[]): Burst {
  const refused = answers.filter(isRefused);
  const through = answers.filter((answer) => !isRefused(answer));
  const seconds = span(answers);
  const telling = new Set([through[0], through.at(-1), refused[0], refused.at(-1)].map((answer) => answer?.id));
  // All of them are in the evidence; a report shows these.
  const left = new Set(answers.map(({ id }) => id).filter((id) => !telling.has(id)));
  const { exchanges, lostCalls } = context.evidence;
  // A lost answer was let through or not: what is left holds to the same bounds.
  if (answers.length === 0) throw new Blocked('no answer came');
  if (lostCalls.length > 0) context.note(`${what}: ${lostCalls.splice(0).length} more answers were lost on the way`);
  exchanges.splice(0, exchanges.length, ...exchanges.filter(({ id }) => !left.has(id)));
  context.note(
    `${what}: ${answers.length} requests within ${seconds.toFixed(2)} s, ${through.length} let through, ${refused.length} refused` +
      (left.size === 0 ? '' : `; ${left.size} of the exchanges are not shown`),
  );
  return { answers, through, refused, seconds };
}

/** Seconds of real time in which all of these were sent and answered. */
export function span(answers: readonly Answer[]): number {
  if (answers.length === 0) return 0;
  const sent = Math.min(...answers.map(({ sentMono }) => sentMono));
  return (Math.max(...answers.map(({ sentMono, durationMs }) => sentMono + durationMs)) - sent) / 1_000;
}

/** Those of some answers that the limit refused. */
export const refusedOf = derivation('refused by the limit', (answers: readonly ExchangeView[]) =>
  answers.filter(isRefused),
);

/** Those of some answers that were let through. */
export const throughOf = derivation('let through', (answers: readonly ExchangeView[]) =>
  answers.filter((answer) => !isRefused(answer)),
);

/** A step: every request was served or refused. A target that breaks down under a burst tells nothing of its limit. */
export function sound(burst: Burst): Burst {
  const broken = burst.answers.find((answer) => !isRefused(answer) && answer.status >= 500);
  if (broken !== undefined) throw new Blocked(`${broken.method} ${broken.path} was answered ${summary(broken)}`);
  return burst;
}

/** A step: sends until the key is refused. */
export async function exhaust(context: CheckContext, api: Api): Promise<Burst> {
  for (let turn = 0; turn < 3; turn++) {
    const burst = sound(await atOnce(context, 'until refused', reads(api, 130)));
    if (burst.refused.length > 0) return burst;
  }
  throw new Blocked('none of 390 requests was refused');
}

/** Seconds from the receipt of this answer, or undefined where `Retry-After` is missing or has neither form (RFC 9110, 10.2.3). */
export function retryAfter(answer: Answer): number | undefined {
  const said = answer.headers['retry-after'] ?? '';
  if (/^\d+$/.test(said)) return Number(said);
  const until = httpDate(said);
  if (until === undefined) return undefined;
  const from = httpDate(answer.headers.date ?? '') ?? answer.startedAt + answer.durationMs;
  return Math.max(0, (until - from) / 1_000);
}

/** The preferred spelling and the two old ones; all are in GMT, only the last does not say so. */
const spellings = [
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
];

function httpDate(text: string): number | undefined {
  if (!spellings.some((spelling) => spelling.test(text))) return undefined;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}

export const retryAfterOf = derivation('seconds of Retry-After', (answer: ExchangeView) => retryAfter(answer));
