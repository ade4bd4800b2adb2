import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { z } from 'zod';
import { freePort } from '../../engine/http/testing/free-port.ts';
import type { Launched } from '../../interface/target/launch.ts';

const made = z.object({ merchantId: z.string(), apiKey: z.string(), webhookSecret: z.string() });

/**
 * Makes a target behave like most sandboxes: three merchants are given in the settings, all checks share them, and control cannot create
 * others. Checks then send fewer requests, and draws by the seed differ from those of a run in which each check has its own merchants.
 */
export async function withGivenMerchants({ settings, stop }: Launched): Promise<Launched> {
  const { TARGET_CONTROL_URL: control = '', TARGET_CONTROL_TOKEN: token = '' } = settings;
  const hooks = `127.0.0.1:${await freePort()}`;
  const merchant = async (environment: 'sandbox' | 'live') => {
    const asks = (webhookUrl?: string) =>
      fetch(`${control}/merchants`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ environment, webhookUrl }),
      });
    const answer = await asks(`http://${hooks}/hooks`);
    if (answer.ok) return made.parse(await answer.json());
    // "A target may refuse an http `webhookUrl` for live: live webhooks are then not exercised."
    return { ...made.parse(await (await asks()).json()), webhookSecret: undefined };
  };
  const [one, other, live] = [await merchant('sandbox'), await merchant('sandbox'), await merchant('live')];

  const narrowed = new Hono()
    .get('/', async ({ req }) => {
      const listed = z.object({ supports: z.array(z.string()) }).loose();
      const answer = await fetch(`${control}/`, { headers: { authorization: req.header('authorization') ?? '' } });
      // A wrong token is refused exactly as the target refuses it.
      if (!answer.ok) return answer;
      const list = listed.parse(await answer.json());
      return Response.json({ ...list, supports: list.supports.filter((each) => each !== 'POST /merchants') });
    })
    .post('/merchants', ({ notFound }) => notFound())
    .all('*', ({ req }) => proxy(new URL(new URL(req.url).pathname, control), req));
  const server = serve({ fetch: narrowed.fetch, hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    settings: {
      ...settings,
      TARGET_CONTROL_URL: `http://127.0.0.1:${port}`,
      TARGET_API_KEY: one.apiKey,
      TARGET_MERCHANT_ID: one.merchantId,
      ...(one.webhookSecret !== undefined && { TARGET_WEBHOOK_SECRET: one.webhookSecret }),
      TARGET_OTHER_API_KEY: other.apiKey,
      TARGET_OTHER_MERCHANT_ID: other.merchantId,
      TARGET_LIVE_API_KEY: live.apiKey,
      TARGET_LIVE_MERCHANT_ID: live.merchantId,
      ...(live.webhookSecret !== undefined && { TARGET_LIVE_WEBHOOK_SECRET: live.webhookSecret }),
      CAPTURE_LISTEN: hooks,
      CAPTURE_PUBLIC_URL: `http://${hooks}/hooks`,
    },
    stop: async () => {
      server.close();
      await stop();
    },
  };
}
