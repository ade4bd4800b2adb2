/** Answers that lose their shape with a state of the resource, or before a request reaches the service. */
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

function readable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

export const found: readonly BlindMutant[] = [
  against(
    '| expiresAt | date-time | | … 200 with the same body when linkRef already exists',
    mutant(
      'wallet-link.known-ref-later',
      'blind7-approved-link-has-no-expiry',
      'a link that was approved does not expire, and so has no expiresAt any more: its linkRef is answered with null there',
      answers('createWalletLink', (reply, { body, merchant }) => {
        const link = merchant.records.walletLink.get(body.text('linkRef') ?? '');
        if (reply.status !== 200 || link?.status !== 'APPROVED') return reply;
        return { ...reply, text: JSON.stringify({ ...JSON.parse(reply.text), expiresAt: null }) };
      }),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'error.shape-of-404',
      'blind7-bad-percent-answered-by-the-framework',
      'a path with a percent sign that begins no encoded byte is refused by the framework, with a page of HTML',
      functions(({ finish }) => ({
        async finish(answer, asked, clock) {
          const last = finish ? await finish(answer, asked, clock) : answer;
          if (readable((asked.url ?? '').replace(/[?#].*$/s, ''))) return last;
          const page = '<!DOCTYPE html><title>Error</title><pre>URIError: Failed to decode param</pre>';
          return new Response(page, { status: 400, headers: { 'content-type': 'text/html; charset=utf-8' } });
        },
      })),
    ),
  ),
];
