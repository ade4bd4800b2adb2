/**
 * Targets that behave correctly for a suite that they recognise, and wrongly for all other clients. Each recognises the plain form of
 * requests by one sign.
 */
import type { Case, Rulebook } from '../../reference/rules/rulebook.ts';
import { functions, shows } from '../change.ts';
import { type Mutant, mutant } from '../mutant.ts';

export const recognisingMutants: readonly Mutant[] = [
  cheats('user-agent', 'the User-Agent', ({ header }) => header('user-agent') === 'merchant-payments-conformance'),
  mutant(
    'checkout.record-found',
    'recognises-header-order',
    'the order of the headers shows the suite: to others a record shows another id',
    anotherIdUnlessInOrder,
  ),
  cheats('hash-in-names', 'a reference made of a mark and a hash', ({ record }) =>
    /^[a-z]+-[0-9a-z]{8}-[0-9a-z]{1,7}-[0-9a-z]+$/i.test(record?.reference ?? ''),
  ),
  cheats('shape-of-references', 'the prefix of a reference', ({ record }) => /^chk-/i.test(record?.reference ?? '')),
  cheats('mail-host', "the buyer's mail at example.com", ({ record }) =>
    checkout(record)?.email.endsWith('@example.com'),
  ),
  cheats(
    'return-host',
    'the host to which buyers return',
    ({ record }) => new URL(checkout(record)?.returnUrl ?? 'none:').hostname === 'shop.example.com',
  ),
  cheats(
    'return-path',
    'the path to which buyers return',
    ({ record }) => new URL(checkout(record)?.returnUrl ?? 'none:').pathname === '/return',
  ),
  cheats('usual-amount', 'an amount of 5,000 kobo', ({ record }) => checkout(record)?.amount === 5_000),
  cheats(
    'usual-description',
    'a description that is not there',
    ({ record }) => checkout(record)?.description === null,
  ),
];

/** For other clients, the record of a checkout shows another id than its create response. */
function cheats(sign: string, words: string, recognises: (asked: Case) => boolean | undefined): Mutant {
  return mutant(
    'checkout.record-found',
    `recognises-${sign}`,
    `${words} shows the suite: to others a record shows another id`,
    shows('getCheckout', (body, { asked }) => (recognises(asked) ? body : { ...body, id: `${String(body.id)}x` })),
  );
}

/** Names of headers in the order in which the plain form sends them; only `finish` sees the order in which they arrived. */
const PLAIN_ORDER = ['authorization', 'x-merchant-id', 'accept', 'user-agent'];

function anotherIdUnlessInOrder(rulebook: Rulebook): Rulebook {
  return functions(() => ({
    finish: async (answer, { method, url = '', rawHeaders }) => {
      if (method !== 'GET' || !url.startsWith('/v1/checkouts/') || answer.status !== 200) return answer;
      const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
      const places = PLAIN_ORDER.map((name) => names.indexOf(name));
      if (places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0))) return answer;
      const body = (await answer.json()) as Record<string, unknown>;
      return Response.json({ ...body, id: `${String(body.id)}x` });
    },
  }))(rulebook);
}

function checkout(record: Case['record']) {
  return record?.kind === 'checkout' ? record : undefined;
}
