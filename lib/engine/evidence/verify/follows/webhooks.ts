import { parseJson } from '../../../http/json.ts';
import { isMarked } from '../../../run/disguise/names.ts';
import { markIn } from '../../appearance.ts';
import { MOST_NAMED } from '../../counted.ts';
import { evidenceFiles } from '../../write.ts';
import type { Evidence } from '../read.ts';

/**
 * Every other field of a recorded webhook must follow from its bytes. The signature is not verified here, because that needs the secret.
 */
export function toldOtherwise({ certificate, deliveries }: Pick<Evidence, 'certificate' | 'deliveries'>): string[] {
  const mark = markIn(certificate);
  const attempts = new Set<string>();
  const moments = new Map<string, number>();
  const found: string[] = [];
  for (const delivery of deliveries) {
    const { seq, path, headers, body, bodyBase64, truncated, masked, standing, monoMs } = delivery;
    const say = (what: string) => found.push(`${evidenceFiles.deliveries}: ${what}`);
    const json = body === null || truncated ? undefined : parseJson(body);
    const fields = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>;
    const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
    const told = [delivery.eventId, delivery.event, delivery.reference];
    const due = [text(fields.id), text(fields.event), text(fields.reference)];
    // Where a secret was masked, the recorded bytes differ from those that were parsed.
    if (!masked && told.some((each, at) => each !== due[at]))
      say(`webhook ${seq} is said to be of another event than its body`);
    const isOurs = isMarked(Buffer.from(bodyBase64, 'base64').toString(), mark);
    if (standing === undefined) say(`of webhook ${seq} nothing tells whose it is`);
    if (standing === 'foreign' && isOurs) say(`webhook ${seq} is said to be another's, and has a name of this run`);
    const attempt = headers['x-service-signature-v2'] ?? '';
    if (standing === 'repeated' && !attempts.has(attempt))
      say(`webhook ${seq} is said to repeat one that is not there`);
    if (standing === 'genuine') attempts.add(attempt);
    const moment = `${monoMs} ${path} ${bodyBase64}`;
    const first = moments.get(moment);
    if (first !== undefined) say(`webhook ${seq} is a copy of webhook ${first}`);
    moments.set(moment, first ?? seq);
  }
  const repeated = deliveries.filter(({ standing }) => standing === 'repeated').length;
  if (certificate.strays !== undefined && repeated > certificate.strays.repeated && certificate.gaps === undefined)
    found.unshift(
      `${evidenceFiles.certificate}: it says that ${certificate.strays.repeated} webhooks repeat another; ${repeated} do`,
    );
  return found.slice(0, MOST_NAMED);
}
