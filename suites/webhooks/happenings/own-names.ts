import { checks, expect } from '../../../lib/interface/index.ts';
import { refunded } from '../../refunds/references/named.ts';
import { ownNames } from '../../support/references/own-names.ts';

// The reference of an event is a text, whatever it looks like to a program.

checks(
  'webhook.payment-succeeded',
  ownNames,
  ({ what }) => `of checkouts whose references are ${what} it is sent, with that reference`,
  async (context, { names }) => {
    const { merchant } = await refunded(context);
    for (const name of names)
      expect((await merchant.webhooks.any('payment.succeeded', name)).payload.reference).toBe(name);
  },
  { needs: ['buyer', 'own-merchant'], drawn: 1 },
);
