/** References of payouts that are compared, joined or looked up by too little. */
import type { Payout } from '../../../reference/rules/records.ts';
import type { Reply } from '../../../reference/rules/requests.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { refund as refundRecord } from '../../../reference/rules/tables/views.ts';
import { guard, shows } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt, pause, replyOf } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf } from '../ways.ts';
import { otherMerchants } from '../ways-of-access.ts';

/** Real time that a request spends in the database, in milliseconds. */
const BUSY_MS = 40;

/** A create request for a reference that another request is creating gets that request's response. */
function atOnceOneAnswer(): Change {
  const underWay = new Map<string, Promise<Reply>>();
  return before('answerKnown', (asked, next) => {
    if (!isAt(asked, 'createPayout')) return next();
    const key = `${asked.merchant.id} ${asked.body.text('reference')}`;
    const first = underWay.get(key);
    if (first !== undefined) return first;
    const reply = pause(BUSY_MS)
      .then(() => replyOf(next))
      .finally(() => underWay.delete(key));
    underWay.set(key, reply);
    return reply;
  });
}

/** Those that come too late are refused, but what they say of the recipient and the purpose is stored by then. */
function losersWriteToo(): Change {
  const known = new WeakSet<Case>();
  return before('checkGuards', async (asked, next) => {
    if (!isAt(asked, 'createPayout')) return next();
    const { body, merchant } = asked;
    const reference = body.text('reference') ?? '';
    if (merchant.records.payout.has(reference)) known.add(asked);
    await pause(BUSY_MS);
    const reply = await replyOf(next);
    const record = merchant.records.payout.get(reference);
    if (codeOf(reply) === 'duplicate_reference' && record && !known.has(asked)) {
      record.amount = body.integer('amount') ?? record.amount;
      record.narration = body.text('narration');
    }
    return reply;
  });
}

/** Letters and digits alone. */
function slugOf(reference: string): string {
  return reference.replace(/[^A-Za-z0-9]/g, '');
}

/** Where the asker has no payout of that reference. */
function notFound(asked: Case): boolean {
  return isAt(asked, 'getPayout') && !asked.merchant.records.payout.has(asked.params.reference ?? '');
}

/** The first payout with that reference, whichever merchant's: the settlement that the bank reports is found so. */
function firstNamesake({ environment }: Case, { reference }: Payout): Payout | undefined {
  for (const { records } of environment.merchants.values()) {
    const payout = records.payout.get(reference);
    if (payout) return payout;
  }
}

export const found: readonly BlindMutant[] = [
  against(
    'Payout reference: unique id of the payout. 409 duplicate_reference: Reference already used.',
    mutant(
      'payout.concurrent-same-reference',
      'kind-payouts-at-once-share-an-answer',
      'a payout with the reference of one that is being made waits for it and is given its answer: several are answered with 201 and one id, whatever their keys and bodies',
      atOnceOneAnswer(),
    ),
  ),
  against(
    'Payout reference: unique id of the payout. 409 duplicate_reference: Reference already used. GET | /v1/payouts/{reference} | 200 payout record.',
    mutant(
      'payout.concurrent-same-reference',
      'kind-refused-payout-at-once-overwrites',
      'of payouts that are sent at once with one reference the later ones are refused, after they were written over the one that was accepted: its record has the amount and the narration of a refused one',
      losersWriteToo(),
    ),
  ),
  against(
    'Payout reference: unique id of the payout. GET | /v1/payouts/{reference} | 200 payout record.',
    mutant(
      'payout.reference-case',
      'kind-newest-payout-of-any-case-found',
      'references that differ in case are accepted, and looked up without regard to it: GET by either is answered with the newest of them',
      before('answerKnown', (asked, next) => {
        if (!isAt(asked, 'getPayout')) return next();
        const lower = (asked.params.reference ?? '').toLowerCase();
        const newest = [...asked.merchant.records.payout.keys()].findLast((each) => each.toLowerCase() === lower);
        if (newest !== undefined) asked.params = { ...asked.params, reference: newest };
        return next();
      }),
    ),
  ),
  against(
    'Payout reference: unique id of the payout. 409 duplicate_reference: Reference already used.',
    mutant(
      'payout.reference-case',
      'kind-payout-reference-compared-without-signs',
      'banks take letters and digits alone, and references are compared as banks get them: a.1 is refused as used where a-1 is',
      guard('payout.duplicate-reference', {
        refuses({ merchant, body }) {
          const slug = slugOf(body.text('reference') ?? '');
          return [...merchant.records.payout.keys()].some((used) => slugOf(used) === slug);
        },
      }),
    ),
  ),
  against(
    'GET | /v1/payouts/{reference} | 200 payout record: id, reference, status, failureReason.',
    mutant(
      'payout.references-apart',
      'kind-payout-with-the-state-of-its-namesake',
      'what the bank reports is found by the reference without the merchant: where two have payouts of one reference, both records show status and failureReason of the first',
      shows('getPayout', (body, { asked, record }) => {
        if (record?.kind !== 'payout') return body;
        const { status, failureReason } = firstNamesake(asked, record) ?? record;
        return { ...body, status, failureReason };
      }),
    ),
  ),
  against(
    'Payout reference: unique id of the payout. 409 duplicate_reference: Reference already used.',
    mutant(
      'payout.settled-reference-stays-used',
      'kind-settled-payout-reference-free-for-another-account',
      'settled payouts are unique by reference and account: the reference of one is accepted again for a payout to another account number',
      guard('payout.duplicate-reference', {
        refuses({ merchant, body }) {
          const used = merchant.records.payout.get(body.text('reference') ?? '');
          if (used === undefined) return false;
          return used.status === 'pending' || used.recipient.accountNumber === body.text('recipient.accountNumber');
        },
      }),
    ),
  ),
  against(
    'Unknown references on GET calls give a 404 error.',
    mutant(
      'payout.unknown-reference',
      'kind-payout-found-among-refunds',
      'refunds and payouts are kept in one table of transfers: GET of a payout by the reference of a refund is answered with 200 and the refund',
      before('answerKnown', (asked, next) => {
        const record = asked.merchant.records.refund.get(asked.params.reference ?? '');
        if (!notFound(asked) || record === undefined) return next();
        return { status: 200, text: JSON.stringify(refundRecord({ asked, record })) };
      }),
    ),
  ),
  against(
    'Unknown references on GET calls give a 404 error. Each environment has its own merchants.',
    mutant(
      'payout.other-merchant-sees-nothing',
      'kind-payout-seen-by-who-pays-the-same-account',
      "who may read a payout is looked up by its recipient: a merchant that has paid to the same account number reads the other merchant's payouts to it",
      before('answerKnown', (asked, next) => {
        const own = [...asked.merchant.records.payout.values()].map(({ recipient }) => recipient.accountNumber);
        const owner = otherMerchants(asked).find(({ records }) => {
          const payout = records.payout.get(asked.params.reference ?? '');
          return payout !== undefined && own.includes(payout.recipient.accountNumber);
        });
        if (notFound(asked) && owner) asked.merchant = owner;
        return next();
      }),
    ),
  ),
];
