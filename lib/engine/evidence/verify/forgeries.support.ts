import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recognition } from '../../run/appearance.ts';
import type { CheckEvidence } from '../checks.ts';
import { type Forged, reconcileAll, renumber, retotal, setOutcome, the, withoutModel } from './forger.support.ts';

export interface Forgery {
  /** As the table in docs/reports-and-trust.md names it. */
  readonly what: string;
  /** What is told without a key; null: nothing can be, and only a signature shows it. */
  readonly told: RegExp | null;
  change(forged: Forged): void;
  /** To files as they were written, before they are sealed. */
  finish?(folder: string): void;
}

// Of a run that fails at one requirement, `refund.exceeds-paid`, and passes at others. Each is covered up as well as can be: every page,
// total and digest is made anew.
const BROKEN = 'refund.exceeds-paid';
const CREATED = 'checkout.created';

type OpenCheck = Forged['checks'][number];

const failed = ({ checks }: Forged) =>
  checks.filter(({ outcome, predicates }) => outcome === 'failed' && predicates.length > 0);
const checkOf = ({ checks }: Forged, id: string) => the(checks.find(({ about }) => about === id));
const requirementOf = ({ certificate }: Forged, id: string) =>
  the(certificate.requirements.find((each) => each.id === id));
const exchangeOf = ({ exchanges }: Forged, id: number | undefined) => the(exchanges.find(({ _id }) => _id === id));

/** Every failure becomes a pass, with whatever is done to the predicate that did not hold. */
const passing =
  (change: (predicate: OpenCheck['predicates'][number], check: OpenCheck, forged: Forged) => void) =>
  (forged: Forged) => {
    withoutModel(forged);
    for (const check of failed(forged)) {
      for (const predicate of check.predicates.filter(({ held }) => !held)) change(predicate, check, forged);
      check.outcome = 'passed';
      check.reason = null;
    }
    reconcileAll(forged);
  };

const edited = (file: string, from: string | RegExp, to: string) => (folder: string) => {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (text.replace(from, to) === text) throw new Error(`${file} has no ${from}: the forgery would change nothing`);
  writeFileSync(path, text.replace(from, to));
};
const nothing = () => {};

const shifted = (at: string, ms = 3_600_000) => new Date(Date.parse(at) + ms).toISOString();

/** Takes checks away, with what they alone have sent. */
function leaveOut(forged: Forged, which: (check: CheckEvidence) => boolean): void {
  const kept = forged.checks.filter((check) => !which(check as CheckEvidence));
  const gone = new Set(forged.checks.filter((check) => !kept.includes(check)).map(({ id }) => id));
  const needed = new Set(kept.flatMap(({ exchanges }) => exchanges));
  forged.steps = forged.steps.filter(({ id }) => !gone.has(id));
  forged.checks = kept;
  forged.exchanges = forged.exchanges.filter(({ _id }) => needed.has(_id));
  renumber(forged);
  reconcileAll(forged);
}

