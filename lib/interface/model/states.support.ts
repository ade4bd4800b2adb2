import type { ObjectKind } from './machine.ts';
import {
  checkoutBody,
  checkoutRecord,
  escrowBody,
  linkAnswer,
  linkBody,
  paid,
  payoutBody,
  payoutRecord,
  refundBody,
  refundRecord,
  Story,
} from './stories.support.ts';

/** For each state a story after which the object certainly is in it. */
export const ways: Readonly<Record<ObjectKind, Readonly<Record<string, () => Story>>>> = {
  checkout: {
    absent: () => new Story(),
    pending: () => new Story().creates('checkouts', checkoutBody()),
    succeeded: () => paid(),
    failed: () => ways.checkout.pending?.().settles('c1', 'failed') ?? new Story(),
  },
  refund: {
    absent: () => paid(),
    pending: () => paid().creates('refunds', refundBody()),
    succeeded: () => paid().creates('refunds', refundBody()).gets('refunds/r1', refundRecord('succeeded')),
    failed: () => paid().creates('refunds', failing).gets('refunds/r1', refundRecord('failed', failing)),
  },
  payout: {
    absent: () => new Story(),
    pending: () => new Story().creates('payouts', payoutBody()),
    succeeded: () => new Story().creates('payouts', payoutBody()).gets('payouts/p1', payoutRecord('succeeded')),
    failed: () =>
      new Story().creates('payouts', payoutBody('p1', '0000000000')).gets('payouts/p1', payoutRecord('failed')),
  },
  escrow: {
    absent: () => new Story(),
    pending_payment: () => new Story().creates('escrows', escrowBody()),
    funded: () => new Story().creates('escrows', escrowBody()).buyer('e1', 'pay'),
    disputed: () => new Story().creates('escrows', escrowBody()).buyer('e1', 'pay').buyer('e1', 'dispute'),
    released: () => funded().asks('POST', 'escrows/e1/release', undefined, 200, {}),
    refunded: () => funded().asks('POST', 'escrows/e1/refund', {}, 200, {}),
    cancelled: () => new Story().creates('escrows', escrowBody()).asks('POST', 'escrows/e1/cancel', undefined, 200, {}),
    expired: () => new Story().creates('escrows', escrowBody()).advances(25),
  },
  'wallet link': {
    absent: () => new Story(),
    PENDING: () => link(),
    APPROVED: () => link().asks('POST', 'sandbox/wallet-links/l1/approve', undefined, 200, {}),
    REJECTED: () => link().asks('POST', 'sandbox/wallet-links/l1/reject', undefined, 200, {}),
    EXPIRED: () => link().advances(2),
    REVOKED: () =>
      link()
        .asks('POST', 'sandbox/wallet-links/l1/approve', undefined, 200, {})
        .asks('DELETE', 'wallet-links/l1', undefined, 204, undefined),
    superseded: () => link().asks('POST', 'wallet-links', linkBody('ref-2'), 201, linkAnswer('l2', linkBody('ref-2'))),
  },
};

export const failing = refundBody('r1', 1_000, { reason: 'sandbox_fail' });
export const funded = () => ways.escrow.funded?.() ?? new Story();
export const link = () => new Story().asks('POST', 'wallet-links', linkBody(), 201, linkAnswer());

const show: Readonly<Record<ObjectKind, (story: Story, status: string) => Story>> = {
  checkout: (story, status) => story.gets('checkouts/c1', checkoutRecord(status)),
  refund: (story, status) => story.gets('refunds/r1', refundRecord(status, status === 'failed' ? failing : {})),
  payout: (story, status) => story.gets('payouts/p1', payoutRecord(status)),
  escrow: (story, status) => story.gets('escrows/e1', { status }),
  'wallet link': (story, status) => story.gets('wallet-links/l1', { status }),
};

const path: Readonly<Record<ObjectKind, string>> = {
  checkout: 'checkouts/c1',
  refund: 'refunds/r1',
  payout: 'payouts/p1',
  escrow: 'escrows/e1',
  'wallet link': 'wallet-links/l1',
};

/** Adds a GET that shows the object in this state. */
export const seenIn = (kind: ObjectKind, story: Story, state: string) =>
  state === 'absent' ? story.misses(path[kind]) : show[kind](story, state === 'superseded' ? 'EXPIRED' : state);
