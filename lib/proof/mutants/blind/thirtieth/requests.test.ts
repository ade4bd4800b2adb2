import type { Answer, Caller } from '../../../reference/testing.ts';
import { credentials, probes, type Story, times, told } from '../probe.support.ts';
import { found } from './requests.ts';

/** Two identical checkouts at once under one key, of a merchant whose requests take their time. */
async function twice(story: Story): Promise<Answer[]> {
  const merchant = await story.merchant();
  await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 200 });
  const body = story.checkout();
  return Promise.all([1, 2].map(() => merchant.post('/v1/checkouts', body, { 'idempotency-key': 'one' })));
}

async function asksOften(by: Caller, tens: number): Promise<void> {
  await times(tens, () => Promise.all(Array.from({ length: 10 }, () => by.get('/v1/banks'))));
}

probes(found, {
  'blind30-bodies-are-compared-to-a-depth': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout({ reference: 'one' });
    const bought = (item: string) => ({ ...body, metadata: { cart: { lines: [{ item }] } } });
    await merchant.post('/v1/checkouts', bought('shoes'), { 'idempotency-key': 'one' });
    return told(await merchant.post('/v1/checkouts', bought('hat'), { 'idempotency-key': 'one' }));
  },
  'blind30-identical-requests-at-once-share-an-answer': async (story) => {
    const answers = await twice(story);
    return answers.filter(({ status, headers }) => status === 201 && !headers['idempotent-replayed']).length;
  },
  'blind30-merchant-is-looked-up-before-the-key': async (story) => {
    const [sandbox, live] = [await story.merchant(), await story.merchant('live')];
    const mixed = credentials(sandbox, { authorization: `Bearer ${live.apiKey}` });
    return told(await story.ask('sandbox', 'GET', '/v1/balance', mixed));
  },
  'blind30-live-knows-the-wallets-of-sandbox': async (story) => {
    const merchant = await story.merchant('live');
    return told(await merchant.post('/v1/escrows', story.escrow()));
  },
  'blind30-live-keys-have-a-higher-limit': async (story) => {
    const merchant = await story.merchant('live');
    await asksOften(merchant, 15);
    return told(await merchant.get('/v1/banks'));
  },
  'blind30-replays-pass-the-limit': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    await merchant.post('/v1/checkouts', body, { 'idempotency-key': 'one' });
    await asksOften(merchant, 13);
    return told(await merchant.post('/v1/checkouts', body, { 'idempotency-key': 'one' }));
  },
  'blind30-in-progress-is-told-in-another-shape': async (story) => {
    const refused = (await twice(story)).filter(({ status }) => status === 409);
    return refused.map(({ body }) => Object.keys(body));
  },
});