const outcomes: readonly Forgery[] = [
  {
    what: 'a failure called a pass in the certificate',
    told: /refund\.exceeds-paid passed; the evidence says failed/,
    change(forged) {
      setOutcome(requirementOf(forged, BROKEN), 'passed');
      retotal(forged);
    },
  },
  {
    what: 'also in its checks',
    told: /recorded as passed, but failed/,
    change: passing(nothing),
  },
  {
    what: 'also in its predicates',
    told: /recorded as true, but does not hold/,
    change: passing((predicate) => {
      predicate.held = true;
    }),
  },
  {
    what: 'a pass called a failure',
    told: /recorded as failed, but all of its \d predicates hold/,
    change(forged) {
      const check = checkOf(forged, CREATED);
      Object.assign(check, { outcome: 'failed', reason: 'expected 201' });
      reconcileAll(forged);
    },
  },
  {
    what: 'what the model of the interface found, deleted',
    told: /totals: |the evidence says failed|recorded as passed/,
    change(forged) {
      forged.checks = forged.checks.filter((check) => check.outcome === 'passed' || check.predicates.length > 0);
      for (const check of failed(forged)) Object.assign(check, { outcome: 'passed', reason: null });
      renumber(forged);
      reconcileAll(forged);
    },
  },
  { what: 'the totals', told: /totals: passed/, change: ({ certificate: { totals } }) => void totals.passed++ },
  {
    what: 'the verdict',
    told: /verdict conformant; the evidence says nonconformant/,
    change({ certificate }) {
      certificate.verdict = 'conformant';
    },
  },
  {
    what: 'an observation',
    told: /auth\.unknown-key was observed otherwise/,
    change({ certificate }) {
      the(certificate.observations.find(({ seen }) => seen)).observed = '403 forbidden';
    },
  },
  {
    what: 'an observation that was not seen',
    told: /was not seen, by what its checks recorded|was not selected/,
    change({ certificate }) {
      Object.assign(the(certificate.observations.find(({ seen }) => !seen)), { seen: true, observed: '200' });
    },
  },
];

const predicates: readonly Forgery[] = [
  {
    what: 'the predicate that does not hold, deleted',
    told: /it records 0 of at least 1: (?:shared )?toBeRefusedWith/,
    change: passing((predicate, check) => {
      check.predicates = check.predicates.filter((each) => each !== predicate);
    }),
  },
  {
    what: 'every predicate of the run, deleted',
    told: /checkout\.created: .*it records 0 of at least 1/,
    change(forged) {
      passing(nothing)(forged);
      for (const check of forged.checks) check.predicates = [];
    },
  },
  {
    what: 'a predicate turned round',
    told: /it records what this check does not: not toBeRefusedWith/,
    change: passing((predicate) => Object.assign(predicate, { not: true, held: true })),
  },
  {
    what: 'a weaker matcher',
    told: /it records what this check does not: toBeRefused/,
    change: passing((predicate) => Object.assign(predicate, { matcher: 'toBeRefused', args: [], held: true })),
  },
  {
    what: 'another value expected',
    told: /it records what this check does not: toBeRefusedWith/,
    change: passing((predicate) =>
      Object.assign(predicate, { args: [{ value: 400 }, { value: 'refund_exceeds_paid' }], held: true }),
    ),
  },
  {
    what: 'a pattern that fits anything',
    told: /checkout\.created: .*it records what this check does not: toMatch/,
    change(forged) {
      const predicate = the(checkOf(forged, CREATED).predicates.find(({ matcher }) => matcher === 'toMatch'));
      predicate.args = [{ pattern: '', flags: '' }];
    },
  },
  {
    what: 'one predicate twice in place of another',
    told: /checkout\.created: .*it records \d of at least 1/,
    change(forged) {
      const check = checkOf(forged, CREATED);
      check.predicates[1] = structuredClone(the(check.predicates[0]));
    },
  },
  {
    what: 'a value in place of a pointer',
    told: /it records what this check does not: toBeRefusedWith ~/,
    change: passing((predicate) =>
      Object.assign(predicate, {
        subject: { value: { is: 'exchange', status: 422, text: '', json: { error: { code: 'refund_exceeds_paid' } } } },
        held: true,
      }),
    ),
  },
  {
    what: 'a matcher that there is none of',
    told: /line \d+ of checks\.ndjson is not as a run writes it, at predicates\.0/,
    change: passing((predicate) => Object.assign(predicate, { matcher: 'toBeFine', held: true })),
  },
  {
    what: 'a derivation that there is none of',
    told: /it records what this check does not: toBe fine\(\)/,
    change: passing((predicate) =>
      Object.assign(predicate, {
        matcher: 'toBe',
        subject: { derived: 'fine', from: [] },
        args: [{ value: true }],
        held: true,
      }),
    ),
  },
];

