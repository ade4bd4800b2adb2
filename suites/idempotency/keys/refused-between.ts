import { Blocked, type Body, type CheckContext, checks, summary } from '../../../lib/interface/index.ts';
import { expectSameAnswer, original, repeatable } from '../support.ts';

// A refusal under a key does not affect the earlier request with that key.

/** Requests sent with the key before the original is repeated; all of them are refused. */
const between: readonly { readonly what: string; readonly bodies: (data: CheckContext['data']) => readonly Body[] }[] =
  [
    { what: 'another reference', bodies: (data) => [{ reference: data.reference('other') }] },
    { what: 'an amount that is none', bodies: () => [{ amount: 'many' }] },
    { what: 'both, one after the other', bodies: (data) => [{ reference: data.reference('other') }, { amount: -1 }] },
  ];

checks(
  ({ kind }) => `idempotency.${kind}-replay` as const,
  between.flatMap((row) => (['payout', 'checkout', 'escrow', 'refund'] as const).map((kind) => ({ kind, ...row }))),
  ({ kind, what }) => `a ${kind} whose key was refused with ${what} is replayed as before`,
  async (context, { kind, bodies }) => {
    const send = await repeatable(context, kind);
    const first = await original(kind, send);
    for (const body of bodies(context.data)) {
      const refusal = await send(body);
      if (refusal.status < 400) throw new Blocked(`another body should have been refused: ${summary(refusal)}`);
    }

    expectSameAnswer(await send(), first.exchange);
  },
  ({ kind }) => ({ ...(kind === 'refund' && { needs: ['buyer'] }), drawn: 3 }),
);
