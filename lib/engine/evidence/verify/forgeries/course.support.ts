import { recognition } from '../../../run/disguise/appearance.ts';
import { type Forged, the } from '../forger.support.ts';
import { type Forgery, shifted } from './forgery.support.ts';

export const course: readonly Forgery[] = [
  {
    what: 'a webhook removed',
    told: /webhook \d+ is missing/,
    change: ({ deliveries }) => void deliveries.splice(1, 1),
  },
  {
    what: 'the text of a webhook',
    told: /the text of webhook \d+ is not that of its bytes/,
    change: ({ deliveries }) => Object.assign(the(deliveries[0]), { body: '{}' }),
  },
  {
    what: 'the event of a webhook',
    told: /webhook\.payout-succeeded: .*recorded as true, but does not hold/,
    change({ deliveries }) {
      for (const delivery of deliveries) if (delivery.event === 'payout.succeeded') delivery.event = 'payout.failed';
    },
  },
  {
    what: 'when a webhook came',
    told: /webhook \d+ came at \S+, outside of the run/,
    change: ({ deliveries }) => Object.assign(the(deliveries[0]), { at: shifted(the(deliveries[0]).at) }),
  },
  {
    what: 'when a request was sent',
    told: /exchange \d+ began at \S+, outside of the run/,
    change({ exchanges: [entry] }) {
      the(entry).startedDateTime = shifted(the(entry).startedDateTime, -3_600_000);
    },
  },
  {
    what: 'when the run was',
    told: /outside of the run|the references that were sent are of a run with another beginning/,
    change({ certificate }) {
      certificate.startedAt = shifted(certificate.startedAt, -86_400_000);
      certificate.finishedAt = shifted(certificate.finishedAt, -86_400_000);
    },
  },
  {
    what: 'when it began, by little',
    told: /the references that were sent are of a run with another beginning, seed/,
    change: ({ certificate }) => Object.assign(certificate, { startedAt: shifted(certificate.startedAt, -10) }),
  },
  {
    what: 'when it ended',
    told: /it ended after it was sealed/,
    change: ({ certificate }) => Object.assign(certificate, { finishedAt: shifted(certificate.finishedAt) }),
  },
  {
    what: 'the seed',
    told: /the references that were sent are of a run with another beginning, seed/,
    change: ({ certificate }) => void certificate.seed++,
  },
  {
    what: 'the secret that names follow from',
    told: /the references that were sent are of a run with another beginning, seed or secret|and the run's client was/,
    change: ({ certificate }) => {
      const { appearance } = certificate;
      const other = { incognito: true, secret: '5'.repeat(64), recognition: recognition({ incognito: true }) };
      Object.assign(certificate, { appearance: { ...appearance, ...other } });
    },
  },
  {
    what: "the target's address in the certificate",
    told: /exchange \d+ went to \S+, which is not the target/,
    change: ({ certificate }) => Object.assign(certificate.target, { baseUrl: 'https://api.example.com' }),
  },
  {
    what: "the target's address everywhere",
    told: null,
    change(forged) {
      const { baseUrl } = forged.certificate.target;
      const host = new URL(baseUrl).host;
      // As long as the target's own host: the length of an answer that contains it must not change.
      const other = `${'a'.repeat(host.length - '.test:443'.length)}.test:443`;
      const text = JSON.stringify(forged.exchanges).replaceAll(host, other);
      forged.exchanges = JSON.parse(text) as Forged['exchanges'];
      for (const { request, response } of forged.exchanges) {
        if (request.postData) request.bodySize = Buffer.byteLength(request.postData.text ?? '');
        response.content.size = Buffer.byteLength(response.content.text ?? '');
      }
      forged.certificate.target.baseUrl = baseUrl.replace(host, other);
    },
  },
  {
    what: 'the number of requests',
    told: /it says \d+ requests; \d+ exchanges are recorded/,
    change: ({ certificate }) => void certificate.requests++,
  },
  {
    what: 'the number of lost answers',
    told: /it says 7 lost answers; 0 are recorded/,
    change: ({ certificate }) => Object.assign(certificate, { lostAnswers: 7 }),
  },
];
