import {
  Blocked,
  type Capability,
  type CheckContext,
  check,
  checks,
  expect,
  field,
  observation,
  of,
  summary,
} from '../../lib/interface/index.ts';
import { unknownKey, unknownMerchant } from './support.ts';
import { optionsOf, passedOver, patterns, type Way, ways } from './ways.ts';

// A balance always exists, and the checkout is valid, so only the credentials can be the reason of a refusal.

checks(
  ({ id }: Way) => id,
  [...ways, ...patterns, ...passedOver],
  ({ name }) => `a GET and a POST with ${name} are refused`,
  async (context, way) => {
    const { merchant, data } = context;
    const reference = data.reference('chk');
    const read = await merchant.api.getBalance(await optionsOf(way, context));
    const created = await merchant.createCheckout({ reference }, await optionsOf(way, context));

    for (const [words, answer] of Object.entries({ GET: read, POST: created })) {
      expect(answer, words).toBeRefused();
      expect(answer, words).toHaveErrorShape();
    }
  },
  ({ needs = [] }) => ({ needs, drawn: 6 }),
);

// Other values of a merchant that a service stores: each is known there, but none is a key.

type Text = {
  readonly what: string;
  readonly needs: readonly Capability[];
  of(context: CheckContext): Promise<unknown>;
};

const texts: readonly Text[] = [
  {
    what: 'the webhook secret of before a rotation',
    needs: ['webhooks', 'rotate-secret'],
    async of({ merchant, console }) {
      const { webhookSecret } = await merchant.present();
      await console.rotateWebhookSecret(merchant);
      return webhookSecret;
    },
  },
  {
    what: 'the webhook secret that a rotation gave',
    needs: ['webhooks', 'rotate-secret'],
    of: ({ merchant, console }) => console.rotateWebhookSecret(merchant),
  },
  {
    what: 'the id of an event',
    needs: ['webhooks'],
    of: async ({ merchant }) =>
      field((await merchant.webhooks.given('payout.succeeded', (await merchant.payout()).reference)).payload, 'id'),
  },
  {
    what: 'the id of an approved wallet link',
    needs: ['wallets'],
    of: async ({ merchant, wallets }) => (await wallets.approvedLink(merchant, await wallets.make())).linkId,
  },
  {
    what: 'the linkRef of an approved wallet link',
    needs: ['wallets'],
    of: async ({ merchant, wallets }) => (await wallets.approvedLink(merchant, await wallets.make())).linkRef,
  },
  {
    what: 'an idempotency key',
    needs: [],
    async of({ merchant, data }) {
      const idempotencyKey = data.reference('key');
      await merchant.createCheckout({}, { idempotencyKey });
      return idempotencyKey;
    },
  },
  { what: "a checkout's id", needs: [], of: async ({ merchant }) => (await merchant.checkout()).id },
  { what: "a checkout's reference", needs: [], of: async ({ merchant }) => (await merchant.checkout()).reference },
  { what: "a payout's id", needs: [], of: async ({ merchant }) => (await merchant.payout()).id },
  { what: "an escrow's reference", needs: [], of: async ({ merchant }) => (await merchant.escrow()).reference },
];

checks(
  'auth.unknown-key-refused',
  texts,
  ({ what }) => `a GET and a POST with ${what} in place of the key are refused`,
  async (context, text) => {
    const { merchant } = context;
    const apiKey = await text.of(context);
    if (typeof apiKey !== 'string') throw new Blocked(`${text.what} is not known`);
    for (const answer of [
      await merchant.api.getBalance({ credentials: { apiKey } }),
      await merchant.createCheckout({}, { credentials: { apiKey } }),
    ]) {
      expect(answer).toBeRefused();
      expect(answer).toHaveErrorShape();
    }
  },
  ({ needs }) => ({ needs: ['own-merchant', ...needs], drawn: 2 }),
);

// Only true or false is compared, so that no report shows a key.
check(
  'auth.sandbox-prefixes',
  'key and merchant id of a sandbox merchant begin as they must',
  async ({ merchant, sees }) => {
    const { apiKey, merchantId } = await merchant.present();
    const seen = sees('the sandbox merchant', { apiKey: { starts: apiKey.startsWith('svc_test_sk_') }, merchantId });

    expect(of(seen, 'apiKey.starts'), 'the sandbox key should start with svc_test_sk_').toBe(true);
    expect(of(seen, 'merchantId'), 'the sandbox merchant id').toMatch(/^mch_test_/);
  },
);

check('auth.live-prefixes', 'key and merchant id of a live merchant begin as they must', async ({ live, sees }) => {
  const { apiKey, merchantId } = await live.present();
  const seen = sees('the live merchant', { apiKey: { starts: apiKey.startsWith('svc_live_sk_') }, merchantId });

  expect(of(seen, 'apiKey.starts'), 'the live key should start with svc_live_sk_').toBe(true);
  expect(of(seen, 'merchantId'), 'the live merchant id').toMatch(/^mch_live_/);
});

observation('auth.missing-key', async ({ merchant }) =>
  summary(await merchant.api.getBalance({ headers: { Authorization: null } })),
);

observation('auth.malformed-key', async ({ merchant }) =>
  summary(await merchant.api.getBalance({ credentials: { apiKey: 'not-a-key' } })),
);

observation('auth.unknown-key', async ({ merchant, data }) =>
  summary(await merchant.api.getBalance(unknownKey({ data }))),
);

observation('auth.missing-merchant', async ({ merchant }) =>
  summary(await merchant.api.getBalance({ headers: { 'X-Merchant-Id': null } })),
);

observation('auth.unknown-merchant', async ({ merchant, data }) =>
  summary(await merchant.api.getBalance(unknownMerchant({ data }))),
);

observation('auth.other-merchants-id', async ({ merchant, other }) =>
  summary(await merchant.api.getBalance({ credentials: { merchantId: (await other.present()).merchantId } })),
);

observation('auth.lower-case-scheme', async ({ merchant }) =>
  summary(await merchant.api.getBalance({ headers: { Authorization: `bearer ${(await merchant.present()).apiKey}` } })),
);

observation('auth.doubled-headers', async ({ merchant }) => {
  const { apiKey, merchantId } = await merchant.present();
  const headers = { Authorization: `Bearer ${apiKey}, Bearer ${apiKey}` };
  const key = await merchant.api.getBalance({ headers });
  const id = await merchant.api.getBalance({ headers: { 'X-Merchant-Id': `${merchantId}, ${merchantId}` } });
  return `the key twice: ${summary(key)}; the merchant id twice: ${summary(id)}`;
});
