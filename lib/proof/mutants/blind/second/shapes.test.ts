import { credentials, probes } from '../probe.support.ts';
import { found } from './shapes.ts';

probes(found, {
  'blind-unknown-refund-as-text': async (story) => (await (await story.merchant()).get('/v1/refunds/none')).body,
  'blind-closed-balance-without-message': async (story) => {
    const { body } = await (await story.merchant()).get('/v1/wallets/0000000001/balance');
    return (body.error as { message: unknown }).message === null;
  },
  'blind-unreadable-body-answered-with-page': async (story) => {
    const { status, code } = await (await story.merchant()).post('/v1/escrows', '{"reference"');
    return [status, code];
  },
  'blind-refund-replay-as-text': async (story) => {
    const merchant = await story.merchant();
    const refund = story.refund(await story.paid(merchant));
    const create = () => merchant.post('/v1/refunds', refund, { 'idempotency-key': 'once' });
    await create();
    return (await create()).headers['content-type'];
  },
  'blind-missing-merchant-id-in-a-list': async (story) => {
    const headers = credentials(await story.merchant(), { 'x-merchant-id': 'none' });
    return Object.keys((await story.ask('sandbox', 'GET', '/v1/balance', headers)).body);
  },
});
