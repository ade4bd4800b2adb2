import { asTyped } from './as-typed.ts';
import type { Merchant } from './rules/records.ts';
import type { RunningService } from './service.ts';

/** The settings with which a certifying program reaches this service. */
export function settingsOf(service: RunningService, controlToken: string): Record<string, string> {
  return {
    TARGET_BASE_URL: service.sandboxUrl,
    TARGET_LIVE_BASE_URL: service.liveUrl,
    TARGET_CONTROL_URL: service.controlUrl,
    TARGET_CONTROL_TOKEN: controlToken,
  };
}

/** What a developer needs to start: addresses, a merchant in each environment, a first request. */
export function welcome(
  service: RunningService,
  controlToken: string,
  { sandbox, live }: { sandbox: Merchant; live: Merchant },
  { seeded, quiet }: { seeded: boolean; quiet: boolean },
): string {
  const merchant = ({ id, apiKey, webhookSecret, webhookUrl }: Merchant) => [
    `  merchant id      ${id}`,
    `  API key          ${apiKey}`,
    `  webhook secret   ${webhookSecret}`,
    `  webhook address  ${webhookUrl ?? 'none (start with --webhook-url, or set it through control)'}`,
  ];
  return [
    `Sandbox   ${service.sandboxUrl}`,
    ...merchant(sandbox),
    '',
    `Live      ${service.liveUrl}`,
    ...merchant(live),
    '',
    `Control   ${service.controlUrl}`,
    `  token            ${controlToken}`,
    '',
    'Create a checkout, then open its checkoutUrl and pay with the card 4242 4242 4242 4242:',
    '',
    `  curl ${service.sandboxUrl}/v1/checkouts \\`,
    `    -H 'Authorization: Bearer ${sandbox.apiKey}' -H 'X-Merchant-Id: ${sandbox.id}' \\`,
    `    -H 'Idempotency-Key: first-try' -H 'Content-Type: application/json' \\`,
    `    -d '{"reference":"order-1","amount":150000,"currency":"NGN","customer":{"email":"ada@example.com"},"returnUrl":"${service.sandboxUrl}/thank-you"}'`,
    '',
    sandbox.webhookUrl === null
      ? `See its webhook arrive: start ${asTyped('capture')} in another terminal, and this with --webhook-url http://127.0.0.1:8787/hooks.`
      : `See its webhook arrive: something has to listen at ${sandbox.webhookUrl}, such as ${asTyped('capture')} in another terminal.`,
    `The interface as OpenAPI: ${service.controlUrl}/openapi.yaml, its workflows as Arazzo: ${service.controlUrl}/arazzo.yaml`,
    '',
    'Have any event sent, in another terminal; without an event it lists them:',
    '',
    `  ${asTyped('reference', 'trigger refund.failed')}`,
    '',
    'A day passes in a moment:',
    '',
    `  curl ${service.controlUrl}/clock/advance -H 'Authorization: Bearer ${controlToken}' -d '{"seconds":86400}'`,
    '',
    ...(!seeded
      ? ['Addresses and keys are new at every start; --port 8080 and --seed WORDS keep them.', '']
      : ['Keys and secrets are the same at every start with this seed.', '']),
    quiet ? 'Stop with Ctrl-C.' : 'Stop with Ctrl-C. Requests are printed as they are answered; --quiet prints none.',
  ].join('\n');
}
