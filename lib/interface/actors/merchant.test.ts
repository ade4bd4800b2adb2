import { expect, test } from 'vitest';
import type { Exchange } from '../../engine/http/index.ts';
import { answered, virtualTime } from '../testing.support.ts';
import type { Api } from './endpoints.ts';
import { Merchant } from './merchant.ts';

/** A merchant whose payouts are read with these answers, the last of them from then on; `moved` are the advances of the clock, in seconds. */
async function reading(...answers: Exchange[]) {
  const { time, moved } = await virtualTime();
  let looks = 0;
  const getPayout = async () => answers[Math.min(looks++, answers.length - 1)];
  const merchant = new Merchant({ time, api: { getPayout } as unknown as Api } as ConstructorParameters<
    typeof Merchant
  >[0]);
  const becomes = () => merchant.becomes({ kind: 'payout', reference: 'a' }, 'succeeded');
  const waited = () => Math.round(moved.reduce((sum, each) => sum + each, 0));
  return { becomes, waited };
}

const [missing, broken] = [answered(404), answered(500, { error: { code: 'oops' } })];
const inState = (status: string) => answered(200, { status });

test.each([missing, broken])('what is never found ($status) is not awaited to the end', async (answer) => {
  const { becomes, waited } = await reading(answer);
  expect(await becomes()).toMatchObject({ status: answer.status });
  expect(waited()).toBeLessThan(10);
});

test('what is found a little later, or was found before, is', async () => {
  const late = await reading(missing, missing, missing, inState('pending'), inState('succeeded'));
  expect(await late.becomes()).toMatchObject({ json: { status: 'succeeded' } });
  const gone = await reading(inState('pending'), ...Array.from({ length: 6 }, () => broken), inState('succeeded'));
  expect(await gone.becomes()).toMatchObject({ json: { status: 'succeeded' } });
  const never = await reading(inState('pending'));
  expect(await never.becomes()).toMatchObject({ json: { status: 'pending' } });
  expect(never.waited()).toBe(120);
});