const pointers: readonly Forgery[] = [
  {
    what: "a pointer to another check's exchange",
    told: /checkout\.created: .*it records what this check does not: toHaveStatus another's POST/,
    change: (forged) => repoint(forged, false),
  },
  {
    what: 'the same, with that exchange called its own',
    told: /checkout\.created: .*it records what this check does not/,
    change: (forged) => repoint(forged, true),
  },
  {
    what: 'a pointer to an exchange that is nowhere',
    told: /exchange 4242 is not in exchanges\.har/,
    change: passing((predicate) => Object.assign(predicate, { subject: { exchange: 4242 }, held: true })),
  },
  {
    what: 'exchanges taken from a check, in one file',
    told: /exchange \d+ is of other checks than checks\.ndjson says/,
    change: (forged) => void the(forged.checks.find(({ exchanges }) => exchanges.length > 1)).exchanges.pop(),
  },
  {
    what: 'an exchange copied under another id',
    told: /exchange \d+ is a copy of exchange \d+/,
    change(forged) {
      const check = checkOf(forged, CREATED);
      const entry = structuredClone(exchangeOf(forged, check.exchanges[0]));
      entry._id = forged.exchanges.length + 1;
      forged.exchanges.push(entry);
      check.exchanges.push(entry._id);
      reconcileAll(forged);
    },
  },
  {
    what: 'an exchange recorded twice',
    told: /exchanges\.har: an exchange is there more than once/,
    change(forged) {
      forged.exchanges.push(structuredClone(the(forged.exchanges[0])));
      reconcileAll(forged);
    },
  },
  {
    what: 'an exchange dropped',
    told: /exchange \d+ is missing/,
    change(forged) {
      const [gone] = forged.exchanges.splice(2, 1);
      for (const check of forged.checks) check.exchanges = check.exchanges.filter((id) => id !== gone?._id);
      renumber(forged);
      reconcileAll(forged);
    },
  },
  {
    what: 'an answer said not to be recorded as a whole',
    told: /entry \d+ of exchanges\.har is not as a run writes it/,
    change: passing((predicate, check, forged) => {
      predicate.held = true;
      for (const id of check.exchanges) exchangeOf(forged, id).response.content._truncated = true;
    }),
  },
  {
    what: 'an answer, edited',
    told: /checkout\.created: .*recorded as true, but does not hold/,
    change(forged) {
      exchangeOf(forged, checkOf(forged, CREATED).exchanges[0]).response.status = 200;
    },
  },
  {
    what: 'every answer that was wrong, edited into what had to come',
    // After a wrong answer a check expects no more.
    told: /it records \d+ of at least \d+/,
    change(forged) {
      for (const { response } of forged.exchanges) {
        if (response.content.text?.includes('refund_exceeds_paid')) response.status = 422;
      }
      passing((predicate) => Object.assign(predicate, { held: true }))(forged);
    },
  },
];

/** To an exchange of the same kind, of another check. */
function repoint(forged: Forged, isOwn: boolean): void {
  const check = checkOf(forged, CREATED);
  const other = the(
    forged.exchanges.find(
      ({ _id, request }) =>
        request.method === 'POST' && request.url.endsWith('/v1/checkouts') && !check.exchanges.includes(_id),
    ),
  );
  for (const predicate of check.predicates) {
    if ('exchange' in predicate.subject) predicate.subject.exchange = other._id;
    if (predicate.args[0] && 'value' in predicate.args[0] && predicate.args[0].value === 'reference') {
      predicate.args[1] = { value: JSON.parse(other.request.postData?.text ?? '{}').reference };
    }
  }
  if (isOwn) check.exchanges = [other._id];
  renumber(forged);
}

