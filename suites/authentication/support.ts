import type { CallOptions, Given } from '../../lib/harness/index.ts';

/** Call options with a sandbox key that was never issued, and the merchant's own id. */
export function unknownKey({ fresh }: Pick<Given, 'fresh'>): CallOptions {
  return { credentials: { apiKey: `svc_test_sk_${fresh.faker.string.alphanumeric(32)}` } };
}

/** Call options with the merchant's own key, and a sandbox merchant id that was never issued. */
export function unknownMerchant({ fresh }: Pick<Given, 'fresh'>): CallOptions {
  return { credentials: { merchantId: `mch_test_${fresh.faker.string.alphanumeric(24)}` } };
}
