import { createHash } from 'node:crypto';
import type { Outgoing, RawAnswer, RetryPolicy } from '../http/index.ts';
import { presentHistory } from '../time/activity.ts';

/** Sends a request as a step of the current history; in a replay it returns the recorded answer instead. Without a history it just sends. */
export async function sendOnce(
  { method, path, headers, body }: Outgoing,
  send: () => Promise<RawAnswer>,
  signal: AbortSignal | undefined,
): Promise<RawAnswer> {
  const history = presentHistory();
  if (history === null) return await send();
  const headerValues = headers.filter((_, at) => at % 2 === 1 && !/^authorization$/i.test(headers[at - 1] ?? ''));
  const digest = createHash('sha256')
    .update(headerValues.join('\n'))
    .update('\n')
    .update(body ?? '')
    .digest('hex');
  const answer = await history.step(`${method} ${path.slice(0, 200)} ${digest.slice(0, 16)}`, {
    first: true,
    signal,
    async live(_: undefined, lost) {
      if (lost && method !== 'GET') {
        history.doubt(`what came of ${method} ${path} was lost when the run was interrupted, and it was sent again`);
      }
      return toData(await send());
    },
  });
  return fromData(answer);
}

/** The same policy, with its pauses and decisions recorded, so that a replay repeats the same requests. */
export function recordedPolicy(policy: RetryPolicy): RetryPolicy {
  return {
    ...policy,
    async wait(ms) {
      const history = presentHistory();
      if (history === null) await policy.wait(ms);
      else await history.step('pause', { live: async () => void (await policy.wait(ms)) });
    },
    mayRepeat(call) {
      const history = presentHistory();
      return history === null ? policy.mayRepeat(call) : history.note('repeats', () => policy.mayRepeat(call));
    },
  };
}

/** Times of this process's monotonic clock become epoch milliseconds, which another process can read. */
function toData(answer: RawAnswer): RawAnswer {
  const { startedAt, sentMono, receivedMono, status, statusText, headers, rawHeaders, bytes, failure } = answer;
  const { timeOrigin } = performance;
  return {
    startedAt,
    sentMono: sentMono + timeOrigin,
    receivedMono: receivedMono + timeOrigin,
    status,
    statusText,
    headers,
    rawHeaders,
    bytes,
    failure,
  };
}

function fromData(data: RawAnswer): RawAnswer {
  const { timeOrigin } = performance;
  return {
    ...data,
    bytes: Buffer.from(data.bytes),
    sentMono: data.sentMono - timeOrigin,
    receivedMono: data.receivedMono - timeOrigin,
  };
}
