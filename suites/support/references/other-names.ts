import {
  Blocked,
  type CheckContext,
  type Created,
  checks,
  created,
  type Exchange,
  expect,
  NotExercised,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { expectUnknown } from './patterns.ts';

// GET takes a reference of this kind, and nothing else that identifies or belongs to an object: an id, a reference of another kind, or another
// value of a create request. None of these was ever used as a reference of this kind: "unknown references on GET calls give a 404 error".

type Kind = Created['kind'];

const kinds = ['checkout', 'refund', 'payout', 'escrow'] as const satisfies readonly Kind[];
const SELLER = '0000000001';
const NARRATION = 'Sales-of-May';

/** Responses to GET of each kind by each name, for a merchant with one object of each kind; null where the name is the object's reference. */
const named = shared('one object of each kind, and what names them', ['buyer'], async (context) => {
  const { merchant, buyer, data } = context;
  const [email, idempotencyKey] = [data.email(), data.reference('key')];
  const checkout = await buyer.paid(merchant, { amount: 500_000, customer: { email }, metadata: { order: 'A-17' } });
  const made: Readonly<Record<Kind, Created>> = {
    checkout,
    refund: await merchant.refund(checkout, { amount: 1_001, reason: 'Came-back' }),
    payout: created('payout', await merchant.createPayout({ narration: NARRATION }, { idempotencyKey })),
    escrow: await merchant.escrow({ seller: { walletId: SELLER } }),
  };
  const names = new Map<string, string>();
  for (const kind of kinds) {
    names.set(`the id of a ${kind}`, String(made[kind].id));
    names.set(`the reference of a ${kind}`, made[kind].reference);
  }
  names.set("a buyer's e-mail address", email);
  names.set("a payout's account number", '0123456789');
  names.set("a seller's wallet id", SELLER);
  names.set("a payout's narration", NARRATION);
  names.set("a payout's Idempotency-Key", idempotencyKey);
  const found = new Map<string, { reference: string; answer: Exchange } | null>();
  for (const kind of kinds)
    for (const [what, reference] of names) {
      // Nothing says that an object's id differs from its reference.
      const isIts = reference === made[kind].reference;
      found.set(`${kind} by ${what}`, isIts ? null : { reference, answer: await merchant.get({ kind, reference }) });
    }
  return found;
});

const words = [
  ...kinds.flatMap((kind) => [`the id of a ${kind}`, `the reference of a ${kind}`]),
  "a buyer's e-mail address",
  "a payout's account number",
  "a seller's wallet id",
  "a payout's narration",
  "a payout's Idempotency-Key",
];

export function otherNamesOf(kind: Kind, id: RequirementId): void {
  checks(
    id,
    words.filter((what) => what !== `the reference of a ${kind}`),
    (what) => `${what} is no reference of a ${kind}: 404`,
    async (context: CheckContext, what) => {
      const looked = (await named(context)).get(`${kind} by ${what}`);
      if (looked === undefined) throw new Blocked('suite fault: not looked for');
      if (looked === null) throw new NotExercised(`${what} is the reference of the ${kind}`);

      const { answer, reference } = looked;
      expectUnknown(answer, kind, reference, what);
      expect(answer).toHaveErrorShape();
    },
    { needs: ['buyer', 'own-merchant'], drawn: 2 },
  );
}
