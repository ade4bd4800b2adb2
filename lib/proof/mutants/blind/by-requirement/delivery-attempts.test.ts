import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { attempts, type Probe, probes, type Story } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './delivery-attempts.ts';

/** Stands for no answer in time: `probe.support.ts`. */
const NEVER = 598;

/** What arrives at the Location of a redirect, and at the address itself. */
const redirected =
  (status: number): Probe =>
  async (story) => {
    const there: string[] = [];
    const elsewhere = createServer((incoming, outgoing) => {
      there.push(incoming.method ?? '');
      incoming.resume();
      outgoing.end();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    const hook = await story.hook((response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${port}/moved` }).end(),
    );
    try {
      await story.paid(await story.merchant('sandbox', hook));
      await story.advance(70);
      return [hook.events(), there];
    } finally {
      elsewhere.closeAllConnections();
      elsewhere.close();
    }
  };

/** The attempts for an escrow that is funded, where the receiver never answers. */
async function unanswered(story: Story) {
  const hook = await story.hook((response) => response.writeHead(NEVER).end());
  const merchant = await story.merchant('sandbox', hook);
  await story.funded(merchant);
  await story.advance(70);
  return hook.events();
}

probes(found, {
  'kind-permanent-redirect-remembered': redirected(308),
  'kind-see-other-is-seen': redirected(303),
  'kind-second-timeout-final': attempts(['never', 'never', 500, 500], HOUR),
  'kind-timeout-of-escrow-event-final': unanswered,
  'kind-acknowledged-after-silence-unheard': attempts(['never', 200, 200], HOUR),
  'kind-retry-with-present-name': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.wallet('sandbox', '1234567890', 'Ngozi Eze');
    await story.approved(merchant, { walletId: '1234567890' });
    await story.advance(0);
    await story.wallet('sandbox', '1234567890', 'Ngozi Obi');
    await story.advance(70);
    return hook.received.map(({ body }) => body.walletName);
  },
  'kind-acknowledged-last-as-abandoned': attempts([500, 500, 500, 500, 500, 200], DAY + HOUR),
});
