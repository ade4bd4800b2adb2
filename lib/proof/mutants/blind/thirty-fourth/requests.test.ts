import { request } from 'node:http';
import { credentials, probes, times } from '../probe.support.ts';
import { found } from './requests.ts';

/** The status of a POST whose body is sent in chunks. */
function inChunks(url: string, headers: Record<string, string>, body: object): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const chunked = { ...headers, 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const sent = request(url, { method: 'POST', headers: chunked }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
    });
    sent.once('error', reject);
    sent.write(JSON.stringify(body));
    sent.end();
  });
}

probes(found, {
  'blind34-bodies-in-chunks-are-not-read': async (story) => {
    const merchant = await story.merchant();
    const url = `${story.bench.service.sandboxUrl}/v1/checkouts`;
    return inChunks(url, credentials(merchant), story.checkout());
  },
  'blind34-errors-are-pages-for-some-clients': async (story) => {
    const merchant = await story.merchant();
    const recipient = { ...story.failing, bankName: 'No Such House' };
    const accept = 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2';
    const { status, code } = await merchant.post('/v1/payouts', story.payout({ recipient }), { accept });
    return [status, code ?? null];
  },
  'blind34-escaped-pairs-are-two-characters': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout({ metadata: { gift: 'EMOJI' } });
    await merchant.post('/v1/checkouts', JSON.stringify(body).replace('EMOJI', '\\ud83c\\udf81'));
    return (await story.record(merchant, 'checkouts', body.reference)).metadata;
  },
  'blind34-balance-of-a-wallet-counts-twice': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    await story.advance(180);
    let passed = 0;
    await times(80, async () => {
      const { status } = await merchant.get('/v1/wallets/0000000001/balance');
      if (status === 200) passed += 1;
    });
    return passed;
  },
  'blind34-year-of-the-week': async (story) => {
    const merchant = await story.merchant();
    const now = story.bench.clock.now();
    const year = new Date(now).getUTCFullYear();
    const noon = Date.UTC(year, 11, 31, 12);
    await story.advance((noon > now ? noon - now : 0) / 1_000);
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    const { createdAt } = await story.record(merchant, 'checkouts', reference);
    return Number(String(createdAt).slice(0, 4)) - year;
  },
});
