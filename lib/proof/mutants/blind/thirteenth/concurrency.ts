/** Requests that overlap and overwrite each other, in a wallet or in a field of the program. */
import type { Merchant } from '../../../reference/rules/records.ts';
import type { Reply } from '../../../reference/rules/requests.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt, pause } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** Real time between reading a row and writing it, in milliseconds. */
const BUSY_MS = 25;

/** The wallet is read, the release takes its time, and what was read is written back with the share added. */
function sharesAddedToWhatWasRead(): Change {
  return before('act', async (asked, next) => {
    const { environment, record, service } = asked;
    if (!isAt(asked, 'releaseEscrow') || record?.kind !== 'escrow') return next();
    const wallet = service.wallet(environment, record.sellerWalletId);
    if (wallet === undefined) return next();
    const read = wallet.availableMinor;
    await pause(BUSY_MS);
    const present = wallet.availableMinor;
    const reply = await next();
    wallet.availableMinor = read + (wallet.availableMinor - present);
    return reply;
  });
}

function answersFromOneField(): Change {
  const latest = new WeakMap<Merchant, Reply>();
  return before('act', async (asked, next) => {
    if (!isAt(asked, 'createPayout')) return next();
    const reply = await next();
    latest.set(asked.merchant, reply);
    await pause(BUSY_MS);
    return { ...reply, text: latest.get(asked.merchant)?.text ?? reply.text };
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Escrow release pays the seller the amount less `feeAmount`.',
    mutant(
      'escrow.each-pays-its-own',
      'blind13-releases-at-once-overwrite',
      'a release reads the wallet of the seller and writes it a moment later: of two escrows of one seller that are released at once only one is paid to the wallet, and both are released',
      sharesAddedToWhatWasRead(),
    ),
  ),
  against(
    'POST | /v1/payouts | Payout create body | 201 `{ id, reference, status }`. Create response (201): `id`, `reference`, `status`.',
    mutant(
      'payout.created',
      'blind13-answer-in-a-shared-field',
      'the payout that is to be answered stands in a field which all requests of a merchant share: of payouts that are sent at once the earlier ones are answered with the id and the reference of the last',
      answersFromOneField(),
    ),
  ),
];
