/** What is found under a reference, and what is left of requests that were refused or came second. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant } from '../../../reference/rules/records.ts';
import type { Case, Step } from '../../../reference/rules/rulebook.ts';
import { shows } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt, pause, replyOf } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { HOUR, onFire, whenRefused } from '../ways.ts';
import { namesake, secondsSince, tell, tells } from './escrow.support.ts';

export const found: readonly BlindMutant[] = [
  against(
    'GET | /v1/escrows/{reference} | none | 200 escrow (status, amounts, who has paid)',
    mutant(
      'escrow.record-found',
      'kind-what-follows-a-dot-is-a-format',
      'the router takes what follows the last dot of a path as a format, like .json: an escrow whose reference has a dot is created, and GET by it is 404',
      before('answerKnown', (asked, next) => {
        const { reference = '' } = asked.params;
        if (isAt(asked, 'getEscrow')) asked.params = { reference: reference.replace(/\.[^.]*$/, '') };
        return next();
      }),
    ),
  ),
  against(
    'GET | /v1/escrows/{reference} | none | 200 escrow. pending_payment | 24 hours pass unpaid | | expired',
    mutant(
      'escrow.record-found',
      'kind-unpaid-escrow-lost-after-an-hour',
      'until they are paid escrows are kept with the sessions of their buyers, which are read for an hour: GET of an unpaid one is 404 after that, though it can be paid',
      before('answerKnown', (asked, next) => {
        const { decisions } = asked.service.rules;
        const escrow = asked.merchant.records.escrow.get(asked.params.reference ?? '');
        if (isAt(asked, 'getEscrow') && escrow?.status === 'pending_payment')
          if (secondsSince(escrow.createdAt, asked.service) > HOUR)
            throw new Refusal(decisions.unknown.escrow, 'there is no such escrow');
        return next();
      }),
    ),
  ),
  against(
    'Unknown references on GET calls give a 404 error. GET | /v1/escrows/{reference}',
    mutant(
      'escrow.unknown-reference',
      'kind-escrow-found-by-its-id',
      'an escrow is looked for by reference or id: GET by the id is answered with 200',
      before('answerKnown', (asked, next) => {
        const { environment, merchant, params } = asked;
        const byId = environment.escrows.get(params.reference ?? '');
        if (isAt(asked, 'getEscrow') && byId?.merchant === merchant) asked.params = { reference: byId.reference };
        return next();
      }),
    ),
  ),
  against(
    'Unknown references on GET calls give a 404 error. GET | /v1/escrows/{reference} | none | 200 escrow',
    mutant(
      'escrow.unknown-reference',
      'kind-escrow-of-a-checkout-that-is-paid',
      'all that buyers paid stands in one table, and it is asked for the reference alone: GET of an escrow by the reference of a paid checkout is answered with 200 and its amount',
      before('answerKnown', (asked, next) => {
        const { reference = '' } = asked.params;
        const { checkout, escrow } = asked.merchant.records;
        const paid = checkout.get(reference);
        if (!isAt(asked, 'getEscrow') || escrow.has(reference) || paid?.status !== 'succeeded') return next();
        const { id, amount, currency } = paid;
        return { status: 200, text: JSON.stringify({ id, reference, status: 'funded', amount, currency }) };
      }),
    ),
  ),
  against(
    'GET | /v1/escrows/{reference} | none | 200 escrow (status, amounts, who has paid). amount | integer | yes | Kobo.',
    mutant(
      'escrow.amount-stored',
      'kind-amount-shown-without-the-fee',
      'the record of an escrow with a fee shows as its amount what is left for the seller',
      shows('getEscrow', (body, { record }) =>
        record?.kind === 'escrow' ? { ...body, amount: record.amount - (record.feeAmount ?? 0) } : body,
      ),
    ),
  ),
  against(
    "When the merchant account has the setting 'require linked wallets' on, a seller wallet without an approved link is refused with `wallet_not_linked`.",
    mutant(
      'escrow.refused-creates-nothing',
      'kind-unlinked-escrow-waits-for-its-link',
      'an escrow that was refused with wallet_not_linked is laid aside, and is there once the seller approves a link',
      waitsForItsLink(),
    ),
  ),
  against(
    'In live it must exist, else `422 account_not_found`. escrow.cancelled | Escrow cancelled or not paid in time',
    mutant(
      'escrow.refused-creates-nothing',
      'kind-unknown-seller-told-as-cancelled',
      'the seller is looked up after the escrow was written, which is then cancelled and deleted: the answer is 422, and escrow.cancelled tells of it',
      whenRefused('createEscrow', (asked, { code }) => {
        if (code !== 'account_not_found') return;
        const made = asked.endpoint.does?.(asked);
        if (made === undefined) return;
        asked.service.fire(made, 'cancel');
        asked.merchant.records.escrow.delete(made.reference);
        asked.environment.escrows.delete(made.id);
      }),
    ),
  ),
  against(
    '409 | duplicate_reference | Reference already used. Escrow release pays the seller the amount less `feeAmount`.',
    mutant(
      'escrow.duplicate-leaves-the-first',
      'kind-duplicate-of-a-funded-escrow-moves-its-seller',
      'the seller is written before the reference is found to be used: a refused duplicate of a funded escrow names who is paid at its release',
      whenRefused('createEscrow', (asked, { code }) => {
        const first = namesake(asked);
        if (code === 'duplicate_reference' && first?.status === 'funded')
          first.sellerWalletId = asked.body.text('seller.walletId') ?? first.sellerWalletId;
      }),
    ),
  ),
  against(
    '409 | duplicate_reference | Reference already used. funded | no buyer report within autoReleaseHours | | released',
    mutant(
      'escrow.duplicate-leaves-the-first',
      'kind-duplicate-schedules-a-release',
      'the job of the automatic release is named after the reference, and is put in the queue before the row is written: a refused duplicate with fewer autoReleaseHours has the first escrow released after those',
      whenRefused('createEscrow', (asked, { code }) => {
        const first = namesake(asked);
        const hours = asked.body.integer('autoReleaseHours');
        if (code !== 'duplicate_reference' || first?.status !== 'funded' || hours === null) return;
        const { clock, fire } = asked.service;
        clock.schedule(clock.now() + hours * HOUR * 1_000, () => void fire(first, 'no report in time'));
      }),
    ),
  ),
  against(
    '409 | duplicate_reference | Reference already used',
    mutant(
      'escrow.one-of-a-reference',
      'kind-loser-of-a-reference-ends-in-500',
      'of several escrows with one reference that are sent at once one is written, and the others run into the unique index, which nobody translates: they are answered with 500',
      atOnce((place) => (place > 1 ? { status: 500, code: 'internal_error' } : null)),
    ),
  ),
  against(
    '409 | duplicate_reference | Reference already used',
    mutant(
      'escrow.one-of-a-reference',
      'kind-nobody-wins-a-reference',
      'each of several escrows with one reference sees the reservation of the others, and gives way: all are refused with 409',
      atOnce((_, together) => (together > 1 ? { status: 409, code: 'duplicate_reference' } : null)),
    ),
  ),
  against(
    'funded | POST release | released | `escrow.released`. funded or disputed | POST refund | refunded | `escrow.refunded`',
    mutant(
      'escrow.one-end-at-once',
      'kind-loser-of-an-end-is-told',
      'the event of an action is put into the outbox before the row is locked: of a release and a refund at once one is done and the other refused, and both are told',
      tells('escrow.released', 'escrow.refunded', 'escrow.cancelled'),
      before('act', tellsAllThatWasTried),
    ),
  ),
];

function waitsForItsLink(): Change {
  const aside: Case[] = [];
  return all(
    whenRefused('createEscrow', (asked, { code }) => {
      if (code === 'wallet_not_linked') aside.push(asked);
    }),
    onFire((fire) => (record, on, details) => {
      const done = fire(record, on, details);
      if (!done || record.kind !== 'walletLink' || on !== 'approve') return done;
      for (const asked of aside)
        if (asked.merchant === record.merchant && asked.body.text('seller.walletId') === record.walletId)
          if (namesake(asked) === undefined) asked.endpoint.does?.(asked);
      return done;
    }),
  );
}

/** Refuses requests for escrows of an unused reference that arrive within a tenth of a second of each other. */
function atOnce(judge: (place: number, together: number) => { status: number; code: string } | null): Change {
  const races = new WeakMap<Merchant, Map<string, { together: number }>>();
  return before('checkGuards', async (asked, next) => {
    if (!isAt(asked, 'createEscrow') || namesake(asked) !== undefined) return next();
    const reference = asked.body.text('reference') ?? '';
    const own = races.get(asked.merchant) ?? new Map<string, { together: number }>();
    races.set(asked.merchant, own);
    const race = own.get(reference) ?? { together: 0 };
    own.set(reference, race);
    race.together += 1;
    const place = race.together;
    await pause(100);
    own.delete(reference);
    const refused = judge(place, race.together);
    if (refused) throw new Refusal(refused, 'another request for this reference came at the same time');
    return next();
  });
}

async function tellsAllThatWasTried(...[asked, next]: Parameters<Step>) {
  const events = {
    releaseEscrow: 'escrow.released',
    refundEscrow: 'escrow.refunded',
    cancelEscrow: 'escrow.cancelled',
  } as const;
  const { endpoint, record, service } = asked;
  const event = Object.entries(events).find(([name]) => name === endpoint.name)?.[1];
  if (record?.kind !== 'escrow' || event === undefined) return next();
  const { status } = record;
  const tried = status === 'funded' || (status === 'pending_payment' && event === 'escrow.cancelled');
  await pause(100);
  const reply = await replyOf(next);
  if (tried && reply.status >= 400) tell(service, record, event);
  return reply;
}
