import type { EscrowIntent } from '../../../load/support/intents.ts';
import type { Line } from '../../../load/support/line.ts';
import type { Finding } from '../types.ts';
import { describe, fieldOf, finding, holds, inconclusive } from './findings.ts';

type Found = { readonly status: number; readonly json: unknown } | null;

/** A refund or payout that was asked for in a race, and what the target says of it afterwards. */
export interface Made {
  readonly key: number;
  readonly reference: string;
  readonly answer: Line | undefined;
  readonly found: Found;
}

export interface RefundRace {
  readonly reference: string;
  /** Kobo. */
  readonly paid: number;
  readonly checkout: Found;
  readonly refunds: readonly Made[];
}

export interface EscrowRace extends EscrowIntent {
  readonly key: number;
  readonly reference: string;
  readonly answers: readonly Line[];
  readonly record: Found;
  /** The events that arrived for it; null where no webhook can arrive. */
  readonly events: readonly { readonly id: string; readonly event: string }[] | null;
}

/** How far a key's own two wallets moved, in kobo; null where that could not be asked. */
export interface WalletMove {
  readonly key: number;
  readonly seller: number | null;
  readonly fee: number | null;
}

export interface LiveRace {
  readonly key: number;
  /** Kobo available before. */
  readonly balance: number;
  readonly payouts: readonly Made[];
}

export function judgeRefunds(races: readonly RefundRace[]): Finding[] {
  const all = races.flatMap(({ refunds }) => refunds);
  const accepted = all.filter(stands);
  const unsettled = accepted.filter(({ found }) => fieldOf(found?.json, 'status') === 'pending');
  const totals = 'refundedAmount is the sum of the refunds that succeeded.';
  return [
    holds(
      'refunds-within-paid',
      'Refunds of a checkout that did not fail never exceed what was paid.',
      `${races.length} checkouts, ${all.length} refunds asked for, ${accepted.length} accepted`,
      races.flatMap(({ reference, paid, refunds }) => {
        const sum = refunds.filter(stands).reduce((total, each) => total + amountOf(each), 0);
        return sum > paid ? [`${reference}: ${sum} kobo refunded of ${paid}: ${sum - paid} too much`] : [];
      }),
    ),
    unsettled.length > 0
      ? inconclusive('refunded-amount', totals, `${unsettled.length} refunds had not settled a minute later`)
      : holds(
          'refunded-amount',
          totals,
          `${races.length} checkouts`,
          races.flatMap(({ reference, checkout, refunds }) => {
            const sum = refunds
              .filter(({ found }) => fieldOf(found?.json, 'status') === 'succeeded')
              .reduce((total, each) => total + amountOf(each), 0);
            const said = fieldOf(checkout?.json, 'refundedAmount');
            return said === sum
              ? []
              : [`${reference}: refundedAmount ${String(said)}, refunds of ${sum} kobo succeeded`];
          }),
        ),
    effects('refunds', all),
  ];
}

export function judgePayouts(sandbox: readonly Made[], live: readonly LiveRace[]): Finding[] {
  const says = 'Live payouts at once never take more than the balance.';
  const asked = live.flatMap(({ payouts }) => payouts);
  return [
    effects('payouts', [...sandbox, ...asked]),
    ...(live.length === 0
      ? []
      : [
          holds(
            'payouts-within-balance',
            says,
            `${live.length} live merchants, ${asked.length} payouts asked for, ${asked.filter(stands).length} accepted`,
            live.flatMap(({ key, balance, payouts }) => {
              const sum = payouts.filter(stands).reduce((total, each) => total + amountOf(each), 0);
              return sum > balance ? [`key ${key}: ${sum} kobo paid out of ${balance}: ${sum - balance} too much`] : [];
            }),
          ),
        ]),
  ];
}

/** What was accepted is there, what was refused is not, and nothing else was answered. */
function effects(what: 'refunds' | 'payouts', all: readonly Made[]): Finding {
  const id = `${what}-as-answered`;
  const says = `Of the ${what} asked for at once those exist that were accepted, and no others.`;
  const limited = all.filter(({ answer }) => answer?.status === 429).length;
  const wrong = all.flatMap(({ reference, answer, found }) => {
    if (answer === undefined) return [`${reference}: never asked for`];
    const there = found?.status === 200;
    if (answer.status === 201)
      return there ? [] : [`${reference}: accepted, but not found (${found?.status ?? 'no answer'})`];
    if (answer.status === 0 || answer.status >= 500) return [describe(answer)];
    return there ? [`${reference}: refused with ${answer.status}, but it exists`] : [];
  });
  const refused = all.filter(({ answer }) => (answer?.status ?? 0) >= 400).length;
  const counted = `${all.length} asked for, ${refused} refused`;
  if (wrong.length === 0 && limited > all.length / 10)
    return inconclusive(id, says, `${limited} of ${all.length} met the request rate: too few raced`);
  return holds(id, says, counted, wrong);
}

