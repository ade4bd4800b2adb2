/** Defects of the lease on an idempotency key: it ends while the request with that key is still being processed. */
import { functions } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';
import { around, before, replyOf } from '../steps.ts';

const begun = new WeakMap<object, number>();
const taken = new Set<string>();

export const leaseMutants: readonly Mutant[] = [
  mutant(
    'idempotency.in-progress',
    'key-lent-for-half-a-minute',
    'a request holds its key for 30 seconds, and a later one under the key is carried out beside it',
    around('keepKey', (own) => (asked, next) => {
      const key = asked.header('idempotency-key') ?? '';
      const { keys } = asked.merchant;
      const kept = keys.get(key);
      if (kept?.reply === null && performance.now() - (begun.get(kept) ?? 0) > 30_000) keys.delete(key);
      return noted(own(asked, next), keys.get(key));
    }),
  ),
  mutant(
    'idempotency.in-progress',
    'old-keys-cleared-away',
    'whoever asks clears away the keys that have been in progress for more than 20 seconds, as if their requests had died',
    cleared(20_000),
  ),
  mutant(
    'idempotency.in-progress',
    'key-lost-to-another-body',
    'where another body is refused while the request with its key is being processed, the key is free when that one is done',
    around('keepKey', (own) => async (asked, next) => {
      const { keys } = asked.merchant;
      const key = asked.header('idempotency-key') ?? '';
      const busy = keys.get(key)?.reply === null;
      const reply = await replyOf(() => own(asked, next));
      if (busy && reply.text.includes('idempotency_key_reused')) taken.add(`${asked.merchant.id} ${key}`);
      else if (!busy && taken.delete(`${asked.merchant.id} ${key}`)) keys.delete(key);
      return reply;
    }),
  ),
];

function noted<T>(reply: T, kept: object | undefined): T {
  if (kept !== undefined && !begun.has(kept)) begun.set(kept, performance.now());
  return reply;
}

function cleared(milliseconds: number): Change {
  const made = new Map<string, number>();
  return all(
    functions(({ sameRequest }) => ({
      sameRequest(asked) {
        const key = `${asked.merchant.id} ${asked.header('idempotency-key')}`;
        if (!made.has(key)) made.set(key, asked.service.clock.now());
        return sameRequest(asked);
      },
    })),
    before('keepKey', ({ merchant, service }, next) => {
      for (const [key, { reply }] of merchant.keys) {
        const age = service.clock.now() - (made.get(`${merchant.id} ${key}`) ?? 0);
        if (reply === null && age > milliseconds) merchant.keys.delete(key);
      }
      return next();
    }),
  );
}
