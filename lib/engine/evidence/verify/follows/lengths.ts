import type { HarEntry } from '../../archive/har.ts';
import { MOST_NAMED } from '../../counted.ts';
import { evidenceFiles } from '../../write.ts';
import type { Evidence } from '../read.ts';

/**
 * "A Content-Length field value [...] indicates [...] the exact number of octets" (RFC 9112, 6.3): a client waits for exactly this number
 * of bytes and takes no more as the body. So a body of another length was never received with this header.
 */
export function otherLengths({ exchanges, deliveries }: Pick<Evidence, 'exchanges' | 'deliveries'>): string[] {
  const answers = exchanges.flatMap((entry) => {
    const due = lengthOf(entry.response.headers.map(({ name, value }) => [name, value]));
    const bytes = bytesOf(entry);
    if (due === null || bytes === null || bytes === due) return [];
    return [
      `${evidenceFiles.exchanges}: the answer of exchange ${entry._id} has ${bytes} bytes; its header says ${due}`,
    ];
  });
  const webhooks = deliveries.flatMap(({ seq, headers, bodyBase64, truncated, masked }) => {
    const due = lengthOf(Object.entries(headers));
    if (due === null || masked) return [];
    const bytes = Buffer.byteLength(bodyBase64, 'base64');
    if (truncated ? bytes < due : bytes === due) return [];
    const what = truncated ? 'is said to be cut off, and has all of its' : 'has';
    return [`${evidenceFiles.deliveries}: webhook ${seq} ${what} ${bytes} bytes; its header says ${due}`];
  });
  return [...answers.slice(0, MOST_NAMED), ...webhooks.slice(0, MOST_NAMED)];
}

/**
 * The value of Content-Length. Null: there is none, it is not one plain number, or the recorded body does not hold the bytes that it
 * counts.
 */
function lengthOf(headers: readonly (readonly [string, string])[]): number | null {
  let length: number | null = null;
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    if (lower === 'content-encoding' || lower === 'transfer-encoding') return null;
    if (lower !== 'content-length') continue;
    if (length !== null || !/^\d{1,10}$/.test(value)) return null;
    length = Number(value);
  }
  return length;
}

/**
 * The length of the recorded body. Null: the body is not recorded exactly as it was received, or such an answer has none (RFC 9112, 6.3).
 */
function bytesOf({ request, response: { status, content } }: HarEntry): number | null {
  const { text = '', encoding, _truncated } = content;
  if (_truncated || request.method === 'HEAD' || status < 200 || status === 204 || status === 304) return null;
  // A mask and the secret that it replaces differ in length.
  return MASK.test(text) ? null : Buffer.byteLength(text, encoding === 'base64' ? 'base64' : 'utf8');
}

const MASK = /\$[A-Z]/;
