import {
  Blocked,
  type Body,
  type CheckContext,
  derivation,
  type Exchange,
  type ExchangeView,
  expect,
  field,
  of,
  part,
  summary,
  type Wallet,
} from '../../lib/interface/index.ts';

/** POST of a wallet link, with any answer; not exercised if a sandbox wallet, which is shared with others, accepts no more requests. */
export async function ask({ merchant, wallets }: CheckContext, wallet: Wallet, fields: Body = {}): Promise<Exchange> {
  const answer = await wallets.createLink(merchant, wallet, fields);
  wallets.notSpent(wallet, answer);
  return answer;
}

/** The id of the link that a request created; undefined if it created none. */
export function linkIdOf({ status, json }: Exchange): string | undefined {
  const linkId = field(json, 'linkId');
  return status < 300 && typeof linkId === 'string' ? linkId : undefined;
}

/** Seconds in which the end of a link by time has certainly come about: how often a service looks for what has expired is not shown. */
export const NOTICED = 600;

/** The time of a link passes; where the clock can be moved, also the time in which that is noticed. */
export async function linkExpires(time: CheckContext['time'], minutes = 5): Promise<void> {
  await time.wait(minutes * 60 + (time.canMove ? NOTICED : 60), 'a wallet link expires');
}

/** The last GET of a link: as soon as it has this status, or after `within` seconds. */
export async function linkBecomes(
  { merchant, time }: Pick<CheckContext, 'merchant' | 'time'>,
  linkId: string,
  status: string,
  within = 30,
): Promise<Exchange> {
  let last: Exchange | undefined;
  await time.until(`link ${linkId} becomes ${status}`, within, async () => {
    last = await merchant.api.getWalletLink(linkId);
    return field(last.json, 'status') === status ? true : undefined;
  });
  return there(last, 'GET of the link');
}

export const has = (record: Exchange, status: string) => field(record.json, 'status') === status;

/** A step: the observation, or Blocked if the life did not get that far. */
export function there<T>(seen: T | undefined, what: string): T {
  if (seen === undefined) throw new Blocked(`${what} could not be looked at: a step before it did not work`);
  return seen;
}

/** A step: no link of an earlier run gives access to the balance of this wallet. For a new wallet that is certain. */
export async function unopened({ merchant }: CheckContext, wallet: Wallet): Promise<void> {
  if (wallet.holderName !== null) return;
  const balance = await merchant.api.getWalletBalance(wallet.walletId);
  if (balance.status < 300) {
    throw new Blocked(`the balance of wallet ${wallet.walletId} is open before this check has asked for a link`);
  }
}

export function expectSuccess(answer: Exchange): void {
  expect(part(answer, 'status'), `a 2xx status, got ${summary(answer)}`).toBeGreaterThanOrEqual(200);
  expect(part(answer, 'status'), `a 2xx status, got ${summary(answer)}`).toBeLessThan(300);
}

/** The names of the fields of a JSON object, for observations. */
export function names(json: unknown): string {
  if (typeof json !== 'object' || json === null) return 'no JSON object';
  return Object.keys(json).sort().join(', ') || 'an empty object';
}

export const refusedOf = derivation('refused of some requests', (answers: readonly ExchangeView[]) =>
  answers.filter(({ status }) => status >= 400 && status < 500),
);

export const count = derivation('how many', (list: readonly unknown[]) => list.length);

/** As many link requests as a wallet accepts within an hour. */
export const asOften = [1, 2, 3, 4, 5];

/** Seconds before the end of a clock hour in which six requests are not begun. */
const TOO_LATE = 60;

/** A step: six requests in a row fall into one clock hour. "Per hour" may be counted by the clock. */
export async function earlyInTheHour({ console, time }: CheckContext): Promise<void> {
  const now = await console.now();
  if (now === undefined) return;
  const left = 3_600 - ((now.at / 1_000) % 3_600);
  if (left < TOO_LATE) await time.wait(Math.ceil(left) + 2, 'the next hour begins');
}

export function expectRefusal(answer: Exchange): void {
  expect(answer).toBeRefused();
  expect(answer).toHaveErrorShape();
}

/** Expects 200 and the body of the link as it was created, except its status. */
export function expectSameLink(answer: Exchange, created: Exchange): void {
  expect(answer).toHaveStatus(200);
  for (const name of ['linkId', 'linkRef', 'walletId', 'walletName', 'expiresAt']) {
    if (field(created.json, name) !== undefined) expect(answer).toHaveField(name, of(created, name));
  }
}
