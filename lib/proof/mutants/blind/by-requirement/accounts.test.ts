import { probes, type Story, told } from '../probe.support.ts';
import { found } from './accounts.ts';

async function asked(story: Story, ...walletIds: readonly string[]) {
  const merchant = await story.merchant('live');
  await story.wallet('live', '7000000001');
  const seen = [];
  for (const each of walletIds) {
    const answer = await merchant.get(`/v1/accounts/${each}`);
    seen.push([...told(answer), answer.body.walletName]);
  }
  return seen;
}

probes(found, {
  'kind-account-check-stops-telling': (story) =>
    asked(story, '7000000001', '7100000001', '7200000001', '7300000001', '7400000001', '7000000001'),
  'kind-neighbouring-wallet-is-meant': (story) => asked(story, '7000000001', '7000000002', '7100000001'),
  'kind-account-check-cached-for-the-merchant': (story) => asked(story, '7100000001', '7000000001', '7100000001'),
});
