import { randomInt } from 'node:crypto';
import { livePayoutRequest, type PlannedRequest, raceRequest } from '../../../load/support/asks.ts';
import { checkoutBody } from '../../../load/support/bodies.ts';
import { escrowIntent, paidAmount, raceKind, referenceOf } from '../../../load/support/intents.ts';
import type { Exchange } from '../../engine/http/index.ts';
import type { Api } from '../../interface/actors/endpoints.ts';
import type { Control } from '../../interface/control/control.ts';
import { balances, fund } from '../audits/balance.ts';
import { fieldOf, overlap } from '../audits/findings.ts';
import { type EscrowRace, escrowJudge, type Made, moneyJudge } from '../audits/money.ts';
import { HistoryJudge } from '../history/judge.ts';
import type { LoadScript } from '../script.ts';
import { answer, type LoadKey, type Site, step, Unprepared } from '../site.ts';

/** Balance of a live merchant before its payouts, in kobo. */
const LIVE_BALANCE = 100_003;

/** Ids of two wallets that only this key uses, linked to the merchant so that it can read their balances. */
interface Wallets {
  readonly seller: string;
  readonly fee: string;
}

interface Prepared extends Partial<Wallets> {
  /** Rounds whose escrow has no commission, because the target refused the wallet for it. */
  readonly withoutFee: ReadonlySet<number>;
}

export const script: LoadScript = {
  name: 'money-races',
  question: 'Can competing refunds, payouts, releases and refunds of one escrow overspend?',
  keepsHistory: true,

  plan(capabilities, { size, keys: wished }) {
    if (!capabilities.settles || !capabilities.own)
      return 'checkouts have to be paid and escrows funded by the hundred: that takes a control interface that makes merchants, settles and pays';
    const keys = wished ?? (size === 'short' ? 10 : 60);
    // A live key has one race only, and a busy machine may send its requests one after the other: therefore several keys race.
    const liveKeys = capabilities.live ? Math.ceil(keys / 2.5) : 0;
    const [rounds, together] = [9, 10];
    return {
      keys,
      liveKeys,
      env: { LOAD_ROUNDS: rounds, LOAD_TOGETHER: together, LOAD_LIVE_BALANCE: LIVE_BALANCE },
      seconds: 1 + keys / 12,
      words:
        `${keys} keys, ${rounds} races each of ${together} requests at once: refunds of one checkout, releases and refunds of one escrow, ` +
        `payouts${liveKeys > 0 ? `; ${liveKeys} live merchants, ${together} payouts at once each` : ''}`,
    };
  },

  async prepare(site, plan) {
    const { control } = site;
    if (control === null) throw new Unprepared('money-races needs a control interface');
    const { LOAD_ROUNDS: rounds = 0, LOAD_TOGETHER: together = 0 } = plan.env;
    const wallets = await site.each(site.keys, async (key, client): Promise<Prepared | null> => {
      if (key.live) {
        await paid(key, client, control, referenceOf(site.run, key.index, 0), LIVE_BALANCE);
        return null;
      }
      const own = await ownWallets(site, key, client, control);
      const withoutFee = new Set<number>();
      for (let round = 0; round < rounds; round++)
        if (!(await prepareRound(site, key, client, control, round, own))) withoutFee.add(round);
      return { ...own, withoutFee };
    });
    await fund(site);
    const before = await site.each(site.keys, ({ index }, client) => look(client, wallets[index]));

    return async ({ lines }) => {
      await site.rest('everything settles, and the keys rest before the audit');
      const [money, escrows] = [moneyJudge(), escrowJudge()];
      const moved = await site.each(site.keys, async (key, client) => {
        const races: EscrowRace[] = [];
        /** Kobo that left the balance. Null if a live payout is pending: the interface does not show whether the balance includes it. */
        let gone: number | null = 0;
        for (let round = 0; round < (key.live ? 1 : rounds); round++) {
          const answers = lines.ofRound(round, key.index);
          const made = (path: string): Promise<Made[]> =>
            Promise.all(
              Array.from({ length: together }, async (_, turn) => {
                const reference = referenceOf(site.run, key.index, round, turn);
                const found = await answer(client.request({ method: 'GET', path: `/v1/${path}/${reference}` }));
                return {
                  key: key.index,
                  reference,
                  answer: answers.find((line) => line.turn === turn),
                  found: seen(found),
                };
              }),
            );
          const kind = key.live ? 'payouts' : raceKind(round);
          const reference = referenceOf(site.run, key.index, round);
          if (kind === 'escrow') {
            const record = seen(await answer(client.getEscrow(reference)));
            const events =
              site.capture
                ?.find({ reference })
                .map(({ seq, eventId, event }) => ({ id: eventId ?? String(seq), event: event ?? '' })) ?? null;
            const { fee, ...intent } = escrowIntent(key.index, round);
            const taken = wallets[key.index]?.withoutFee.has(round) ? null : fee;
            races.push({ key: key.index, reference, ...intent, fee: taken, answers, record, events });
            continue;
          }
          const all = await made(kind);
          gone =
            gone === null || (key.live && all.some(isPending))
              ? null
              : gone + all.reduce((sum, each) => sum + spent(each), 0);
          if (key.live) money.addLive({ key: key.index, balance: LIVE_BALANCE, payouts: all });
          else if (kind === 'payouts') money.addPayouts(all);
          else {
            const checkout = seen(await answer(client.getCheckout(reference)));
            money.addRefunds({ reference, paid: paidAmount(key.index, round), checkout, refunds: all });
          }
        }
        const [was, is] = [before[key.index], await look(client, wallets[key.index])];
        const [seller, fee] = [difference(is.seller, was?.seller), difference(is.fee, was?.fee)];
        escrows.add(races, { key: key.index, seller, fee });
        return gone === null ? [] : [{ key: key.index, before: was?.balance, after: is.balance, expected: 0 - gone }];
      });
      const histories = new HistoryJudge(site);
      for (const key of site.keys) {
        const asked = range(key.live ? 1 : rounds);
        const requests = asked.flatMap((round) =>
          range(together).map((turn) => ({ round, request: requestOf(site, key, round, turn) })),
        );
        const { seller, fee } = wallets[key.index] ?? {};
        const own = [seller, fee].filter((each) => each !== undefined);
        histories.add(key, { requests, lines: asked.flatMap((round) => lines.ofRound(round, key.index)) }, own);
      }
      return [
        overlap(lines),
        ...histories.findings(),
        ...money.findings(),
        ...escrows.findings(),
        balances(moved.flat()),
      ];
    };
  },
};