export function judgeEscrows(races: readonly EscrowRace[], wallets: readonly WalletMove[]): Finding[] {
  const both = 'Either the seller is paid or the buyer gets the money back, and once.';
  const won = races.filter((race) => ['released', 'refunded'].includes(statusOf(race)));
  const untold = races.filter(({ events }) => events === null);
  const detail = `${races.length} escrows, ${races.filter((race) => statusOf(race) === 'released').length} released, ${
    races.filter((race) => statusOf(race) === 'refunded').length
  } refunded`;
  return [
    untold.length === races.length && races.length > 0
      ? inconclusive('escrow-one-side', both, `${detail}; no webhooks arrive, which would say what the buyer got`)
      : holds('escrow-one-side', both, detail, races.flatMap(sides)),
    holds(
      'escrow-decided',
      'Where a release or refund was accepted, the escrow is released or refunded.',
      `${won.length} of ${races.length} are`,
      races.flatMap((race) => {
        const accepted = race.answers.filter(({ status }) => status === 200).length;
        const broken = race.answers.filter(({ status }) => status === 0 || status >= 500).map(describe);
        if (accepted === 0 || won.includes(race)) return broken;
        return [...broken, `${race.reference}: ${accepted} calls accepted, and it is ${statusOf(race)}`];
      }),
    ),
    walletFinding(races, wallets),
  ];
}

/** Cases in which the events say that both sides got the money, or one of them twice. A webhook that comes twice has one id. */
function sides(race: EscrowRace): string[] {
  const { reference, events } = race;
  const times = (kind: string) => new Set(events?.filter(({ event }) => event === kind).map(({ id }) => id)).size;
  const [released, refunded] = [times('escrow.released'), times('escrow.refunded')];
  if (released > 1) return [`${reference}: released ${released} times`];
  if (refunded > 1) return [`${reference}: refunded ${refunded} times`];
  // Which states beside funded and disputed accept a refund, and whether a partial one also sends escrow.released, is not shown: there
  // the seller's wallet decides. A refunded escrow that is released afterwards nothing allows.
  if (statusOf(race) === 'released' && refunded > 0)
    return [`${reference}: released in the end, and refunded to the buyer as well`];
  return [];
}

function walletFinding(races: readonly EscrowRace[], wallets: readonly WalletMove[]): Finding {
  const says = 'The wallets of seller and commission have moved by what the released escrows pay, to the kobo.';
  const measured = wallets.filter(({ seller, fee }) => seller !== null && fee !== null);
  if (measured.length === 0)
    return finding('wallets', says, 'not exercised', 'control makes no wallets whose balances could be asked for', []);
  const off = measured.flatMap(({ key, seller, fee }) => {
    const own = races.filter((race) => race.key === key);
    const fees = sum(own, (race) => (statusOf(race) === 'released' ? (race.fee ?? 0) : 0));
    // Where a released escrow may be refunded, what becomes of its commission is not shown.
    const open = sum(own, (race) => (statusOf(race) === 'refunded' && wasReleased(race) ? (race.fee ?? 0) : 0));
    const share = sum(own, sellersShare);
    return [
      ...(Math.abs((seller ?? 0) - share) <= open ? [] : [`seller of key ${key}: ${seller} kobo, not ${share}`]),
      ...(Math.abs((fee ?? 0) - fees) <= open ? [] : [`commission of key ${key}: ${fee} kobo, not ${fees}`]),
    ];
  });
  return finding('wallets', says, off.length > 0 ? 'failed' : 'passed', `${measured.length * 2} wallets`, off);
}

function wasReleased({ events }: EscrowRace): boolean {
  return events?.some(({ event }) => event === 'escrow.released') === true;
}

/** Kobo that the seller has got. At a partial refund: what the buyer did not. */
function sellersShare(race: EscrowRace): number {
  const status = statusOf(race);
  if (status === 'released') return race.amount - (race.fee ?? 0);
  return status === 'refunded' && race.refund !== null ? race.amount - race.refund : 0;
}

function statusOf({ record }: EscrowRace): string {
  return String(fieldOf(record?.json, 'status') ?? 'unknown');
}

function stands({ found }: Made): boolean {
  return found?.status === 200 && fieldOf(found.json, 'status') !== 'failed';
}

function amountOf({ found }: Made): number {
  return Number(fieldOf(found?.json, 'amount') ?? 0);
}

function sum<T>(all: readonly T[], value: (one: T) => number): number {
  return all.reduce((total, one) => total + value(one), 0);
}
