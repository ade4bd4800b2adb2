import { Readable } from 'node:stream';
import { getGlobalDispatcher } from 'undici';
import { pause } from '../../steps.ts';
import { credentials, probes, told } from '../probe.support.ts';
import { found } from './wire-keys.ts';

probes(found, {
  'blind18-key-is-a-structured-field': async (story) => {
    const merchant = await story.merchant();
    const send = (key: string) => merchant.post('/v1/checkouts', story.checkout(), { 'idempotency-key': key });
    return [told(await send('order;1')), told(await send('order;2'))];
  },
  'blind18-locks-in-each-worker': async (story) => {
    const merchant = await story.merchant();
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 300 });
    const payout = story.payout();
    const send = () => merchant.post('/v1/payouts', payout, { 'idempotency-key': 'one' });
    const first = send();
    await pause(100);
    const second = send();
    return [told(await first), told(await second)];
  },
  'blind18-second-insert-of-a-key-is-500': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    const sent = [1, 2, 3].map(() => merchant.post('/v1/payouts', payout, { 'idempotency-key': 'one' }));
    return (await Promise.all(sent)).map(({ status }) => status).sort();
  },
  'blind18-bodies-in-chunks-not-compared': async (story) => {
    const merchant = await story.merchant();
    const send = async () => {
      const answer = await getGlobalDispatcher().request({
        origin: story.bench.service.sandboxUrl,
        path: '/v1/checkouts',
        method: 'POST',
        headers: { ...credentials(merchant), 'content-type': 'application/json' },
        body: Readable.from([Buffer.from(JSON.stringify(story.checkout()))]),
      });
      await answer.body.dump();
      return answer.statusCode;
    };
    return [await send(), await send()];
  },
  'blind18-kept-answers-in-latin-1': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant, { description: 'Aṣọ òkè' });
    const release = () => merchant.post(`/v1/escrows/${escrow}/release`, undefined, { 'idempotency-key': 'one' });
    const [original, replay] = [await release(), await release()];
    return original.text === replay.text;
  },
  'blind18-mark-stays-with-the-worker': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    const send = async (body: object, key: string) =>
      (await merchant.post('/v1/payouts', body, { 'idempotency-key': key })).headers['idempotent-replayed'] ?? null;
    return [await send(payout, 'one'), await send(payout, 'one'), await send(story.payout(), 'two')];
  },
  'blind18-pay-url-signed-at-each-answer': async (story) => {
    const merchant = await story.merchant();
    const escrow = story.escrow();
    const send = () => merchant.post('/v1/escrows', escrow, { 'idempotency-key': 'one' });
    const [original, replay] = [await send(), await send()];
    return original.body.payUrl === replay.body.payUrl;
  },
});
