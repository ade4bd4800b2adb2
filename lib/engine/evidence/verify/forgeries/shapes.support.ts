import { the } from '../forger.support.ts';
import { edited, type Forgery, nothing } from './forgery.support.ts';

export const shapes: readonly Forgery[] = [
  {
    what: 'a field that there is none of, in the certificate',
    told: /certificate\.json is not as a run writes it/,
    change: ({ certificate }) => void Object.assign(certificate, { approvedBy: 'everybody' }),
  },
  {
    what: 'the same in a check',
    told: /line 1 of checks\.ndjson is not as a run writes it/,
    change: ({ checks: [check] }) => void Object.assign(the(check), { verified: true }),
  },
  {
    what: 'the same in an exchange',
    told: /entry 1 of exchanges\.har is not as a run writes it/,
    change: ({ exchanges: [entry] }) => void Object.assign(the(entry), { comment: 'fine' }),
  },
  {
    what: 'the same in a webhook',
    told: /line 1 of deliveries\.ndjson is not as a run writes it/,
    change: ({ deliveries: [delivery] }) => void Object.assign(the(delivery), { trusted: true }),
  },
  {
    what: 'the certificate, written otherwise',
    told: /certificate\.json: it is not written as a run writes it/,
    change: nothing,
    finish: edited('certificate.json', '"verdict": ', '"verdict":   '),
  },
  {
    what: 'a huge number',
    told: /line 1 of deliveries\.ndjson is not as a run writes it, at seq/,
    change: ({ deliveries: [delivery] }) => Object.assign(the(delivery), { seq: 1e300 }),
  },
  {
    what: 'a name twice in one object',
    told: /has the name "outcome" twice in one object/,
    change: nothing,
    finish: edited('checks.ndjson', '"outcome":', '"outcome":"passed","outcome":'),
  },
  {
    what: 'a preparation that no step describes',
    told: /line 1 of steps\.ndjson: preparation 4242 is not described before/,
    change: nothing,
    finish: edited('steps.ndjson', '"stepLog":[', '"stepLog":[{"preparation":4242},'),
  },
  {
    what: 'what steers a terminal',
    told: /is not as a run writes it|no such check is made/,
    change: ({ checks: [check] }) =>
      Object.assign(the(check), { title: '\u001b[2J\u001b[1;1HVERIFIED: everything holds\u202e' }),
  },
];
