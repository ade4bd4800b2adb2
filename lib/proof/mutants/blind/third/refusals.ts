/** Refused requests that leave something behind. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { answers, around, before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { bodyOf, codeOf, whenRefused } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    'a seller wallet without an approved link is refused with `wallet_not_linked` … 409 | duplicate_reference | Reference already used',
    mutant(
      'error.refused-leaves-reference-free',
      'blind3-not-linked-uses-reference',
      'the reference of an escrow that was refused with wallet_not_linked is used up',
      (rules) => {
        const used = new WeakMap<object, Set<string>>();
        return before('checkGuards', (asked, next) => {
          const reference = asked.body.text('reference') ?? '';
          if (isAt(asked, 'createEscrow') && used.get(asked.merchant)?.has(reference))
            throw new Refusal({ status: 409, code: 'duplicate_reference' }, `${reference} is already used`);
          return next();
        })(
          whenRefused('createEscrow', (asked, { code }) => {
            if (code !== 'wallet_not_linked') return;
            const references = used.get(asked.merchant) ?? new Set();
            used.set(asked.merchant, references.add(String(bodyOf(asked).reference)));
          })(rules),
        );
      },
    ),
  ),
  against(
    '120 requests per minute per API key; then 429 `rate_limited`',
    mutant(
      'rate-limit.refused-has-no-effect',
      'blind3-too-many-requests-still-unlink',
      'a DELETE of a link that is refused with 429 unlinks it',
      answers('deleteWalletLink', (reply, { merchant, params, service }) => {
        const link = merchant.links.get(params.linkId ?? '');
        if (reply.status === 429 && link) service.fire(link, 'unlink');
        return reply;
      }),
    ),
  ),
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'error.refused-leaves-first',
      'blind3-reused-key-changes-description',
      'a create that is refused with idempotency_key_reused leaves its description to the checkout of its reference',
      whenRefused('createCheckout', (asked, { code }) => {
        const { reference, description } = bodyOf(asked);
        const checkout = asked.merchant.records.checkout.get(String(reference));
        if (code === 'idempotency_key_reused' && checkout && typeof description === 'string')
          checkout.description = description;
      }),
    ),
  ),
  against(
    'GET | /v1/payouts/{reference} | none | 200 payout record',
    mutant(
      'payout.record-found',
      'blind3-not-found-remembered',
      'for a minute after GET of an unknown payout its reference is not found, also when it was used meanwhile',
      (rules) => {
        const missed = new WeakMap<object, Map<string, number>>();
        return around('answerKnown', (own) => (asked, next) => {
          const { reference = '' } = asked.params;
          const now = asked.service.clock.now();
          const known = missed.get(asked.merchant) ?? new Map<string, number>();
          if (!isAt(asked, 'getPayout')) return own(asked, next);
          const found = asked.merchant.records.payout.has(reference);
          if (!found) missed.set(asked.merchant, known.set(reference, now));
          else if ((known.get(reference) ?? 0) + 60_000 > now)
            throw new Refusal(rules.decisions.unknown.payout, `there is nothing at ${asked.path}`);
          return own(asked, next);
        })(rules);
      },
    ),
  ),
  against(
    '403 | (code not shown) | Wallet balance requested for a link that is not APPROVED',
    mutant(
      'wallet.balance-when-approved',
      'blind3-refused-rejection-closes-balance',
      'a reject call for an approved link is refused, and closes the balance of the wallet',
      (rules) => {
        const closed = new WeakSet<object>();
        return functions(({ linkOf }) => ({
          linkOf(merchant, walletId) {
            const link = linkOf(merchant, walletId);
            return link && closed.has(link) ? undefined : link;
          },
        }))(
          answers('rejectWalletLink', (reply, { record }) => {
            if (codeOf(reply) === 'invalid_state' && record?.status === 'APPROVED') closed.add(record);
            return reply;
          })(rules),
        );
      },
    ),
  ),
];
