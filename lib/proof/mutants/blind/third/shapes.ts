/** Answers and events whose shape differs in one case alone. */
import type { Refund } from '../../../reference/rules/records.ts';
import { event, functions, shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'rate-limit.every-endpoint-limited',
      'blind3-rate-of-posts-refused-without-error',
      'a POST that is refused for the rate has code and message at the top of its body',
      answers('everywhere', (reply, { endpoint }) =>
        endpoint.method === 'POST' && codeOf(reply) === 'rate_limited'
          ? { ...reply, text: JSON.stringify(JSON.parse(reply.text).error) }
          : reply,
      ),
    ),
  ),
  against(
    'POST | /v1/sandbox/wallet-links/{linkId}/approve | none | Sandbox only … Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'environment.live-no-sandbox-calls',
      'blind3-sandbox-calls-in-live-refused-as-text',
      'the sandbox calls are refused in live with plain text',
      functions(({ finish }) => ({
        async finish(answer, asked, clock) {
          const done = finish ? await finish(answer, asked, clock) : answer;
          if (done.status !== 404 || !asked.url?.startsWith('/v1/sandbox/')) return done;
          const text = await done.text();
          return text.includes('there is no POST')
            ? new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } })
            : new Response(text, { status: 404, headers: done.headers });
        },
      })),
    ),
  ),
  against(
    'refundedAmount | integer | Running total of refunds, kobo',
    mutant(
      'refund.adds-to-refunded-amount',
      'blind3-total-of-several-refunds-as-text',
      'the refundedAmount of a checkout with several refunds is a text',
      shows('getCheckout', (body, { asked, record }) => {
        const all = [...asked.merchant.records.refund.values()];
        const settled = all.filter(({ payment, status }) => payment === record && status === 'succeeded');
        return settled.length > 1 ? { ...body, refundedAmount: String(body.refundedAmount) } : body;
      }),
    ),
  ),
  against(
    'Wallet balance (`GET /v1/wallets/{walletId}/balance`): `availableMinor` (integer), `heldMinor` (integer)',
    mutant(
      'wallet.balance-when-approved',
      'blind3-empty-wallet-has-null',
      'the availableMinor of a wallet without money is null',
      shows('getWalletBalance', (body) => ({
        ...body,
        availableMinor: body.availableMinor === 0 ? null : body.availableMinor,
      })),
    ),
  ),
  against(
    'amountMinor | integer | kobo … refund.failed | A refund could not be completed',
    mutant(
      'webhook.payload-fields',
      'blind3-amount-of-later-failed-refund-as-text',
      'the amountMinor of refund.failed is a text where another refund of the checkout succeeded before',
      event('refund.failed', (carried, record) => {
        const { payment } = record as unknown as Refund;
        return payment?.refundedAmount ? { ...carried, amountMinor: String(carried.amountMinor) } : carried;
      }),
    ),
  ),
];
