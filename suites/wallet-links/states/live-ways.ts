import type { Capability, CheckContext, Duration, Link } from '../../../lib/interface/index.ts';
import { LIFE } from './deeds.ts';

/** A way into a state that is final, or that only DELETE and the owner's unlinking can end. */
export interface Way {
  readonly way: string;
  /** In live, where the sandbox's own calls decide nothing. */
  readonly live?: true;
  readonly status: 'APPROVED' | 'REJECTED' | 'EXPIRED' | 'REVOKED';
  readonly needs: readonly Capability[];
  /** Target time that the way itself takes. */
  readonly takes: Duration | undefined;
  /** Kinds of events that may have come, each once. */
  readonly events: readonly string[];
  lead(context: CheckContext, link: Link): Promise<unknown>;
}

// The ways of a link in live, where its owner alone decides: approved, declined, unlinked again, or left alone.

const needs = ['live', 'wallets', 'wallet-owner'] as const;

const decides = ({ wallets, merchant }: CheckContext, link: Link, ...decisions: ('approve' | 'reject' | 'unlink')[]) =>
  decisions.reduce((before, each) => before.then(() => wallets.owner(merchant, link, each)), Promise.resolve());

export const liveWays: readonly Way[] = [
  {
    live: true,
    way: 'live: approved by its owner',
    status: 'APPROVED',
    needs,
    takes: undefined,
    events: ['wallet.link.approved'],
    lead: (context, link) => decides(context, link, 'approve'),
  },
  {
    live: true,
    way: 'live: declined by its owner',
    status: 'REJECTED',
    needs,
    takes: undefined,
    events: ['wallet.link.rejected'],
    lead: (context, link) => decides(context, link, 'reject'),
  },
  {
    live: true,
    way: 'live: expired',
    status: 'EXPIRED',
    needs,
    takes: '5m',
    events: ['wallet.link.expired'],
    lead: ({ time }) => time.wait(LIFE * 60, 'a wallet link expires'),
  },
  {
    live: true,
    way: 'live: revoked by its owner',
    status: 'REVOKED',
    needs,
    takes: undefined,
    events: ['wallet.link.approved', 'wallet.link.revoked'],
    lead: (context, link) => decides(context, link, 'approve', 'unlink'),
  },
];