const checks: readonly Forgery[] = [
  {
    what: 'a check left out',
    told: /refund\.exceeds-paid: .*it is not recorded/,
    change: (forged) => {
      const [first] = failed(forged);
      leaveOut(forged, (check) => check.id === first?.id);
    },
  },
  {
    what: 'every check that failed left out, with what it sent',
    told: /refund\.exceeds-paid names other checks than its run makes/,
    change(forged) {
      const gone = new Set(failed(forged).map(({ about, file, title }) => `${about} ${file}: ${title}`));
      leaveOut(forged, ({ outcome }) => outcome === 'failed');
      const requirement = requirementOf(forged, BROKEN);
      requirement.tests = requirement.tests.filter((test) => !gone.has(`${BROKEN} ${test}`));
      setOutcome(requirement, 'passed');
      retotal(forged);
    },
  },
  {
    what: 'a check recorded twice',
    told: /checkout\.created: .*it is recorded more than once/,
    change(forged) {
      forged.checks.push(structuredClone(checkOf(forged, CREATED)));
      the(forged.checks.at(-1)).id = `check-${forged.checks.length}`;
      renumber(forged);
    },
  },
  {
    what: 'a check in place of another',
    told: /refund\.exceeds-paid: .*it records|its kind, file or place in a table is another/,
    change(forged) {
      withoutModel(forged);
      const { predicates, exchanges, deliveries } = checkOf(forged, CREATED);
      for (const check of failed(forged)) {
        Object.assign(check, structuredClone({ predicates, exchanges, deliveries }), {
          outcome: 'passed',
          reason: null,
        });
      }
      renumber(forged);
      reconcileAll(forged);
    },
  },
  {
    what: 'a check called a row of a table',
    told: /its kind, file or place in a table is another/,
    change: (forged) => Object.assign(checkOf(forged, CREATED), { spare: true }),
  },
  {
    what: 'a check called an observation',
    told: /its kind, file or place in a table is another/,
    change(forged) {
      withoutModel(forged);
      for (const check of failed(forged))
        Object.assign(check, { kind: 'observation', outcome: 'passed', reason: null, predicates: [] });
      reconcileAll(forged);
    },
  },
  {
    what: 'a check of nothing that is in the register',
    told: /no such check is made in this run/,
    change(forged) {
      for (const check of failed(forged)) check.about = 'refund.invented';
      reconcileAll(forged);
    },
  },
  {
    what: 'the ids of checks',
    told: /its id is check-77, and not check-1/,
    change: ({ checks }) => Object.assign(the(checks[0]), { id: 'check-77' }),
  },
];

const scope: readonly Forgery[] = [
  {
    what: 'a requirement said not to be selected',
    told: /refund\.exceeds-paid is left out, and was selected/,
    change(forged) {
      setOutcome(requirementOf(forged, BROKEN), 'not_exercised', 'not selected');
      leaveOut(forged, ({ about }) => about === BROKEN);
    },
  },
  {
    what: 'also in the selection',
    told: /exchange \d+ is missing/,
    change(forged) {
      const { certificate } = forged;
      const asked = the(certificate.selection?.requirements).filter((id) => id !== BROKEN);
      certificate.selection = { requirements: asked };
      const { length } = requirementOf(forged, BROKEN).tests;
      certificate.cases.made -= length;
      certificate.cases.of -= length;
      setOutcome(requirementOf(forged, BROKEN), 'not_exercised', 'not selected');
      leaveOut(forged, ({ about }) => about === BROKEN);
    },
  },
  {
    what: 'a selection that there is none of',
    told: /there is no such selection/,
    change: ({ certificate }) => Object.assign(certificate, { selection: { profile: 'generous' } }),
  },
  {
    what: 'a selection that makes fewer checks',
    told: /its selection makes no run of the depth first/,
    change: ({ certificate }) => Object.assign(certificate.cases, { depth: 'first' }),
  },
  {
    what: 'the number of cases',
    told: /\d+ cases made; its selection makes \d+/,
    change: ({ certificate }) => void certificate.cases.made--,
  },
  {
    what: 'a requirement for which something is said to lack',
    told: /the target is said not to have buyer; sighting \d+ shows it/,
    change(forged) {
      withoutModel(forged);
      forged.certificate.capabilities = forged.certificate.capabilities.filter((each) => each !== 'buyer');
      for (const check of failed(forged))
        Object.assign(check, { outcome: 'not_exercised', reason: 'no buyer', predicates: [] });
      reconcileAll(forged);
    },
  },
  {
    what: 'something that the evidence shows said to lack',
    told: /the target is said not to have clock; sighting \d+ shows it/,
    change({ certificate }) {
      certificate.capabilities = certificate.capabilities.filter((each) => each !== 'clock');
    },
  },
  {
    what: 'a check that failed called not exercised',
    told: /recorded as not_exercised, but failed/,
    change(forged) {
      for (const check of failed(forged)) check.outcome = 'not_exercised';
      reconcileAll(forged);
    },
  },
  {
    what: 'one requirement interrupted in a run that was not',
    told: /was interrupted, and the run was not/,
    change(forged) {
      leaveOut(forged, ({ about }) => about === BROKEN);
      setOutcome(requirementOf(forged, BROKEN), 'not_exercised', 'interrupted');
      retotal(forged);
    },
  },
];

