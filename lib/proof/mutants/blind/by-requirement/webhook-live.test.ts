import type { ServerResponse } from 'node:http';
import { probes, type Story, signed } from '../probe.support.ts';
import { found } from './webhook-live.ts';

const WALLET = '1234567890';

async function shop(story: Story, answers?: (response: ServerResponse, count: number) => void) {
  const hook = await story.hook(answers);
  return { hook, merchant: await story.merchant('live', hook) };
}

probes(found, {
  'kind-live-retries-signed-once': async (story) => {
    const { hook, merchant } = await shop(story, (response) => response.writeHead(500).end());
    await story.paid(merchant);
    await story.advance(70);
    return hook.received.map((each) => signed(each, merchant.secret));
  },
  'kind-live-timestamp-in-milliseconds': async (story) => {
    const { hook, merchant } = await shop(story);
    await story.paid(merchant);
    await story.advance(0);
    return hook.received.map((each) => [
      signed(each, merchant.secret),
      String(each.headers['x-service-timestamp']).length,
    ]);
  },
  'kind-live-approval-with-masked-name': async (story) => {
    const { hook, merchant } = await shop(story);
    await story.wallet('live', WALLET);
    await story.approved(merchant, { walletId: WALLET });
    await story.advance(0);
    return hook.received.map(({ body }) => body.walletName);
  },
  'kind-live-unlinking-told-to-all-linked': async (story) => {
    const { hook, merchant } = await shop(story);
    await story.wallet('live', WALLET);
    await story.approved(merchant, { walletId: WALLET });
    const other = await story.merchant('live');
    await story.owner(other, await story.approved(other, { walletId: WALLET }), 'unlink');
    await story.advance(0);
    return hook.events().sort();
  },
  'kind-live-wants-200': async (story) => {
    const { hook, merchant } = await shop(story, (response) => response.writeHead(204).end());
    await story.paid(merchant);
    await story.advance(70);
    return hook.events();
  },
  'kind-live-errors-of-receiver-final': async (story) => {
    const { hook, merchant } = await shop(story, (response) => response.writeHead(401).end());
    await story.paid(merchant);
    await story.advance(70);
    return hook.events();
  },
});
