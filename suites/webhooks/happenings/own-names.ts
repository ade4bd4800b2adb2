import { checks } from '../../../lib/interface/index.ts';
import { refunded } from '../../refunds/references/named.ts';
import { ownNames } from '../../support/references/own-names.ts';

// The reference of an event is a text, whatever it looks like to a program.

checks(
  'webhook.payment-succeeded',
  ownNames,
  ({ what }) => `it is sent for checkouts whose references are ${what}`,
  async (context, { names }) => {
    const { merchant } = await refunded(context);
    for (const name of names) await merchant.webhooks.arrives('payment.succeeded', name);
  },
  { needs: ['buyer', 'own-merchant'], drawn: 1 },
);