const course: readonly Forgery[] = [
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
      const other = 'api.example.com:443';
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

const words: readonly Forgery[] = [
  {
    what: 'a statement of the register',
    told: /checkout\.created is not in the words of the register/,
    change: (forged) => Object.assign(requirementOf(forged, CREATED), { statement: 'Anything goes.' }),
  },
  {
    what: 'how severe a failure is',
    told: /refund\.exceeds-paid is not in the words of the register/,
    change: (forged) =>
      Object.assign(requirementOf(forged, BROKEN), { rating: { severity: 'minor', because: 'nobody minds' } }),
  },
  {
    what: 'a requirement left out of the certificate',
    told: /refund\.exceeds-paid is missing/,
    change(forged) {
      const { certificate } = forged;
      certificate.requirements = certificate.requirements.filter(({ id }) => id !== BROKEN);
      retotal(forged);
    },
  },
  {
    what: 'a requirement there twice',
    told: /an entry of the register is there more than once/,
    change(forged) {
      forged.certificate.requirements.push(structuredClone(requirementOf(forged, CREATED)));
      retotal(forged);
    },
  },
  {
    what: 'a requirement that there is none of',
    told: /refund\.invented is not in the register/,
    change(forged) {
      forged.certificate.requirements.push({
        ...structuredClone(requirementOf(forged, CREATED)),
        id: 'refund.invented',
      });
      retotal(forged);
    },
  },
  {
    what: 'which checks a requirement has',
    told: /checkout\.created names other checks than its run makes/,
    change: (forged) => void requirementOf(forged, CREATED).tests.push('suites/checkouts/create.ts: it is lovely'),
  },
  ...['certificate.html', 'trace.html', 'summary.md', 'junit.xml', 'ctrf.json', 'badge.svg'].map((file): Forgery => {
    const [from, to] = file === 'trace.html' ? ['failed', 'passed'] : [/nonconformant|failed|failure/i, 'conformant'];
    return {
      what: `\`${file}\``,
      told: new RegExp(`${file.replace('.', '\\.')}: it says other than certificate\\.json`),
      change: nothing,
      finish: edited(file, from as string, to as string),
    };
  }),
];

const shapes: readonly Forgery[] = [
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
    what: 'what steers a terminal',
    told: /is not as a run writes it|no such check is made/,
    change: ({ checks: [check] }) =>
      Object.assign(the(check), { title: '\u001b[2J\u001b[1;1HVERIFIED: everything holds\u202e' }),
  },
];

export const forgeries: Readonly<Record<string, readonly Forgery[]>> = {
  outcomes,
  predicates,
  pointers,
  checks,
  scope,
  'the course of the run': course,
  'words and pages': words,
  shapes,
};
