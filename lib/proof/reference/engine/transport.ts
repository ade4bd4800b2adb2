/** Sends webhook attempts: one POST each, redirects not followed, the body of the answer discarded. */
import { Agent } from 'undici';

export interface Transport {
  /** Resolves to the HTTP status; rejects with one line of text if no answer comes within `timeoutMs` of real time. */
  send(request: { url: string; headers: Record<string, string>; body: string; timeoutMs: number }): Promise<number>;
  close(): Promise<void>;
}

/** At most this much of an answer's body is read. */
const LARGEST_ANSWER_BYTES = 65_536;

export function createTransport(): Transport {
  // Connections are kept for 1 s only: an attempt would fail if the receiver closed an idle connection at the same moment.
  const agent = new Agent({ keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000, connect: { timeout: 0 } });
  return {
    async send({ url, headers, body, timeoutMs }) {
      const { origin, pathname, search } = new URL(url);
      const cut = new AbortController();
      const timer = setTimeout(() => cut.abort(), timeoutMs);
      try {
        const answer = await agent.request({
          origin,
          path: pathname + search,
          method: 'POST',
          headers: { 'user-agent': 'merchant-payments-reference', ...headers },
          body: Buffer.from(body, 'utf8'),
          signal: cut.signal,
          headersTimeout: 0,
          bodyTimeout: 0,
        });
        await answer.body.dump({ limit: LARGEST_ANSWER_BYTES, signal: cut.signal }).catch(() => {});
        return answer.statusCode;
      } catch (error) {
        if (cut.signal.aborted) throw new Error(`no answer within ${timeoutMs / 1_000} s`);
        throw new Error(error instanceof Error ? (error.message || error.name).split('\n')[0] : 'not reached');
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => agent.destroy(),
  };
}
