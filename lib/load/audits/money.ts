import type { EscrowIntent } from '../../../load/support/intents.ts';
import type { Line } from '../../../load/support/line.ts';
import type { Finding } from '../types.ts';
import { Cases, fieldOf, finding, holds, holdsOfSeen, inconclusive } from './findings.ts';

type Found = { readonly status: number; readonly json: unknown } | null;

/** A refund or payout requested in a race, and the GET of it after the run. */
export interface Made {
  readonly key: number;
  readonly reference: string;
  readonly answer: Line | undefined;
  readonly found: Found;
}

export interface RefundRace {
  readonly reference: string;
  /** Kobo paid for the checkout. */
  readonly paid: number;
  readonly checkout: Found;
  readonly refunds: readonly Made[];
}

export interface EscrowRace extends EscrowIntent {
  readonly key: number;
  readonly reference: string;
  readonly answers: readonly Line[];
  readonly record: Found;
  /** Webhook events received for it; null if no webhook can arrive. */
  readonly events: readonly { readonly id: string; readonly event: string }[] | null;
}

/** Change in the balances of a key's two wallets, in kobo; null if they could not be read. */
export interface WalletMove {
  readonly key: number;
  readonly seller: number | null;
  readonly fee: number | null;
}

export interface LiveRace {
  readonly key: number;
  /** Kobo available before the race. */
  readonly balance: number;
  readonly payouts: readonly Made[];
}

/** Judges refunds and payouts one race at a time and keeps none, so memory does not grow with their number. */
export function moneyJudge() {
  const [refunds, payouts] = [asAnswered('refunds'), asAnswered('payouts')];
  const [overpaid, total, overdrawn] = [new Cases(), new Cases(), new Cases()];
  let [checkouts, asked, accepted, unsettled] = [0, 0, 0, 0];
  const live = { merchants: 0, asked: 0, accepted: 0, unseen: 0 };
  const unseen = { refunds: 0, checkouts: 0 };
  return {
    addRefunds({ reference, paid, checkout, refunds: all }: RefundRace): void {
      const standing = all.filter(stands);
      checkouts++;
      asked += all.length;
      accepted += standing.length;
      unsettled += standing.filter(({ found }) => fieldOf(found?.json, 'status') === 'pending').length;
      for (const one of all) refunds.add(one);
      unseen.refunds += all.filter(({ found }) => found === null).length;
      const stood = sum(standing, amountOf);
      if (stood > paid) overpaid.add(`${reference}: ${stood} kobo refunded of ${paid}: ${stood - paid} too much`);
      const succeeded = sum(
        all.filter(({ found }) => fieldOf(found?.json, 'status') === 'succeeded'),
        amountOf,
      );
      if (checkout === null || all.some(({ found }) => found === null)) {
        unseen.checkouts++;
        return;
      }
      const said = fieldOf(checkout.json, 'refundedAmount');
      if (said !== succeeded)
        total.add(`${reference}: refundedAmount ${String(said)}, refunds of ${succeeded} kobo succeeded`);
    },
    addPayouts(all: readonly Made[]): void {
      for (const one of all) payouts.add(one);
    },
    addLive({ key, balance, payouts: all }: LiveRace): void {
      const standing = all.filter(stands);
      live.merchants++;
      live.asked += all.length;
      live.accepted += standing.length;
      for (const one of all) payouts.add(one);
      live.unseen += all.filter(({ found }) => found === null).length;
      const taken = sum(standing, amountOf);
      if (taken > balance)
        overdrawn.add(`key ${key}: ${taken} kobo paid out of ${balance}: ${taken - balance} too much`);
    },
    findings(): Finding[] {
      const totals = 'refundedAmount is the sum of the refunds that succeeded.';
      return [
        holdsOfSeen(
          unseen.refunds,
          'refunds-within-paid',
          'Refunds of a checkout that did not fail never exceed what was paid.',
          `${checkouts} checkouts, ${asked} refunds asked for, ${accepted} accepted`,
          overpaid,
        ),
        unsettled > 0
          ? inconclusive('refunded-amount', totals, `${unsettled} refunds had not settled a minute later`)
          : holdsOfSeen(unseen.checkouts, 'refunded-amount', totals, `${checkouts} checkouts`, total),
        refunds.finding(),
        payouts.finding(),
        ...(live.merchants === 0
          ? []
          : [
              holdsOfSeen(
                live.unseen,
                'payouts-within-balance',
                'Live payouts at once never take more than the balance.',
                `${live.merchants} live merchants, ${live.asked} payouts asked for, ${live.accepted} accepted`,
                overdrawn,
              ),
            ]),
      ];
    },
  };
}

