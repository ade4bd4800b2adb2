/** A list of deliveries that is put together by the database. */
import type { Merchant } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

/** PostgreSQL keeps the names of an object in the order of their lengths, and writes a blank after each colon and comma. */
function asJsonb(payload: string): string {
  const entries = Object.entries(JSON.parse(payload) as Record<string, unknown>);
  const ordered = entries.sort(([one], [other]) => one.length - other.length || (one < other ? -1 : 1));
  return `{${ordered.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(', ')}}`;
}

/** Rows of the join of a delivery with the records of its merchant that have its reference. */
function rowsOf(reference: string, merchant: Merchant | undefined): number {
  if (merchant === undefined) return 1;
  const { checkout, refund, payout, escrow } = merchant.records;
  return Math.max(1, [checkout, refund, payout, escrow].filter((records) => records.has(reference)).length);
}

export const found: readonly BlindMutant[] = [
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload. The signature covers the exact raw bytes, not re-serialised JSON.',
    mutant(
      'delivery.listed',
      'blind12-payload-kept-as-jsonb',
      'payloads are kept in a column of type jsonb: the console shows them with their names in another order and with blanks, not as they were sent',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.map((delivery) => ({ ...delivery, payload: asJsonb(delivery.payload) })),
            merchant,
          ),
      })),
    ),
  ),
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.listed',
      'blind12-list-joined-by-reference',
      'the list is joined with the records by their reference: where a checkout and a refund, a payout or an escrow have one reference, each of its deliveries is listed once for each of them',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.flatMap((delivery) =>
              Array.from({ length: rowsOf(delivery.reference, merchant) }, () => delivery),
            ),
            merchant,
          ),
      })),
    ),
  ),
];
