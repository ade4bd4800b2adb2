/** Defects where a request sets what the service alone sets: the row is made of the whole body. */
import { openEscrow, openPayout, openRefund, openWalletLink } from '../../reference/rules/actions.ts';
import type { AnyRecord } from '../../reference/rules/records.ts';
import type { EndpointName } from '../../reference/rules/requests.ts';
import type { Case } from '../../reference/rules/rulebook.ts';
import { endpoint } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';

/** Texts of the body that have the name of such a column are written into it. */
function takes(name: EndpointName, open: (asked: Case) => AnyRecord, columns: readonly string[]): Change {
  return endpoint(name, {
    does(asked) {
      const { value } = asked.body;
      const given = columns.filter((column) => typeof value[column] === 'string');
      return Object.assign(open(asked), Object.fromEntries(given.map((column) => [column, value[column]])));
    },
  });
}

export const ownFieldMutants: readonly Mutant[] = [
  mutant(
    'payout.succeeds',
    'payout-takes-its-status-from-the-request',
    'a payout that is asked for with a status begins with it, and does not settle where that is failed',
    takes('createPayout', openPayout, ['status']),
  ),
  mutant(
    'refund.record-as-sent',
    'refund-takes-its-currency-from-the-request',
    'a refund that is asked for with a currency has it, though it is one of NGN',
    takes('createRefund', openRefund, ['currency']),
  ),
  mutant(
    'escrow.created',
    'escrow-takes-its-status-from-the-request',
    'an escrow that is asked for with a status begins with it',
    takes('createEscrow', openEscrow, ['status', 'paidAt']),
  ),
  mutant(
    'wallet-link.expires-at',
    'link-takes-its-end-from-the-request',
    'a link that is asked for with expiresAt shows that',
    takes('createWalletLink', openWalletLink, ['expiresAt']),
  ),
];