/** Accepted refunds or payouts must exist, refused ones must not, and no request may be answered with a 5xx. */
function asAnswered(what: 'refunds' | 'payouts') {
  const wrong = new Cases();
  let [all, refused, limited, unseen] = [0, 0, 0, 0];
  return {
    add({ reference, answer, found }: Made): void {
      all++;
      if (answer === undefined) {
        wrong.add(`${reference}: never asked for`);
        return;
      }
      const { status } = answer;
      if (status >= 400) refused++;
      if (status === 429) limited++;
      if (status === 0 || found === null) {
        unseen++;
        return;
      }
      const there = found.status === 200;
      if (status >= 500) wrong.addLine(answer);
      else if (status === 201 && !there) wrong.add(`${reference}: accepted, but not found (${found.status})`);
      else if (status !== 201 && there) wrong.add(`${reference}: refused with ${status}, but it exists`);
    },
    finding(): Finding {
      const id = `${what}-as-answered`;
      const says = `Of the ${what} asked for at once those exist that were accepted, and no others.`;
      if (wrong.count === 0 && limited > all / 10)
        return inconclusive(id, says, `${limited} of ${all} met the request rate: too few raced`);
      return holdsOfSeen(unseen, id, says, `${all} asked for, ${refused} refused`, wrong);
    },
  };
}

/** Judges the escrows of one key at a time, with the changes in its wallets' balances. */
export function escrowJudge() {
  const [both, undecided, off] = [new Cases(), new Cases(), new Cases()];
  let [count, released, refunded, untold, measured, unseen, unread] = [0, 0, 0, 0, 0, 0, 0];
  return {
    add(races: readonly EscrowRace[], wallets: WalletMove): void {
      for (const race of races) {
        const status = statusOf(race);
        count++;
        if (status === 'released') released++;
        if (status === 'refunded') refunded++;
        if (race.events === null) untold++;
        both.add(...sides(race));
        for (const line of race.answers) if (line.status >= 500) undecided.addLine(line);
        const accepted = race.answers.filter((line) => line.status === 200).length;
        if (race.record === null) unread++;
        if (isUnseen(race)) unseen++;
        else if (accepted > 0 && status !== 'released' && status !== 'refunded')
          undecided.add(`${race.reference}: ${accepted} calls accepted, and it is ${status}`);
      }
      if (wallets.seller === null || wallets.fee === null) return;
      measured++;
      if (races.some(({ record }) => record === null)) return;
      off.add(...walletsOff(races, wallets));
    },
    findings(): Finding[] {
      const side = 'Either the seller is paid or the buyer gets the money back, and once.';
      const says = 'The wallets of seller and commission have moved by what the released escrows pay, to the kobo.';
      const detail = `${count} escrows, ${released} released, ${refunded} refunded`;
      return [
        untold === count && count > 0
          ? inconclusive('escrow-one-side', side, `${detail}; no webhooks arrive, which would say what the buyer got`)
          : holds('escrow-one-side', side, detail, both),
        holdsOfSeen(
          unseen,
          'escrow-decided',
          'Where a release or refund was accepted, the escrow is released or refunded.',
          `${released + refunded} of ${count} are`,
          undecided,
        ),
        measured === 0
          ? finding('wallets', says, 'not exercised', 'control makes no wallets whose balances could be asked for', [])
          : holdsOfSeen(unread, 'wallets', says, `${measured * 2} wallets`, off),
      ];
    },
  };
}

/** True if a request of the race, or the GET of the escrow after it, got no response. */
function isUnseen({ answers, record }: EscrowRace): boolean {
  return record === null || answers.some(({ status }) => status === 0);
}

/** Cases in which the events say that both sides got the money, or one side twice. Redeliveries of an event share its id and count once. */
function sides(race: EscrowRace): string[] {
  const { reference, events } = race;
  const times = (kind: string) => new Set(events?.filter(({ event }) => event === kind).map(({ id }) => id)).size;
  const [released, refunded] = [times('escrow.released'), times('escrow.refunded')];
  if (released > 1) return [`${reference}: released ${released} times`];
  if (refunded > 1) return [`${reference}: refunded ${refunded} times`];
  // The interface does not show which states besides funded and disputed accept a refund, nor whether a partial refund also sends
  // escrow.released; these cases are judged by the seller's wallet. Nothing allows a refunded escrow to be released afterwards.
  if (statusOf(race) === 'released' && refunded > 0)
    return [`${reference}: released in the end, and refunded to the buyer as well`];
  return [];
}

function walletsOff(races: readonly EscrowRace[], { key, seller, fee }: WalletMove): string[] {
  const fees = sum(races, (race) => (statusOf(race) === 'released' ? (race.fee ?? 0) : 0));
  // The interface does not show what happens to the commission of a released escrow that is refunded: either is accepted.
  const open = sum(races, (race) => (statusOf(race) === 'refunded' && wasReleased(race) ? (race.fee ?? 0) : 0));
  const share = sum(races, sellersShare);
  return [
    ...(Math.abs((seller ?? 0) - share) <= open ? [] : [`seller of key ${key}: ${seller} kobo, not ${share}`]),
    ...(Math.abs((fee ?? 0) - fees) <= open ? [] : [`commission of key ${key}: ${fee} kobo, not ${fees}`]),
  ];
}

function wasReleased({ events }: EscrowRace): boolean {
  return events?.some(({ event }) => event === 'escrow.released') === true;
}

/** Kobo paid to the seller. After a partial refund: the remainder that the buyer did not get. */
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
