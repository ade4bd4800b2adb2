import {
  Blocked,
  checks,
  type Exchange,
  expect,
  field,
  of,
  part,
  shared,
  summary,
} from '../../../lib/interface/index.ts';
import { once } from './asked.ts';
import { askedInARow } from './rows.ts';

// Nothing limits how often a request is answered, or refused, but "120 requests per minute per API key" and "5 per wallet per hour". What is asked
// for many times, and far fewer than 120, is answered each time as the first time; and what else the key asks for then is not refused for it.

const rows = askedInARow.map((asked) => {
  const needs = ['own-merchant', ...asked.needs] as const;
  const run = shared(`${asked.what}, ${asked.times} times`, needs, async (context) => {
    const as = asked.by === 'live' ? context.live : context.merchant;
    const send = await asked.ready(context);
    const answers: Exchange[] = [];
    for (let turn = 0; turn < asked.times; turn++) answers.push(await send());
    const balance = await as.api.getBalance(once);
    const made = await as.createCheckout({}, once);
    const reference = String(field(JSON.parse(made.sent.body ?? '{}'), 'reference'));
    return { answers, afterwards: { balance, made, read: await as.api.getCheckout(reference, once) } };
  });
  return { ...asked, needs, run };
});

/** Defines the checks of one chapter: each answer is as the first is due. */
export function askedManyTimes(chapter: `${string}.`): void {
  checks(
    ({ id }) => id,
    rows.filter(({ id, answer }) => id.startsWith(chapter) && answer !== 'any'),
    ({ what, times }) => `${what}, asked for ${times} times in a row, is answered alike each time`,
    async (context, { run, answer: due }) => {
      const { answers } = await run(context);
      const [first] = answers;
      if (first === undefined) throw new Blocked('suite fault: nothing was asked for');

      for (const [at, answer] of answers.entries()) {
        const words = `number ${at + 1}`;
        if (due === 'served') expect(answer, words).toHaveStatus(200);
        else if (typeof due === 'object') expect(answer, words).toBeRefusedWith(...due);
        else {
          expect(answer, words).toBeRefused();
          expect(part(answer, 'status'), words).toBe(part(first, 'status'));
          expect(of(answer, 'error.code'), words).toBe(of(first, 'error.code'));
        }
      }
    },
    ({ needs }) => ({ needs, drawn: 1 }),
  );
}

/** Defines the checks of what the key asks for afterwards. */
export function servedAfterwards(): void {
  checks(
    'rate-limit.steady-pace-passes',
    // A service may shut out a client that tries keys which do not exist.
    rows.filter(({ id }) => id !== 'auth.unknown-key-refused'),
    ({ what, times }) => `after ${what}, asked for ${times} times in a row, other requests are served`,
    async (context, { run }) => {
      const { balance, made, read } = (await run(context)).afterwards;

      expect(balance, summary(balance)).toHaveStatus(200);
      expect(made, summary(made)).toHaveStatus(201);
      expect(read, summary(read)).toHaveStatus(200);
    },
    ({ needs }) => ({ needs, drawn: 1 }),
  );
}
