import { checks, expect } from '../../../lib/interface/index.ts';
import { HOUR } from '../../support/attempts.ts';
import { openedBefore, visitNeeds } from '../../support/states/opened-before.ts';

checks(
  'escrow.auto-release-from-payment',
  openedBefore,
  ({ what }) => `a page ${what}: it is released when its hours from the payment are over`,
  async (context, { freshEscrow }) => {
    const { merchant, resource } = await freshEscrow(context);
    await context.time.wait(2 * HOUR - 300, 'an escrow is released by itself');
    expect(await merchant.get(resource), 'shortly before').toHaveField('status', 'funded');
    await context.time.wait(300, 'an escrow is released by itself');

    expect(await merchant.becomes(resource, 'released', 600)).toHaveField('status', 'released');
  },
  (visit) => ({ ...visitNeeds('escrow')(visit), waits: '6h' }),
);
