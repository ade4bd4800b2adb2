import {
  Blocked,
  type CheckContext,
  came,
  derivation,
  type Exchange,
  type ExchangeView,
  expect,
  field,
  type Merchant,
  summary,
} from '../../lib/interface/index.ts';

/** How often people do each thing: if a counter has forgotten some of it when the key's own requests come, it still has the rest. */
export const OFTEN = 8;

/** The longest that what is done beside a refused key may take, in seconds: a minute does not end in three tries that follow each other. */
const SOON = 15;

/** Reads of a refused key, some of them beyond what a bucket has refilled in so many seconds. */
export async function readsAfter(api: CheckContext['merchant']['api'], seconds: number) {
  return { answers: await came(reads(api, 10 + 2 * Math.ceil(seconds))), late: seconds > SOON };
}

/** Blocks the check if none was refused of reads that came so late that the key may have had room again. */
export function inTime({ answers, late }: { readonly answers: readonly Exchange[]; readonly late: boolean }): void {
  if (late && !answers.some(isRefused)) throw new Blocked('it took so long that the key may have room again');
}

/** In seconds: no way of counting 120 a minute looks further back than two minutes. */
const LONGEST_REST = 120;

export type Api = Merchant['api'];

/** The part of an exchange that both a check and its evidence have. */
export type Answer = Pick<Exchange, 'status' | 'json' | 'headers' | 'startedAt' | 'sentMono' | 'durationMs'>;

/** The answers to requests that were sent at once. */
export interface Burst {
  readonly answers: readonly Exchange[];
  readonly through: readonly Exchange[];
  readonly refused: readonly Exchange[];
  /** From the first request to the last answer. */
  readonly seconds: number;
}

/**
 * Two minutes without requests: afterwards no way of counting, not even over two windows, includes earlier ones. The key has been used before:
 * quiet minutes must not be saved up, which a bucket can do only from its first request on.
 */
export async function quiet({ merchant, time }: Pick<CheckContext, 'merchant' | 'time'>): Promise<void> {
  await merchant.api.getBalance();
  await time.wait(120, 'the key has been quiet for two minutes');
}

/** After a burst: waits until the key has room again for the next check or run, and for as many seconds as were asked for. */
export async function rested({ time }: CheckContext, asked = 0): Promise<void> {
  await time.wait(Math.max(62, Math.min(asked, LONGEST_REST)), 'the key has room again');
}

/** A client that sends each request at once and only once: not paced, and not sent again after a 429 or a lost answer. */
export function unpaced(merchant: Pick<Merchant, 'api'>): Api {
  return merchant.api.with({ pace: undefined, wait: undefined, retryPolicy: undefined });
}

/** Alternates between two endpoints, since the limit is that of the key, whatever is requested. */
export function reads(api: Api, count: number): Promise<Exchange>[] {
  return Array.from({ length: count }, (_, turn) => (turn % 2 === 0 ? api.getBalance() : api.listBanks()));
}

/** Refused by the limit, even if either status or code is wrong. */
export function isRefused(exchange: Answer): boolean {
  return exchange.status === 429 || field(exchange.json, 'error.code') === 'rate_limited';
}

/** Waits for all answers except lost ones, notes how many were admitted, and keeps a few of them for the report. */
export async function atOnce(context: CheckContext, what: string, sent: readonly Promise<Exchange>[]): Promise<Burst> {
  return tell(context, what, plotted(context, await came(sent)));
}

/** Adds the requests to the report's diagram of the limiter. */
export function plotted(context: CheckContext, answers: readonly Exchange[]): readonly Exchange[] {
  if (answers.length === 0) return answers;
  const refused = answers.filter(isRefused).length;
  const at = context.time.now() - (performance.now() - Math.min(...answers.map(({ sentMono }) => sentMono)));
  context.burst({ at, through: answers.length - refused, refused });
  return answers;
}

/** Like `atOnce`, for answers that came one after another. */
export function tell(context: CheckContext, what: string, answers: readonly Exchange[]): Burst {
  const refused = answers.filter(isRefused);
  const through = answers.filter((answer) => !isRefused(answer));
  const seconds = span(answers);
  const telling = new Set([through[0], through.at(-1), refused[0], refused.at(-1)].map((answer) => answer?.id));
  // The evidence has all exchanges; the report shows only these.
  const left = new Set(answers.map(({ id }) => id).filter((id) => !telling.has(id)));
  // A lost answer may have been a success or a refusal: the bounds hold for the others as well.
  if (answers.length === 0) throw new Blocked('no answer came');
  const lost = context.leaveOut(left);
  if (lost > 0) context.note(`${what}: ${lost} more answers were lost on the way`);
  context.note(
    `${what}: ${answers.length} requests within ${seconds.toFixed(2)} s, ${through.length} let through, ${refused.length} refused` +
      (left.size === 0 ? '' : `; ${left.size} of the exchanges are not shown`),
  );
  return { answers, through, refused, seconds };
}

/** Seconds of real time from the first request to the last answer. */
export function span(answers: readonly Answer[]): number {
  if (answers.length === 0) return 0;
  const sent = Math.min(...answers.map(({ sentMono }) => sentMono));
  return (Math.max(...answers.map(({ sentMono, durationMs }) => sentMono + durationMs)) - sent) / 1_000;
}

export const refusedOf = derivation('refused by the limit', (answers: readonly ExchangeView[]) =>
  answers.filter(isRefused),
);

export const throughOf = derivation('let through', (answers: readonly ExchangeView[]) =>
  answers.filter((answer) => !isRefused(answer)),
);

/** Expects that none of the `sent` requests was refused. Blocked if some of their answers were lost. */
export function expectNoneRefused(answers: readonly Exchange[], sent: number, words: string): void {
  expect(refusedOf(answers), `refused of ${sent} ${words}`).toBeEmpty();
  allCame(answers, sent);
}

/** A step: every answer arrived. A lost answer may have been a refusal. */
export function allCame(answers: readonly Exchange[], sent: number): void {
  if (answers.length < sent) throw new Blocked(`${sent - answers.length} of ${sent} answers were lost on the way`);
}

/** A step: every request was served or refused. Server errors under a burst show nothing about the limit. */
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

type Answers = readonly ExchangeView[];

/** How many were admitted, less what a limiter may add meanwhile. */
export const throughInAll = derivation('let through of both, less what the time grants', (answers: Answers) => {
  const seconds = span(answers.filter((answer) => !isRefused(answer)));
  return answers.filter((answer) => !isRefused(answer)).length - (seconds < 0.5 ? 0 : 2 * seconds + 1);
});

export const lesser = derivation('the lesser', (one: unknown, other: unknown) => Math.min(Number(one), Number(other)));
