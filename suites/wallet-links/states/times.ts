import {
  check,
  checks,
  difference,
  expect,
  instant,
  instantInSeconds,
  NotExercised,
  of,
} from '../../../lib/interface/index.ts';
import { linkBecomes, NOTICED, there } from '../support.ts';

// When a link ends, according to `expiresAt` and in fact.

const MINUTE = 60;

checks(
  'wallet-link.expires-at-agrees',
  [60, 23, 5, 6, 10, 15, 30, 45, 59],
  (minutes) =>
    `a link of ${minutes} minutes: expiresAt by the target's clock, PENDING shortly before, EXPIRED soon after`,
  async (context, minutes) => {
    const { merchant, wallets, console, time } = context;
    const earliest = await console.now();
    const link = await wallets.link(merchant, await wallets.make(), { expiresInMinutes: minutes });
    const latest = await console.now();
    if (earliest === undefined || latest === undefined) throw new NotExercised('nobody knows what time the target has');
    const bounds = context.sees("the target's time around a link request", {
      earliest: (earliest.at - earliest.uncertaintyMs) / 1_000,
      latest: (latest.at + latest.uncertaintyMs) / 1_000,
    });
    const expiresAt = instantInSeconds(of(link.exchange, 'expiresAt'));
    there(expiresAt.value, 'expiresAt');
    expect(difference(expiresAt, of(bounds, 'latest')), 'seconds from the request to expiresAt').toBeLessThan(
      minutes * MINUTE + 55,
    );
    expect(difference(expiresAt, of(bounds, 'earliest')), 'seconds from the request to expiresAt').toBeGreaterThan(
      minutes * MINUTE - 55,
    );

    await time.wait((minutes - 1) * MINUTE, 'a wallet link expires');
    expect(await merchant.api.getWalletLink(link.linkId)).toHaveField('status', 'PENDING');
    await time.wait(MINUTE, 'a wallet link expires');
    expect(await linkBecomes(context, link.linkId, 'EXPIRED', NOTICED)).toHaveField('status', 'EXPIRED');
  },
  (minutes) => ({ needs: ['wallets'], waits: `${minutes}m`, alsoInLive: minutes % 2 === 1 }),
);

check(
  'wallet-link.end-not-put-off',
  'reading it and sending its linkRef again, with more minutes too, changes nothing about its end',
  async (context) => {
    const { merchant, wallets, time, data } = context;
    const wallet = await wallets.make();
    const linkRef = data.reference('lnk');
    const link = await wallets.link(merchant, wallet, { linkRef, expiresInMinutes: 10 });
    await time.wait(5 * MINUTE, 'half of the time of a wallet link passes');
    await merchant.api.getWalletLink(link.linkId);
    const again = await wallets.createLink(merchant, wallet, { linkRef, expiresInMinutes: 60 });
    await time.wait(4 * MINUTE, 'a wallet link expires');
    expect(await merchant.api.getWalletLink(link.linkId)).toHaveField('status', 'PENDING');
    await time.wait(MINUTE, 'a wallet link expires');

    expect(await linkBecomes(context, link.linkId, 'EXPIRED', NOTICED)).toHaveField('status', 'EXPIRED');
    // Whether the same linkRef with other fields is refused is not shown.
    if (again.status < 300) {
      expect(instant(of(again, 'expiresAt'))).toBe(instant(of(link.exchange, 'expiresAt')));
    }
  },
  { needs: ['wallets'], waits: '10m', alsoInLive: true },
);
