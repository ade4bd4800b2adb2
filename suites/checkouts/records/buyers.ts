import { checks, expect } from '../../../lib/interface/index.ts';

/** Which spellings of an address lead to one mailbox is its provider's affair: the record has the one that was sent. */
const providers = ['gmail.com', 'googlemail.com', 'yahoo.com'] as const;

checks(
  'checkout.record-as-sent',
  providers,
  (provider) => `an address with full stops and a tag at ${provider} comes back as customer.email`,
  async ({ merchant }, provider) => {
    // Longer than these providers let a name be, so that it is nobody's.
    const email = `nobody.at.all.reads.these.many.words.of.ours.here+orders-17@${provider}`;
    const checkout = await merchant.checkout({ customer: { email } });

    expect(await merchant.get(checkout)).toHaveField('customer.email', email);
  },
  { drawn: 1 },
);
