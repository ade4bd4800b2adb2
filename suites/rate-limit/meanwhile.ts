import { Blocked, checks, expect } from '../../lib/interface/index.ts';
import { acts, actsIn } from './beside/acts.ts';
import { whileRefused } from './beside/while-refused.ts';
import { inTime, refusedOf } from './support.ts';

checks(
  'rate-limit.more-is-refused',
  acts,
  ({ what }) => `a key that is refused is refused also when ${what}`,
  async (context, { what }) => {
    const seen = (await whileRefused(context)).seen.get(what);
    if (seen === undefined) throw new Blocked('suite fault: not all was done');
    if (seen instanceof Error) throw seen;
    inTime(seen);

    expect(refusedOf(seen.answers), `refused of ${seen.answers.length} reads when ${what}`).not.toBeEmpty();
  },
  (act) => ({ needs: act.needs, runs: 'alone', drawn: 1, alsoInLive: actsIn('live').includes(act) }),
);
