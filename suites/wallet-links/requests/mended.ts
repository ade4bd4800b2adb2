import { Blocked, type Body, checks, expect, summary } from '../../../lib/interface/index.ts';

// A refused request has not used its linkRef. One refusal and the right request are two, and so within the five of an hour, counted or not.

const faults: Readonly<Record<string, Body>> = {
  'a text as expiresInMinutes': { expiresInMinutes: 'soon' },
  '4 minutes': { expiresInMinutes: 4 },
  '61 minutes': { expiresInMinutes: 61 },
  'no requesterName': { requesterName: undefined },
  'no walletId': { walletId: undefined },
};

checks(
  'wallet-link.refused-has-no-effect',
  Object.entries(faults),
  ([what]) => `refused for ${what}, then right with the same linkRef: a new link`,
  async ({ merchant, wallets, data }, [, fault]) => {
    const wallet = await wallets.make();
    const linkRef = data.reference('lnk');
    const refusal = await wallets.createLink(merchant, wallet, { linkRef, ...fault });
    if (refusal.status < 400) throw new Blocked(`it should have been refused: ${summary(refusal)}`);

    const right = await wallets.createLink(merchant, wallet, { linkRef });
    expect(right).toHaveStatus(201);
    expect(right).toHaveField('status', 'PENDING');
  },
  { drawn: 1 },
);
