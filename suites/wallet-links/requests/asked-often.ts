import { checks, expect } from '../../../lib/interface/index.ts';
import { askedOften, optionsOf } from '../../support/states/asked-often.ts';
import { there } from '../support.ts';

checks(
  'wallet-link.asked-anew',
  askedOften,
  ({ what }) => `after ${what} a new linkRef gets a link that is PENDING`,
  async (context, { run }) => {
    const { asked, last } = await run(context);

    for (const answer of asked) {
      expect(answer).toHaveStatus(201);
      expect(answer).toHaveField('status', 'PENDING');
    }
    expect(there(last ?? undefined, 'the last link').read).toHaveField('status', 'PENDING');
  },
  optionsOf,
);

checks(
  'wallet-link.approved',
  askedOften,
  ({ what }) => `after ${what} the new link is approved like the first`,
  async (context, { run }) => {
    const { last } = await run(context);

    expect(there(last ?? undefined, 'the last link').approved).toHaveField('status', 'APPROVED');
  },
  optionsOf,
);

checks(
  'wallet.balance-when-approved',
  askedOften,
  ({ what }) => `after ${what} the new link, approved, opens the balance`,
  async (context, { run }) => {
    const { last } = await run(context);
    const { balance } = there(last ?? undefined, 'the last link');

    expect(balance).toHaveStatus(200);
    expect(balance).toHaveField('availableMinor', 7_531);
  },
  optionsOf,
);
