import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STOOD_STILL, type Standstill } from '../../../run/slowness.ts';
import { type Forged, renumber, retotal, setOutcome, the, withoutModel } from '../forger.support.ts';
import {
  BROKEN,
  CREATED,
  checkOf,
  exchangeOf,
  type Forgery,
  leaveOut,
  nothing,
  requirementOf,
  shifted,
} from './forgery.support.ts';

/** Files and fields that repeat other parts of the evidence, and that a reader might rely on instead. */
export const follows: readonly Forgery[] = [
  {
    what: 'a command in `replay.sh`',
    told: /replay\.sh: it does other than the steps of the checks that failed: do not run it/,
    change: nothing,
    finish: (folder) => writeFileSync(join(folder, 'replay.sh'), '#!/bin/sh\necho other\n'),
  },
  {
    what: 'a page of its own, beside the others',
    // Only noted: the owner's folder may hold other files when a run is sealed in it.
    told: null,
    change: nothing,
    finish: (folder) => writeFileSync(join(folder, 'conformant.html'), 'CONFORMANT'),
  },
  {
    what: 'a page taken away',
    told: /trace\.html: a run leaves it, and it is not there/,
    change: nothing,
    finish: (folder) => rmSync(join(folder, 'trace.html')),
  },
  {
    what: 'a page renamed',
    told: /certificate\.html: a run leaves it, and it is not there/,
    change: nothing,
    finish: (folder) => renameSync(join(folder, 'certificate.html'), join(folder, 'Certificate.html')),
  },
  {
    what: 'why a requirement failed',
    told: /refund\.exceeds-paid has other reasons than its checks/,
    change: (forged) => setOutcome(requirementOf(forged, BROKEN), 'failed', 'known, and accepted'),
  },
  {
    what: 'a reason for a pass',
    told: /checkout\.created has other reasons than its checks/,
    change: (forged) => Object.assign(requirementOf(forged, CREATED), { reason: 'exemplary' }),
  },
  {
    what: 'a requirement whose checks could not be loaded, which is said to be out of scope',
    told: /refund\.exceeds-paid has other reasons than its checks/,
    change(forged) {
      forged.checks = forged.checks.filter(({ about }) => about !== BROKEN);
      renumber(forged);
      setOutcome(requirementOf(forged, BROKEN), 'not_exercised', 'suite fault: it could not be loaded');
      retotal(forged);
    },
  },
  {
    what: 'what failed left out of the causes',
    told: /its causes are not of the requirements that failed/,
    change: ({ certificate }) => Object.assign(certificate, { causes: [] }),
  },
  {
    what: 'a cause that starts elsewhere',
    told: /a cause starts at checkout\.created, which is not of it/,
    change: ({ certificate }) => Object.assign(the(certificate.causes?.[0]), { start: CREATED }),
  },
  {
    what: 'the version of the interface',
    told: /it is of interface 9\.0\.0/,
    change: ({ certificate }) => Object.assign(certificate, { interfaceVersion: '9.0.0' }),
  },
  {
    what: 'what is said of recognition',
    told: /what it says of recognition is not what a run says/,
    change: ({ certificate }) => Object.assign(the(certificate.appearance), { recognition: 'It was impossible.' }),
  },
  {
    what: 'a capability that there is none of',
    told: /its capabilities are not those that a target can have/,
    change: ({ certificate }) => void certificate.capabilities.push('approved'),
  },
  {
    what: 'the count of webhooks from other senders, left out',
    told: /it does not tell `strays`/,
    change({ certificate }) {
      delete certificate.strays;
    },
  },
  {
    what: 'a pause of the run that there was none of',
    told: /nobody is said to have listened from \S+, and exchange \d+ was sent later by a process that was there/,
    change: pause,
  },
  {
    what: 'an exchange dropped, in such a pause',
    told: /nobody is said to have listened from \S+, and exchange \d+ was sent later by a process that was there/,
    change(forged) {
      pause(forged);
      const [gone] = forged.exchanges.splice(5, 1);
      for (const check of forged.checks) check.exchanges = check.exchanges.filter((id) => id !== gone?._id);
      forged.certificate.requests--;
      renumber(forged);
    },
  },
  {
    what: 'the order of exchanges',
    told: /exchanges\.har: it is out of order/,
    change: ({ exchanges }) => void exchanges.reverse(),
  },
  {
    what: 'the order of webhooks',
    told: /deliveries\.ndjson: it is out of order/,
    change: ({ deliveries }) => void deliveries.reverse(),
  },
  {
    what: 'how long every request took',
    told: /exchange \d+ ended after the run/,
    change({ exchanges }) {
      for (const entry of exchanges) Object.assign(entry, { time: 1e7, timings: { send: 0, wait: 1e7, receive: 0 } });
    },
  },
  {
    what: 'when requests were sent, no longer told exactly',
    told: /\d+ exchanges without a time of its own/,
    change({ exchanges }) {
      for (const entry of exchanges) delete entry._sentMono;
    },
  },
  {
    what: 'when requests were sent, by the clock of the process',
    needsEveryCheck: true,
    told: /exchange \d+ has times of two clocks/,
    change({ exchanges }) {
      for (const entry of exchanges.slice(20, 40)) entry._sentMono = (entry._sentMono ?? 0) + 60_000;
    },
  },
  {
    what: 'how long every step of control took',
    told: /sighting \d+ has times of two clocks/,
    change({ sightings }) {
      for (const { seen } of sightings) {
        if (typeof seen === 'object' && seen !== null && 'durationMs' in seen) Object.assign(seen, { durationMs: 1e7 });
      }
    },
  },
  {
    what: 'a step of control, once more',
    told: /sighting \d+ is a copy of sighting \d+/,
    change({ sightings }) {
      const step = the(sightings.findLast(({ what }) => what.startsWith('control: ')));
      const id = Math.max(...sightings.map((each) => each.id)) + 1;
      sightings.push({ ...structuredClone(step), id });
    },
  },
  {
    what: 'a standstill of this machine that the certificate does not know of',
    told: /sighting \d+ says that this machine stood still for longer than certificate\.json says/,
    change({ sightings }) {
      const last = the(sightings.findLast(({ what }) => what.startsWith('control: ')));
      const { startedAt, sentMono } = last.seen as Standstill;
      const id = Math.max(...sightings.map((each) => each.id)) + 1;
      sightings.push({
        ...last,
        id,
        what: STOOD_STILL,
        seen: { startedAt, sentMono: sentMono - 1e6, durationMs: 1e6 },
      });
    },
  },
  {
    what: 'a webhook said to come from somebody else',
    told: /webhook \d+ is said to be another's, and has a name of this run/,
    change: ({ deliveries }) => Object.assign(the(deliveries[0]), { standing: 'foreign' }),
  },
  {
    what: 'a webhook said to repeat another',
    told: /webhook \d+ is said to repeat one that is not there/,
    change: ({ deliveries }) => Object.assign(the(deliveries[0]), { standing: 'repeated' }),
  },
  {
    what: 'whose a webhook is, no longer told',
    told: /of webhook \d+ nothing tells whose it is/,
    change({ deliveries }) {
      for (const delivery of deliveries) delete delivery.standing;
    },
  },
  {
    what: 'the event of a webhook, other than in its body',
    told: /webhook \d+ is said to be of another event than its body/,
    change: ({ deliveries }) => Object.assign(the(deliveries[0]), { eventId: 'evt_other' }),
  },
  {
    what: 'a webhook copied under another number',
    told: /webhook \d+ is a copy of webhook \d+/,
    change({ deliveries }) {
      deliveries.push({ ...structuredClone(the(deliveries[0])), seq: deliveries.length + 1 });
    },
  },
  {
    what: 'the steps of every check, deleted',
    told: /steps\.ndjson: it has 0 lines; there are \d+ checks/,
    change(forged) {
      forged.steps = [];
    },
  },
  {
    what: 'a field that there is none of, in a step',
    told: /line 1 of steps\.ndjson is not as a run writes it/,
    change: ({ steps }) => Object.assign(the(steps[0]), { approved: true }),
  },
  {
    what: 'an exchange of another check in the steps',
    told: /line \d+ of steps\.ndjson shows what is not of its check: \{"exchange":\d+\}/,
    change(forged) {
      const [own, other] = [checkOf(forged, CREATED), checkOf(forged, BROKEN)];
      const shown = the(other.exchanges.find((id) => !own.exchanges.includes(id)));
      the(forged.steps.find(({ id }) => id === own.id)).stepLog.push({ exchange: exchangeOf(forged, shown)._id });
    },
  },
  {
    what: 'when a check was made',
    told: /line 1 of steps\.ndjson has times outside of the run/,
    change: ({ steps }) => Object.assign(the(steps[0]), { startedAt: 0, endedAt: 1 }),
  },
  {
    what: 'an observation, in its check too',
    needsEveryCheck: true,
    told: null,
    change({ certificate, checks }) {
      const check = the(checks.find(({ kind, observed }) => kind === 'observation' && observed !== null));
      check.observed = '403 forbidden';
      the(certificate.observations.find(({ id }) => id === check.about)).observed = '403 forbidden';
    },
  },
  {
    what: 'what failed left out of a run that is said to have been interrupted',
    // Only noted, and the certificate's page says so: what an interrupted run had not done is out of scope.
    told: null,
    change(forged) {
      withoutModel(forged);
      forged.certificate.interrupted = true;
      leaveOut(forged, ({ about }) => about === BROKEN);
      setOutcome(requirementOf(forged, BROKEN), 'not_exercised', 'interrupted');
      retotal(forged);
    },
  },
  {
    what: 'how slow the machine was',
    told: null,
    change: ({ certificate }) =>
      Object.assign(certificate, { harness: { eventLoopDelayMs: 9e4, webhookAnswerMs: 9e4, waitsLateMs: 9e4 } }),
  },
  {
    what: 'a list of known failures that the run was not given',
    told: null,
    change({ certificate }) {
      const known = { requirement: BROKEN, reason: 'accepted', outcome: 'failed', state: 'holds' } as const;
      certificate.baseline = { gate: 'open', knownFailures: [known] };
    },
  },
];

/**
 * Forges a gap of 100 ms that ends with the last exchange, whatever the run's length. The process of that exchange started before the gap,
 * by more than the second (`BLUR_MS`) that is tolerated.
 */
function pause({ certificate, exchanges }: Forged): void {
  const { startedDateTime, _sentMono = 0 } = the(exchanges.at(-1));
  if (_sentMono < 1_500) throw new Error(`the run was too short to forge a pause of it: ${_sentMono} ms`);
  certificate.gaps = [{ from: shifted(startedDateTime, -100), to: startedDateTime }];
}
