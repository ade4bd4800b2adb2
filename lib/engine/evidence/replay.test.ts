import { expect, test } from 'vitest';
import type { ExchangeRecord } from '../http/index.ts';
import { checkResult } from './check-result.support.ts';
import { replayScript } from './replay.ts';

/** The script of a check that creates a link, and reads it by the id that the target gave it. */
function scriptOf(answered: string, read: string): string {
  const [first] = checkResult().exchanges;
  if (first === undefined) throw new Error('no exchange');
  const asked = (id: number, path: string, body: string): ExchangeRecord => ({
    ...first,
    id,
    request: { ...first.request, url: `http://127.0.0.1:9${path}` },
    response: first.response && { ...first.response, body },
  });
  const finding = checkResult({
    outcome: 'failed',
    exchanges: [asked(1, '/v1/wallet-links', answered), asked(2, `/v1/wallet-links/${read}`, '{}')],
    way: [
      { exchange: 1, merchantId: 'm1' },
      { exchange: 2, merchantId: 'm1' },
    ],
  });
  return replayScript([finding], { certificate: { target: { baseUrl: 'http://127.0.0.1:9' } }, mark: 'mk1x' } as never);
}

test.each(['wl_zg4d2Ykb1vqUBsjxurpxM1Zw', 'wl_PCUCOJPCSeIUKxIYgmABCxbz', 'link-000017', '9b1d6f0e-8f5a-4c7e-9a55'])(
  'the id %s of the run is no id of the next run: it is read from the answer',
  (id) => {
    const script = scriptOf(`{"linkId":"${id}","status":"PENDING"}`, id);
    expect(script).toMatch(/told_\d+=\$\(field linkId\)\n[^\n]*wallet-links\/"\$told_\d+"/);
  },
);

test.each(['sandbox', 'PENDING', 'Ada Obi'])('the word %s is no id', (word) => {
  expect(scriptOf(`{"environment":"${word}"}`, word)).not.toContain('$(field environment)');
});
