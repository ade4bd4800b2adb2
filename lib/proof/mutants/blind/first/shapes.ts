/** Refusals and answers of another shape, for one status, route or cause alone. */

import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf, withError } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Every error body has the shape { error: { code: string, message: string } }',
    mutant(
      'error.shape-of-422',
      'blind-unsupported-bank-without-message',
      'unsupported_bank comes without a message',
      answers('createPayout', (reply) =>
        codeOf(reply) === 'unsupported_bank' ? withError(reply, ({ code }) => ({ code })) : reply,
      ),
    ),
  ),
  against(
    'Every error body has the shape { error: { code: string, message: string } }',
    mutant(
      'error.shape-of-409',
      'blind-in-progress-without-body',
      'request_in_progress comes with an empty object as body',
      answers('everywhere', (reply) => (codeOf(reply) === 'request_in_progress' ? { ...reply, text: '{}' } : reply)),
    ),
  ),
  against(
    'Every error body has the shape { error: { code: string, message: string } }',
    mutant(
      'error.shape-of-409',
      'blind-duplicate-escrow-with-list-of-messages',
      'the duplicate_reference of an escrow has a list of messages',
      answers('createEscrow', (reply) =>
        codeOf(reply) === 'duplicate_reference'
          ? withError(reply, ({ code, message }) => ({ code, message: [message] }))
          : reply,
      ),
    ),
  ),
  against(
    'Request and response bodies are JSON',
    mutant(
      'error.json-content-type',
      'blind-release-answered-as-text',
      'the answer to a release says that it is text/plain',
      answers('releaseEscrow', (reply) =>
        reply.status === 200 ? { ...reply, headers: { ...reply.headers, 'content-type': 'text/plain' } } : reply,
      ),
    ),
  ),
  against(
    '200 with the same body when linkRef already exists',
    mutant(
      'wallet-link.known-ref',
      'blind-known-ref-in-an-envelope',
      'a link request with a known linkRef is answered with the link within an object link',
      answers('createWalletLink', (reply) =>
        reply.status === 200 ? { ...reply, text: JSON.stringify({ link: JSON.parse(reply.text) }) } : reply,
      ),
    ),
  ),
];
