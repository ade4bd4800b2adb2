import { probes, type Story, told } from '../probe.support.ts';
import { found } from './escrow-limits.ts';

const fee = { feeAmount: 500, feeWalletId: '0000000002' };

const inSandbox =
  (...all: readonly Record<string, unknown>[]) =>
  async (story: Story) => {
    const merchant = await story.merchant();
    const answers = [];
    for (const changes of all) answers.push(told(await merchant.post('/v1/escrows', story.escrow(changes))));
    return answers;
  };

const inLive =
  (...all: readonly Record<string, unknown>[]) =>
  async (story: Story) => {
    const merchant = await story.merchant('live');
    await story.wallet('live', '5000000001');
    const seller = { walletId: '5000000001' };
    const answers = [];
    for (const changes of all)
      answers.push(told(await merchant.post('/v1/escrows', story.escrow({ seller, ...changes }))));
    return answers;
  };

probes(found, {
  'kind-smallest-amount-after-the-fee': inSandbox({ amount: 10_000 }, { amount: 10_000, ...fee }),
  'kind-smallest-amount-shut-out-in-live': inLive({ amount: 10_001 }, { amount: 10_000 }),
  'kind-negative-amount-without-its-sign': inSandbox({ amount: 9_999 }, { amount: -20_000 }),
  'kind-amount-of-nothing-is-the-smallest': inSandbox({ amount: 9_999 }, { amount: 0 }),
  'kind-shortest-release-not-with-a-fee': inSandbox({ autoReleaseHours: 1 }, { autoReleaseHours: 1, ...fee }),
  'kind-shortest-release-shut-out-in-live': inLive({ autoReleaseHours: 2 }, { autoReleaseHours: 1 }),
  'kind-longest-release-includes-the-expiry-in-live': inLive({ autoReleaseHours: 696 }, { autoReleaseHours: 720 }),
  'kind-longest-release-not-with-a-fee': inSandbox({ autoReleaseHours: 720 }, { autoReleaseHours: 720, ...fee }),
  'kind-no-hours-in-live-are-the-longest': inLive({ autoReleaseHours: -1 }, { autoReleaseHours: 0 }),
  'kind-minus-one-is-the-default': inSandbox({ autoReleaseHours: 0 }, { autoReleaseHours: -1 }),
  'kind-month-of-31-days': inSandbox({ autoReleaseHours: 721 }, { autoReleaseHours: 744 }),
  'kind-nested-metadata-not-measured': inSandbox(
    { metadata: { note: 'x'.repeat(5_000) } },
    { metadata: { order: { note: 'x'.repeat(5_000) } } },
  ),
  'kind-description-counted-by-words': inSandbox(
    { description: 'x'.repeat(256) },
    { description: `${'x'.repeat(200)} ${'y'.repeat(55)}` },
  ),
});
