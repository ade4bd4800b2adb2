import { the } from '../forger.support.ts';
import { CREATED, checkOf, exchangeOf, type Forgery } from './forgery.support.ts';

/** The length of a complete body must be the one in its Content-Length header. */
export const lengths: readonly Forgery[] = [
  {
    what: 'a field added to an answer',
    told: /the answer of exchange \d+ has \d+ bytes; its header says \d+/,
    change(forged) {
      const { content } = exchangeOf(forged, checkOf(forged, CREATED).exchanges[0]).response;
      content.text = (content.text ?? '').replace('{', '{"approved":true,');
      content.size = Buffer.byteLength(content.text);
    },
  },
  {
    what: 'an answer said to have been lost on the way',
    told: /entry \d+ of exchanges\.har is not as a run writes it/,
    change(forged) {
      const entry = exchangeOf(forged, checkOf(forged, CREATED).exchanges[0]);
      Object.assign(entry, { _error: 'other side closed', _lost: true });
      forged.certificate.lostAnswers = (forged.certificate.lostAnswers ?? 0) + 1;
    },
  },
  {
    what: 'a field added to a webhook, in its bytes too',
    told: /webhook \d+ has \d+ bytes; its header says \d+/,
    change({ deliveries }) {
      const delivery = the(deliveries[0]);
      delivery.body = (delivery.body ?? '').replace('{', '{"approved":true,');
      delivery.bodyBase64 = Buffer.from(delivery.body).toString('base64');
    },
  },
  {
    what: 'a webhook said to have been cut off',
    told: /webhook \d+ is said to be cut off, and has all of its \d+ bytes/,
    change({ deliveries }) {
      const delivery = the(deliveries[0]);
      delivery.truncated = true;
      for (const name of ['eventId', 'event', 'reference'] as const) delete delivery[name];
    },
  },
];
