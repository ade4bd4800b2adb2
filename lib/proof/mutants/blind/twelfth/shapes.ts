/** Refusals that are written by something other than the service. */
import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

const TOO_MANY = 429;

export const found: readonly BlindMutant[] = [
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`. Wallet link requests: 5 per wallet per hour; the error returned when exceeded: not shown.',
    mutant(
      'wallet-link.sixth-refused',
      'blind12-throttle-answers-by-itself',
      'the limit of link requests is one of the framework, which has a body of its own: the sixth request for a wallet within an hour is refused with { message } alone',
      answers('createWalletLink', (reply) => {
        if (reply.status !== TOO_MANY || reply.text.includes('"rate_limited"')) return reply;
        return { ...reply, text: JSON.stringify({ message: 'Too Many Attempts.' }) };
      }),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'error.shape-of-others',
      'blind12-refused-delete-says-nothing',
      'answers to DELETE have no body, whatever they say: a link that is unknown, or not approved, is refused with a status alone',
      answers('deleteWalletLink', (reply) => (reply.status < 400 ? reply : { ...reply, text: '' })),
    ),
  ),
];
