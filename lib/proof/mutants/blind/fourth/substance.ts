/** Answers of the right shape that say something else. */
import { shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Refund record (GET): … `failureReason` (string or null, set when failed), `createdAt` (date-time).',
    mutant(
      'refund.created-at-true',
      'blind4-joined-column-of-the-checkout',
      "the record of a refund is read together with its checkout, and both have createdAt: it shows the checkout's",
      shows('getRefund', (body, { record }) =>
        record?.kind === 'refund' && record.payment ? { ...body, createdAt: record.payment.createdAt } : body,
      ),
    ),
  ),
  against(
    '201 `{ linkId, linkRef, status: PENDING, walletId, walletName (masked), expiresAt }`; 200 with the same body when linkRef already exists',
    mutant(
      'wallet-link.known-ref',
      'blind4-known-link-with-a-new-expiry',
      'a known linkRef is answered with an expiresAt that is counted from the repetition, though the link ends as before',
      answers('createWalletLink', (reply, { body, service }) => {
        if (reply.status !== 200) return reply;
        const expiresAt = new Date(service.clock.now() + (body.integer('expiresInMinutes') ?? 0) * 60_000);
        return { ...reply, text: JSON.stringify({ ...JSON.parse(reply.text), expiresAt: expiresAt.toISOString() }) };
      }),
    ),
  ),
];
