import { parseJson } from '../../http/json.ts';
import { partOf } from '../../predicates/index.ts';
import { lookOf } from '../../run/disguise/appearance.ts';
import { isMarked } from '../../run/disguise/names.ts';
import { appearanceIn, markIn } from '../appearance.ts';
import { MOST_NAMED } from '../counted.ts';
import { evidenceFiles } from '../write.ts';
import { SLACK_MS } from './follows/clocks.ts';
import type { Integrity } from './integrity.ts';
import type { Evidence } from './read.ts';

/**
 * Contradictions between the certificate and the records in the target, the times, the names and the client of the run; and records that
 * are missing or copied.
 */
export function otherCourse(
  { certificate, exchanges, deliveries, sightings }: Evidence,
  seal: Integrity['manifest'],
): string[] {
  const { target, startedAt, finishedAt } = certificate;
  const bases = [target.baseUrl, ...(target.liveBaseUrl === undefined ? [] : [target.liveBaseUrl])];
  const [from, to] = [Date.parse(startedAt) - SLACK_MS, Date.parse(finishedAt) + SLACK_MS];
  const found: string[] = [];
  const outside = (at: string) => !(Date.parse(at) >= from && Date.parse(at) <= to);
  if (!(Date.parse(finishedAt) >= Date.parse(startedAt)))
    found.push(`${evidenceFiles.certificate}: it ended before it began`);
  if (seal !== null && !(Date.parse(seal.sealedAt) >= Date.parse(finishedAt) - SLACK_MS)) {
    found.push(`${evidenceFiles.certificate}: it ended after it was sealed`);
  }
  const add = (what: readonly string[]) => found.push(...what.slice(0, MOST_NAMED));
  add(
    exchanges
      .filter(({ request: { url } }) => !bases.some((base) => url.startsWith(`${base}/`) || url === base))
      .map(
        ({ _id, request: { url } }) =>
          `${evidenceFiles.exchanges}: exchange ${_id} went to ${url}, which is not the target`,
      ),
  );
  add(
    exchanges
      .filter(({ startedDateTime }) => outside(startedDateTime))
      .map(
        ({ _id, startedDateTime }) =>
          `${evidenceFiles.exchanges}: exchange ${_id} began at ${startedDateTime}, outside of the run`,
      ),
  );
  add(
    deliveries
      .filter(({ at }) => outside(at))
      .map(({ seq, at }) => `${evidenceFiles.deliveries}: webhook ${seq} came at ${at}, outside of the run`),
  );
  add(
    sightings
      .filter(({ at }) => outside(at))
      .map(({ id, at }) => `${evidenceFiles.sightings}: sighting ${id} was at ${at}, outside of the run`),
  );
  add(copies(exchanges));
  add(gaps(deliveries.map(({ seq }) => seq)).map((seq) => `${evidenceFiles.deliveries}: webhook ${seq} is missing`));
  // An exchange that was under way when a process ended has a number, but was never written.
  if (!certificate.interrupted && certificate.gaps === undefined) {
    add(gaps(exchanges.map(({ _id }) => _id)).map((id) => `${evidenceFiles.exchanges}: exchange ${id} is missing`));
    add(gaps(sightings.map(({ id }) => id)).map((id) => `${evidenceFiles.sightings}: sighting ${id} is missing`));
  }
  const foreign = namesOfOthers({ certificate, exchanges });
  if (foreign !== null) found.push(foreign);
  add(otherClients({ certificate, exchanges }));
  return found;
}

/** The missing numbers, at most `MOST_NAMED`: the records of a run are numbered from 1 without gaps. */
function gaps(numbers: readonly number[]): number[] {
  const there = new Set(numbers);
  const last = numbers.reduce((most, each) => Math.max(most, each), 0);
  const found = [];
  for (let at = 1; at <= last && found.length < MOST_NAMED; at++) if (!there.has(at)) found.push(at);
  return found;
}

/** Exchanges with the same request and the same monotonic time, which has a resolution of nanoseconds: each request is sent only once. */
function copies(exchanges: Evidence['exchanges']): string[] {
  const known = new Map<string, number>();
  return exchanges.flatMap(({ _id, _sentMono, startedDateTime, request }) => {
    if (_sentMono === undefined) return [];
    const key = `${_sentMono} ${startedDateTime} ${request.method} ${request.url} ${request.postData?.text}`;
    const first = known.get(key);
    known.set(key, first ?? _id);
    return first === undefined ? [] : [`${evidenceFiles.exchanges}: exchange ${_id} is a copy of exchange ${first}`];
  });
}

/**
 * Every reference that a run generates is derived from its secret, its start time and its seed. Null if at least one of the references sent
 * is, or if too few were sent.
 */
function namesOfOthers({ certificate, exchanges }: Pick<Evidence, 'certificate' | 'exchanges'>): string | null {
  const mark = markIn(certificate);
  // In the plain form a generated name has at least four parts; in another form nothing is known of it.
  const isName = (text: string) => typeof mark !== 'string' || text.split('-').length > 3;
  const named = exchanges.flatMap(({ request: { postData } }) => {
    const body = postData?.text === undefined ? undefined : parseJson(postData.text);
    const reference = partOf(body, ['reference']);
    return typeof reference === 'string' && isName(reference) ? [reference] : [];
  });
  const few = typeof mark === 'string' ? 1 : FEW_NAMES;
  if (named.length < few || named.some((reference) => isMarked(reference, mark))) return null;
  return `${evidenceFiles.certificate}: the references that were sent are of a run with another beginning, seed or secret`;
}

/** With fewer requests, all references may have been chosen by checks rather than generated by the run. */
const FEW_NAMES = 5;

/** Every request must have been sent by the user agent that was generated for the run, or chosen by the user. */
function otherClients({ certificate, exchanges }: Pick<Evidence, 'certificate' | 'exchanges'>): string[] {
  if (certificate.appearance === undefined) return [];
  const { userAgent } = lookOf(appearanceIn(certificate));
  return exchanges.flatMap(({ _id, request }) => {
    const sent = request.headers.find(({ name }) => name.toLowerCase() === 'user-agent')?.value;
    if (sent === undefined || sent === userAgent) return [];
    return [`${evidenceFiles.exchanges}: exchange ${_id} was sent by ${sent}, and the run's client was ${userAgent}`];
  });
}
