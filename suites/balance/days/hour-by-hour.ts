import { Blocked, checks, expect, shared, watchBalance } from '../../../lib/interface/index.ts';
import { HOUR } from '../../support/attempts.ts';
import { MoneyMoves } from '../support.ts';

// The balance is what was paid in, minus refunds and payouts: at each hour of the day, whichever day that hour belongs to elsewhere, and
// whatever was computed when the day ended. How soon a movement shows is not stated; one that has shown is not taken back.

const HOURS = 26;
const DAY = 24;

type Movement = Awaited<ReturnType<Awaited<ReturnType<typeof watchBalance>>['movement']>>;

interface Look {
  readonly hour: number;
  readonly sum: number;
  readonly movement: Movement;
}

/** In each hour something moves, and is seen to; an hour later the balance is read again; at the end once an hour for another day. */
const hourly = shared('the balance through two days', ['buyer', 'clock', 'own-merchant'], async (context) => {
  const { time } = context;
  const { pays, paysOut, refunds } = new MoneyMoves(context);
  const steps = [
    { by: 50_021, act: pays },
    { by: -1_013, act: refunds },
    { by: 9_007, act: pays },
    { by: -10_019, act: paysOut },
  ];
  const balance = await watchBalance(context);
  let sum = 0;
  const seen: Look[] = [];
  const later: Look[] = [];
  for (let hour = 0; hour < HOURS + DAY; hour++) {
    const step = hour < HOURS ? steps[hour % steps.length] : undefined;
    if (step !== undefined) {
      await step.act(Math.abs(step.by));
      sum += step.by;
      seen.push({ hour, sum, movement: await balance.movement(sum) });
      if (seen.at(-1)?.movement.value !== sum) break;
    }
    await time.wait(HOUR, 'the balance stays as it is');
    later.push({ hour, sum, movement: await balance.still(sum) });
  }
  return { seen, later };
});

checks(
  'balance.is-the-sum',
  [
    { what: 'of 26 movements, one an hour, each makes it the sum of all', which: 'seen', of: HOURS },
    {
      what: 'while there is one an hour, and for a day after them, it is still the sum an hour later',
      which: 'later',
      of: HOURS + DAY,
    },
  ] as const,
  ({ what }) => what,
  async (context, { which, of }) => {
    const looks = (await hourly(context))[which];

    for (const { hour, sum, movement } of looks) expect(movement, `after ${hour} hours`).toBe(sum);
    if (looks.length < of) throw new Blocked('a movement did not show as it should: the balance was read no further');
  },
  { needs: ['buyer', 'clock', 'own-merchant'], waits: '52h', drawn: 0.2 },
);
