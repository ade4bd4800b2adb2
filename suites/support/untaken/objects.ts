import type {
  Capability,
  CheckContext,
  Created,
  EventKind,
  Exchange,
  Link,
  RequirementId,
} from '../../../lib/interface/index.ts';
import { linkBecomes } from '../../wallet-links/support.ts';

/** How an object of one kind comes to a state of which its merchant is told. */
export interface Change {
  readonly id: RequirementId;
  readonly what: string;
  readonly event: EventKind;
  readonly needs: readonly Capability[];
  readonly to: string;
  /** Time changes it. */
  readonly waits?: '5m' | '1h' | '24h';
  /** Made in live too, or with every answer that acknowledges nothing. */
  readonly also?: readonly ('in live' | 'with every answer')[];
  /** A step: makes the object; `reference` is that of its event. */
  begin(context: CheckContext): Promise<Subject>;
}

export interface Subject {
  readonly reference: string;
  /** A step: what changes it, unless time does. */
  act?(): Promise<unknown>;
  look(to: string): Promise<Exchange>;
}

/** Target time in seconds within which the new state must be seen: a target may look for what is due every few minutes. */
const SOON = 600;
export const EVERY_ANSWER = ['with every answer'] as const;
export const EVERYWHERE = ['in live', ...EVERY_ANSWER] as const;

export function settled(kind: 'refund' | 'payout', to: 'succeeded' | 'failed'): Change {
  const ids = { succeeded: { refund: 'refund.settles', payout: 'payout.succeeds' } } as const;
  const failed = { refund: 'refund.sandbox-fail', payout: 'payout.failing-account' } as const;
  return {
    id: { ...ids, failed }[to][kind],
    what: `a ${kind} that has ${to}`,
    event: `${kind}.${to}`,
    needs: kind === 'refund' ? ['buyer'] : [],
    to,
    also: EVERY_ANSWER,
    async begin({ merchant, buyer, data }) {
      const reference = data.reference('untaken');
      const accountNumber = to === 'failed' ? '0000000000' : '0123456789';
      const payment = kind === 'refund' ? await buyer.paid(merchant) : undefined;
      const reason = to === 'failed' ? 'sandbox_fail' : undefined;
      return {
        reference,
        act: () =>
          payment === undefined
            ? merchant.payout({ reference, recipient: { accountNumber } })
            : merchant.refund(payment, { reference, amount: 1_003, reason }),
        look: () => merchant.becomes({ kind, reference }, to),
      };
    },
  };
}

type Deed = (context: CheckContext, made: Created) => Promise<unknown>;

export const made = (
  kind: 'checkout' | 'escrow',
  to: string,
  change: Pick<Change, 'id' | 'event'> & Partial<Pick<Change, 'needs' | 'waits' | 'also'>>,
  deed?: Deed,
  paid = false,
): Change => ({
  what: `${kind === 'escrow' ? 'an escrow' : 'a checkout'} that is ${to}${change.waits === undefined ? '' : ' because its time is over'}`,
  needs: [],
  to,
  ...change,
  async begin(context) {
    const { merchant, buyer } = context;
    const one = paid ? await buyer.funded(merchant, { autoReleaseHours: 1 }) : await merchant[kind]();
    return {
      reference: one.reference,
      ...(deed !== undefined && { act: () => deed(context, one) }),
      look: (due) => merchant.becomes(one, due, SOON),
    };
  },
});

export const linked = (
  to: string,
  change: Pick<Change, 'id' | 'event'> & Partial<Pick<Change, 'waits' | 'also'>>,
  deed?: (context: CheckContext, link: Link) => Promise<unknown>,
): Change => ({
  what: `a link that is ${to}`,
  needs: ['wallets'],
  to,
  ...change,
  async begin(context) {
    const { merchant, wallets } = context;
    const wallet = await wallets.make();
    const link =
      to === 'REVOKED'
        ? await wallets.approvedLink(merchant, wallet)
        : await wallets.link(merchant, wallet, { expiresInMinutes: 5 });
    return {
      reference: link.linkId,
      ...(deed !== undefined && { act: () => deed(context, link) }),
      look: (due) => linkBecomes(context, link.linkId, due, SOON),
    };
  },
});