/** The request that k6 was to send. */
function requestOf({ run, bankName }: Site, { index, live }: LoadKey, round: number, turn: number): PlannedRequest {
  return live
    ? livePayoutRequest({ run, bankName }, LIVE_BALANCE, index, round, turn)
    : raceRequest({ run, bankName }, index, round, turn);
}

const range = (length: number) => Array.from({ length }, (_, place) => place);

async function paid(key: LoadKey, client: Api, control: Control, reference: string, amount: number): Promise<void> {
  await step('the checkout to be refunded', client.createCheckout(checkoutBody(reference, amount)), 201);
  await control.settleCheckout(key.merchantId, reference, 'succeeded');
}

/** Creates what the round's race needs. Returns false if its escrow was created without the intended commission. Throws Unprepared. */
async function prepareRound(
  site: Site,
  key: LoadKey,
  client: Api,
  control: Control,
  round: number,
  wallets: Wallets | null,
): Promise<boolean> {
  const reference = referenceOf(site.run, key.index, round);
  const kind = raceKind(round);
  if (kind === 'refunds') await paid(key, client, control, reference, paidAmount(key.index, round));
  if (kind !== 'escrow') return true;
  const { amount, fee } = escrowIntent(key.index, round);
  const feeWalletId = wallets?.fee ?? '0000000002';
  const body = {
    reference,
    amount,
    currency: 'NGN',
    seller: { walletId: wallets?.seller ?? '0000000001' },
  };
  const withFee = fee === null ? null : await client.createEscrow({ ...body, feeAmount: fee, feeWalletId });
  // "The merchant's own wallet id": the interface does not show which wallets count as such, so the target may refuse this one.
  const isRefused = withFee !== null && withFee.status >= 400 && withFee.status < 500;
  const created = withFee === null || isRefused ? client.createEscrow(body) : Promise.resolve(withFee);
  await step('the escrow to be raced for', created, 201);
  await control.payEscrow(key.merchantId, reference);
  return !isRefused;
}

/** Null if control cannot create wallets: then the payments of escrows are not measured. Throws Unprepared. */
async function ownWallets(site: Site, key: LoadKey, client: Api, control: Control): Promise<Wallets | null> {
  if (!control.offers('POST /wallets')) return null;
  const make = async (holderName: string) => {
    const walletId = `7${String(randomInt(10 ** 9)).padStart(9, '0')}`;
    await control.putWallet({ environment: 'sandbox', walletId, holderName, balanceMinor: 0 });
    const linkRef = `${referenceOf(site.run, key.index, 0)}-${walletId}`;
    const link = await client.createWalletLink({ linkRef, walletId, requesterName: 'Load', expiresInMinutes: 60 });
    const linkId = fieldOf(link.json, 'linkId');
    if (link.status >= 300 || typeof linkId !== 'string')
      throw new Unprepared(`a wallet link was answered ${link.status}`);
    await client.approveWalletLink(linkId);
    return walletId;
  };
  return { seller: await make('Ngozi Seller'), fee: await make('Uche Fee') };
}

async function look(client: Api, own: Partial<Wallets> | null | undefined) {
  const available = async (walletId: string | undefined) => {
    const found = walletId === undefined ? null : await answer(client.getWalletBalance(walletId));
    const value = fieldOf(found?.json, 'availableMinor');
    return typeof value === 'number' ? value : null;
  };
  return {
    balance: (await answer(client.getBalance()))?.json,
    seller: await available(own?.seller),
    fee: await available(own?.fee),
  };
}

function seen(exchange: Exchange | null): Made['found'] {
  return exchange && { status: exchange.status, json: exchange.json };
}

function isPending({ found }: Made): boolean {
  return found?.status === 200 && fieldOf(found.json, 'status') === 'pending';
}

/** Kobo of a refund or payout that exists and did not fail. */
function spent({ found }: Made): number {
  if (found?.status !== 200 || fieldOf(found.json, 'status') === 'failed') return 0;
  return Number(fieldOf(found.json, 'amount') ?? 0);
}

function difference(after: number | null | undefined, before: number | null | undefined): number | null {
  return after == null || before == null ? null : after - before;
}
