/** Defects of the console's list: some kinds of events are left out of it, or of a part of it. */
import type { Delivery, Merchant } from '../../reference/rules/records.ts';
import { functions } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';

const ofLinks = ({ event }: Delivery) => event.startsWith('wallet.link.');

export const listMutants: readonly Mutant[] = [
  mutant(
    'delivery.listed',
    'live-list-of-money-events',
    'in live the list joins each delivery with the money of its reference, and those of wallet-link events have none',
    lists((deliveries, merchant) => {
      const isLive = merchant?.environment.name === 'live';
      return isLive ? deliveries.filter((each) => !ofLinks(each)) : deliveries;
    }),
  ),
  mutant(
    'delivery.listed',
    'list-of-the-oldest-twenty',
    'the console shows the first page of twenty deliveries, the oldest first, and no other',
    lists((deliveries) => deliveries.slice(0, 20)),
  ),
  mutant(
    'delivery.listed',
    'list-joined-with-checkouts',
    'the list of payments joins each delivery with the checkout of its reference, which that of a refund is not',
    lists((deliveries) => deliveries.filter(({ event }) => !event.startsWith('refund.'))),
  ),
  mutant(
    'delivery.listed',
    'resent-payload-rendered-anew',
    'of what is resent the list shows the payload as it would be rendered, with spaces, and not as it was sent',
    lists((deliveries) =>
      deliveries.map((each, at) =>
        isResent(deliveries, at) ? { ...each, payload: JSON.stringify(JSON.parse(each.payload), null, 1) } : each,
      ),
    ),
  ),
  mutant(
    'delivery.listed',
    'links-not-listed-after-rotation',
    'the list takes those deliveries of wallet-link events that have the first secret of their merchant',
    afterRotation(),
  ),
  mutant(
    'delivery.lists-attempts',
    'no-error-of-link-events',
    'of wallet-link events the list shows no error of an attempt that got no answer',
    lists((deliveries) =>
      deliveries.map((each) =>
        ofLinks(each) ? { ...each, attempts: each.attempts.map((attempt) => ({ ...attempt, error: null })) } : each,
      ),
    ),
  ),
  mutant(
    'delivery.lists-attempts',
    'resent-escrow-events-without-attempts',
    'attempts are joined by the event: of an escrow event that is resent the list shows those of the first delivery only',
    lists((deliveries) =>
      deliveries.map((each, at) =>
        each.event.startsWith('escrow.') && isResent(deliveries, at) ? { ...each, attempts: [] } : each,
      ),
    ),
  ),
];

function isResent(deliveries: readonly Delivery[], at: number): boolean {
  return deliveries.findIndex(({ eventId }) => eventId === deliveries[at]?.eventId) !== at;
}

function lists(which: (deliveries: readonly Delivery[], merchant?: Merchant) => readonly Delivery[]): Change {
  return functions(({ deliveryList }) => ({
    deliveryList: (deliveries, merchant) => deliveryList(which(deliveries, merchant), merchant),
  }));
}

function afterRotation(): Change {
  const later = new Set<string>();
  return all(
    functions(({ changeSecret }) => ({
      changeSecret(merchant, secret) {
        later.add(secret);
        changeSecret(merchant, secret);
      },
    })),
    lists((deliveries) => deliveries.filter((each) => !ofLinks(each) || !later.has(each.webhookSecret))),
  );
}
