import { afterEach, expect, test } from 'vitest';
import { type Capture, startCapture } from '../../../engine/webhooks/server.ts';
import { askForResend } from './resend.ts';

const open: Capture[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((capture) => capture.close()));
});

async function asking(judge: () => 'genuine' | 'foreign') {
  const capture = await startCapture({ host: '127.0.0.1', port: 0, judge });
  open.push(capture);
  const shown: string[] = [];
  const terminal = { write: (text: string | Uint8Array) => shown.push(String(text)) > 0 };
  const stop = new AbortController();
  return { capture, shown, stop, answer: askForResend({ capture }, stop.signal, terminal) };
}

test.each(['genuine', 'foreign'] as const)('what comes after Resend is given, also when it is %s', async (standing) => {
  const { capture, shown, answer } = await asking(() => standing);
  await fetch(capture.url, { method: 'GET' });
  await fetch(capture.url, { method: 'POST', body: '{"event":"payout.failed"}' });
  expect(await answer).toMatchObject({ event: 'payout.failed', standing });
  expect(shown[0]).toContain('press Resend at any delivery in the console (60 s, Ctrl-C ends)');
  // The countdown line is erased.
  expect(shown.at(-1)).toMatch(/^\r +\r$/);
});

test('Ctrl-C ends it', async () => {
  const { stop, answer } = await asking(() => 'genuine');
  stop.abort(new Error('interrupted'));
  await expect(answer).rejects.toThrow();
});

test('nobody at a terminal is nobody to ask', async () => {
  const capture = await startCapture({ host: '127.0.0.1', port: 0 });
  open.push(capture);
  expect(await askForResend({ capture }, new AbortController().signal, null)).toBeNull();
});
