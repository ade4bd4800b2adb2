import { expect, type Merchant, observation, of, requirement, summary } from '../../lib/harness/index.ts';
import { unknownKey, unknownMerchant } from './support.ts';

// A balance always exists, so that a refusal says nothing else than who asked.

requirement('auth.missing-key-refused', 'a request without Authorization is refused', async ({ merchant }) => {
  const answer = await merchant.api.getBalance({ headers: { Authorization: null } });

  expect(answer).toBeRefused();
  expect(answer).toHaveErrorShape();
});

const misspelled = {
  'the scheme Basic': ({ access }: Merchant) => `Basic ${btoa(`${access.merchantId}:${access.apiKey}`)}`,
  'a key without a scheme': ({ access }: Merchant) => access.apiKey,
  'a scheme without a key': () => 'Bearer',
};

for (const [name, authorization] of Object.entries(misspelled)) {
  requirement('auth.missing-key-refused', `${name} is refused`, async ({ merchant }) => {
    const answer = await merchant.api.getBalance({ headers: { Authorization: authorization(merchant) } });

    expect(answer).toBeRefused();
    expect(answer).toHaveErrorShape();
  });
}

requirement('auth.unknown-key-refused', 'a key that was never issued is refused', async ({ merchant, fresh }) => {
  const answer = await merchant.api.getBalance(unknownKey({ fresh }));

  expect(answer).toBeRefused();
  expect(answer).toHaveErrorShape();
});

requirement('auth.unknown-key-refused', 'the right key with one more letter is refused', async ({ merchant }) => {
  const answer = await merchant.api.getBalance({ credentials: { apiKey: `${merchant.access.apiKey}x` } });

  expect(answer).toBeRefused();
  expect(answer).toHaveErrorShape();
});

requirement('auth.missing-merchant-refused', 'a request without X-Merchant-Id is refused', async ({ merchant }) => {
  const answer = await merchant.api.getBalance({ headers: { 'X-Merchant-Id': null } });

  expect(answer).toBeRefused();
  expect(answer).toHaveErrorShape();
});

requirement(
  'auth.unknown-merchant-refused',
  'a merchant id that was never issued is refused',
  async ({ merchant, fresh }) => {
    const answer = await merchant.api.getBalance(unknownMerchant({ fresh }));

    expect(answer).toBeRefused();
    expect(answer).toHaveErrorShape();
  },
);

requirement(
  'auth.other-merchants-id-refused',
  "one merchant's key with another's id is refused",
  async ({ merchant, other }) => {
    const answer = await merchant.api.getBalance({ credentials: { merchantId: other.access.merchantId } });

    expect(answer).toBeRefused();
    expect(answer).toHaveErrorShape();
  },
);

// Only true or false is compared, so that no report shows a key.
requirement(
  'auth.sandbox-prefixes',
  'key and merchant id of a sandbox merchant begin as they must',
  async ({ merchant, sees }) => {
    const { apiKey, merchantId } = merchant.access;
    const seen = sees('the sandbox merchant', { apiKey: { starts: apiKey.startsWith('svc_test_sk_') }, merchantId });

    expect(of(seen, 'apiKey.starts'), 'the sandbox key should start with svc_test_sk_').toBe(true);
    expect(of(seen, 'merchantId'), 'the sandbox merchant id').toMatch(/^mch_test_/);
  },
);

requirement(
  'auth.live-prefixes',
  'key and merchant id of a live merchant begin as they must',
  async ({ live, sees }) => {
    const { apiKey, merchantId } = live.access;
    const seen = sees('the live merchant', { apiKey: { starts: apiKey.startsWith('svc_live_sk_') }, merchantId });

    expect(of(seen, 'apiKey.starts'), 'the live key should start with svc_live_sk_').toBe(true);
    expect(of(seen, 'merchantId'), 'the live merchant id').toMatch(/^mch_live_/);
  },
);

observation('auth.missing-key', async ({ merchant }) =>
  summary(await merchant.api.getBalance({ headers: { Authorization: null } })),
);

observation('auth.malformed-key', async ({ merchant }) =>
  summary(await merchant.api.getBalance({ credentials: { apiKey: 'not-a-key' } })),
);

observation('auth.unknown-key', async ({ merchant, fresh }) =>
  summary(await merchant.api.getBalance(unknownKey({ fresh }))),
);

observation('auth.missing-merchant', async ({ merchant }) =>
  summary(await merchant.api.getBalance({ headers: { 'X-Merchant-Id': null } })),
);

observation('auth.unknown-merchant', async ({ merchant, fresh }) =>
  summary(await merchant.api.getBalance(unknownMerchant({ fresh }))),
);

observation('auth.other-merchants-id', async ({ merchant, other }) =>
  summary(await merchant.api.getBalance({ credentials: { merchantId: other.access.merchantId } })),
);
