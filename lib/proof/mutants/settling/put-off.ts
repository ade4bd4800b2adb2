/** Defects of times that later requests of a merchant put off. */
import type { Kind, Merchant, RecordOf } from '../../reference/rules/records.ts';
import type { Service } from '../../reference/rules/rulebook.ts';
import type { AnyTimer } from '../../reference/rules/states.ts';
import { HOUR } from '../blind/ways.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';
import { before } from '../steps.ts';

type Due<K extends Kind> = (record: RecordOf[K], asked: number) => number;

/** What a timer sets off waits until `due`, in milliseconds, which may have become later meanwhile; `asked`: the latest request of the merchant. */
function putOff<K extends Kind>(kind: K, state: RecordOf[K]['status'], due: Due<K>): Change {
  const services = new WeakMap<Merchant, Service>();
  const asked = new WeakMap<Merchant, number>();
  return all(
    before('limitRate', ({ merchant, service }, next) => {
      services.set(merchant, service);
      asked.set(merchant, service.clock.now());
      return next();
    }),
    (rules) => ({
      ...rules,
      timers: rules.timers.map((each) => {
        if (each.kind !== kind || each.in !== state) return each;
        const on = each.on as string | ((record: RecordOf[K]) => string);
        const ends = (record: RecordOf[K]): string => {
          const { merchant } = record;
          const service = services.get(merchant);
          const at = due(record, asked.get(merchant) ?? 0);
          if (service === undefined || service.clock.now() >= at) return typeof on === 'string' ? on : on(record);
          service.clock.schedule(at, () => {
            if (record.status === state) service.fire(record, ends(record));
          });
          return 'later';
        };
        return { ...each, on: ends } as unknown as AnyTimer;
      }),
    }),
  );
}

const latest = (times: readonly (string | null)[]) =>
  Math.max(...times.map((at) => (at === null ? 0 : Date.parse(at))));

export const putOffMutants: readonly Mutant[] = [
  mutant(
    'refund.settles',
    'refunds-wait-for-a-quiet-moment',
    'refunds are settled when their merchant has asked for nothing in 5 seconds: as long as it asks for anything they stay pending',
    putOff('refund', 'pending', (_, asked) => asked + 5_000),
  ),
  mutant(
    'wallet-link.expires',
    'link-requests-end-together',
    'one timer ends the link requests of a merchant, and each further request sets it anew: as long as it asks for links every few minutes none expires',
    putOff('walletLink', 'PENDING', ({ merchant, expiresInMinutes }) => {
      const made = [...merchant.links.values()].map(({ createdAt }) => createdAt);
      return latest(made) + expiresInMinutes * 60_000;
    }),
  ),
  mutant(
    'escrow.releases-by-itself',
    'sellers-are-paid-together',
    'a seller is paid for all escrows at once, when the time of the latest is over: a newer payment puts the release of the others off',
    putOff('escrow', 'funded', ({ merchant, sellerWalletId, autoReleaseHours }) => {
      const funded = [...merchant.records.escrow.values()].filter((each) => each.sellerWalletId === sellerWalletId);
      return latest(funded.map(({ paidAt }) => paidAt)) + autoReleaseHours * HOUR * 1_000;
    }),
  ),
  mutant(
    'checkout.expires',
    'orders-expire-once-the-shop-is-closed',
    'the job that ends unpaid checkouts waits until their merchant has made none for three hours',
    putOff('checkout', 'pending', ({ merchant }) => {
      const made = [...merchant.records.checkout.values()].map(({ createdAt }) => createdAt);
      return latest(made) + 3 * HOUR * 1_000;
    }),
  ),
];
