/** Changes that mutants make to replays only. */
import type { EndpointName, Reply } from '../reference/rules/requests.ts';
import type { Change } from './mutant.ts';
import { answers } from './steps.ts';

export function isReplay({ headers }: Reply): boolean {
  return headers?.['idempotent-replayed'] !== undefined;
}

export function onReplay(at: EndpointName, change: (reply: Reply) => Reply): Change {
  return answers(at, (reply) => (isReplay(reply) ? change(reply) : reply));
}

export function presentState(at: 'createCheckout' | 'createRefund' | 'createPayout' | 'createEscrow'): Change {
  const kinds = {
    createCheckout: 'checkout',
    createRefund: 'refund',
    createPayout: 'payout',
    createEscrow: 'escrow',
  } as const;
  return answers(at, (reply, { merchant }) => {
    if (!isReplay(reply)) return reply;
    const body = JSON.parse(reply.text) as { reference: string; status: string };
    const status = merchant.records[kinds[at]].get(body.reference)?.status ?? body.status;
    return { ...reply, text: JSON.stringify({ ...body, status }) };
  });
}
