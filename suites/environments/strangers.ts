import { checks, expect } from '../../lib/interface/index.ts';
import { everyOwned, lookAt, type Owned } from '../support/owned.ts';
import { isAsMade } from '../support/strangers.ts';

// "Two fully separate environments": what the one has, in whatever state, is nothing in the other.

const left = ['just made', 'refunded in part', 'cancelled', 'PENDING'];
const some: readonly Owned[] = everyOwned.filter(({ waits, what }) => waits === undefined && !left.includes(what));

checks(
  'environment.data-is-separate',
  some,
  ({ kind, what }) => `a sandbox ${kind}, ${what}, is unknown in live`,
  async (context, row) => {
    const { merchant, live } = context;
    const reference = await row.make(context, merchant);
    isAsMade(row, await lookAt(merchant, row.kind, reference));

    const seen = await lookAt(live, row.kind, reference);
    if (row.kind === 'wallet link') expect(seen).toBeRefused();
    else expect(seen).toHaveStatus(404);
  },
  ({ needs }) => ({ needs: ['live', ...needs], drawn: 1 }),
);
