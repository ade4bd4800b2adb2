/** Access: merchants who are taken for one, and an error that is kept for everybody. */
import type { Environment } from '../../../reference/rules/records.ts';
import type { EndpointName, Reply } from '../../../reference/rules/requests.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { answers, before, isAt, replyOf } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { bodyOf } from '../ways.ts';
import { keyOf, letsIn } from '../ways-of-access.ts';

const KEPT_MS = 60_000;
const READS = ['getCheckout', 'getRefund', 'getPayout', 'getEscrow'] as const satisfies readonly EndpointName[];
const CREATES = [
  'createCheckout',
  'createRefund',
  'createPayout',
  'createEscrow',
] as const satisfies readonly EndpointName[];

function hostOf(address: string | null): string | null {
  return address === null ? null : new URL(address).host;
}

/** The request acts for the merchant whose id it names. */
function shopsOfOneHost(): Change {
  return letsIn((asked) => {
    const byKey = asked.environment.apiKeys.get(keyOf(asked));
    const byId = asked.environment.merchants.get(asked.header('x-merchant-id') ?? '');
    if (byKey === undefined || byId === undefined) return false;
    const host = hostOf(byKey.webhookUrl);
    if (host === null || host !== hostOf(byId.webhookUrl)) return false;
    asked.merchant = byId;
    return true;
  });
}

/** A create drops what was kept of its own path. */
function missingForEverybody(): Change {
  const missing = new WeakMap<Environment, Map<string, { reply: Reply; until: number }>>();
  const of = ({ environment }: Case) => {
    const kept = missing.get(environment) ?? new Map<string, { reply: Reply; until: number }>();
    missing.set(environment, kept);
    return kept;
  };
  return all(
    before('answerKnown', async (asked, next) => {
      if (!isAt(asked, READS)) return await next();
      const now = asked.service.clock.now();
      const kept = of(asked).get(asked.path);
      if (kept !== undefined && now < kept.until) return kept.reply;
      const reply = await replyOf(next);
      if (reply.status === 404) of(asked).set(asked.path, { reply, until: now + KEPT_MS });
      return reply;
    }),
    answers(CREATES, (reply, asked) => {
      if (reply.status === 201) of(asked).delete(`${asked.path}/${String(bodyOf(asked).reference)}`);
      return reply;
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`. Each has its own merchants, keys and webhook secrets.',
    mutant(
      'auth.other-merchants-id-refused',
      'blind22-shops-of-one-webhook-host-are-one-company',
      'a company with several shops is known by the host of its webhook address, and any key of a company is good for all its shops: the key of one merchant is let in with the id of another whose webhook URL has the same host and port, and acts for that one',
      shopsOfOneHost(),
    ),
  ),
  against(
    'GET | /v1/checkouts/{reference} | none | 200 checkout record. Unknown references on GET calls give a 404 error.',
    mutant(
      'checkout.record-found',
      'blind22-missing-for-one-is-missing-for-all',
      'a 404 is kept for a minute by its path, and dropped when the reference is created, but its name has no merchant: after a merchant asked for a reference that it does not have, another merchant that has it is answered with 404 for a minute',
      missingForEverybody(),
    ),
  ),
];
