import { randomInt } from 'node:crypto';
import { checkoutBody } from '../../load/support/bodies.ts';
import { escrowIntent, paidAmount, raceKind, referenceOf } from '../../load/support/intents.ts';
import type { Exchange } from '../engine/http/index.ts';
import type { Api } from '../interface/actors/endpoints.ts';
import type { Control } from '../interface/control/control.ts';
import { balances, fund } from './audits/balance.ts';
import { fieldOf, overlap } from './audits/findings.ts';
import {
  type EscrowRace,
  judgeEscrows,
  judgePayouts,
  judgeRefunds,
  type Made,
  type RefundRace,
} from './audits/money.ts';
import type { LoadScript } from './script.ts';
import { answer, type LoadKey, type Site, step, Unprepared } from './site.ts';

/** What a live merchant has when its payouts begin, in kobo. */
const LIVE_BALANCE = 100_003;

/** Two wallets that nobody else uses, linked to the merchant so that their balances can be asked for. */
interface Wallets {
  readonly seller: string;
  readonly fee: string;
}

export const moneyRaces: LoadScript = {
  name: 'money-races',
  question: 'Can competing refunds, payouts, releases and refunds of one escrow overspend?',

  plan(capabilities, { size, keys: wished }) {
    if (!capabilities.settles || !capabilities.own)
      return 'checkouts have to be paid and escrows funded by the hundred: that takes a control interface that makes merchants, settles and pays';
    const keys = wished ?? (size === 'short' ? 10 : 60);
    const liveKeys = capabilities.live ? Math.ceil(keys / 5) : 0;
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
    const wallets = await site.each(site.keys, async (key, client) => {
      if (key.live) {
        await paid(key, client, control, referenceOf(site.run, key.index, 0), LIVE_BALANCE);
        return null;
      }
      const own = await ownWallets(site, key, client, control);
      for (let round = 0; round < rounds; round++) await prepareRound(site, key, client, control, round, own);
      return own;
    });
    await fund(site);
    const before = await looks(site, wallets);

    return async ({ lines }) => {
      await site.rest('everything settles, and the keys rest before the audit');
      const answersOf = Map.groupBy(lines, ({ key, round }) => `${key} ${round}`);
      const audits = await site.each(site.keys, async (key, client) => {
        const refunds: RefundRace[] = [];
        const escrows: EscrowRace[] = [];
        const payouts: Made[] = [];
        for (let round = 0; round < (key.live ? 1 : rounds); round++) {
          const answers = answersOf.get(`${key.index} ${round}`) ?? [];
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
          if (kind === 'payouts') payouts.push(...(await made('payouts')));
          else if (kind === 'refunds') {
            const checkout = seen(await answer(client.getCheckout(reference)));
            refunds.push({ reference, paid: paidAmount(key.index, round), checkout, refunds: await made('refunds') });
          } else {
            const record = seen(await answer(client.getEscrow(reference)));
            const events =
              site.capture
                ?.find({ reference })
                .map(({ seq, eventId, event }) => ({ id: eventId ?? String(seq), event: event ?? '' })) ?? null;
            escrows.push({ key: key.index, reference, ...escrowIntent(key.index, round), answers, record, events });
          }
        }
        return { key, refunds, escrows, payouts };
      });
      const after = await looks(site, wallets);
      // A live payout may be reviewed for days: whether the balance is without it meanwhile is not shown.
      const settled = audits.filter(({ key, payouts }) => !key.live || !payouts.some(isPending));
      const moved = settled.map(({ key, refunds, payouts }) => ({
        key: key.index,
        before: before[key.index]?.balance,
        after: after[key.index]?.balance,
        expected: -[...refunds.flatMap((race) => race.refunds), ...payouts].reduce((sum, each) => sum + spent(each), 0),
      }));
      const walletMoves = site.keys.map(({ index }) => ({
        key: index,
        seller: difference(after[index]?.seller, before[index]?.seller),
        fee: difference(after[index]?.fee, before[index]?.fee),
      }));
      const live = audits.filter(({ key }) => key.live);
      return [
        overlap(lines),
        ...judgeRefunds(audits.flatMap(({ refunds }) => refunds)),
        ...judgeEscrows(
          audits.flatMap(({ escrows }) => escrows),
          walletMoves,
        ),
        ...judgePayouts(
          audits.flatMap(({ key, payouts }) => (key.live ? [] : payouts)),
          live.map(({ key, payouts }) => ({ key: key.index, balance: LIVE_BALANCE, payouts })),
        ),
        balances(moved),
      ];
    };
  },
};

async function paid(key: LoadKey, client: Api, control: Control, reference: string, amount: number): Promise<void> {
  await step('the checkout to be refunded', client.createCheckout(checkoutBody(reference, amount)), 201);
  await control.settleCheckout(key.merchantId, reference, 'succeeded');
}

async function prepareRound(
  site: Site,
  key: LoadKey,
  client: Api,
  control: Control,
  round: number,
  wallets: Wallets | null,
): Promise<void> {
  const reference = referenceOf(site.run, key.index, round);
  const kind = raceKind(round);
  if (kind === 'refunds') await paid(key, client, control, reference, paidAmount(key.index, round));
  if (kind !== 'escrow') return;
  const { amount, fee } = escrowIntent(key.index, round);
  const feeWalletId = wallets?.fee ?? '0000000002';
  const body = {
    reference,
    amount,
    currency: 'NGN',
    seller: { walletId: wallets?.seller ?? '0000000001' },
    ...(fee === null ? {} : { feeAmount: fee, feeWalletId }),
  };
  await step('the escrow to be raced for', client.createEscrow(body), 201);
  await control.payEscrow(key.merchantId, reference);
}

/** Null where control makes no wallets: then what an escrow pays is not measured. */
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

async function looks(site: Site, wallets: readonly (Wallets | null)[]) {
  return await site.each(site.keys, async ({ index }, client) => {
    const own = wallets[index];
    const available = async (walletId: string | undefined) => {
      const found = walletId === undefined ? null : await answer(client.getWalletBalance(walletId));
      const value =
        found?.json !== null && typeof found?.json === 'object' ? Reflect.get(found.json, 'availableMinor') : null;
      return typeof value === 'number' ? value : null;
    };
    return {
      balance: (await answer(client.getBalance()))?.json,
      seller: await available(own?.seller),
      fee: await available(own?.fee),
    };
  });
}

function seen(exchange: Exchange | null): Made['found'] {
  return exchange && { status: exchange.status, json: exchange.json };
}

function isPending({ found }: Made): boolean {
  return found?.status === 200 && fieldOf(found.json, 'status') === 'pending';
}

/** Kobo that are gone for good. */
function spent({ found }: Made): number {
  if (found?.status !== 200 || fieldOf(found.json, 'status') === 'failed') return 0;
  return Number(fieldOf(found.json, 'amount') ?? 0);
}

function difference(after: number | null | undefined, before: number | null | undefined): number | null {
  return after == null || before == null ? null : after - before;
}
