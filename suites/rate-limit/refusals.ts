import { Blocked, check, checks, expect, part, summary } from '../../lib/interface/index.ts';
import { afterwards, excess } from './excess.ts';
import { heldOf, retryAfterOf, sentAgain } from './retry-after.ts';
import { expectLimited, spellings } from './spellings.ts';
import { isRefused, refusedOf } from './support.ts';

check(
  'rate-limit.more-is-refused',
  'of 300 at once some are refused, each of them in the error shape',
  async (context) => {
    const { answers, refused, seconds } = await excess(context);

    const statuses = [...new Set(answers.map(summary))].join(', ');
    expect(refusedOf(answers), `refused of 300 in ${seconds.toFixed(1)} s (all answers: ${statuses})`).not.toBeEmpty();
    for (const refusal of refused) {
      expect(refusal).toBeRefusedWith(429, 'rate_limited');
      expect(refusal).toHaveErrorShape();
    }
  },
  { runs: 'alone' },
);

check(
  'rate-limit.more-is-refused',
  'creates are refused when reads have used the key up',
  async (context) => {
    const { attempts, refused } = await excess(context);
    if (refused.length === 0) throw new Blocked('no read was refused');

    const answers = attempts.map(({ answer }) => answer);
    const refusal = answers.find(isRefused);
    expect(refusedOf(answers), 'refused of ten creates that were sent when the limit was passed').not.toBeEmpty();
    if (refusal !== undefined) expect(refusal).toBeRefusedWith(429, 'rate_limited');
  },
  { runs: 'alone' },
);

checks(
  'rate-limit.more-is-refused',
  spellings,
  ({ what }) => `reads ${what} are refused when the key is used up`,
  async (context, spelling) => {
    const { otherwise, refused } = await excess(context);
    if (refused.length === 0) throw new Blocked('no read was refused');

    expectLimited(otherwise, spelling);
  },
  { runs: 'alone', drawn: 3 },
);

check(
  'rate-limit.retry-after-present',
  'each refusal has it, in one of its two forms',
  async (context) => {
    const { refused, attempts } = await excess(context);
    const refusals = [...refused, ...attempts.map(({ answer }) => answer).filter(isRefused)];
    if (refusals.length === 0) throw new Blocked('no request was refused');

    for (const refusal of refusals) {
      const said = refusal.headers['retry-after'] ?? '(missing)';
      expect(retryAfterOf(refusal), `Retry-After: ${said}`).toBeA('number');
    }
  },
  { runs: 'alone' },
);

check(
  'rate-limit.refused-has-no-effect',
  'no checkout exists under the reference of a refused create',
  async (context) => {
    const { found } = await afterwards(context);
    if (isRefused(found)) throw new Blocked('the key is still refused after a minute without a request');

    expect(part(found, 'status'), `GET of it: ${summary(found)}`).toBeGreaterThanOrEqual(400);
  },
  { runs: 'alone' },
);

check(
  'rate-limit.refused-has-no-effect',
  'the refused create, sent again with its idempotency key, is carried out',
  async (context) => {
    const { again } = await afterwards(context);

    expect(sentAgain(again)).toHaveStatus(201);
  },
  { runs: 'alone' },
);

check(
  'rate-limit.refused-has-no-effect',
  'the reference of a refused create is free for one under another key',
  async (context) => {
    const { anew } = await afterwards(context);
    if (anew === null) throw new Blocked('only one create was refused');
    if (isRefused(anew)) throw new Blocked('the key is still refused after a minute without a request');

    expect(anew).toHaveStatus(201);
  },
  { runs: 'alone' },
);

check(
  'rate-limit.retry-after-honest',
  'the refused create, sent again under its key when Retry-After is over, is not held to be still in progress',
  async (context) => {
    const { again } = await afterwards(context);

    expect(heldOf([sentAgain(again)]), `sent again: ${summary(again)}`).toBeEmpty();
  },
  { runs: 'alone' },
);
