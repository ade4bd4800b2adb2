import {
  Blocked,
  type Capability,
  type CheckContext,
  type Created,
  checks,
  type Exchange,
  expect,
  shared,
} from '../../../lib/interface/index.ts';
import { DAY } from '../../support/attempts.ts';
import { disputed } from '../support.ts';

// "24 hours pass unpaid" and "no buyer report within autoReleaseHours" are the only rows of time: an escrow that is paid stays as it is for weeks.

interface State {
  readonly status: 'funded' | 'disputed';
  readonly needs: readonly Capability[];
  begin(context: CheckContext): Promise<Created>;
}

const states: readonly State[] = [
  {
    status: 'funded',
    needs: [],
    begin: ({ merchant, buyer }) => buyer.funded(merchant, { autoReleaseHours: 720 }),
  },
  {
    status: 'disputed',
    needs: ['escrow-dispute'],
    begin: (context) => disputed(context, { autoReleaseHours: 720 }),
  },
];

const days = [2, 4, 8, 15, 22, 29];

const rows = states.flatMap((state) => {
  const life = shared(
    `an escrow that is ${state.status} for weeks`,
    ['escrow-buyer', ...state.needs],
    async (context) => {
      const escrow = await state.begin(context);
      const seen = new Map<number, Exchange>();
      let passed = 0;
      for (const day of days) {
        await context.time.wait((day - passed) * DAY, `an escrow stays ${state.status}`);
        passed = day;
        seen.set(day, await context.merchant.get(escrow));
      }
      return seen;
    },
  );
  return days.map((day) => ({ ...state, life, day }));
});

checks(
  'escrow.outlasts-time',
  rows,
  ({ status, day }) => `${status}, with 720 hours: it is ${status} still after ${day} days`,
  async (context, { life, status, day }) => {
    const record = (await life(context)).get(day);
    if (record === undefined) throw new Blocked('suite fault: it was not looked at');

    expect(record).toHaveField('status', status);
  },
  ({ needs }) => ({ needs, waits: '720h', drawn: 1 }),
);
