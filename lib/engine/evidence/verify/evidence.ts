import { parseJson } from '../../http/json.ts';
import {
  type DeliveryView,
  type EvidenceSource,
  type ExchangeView,
  Missing,
  surely,
  Unverifiable,
} from '../../predicates/index.ts';
import type { DeliveryEvidence } from '../../run/recording/evidence-writer.ts';
import { verify } from '../../webhooks/signature.ts';
import type { HarEntry } from '../archive/har.ts';
import { counted, MOST_NAMED } from '../counted.ts';
import { evidenceFiles } from '../write.ts';
import type { Evidence } from './read.ts';

/** The settings that hold webhook secrets. If they are set, signatures are verified with them. */
export const secretSettings = [
  'TARGET_WEBHOOK_SECRET',
  'TARGET_OTHER_WEBHOOK_SECRET',
  'TARGET_LIVE_WEBHOOK_SECRET',
] as const;

/** Resolves the pointers of the predicates. */
export function sourceOf(
  evidence: Evidence,
  environment: Readonly<Record<string, string | undefined>>,
): EvidenceSource {
  const entries = new Map(evidence.exchanges.map((entry) => [entry._id, entry]));
  // Cached: predicates look at few exchanges, each of them many times.
  const views = new Map<number, ExchangeView>();
  const viewOf = (id: number) => {
    const entry = views.has(id) ? undefined : entries.get(id);
    if (entry !== undefined) views.set(id, exchangeView(entry));
    return views.get(id);
  };
  const records = new Map(evidence.deliveries.map((record) => [record.seq, record]));
  const deliveries = evidence.deliveries.map(deliveryView).sort((a, b) => a.seq - b.seq);
  const bySeq = new Map(deliveries.map((view) => [view.seq, view]));
  // Indexed: a run has thousands of webhooks, and nearly every predicate asks for those of one path or one reference.
  const byPath = Map.groupBy(deliveries, ({ path }) => path);
  const byReference = Map.groupBy(deliveries, (view) => view.reference);
  const candidates = (path: string | undefined, reference: string | undefined) => {
    if (path !== undefined) return byPath.get(path) ?? [];
    return reference === undefined ? deliveries : (byReference.get(reference) ?? []);
  };
  const sightings = new Map(evidence.sightings.map((sighting) => [sighting.id, sighting.seen]));
  return {
    exchange: (id) => found(viewOf(id), `exchange ${id} is not in ${evidenceFiles.exchanges}`),
    delivery: (seq) => found(bySeq.get(seq), `webhook ${seq} is not in ${evidenceFiles.deliveries}`),
    deliveries({ path, event, reference, after, upTo, sure }) {
      const found = candidates(path, reference).filter(
        (view) =>
          view.seq <= upTo &&
          (event === undefined || view.event === event) &&
          (reference === undefined || view.reference === reference),
      );
      const standing = ({ seq }: DeliveryView) => records.get(seq)?.standing;
      const counting = sure
        ? surely(
            found,
            (view) => standing(view) === 'repeated',
            (view) => standing(view) === 'genuine',
          )
        : found;
      return counting.filter(({ seq }) => seq > after);
    },
    sighting: (id) => found(sightings.get(id), `sighting ${id} is not in ${evidenceFiles.sightings}`),
    signature(seq, scheme, setting) {
      const { headers, bodyBase64, masked } = found(
        records.get(seq),
        `webhook ${seq} is not in ${evidenceFiles.deliveries}`,
      );
      if (setting === null) throw new Unverifiable('the webhook secret was made for the run, and is not kept');
      const known = secretSettings.find((name) => name === setting);
      const secret = known && environment[known];
      if (!secret) throw new Unverifiable(`the webhook secret is not given (${setting})`);
      if (masked) throw new Unverifiable('a secret was masked in the webhook');
      return verify({ headers, body: Buffer.from(bodyBase64, 'base64') }, secret)[scheme];
    },
  };
}

/** Contradictions within the evidence, independent of any predicate. */
export function inconsistencies({ certificate, exchanges, deliveries }: Evidence): string[] {
  const repeated = (what: string, ids: readonly number[]) => {
    const known = new Set<number>();
    const again = ids.filter((id) => known.size === known.add(id).size);
    return again.slice(0, MOST_NAMED).map((id) => `${what} ${id} is there more than once`);
  };
  const said = certificate.requests;
  const lost = exchanges.filter(({ _lost }) => _lost).length;
  return [
    ...repeated(
      `${evidenceFiles.deliveries}: webhook`,
      deliveries.map(({ seq }) => seq),
    ),
    ...deliveries
      .filter(({ body, bodyBase64 }) => body !== null && Buffer.from(body).toString('base64') !== bodyBase64)
      .map(({ seq }) => `${evidenceFiles.deliveries}: the text of webhook ${seq} is not that of its bytes`),
    ...(new Set(exchanges.map(({ _id }) => _id)).size === exchanges.length
      ? []
      : [`${evidenceFiles.exchanges}: an exchange is there more than once`]),
    ...(certificate.interrupted || said === exchanges.length
      ? []
      : [
          `${evidenceFiles.certificate}: it says ${counted(said, 'request')}; ${counted(exchanges.length, 'exchange')} are recorded`,
        ]),
    ...(certificate.interrupted || certificate.lostAnswers === undefined || certificate.lostAnswers === lost
      ? []
      : [`${evidenceFiles.certificate}: it says ${certificate.lostAnswers} lost answers; ${lost} are recorded`]),
  ];
}

function exchangeView({ _id, _sentMono, request, response, startedDateTime, time }: HarEntry): ExchangeView {
  const { content } = response;
  const headers: Record<string, string> = {};
  for (const { name, value } of response.headers) {
    const lower = name.toLowerCase();
    headers[lower] = headers[lower] === undefined ? value : `${headers[lower]}, ${value}`;
  }
  const parsed = parsedOnce();
  const whole = () => {
    if (content._truncated) throw new Unverifiable('the evidence does not hold the whole body of an answer');
    return content.text ?? '';
  };
  return {
    is: 'exchange',
    id: _id,
    method: request.method,
    status: response.status,
    headers,
    startedAt: Date.parse(startedDateTime),
    sentMono: _sentMono ?? 0,
    durationMs: time,
    get text() {
      return content.encoding === 'base64' ? Buffer.from(whole(), 'base64').toString() : whole();
    },
    get json() {
      return content.encoding === 'base64' ? undefined : parsed(whole());
    },
  };
}

function deliveryView(record: DeliveryEvidence): DeliveryView {
  const { seq, method, path, headers, event, reference, body, bodyBase64, truncated } = record;
  const parsed = parsedOnce();
  return {
    is: 'delivery',
    seq,
    method,
    path,
    headers,
    event,
    reference,
    body: bodyBase64,
    get json() {
      return body === null || truncated ? undefined : parsed(body);
    },
  };
}

/** Parses the body of one record only once, as predicates look into it field by field. */
function parsedOnce(): (text: string) => unknown {
  let known: { readonly value: unknown } | null = null;
  return (text) => {
    known ??= { value: parseJson(text) };
    return known.value;
  };
}

function found<T>(value: T | undefined, otherwise: string): T {
  if (value === undefined) throw new Missing(otherwise);
  return value;
}
