import { checks, expect } from '../../../lib/interface/index.ts';
import { afterwardsOf, everywhere, lifeOf } from '../states/lives.ts';
import type { Way } from '../states/ways.ts';
import { known } from './money.ts';

// Each way in which an escrow ends, whatever of its time has passed before: it leads to its end, and pays what is due.

const optionsOf = ({ needs, takes }: Way) => ({ needs, ...(takes !== undefined && { waits: takes }) });

checks(
  ({ leads }) => leads,
  everywhere.flatMap((row) => (row.leads === null ? [] : [{ ...row, leads: row.leads }])),
  ({ way, status }) => `${way}: it is ${status}`,
  async (context, way) => {
    const { answer, ended } = await lifeOf(context, way);

    if (answer !== null) expect(answer).toHaveStatus(200);
    expect(ended).toHaveField('status', way.status);
  },
  optionsOf,
);

checks(
  ({ pays }) => pays,
  everywhere.flatMap((row) => (row.pays === null ? [] : [{ ...row, pays: row.pays }])),
  ({ way }) => `${way}: seller and fee wallet have what is due`,
  async (context, way) => {
    const { gained, due } = await afterwardsOf(context, way);

    expect(known(gained.seller), 'kobo that the seller has gained').toBe(due.seller);
    if (gained.fee !== null) expect(gained.fee, 'kobo that the fee wallet has gained').toBe(due.fee);
  },
  (way) => ({ ...optionsOf(way), needs: [...way.needs, 'wallets'] }),
);
