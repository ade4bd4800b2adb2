import { card, probes, type Story } from '../probe.support.ts';
import { found } from './checkouts.ts';

const DAY = 24 * 3_600;

/** Where the buyer is sent after the payment. */
async function backAt(story: Story, returnUrl: string): Promise<string> {
  const merchant = await story.merchant();
  const { checkoutUrl } = (await merchant.post('/v1/checkouts', story.checkout({ returnUrl }))).body;
  return String((await story.send(checkoutUrl, card)).headers.location);
}

async function metadataOf(story: Story, metadata: object): Promise<unknown> {
  const merchant = await story.merchant();
  const reference = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
  return (await story.record(merchant, 'checkouts', reference)).metadata;
}

/** Noon of the day before the next last Sunday of March. */
function beforeSummer(now: number): number {
  const year = new Date(now).getUTCFullYear();
  const days = [year, year + 1].map((each) => {
    const last = new Date(Date.UTC(each, 3, 0, 12));
    return last.getTime() - (last.getUTCDay() + 1) * DAY * 1_000;
  });
  return days.find((each) => each > now) ?? now;
}

probes(found, {
  'blind34-times-in-metadata-become-utc': (story) => metadataOf(story, { slot: '2026-12-05T10:00:00+01:00' }),
  'blind34-digits-in-metadata-become-numbers': (story) => metadataOf(story, { phone: '08031234567' }),
  'blind34-return-url-cut-to-its-column': (story) =>
    backAt(story, `https://shop.example/thanks?session=${'s'.repeat(300)}&step=3`),
  'blind34-parameters-of-the-shop-win': async (story) => {
    const url = new URL(await backAt(story, 'https://shop.example/thanks?status=ordered'));
    return url.searchParams.getAll('status').includes('succeeded');
  },
  'blind34-query-is-decoded-and-not-encoded-again': (story) =>
    backAt(story, 'https://shop.example/thanks?next=%2Fcart%3Fa%3D1%26b%3D2'),
  'blind34-expiry-at-the-same-time-tomorrow': async (story) => {
    const merchant = await story.merchant();
    const now = story.bench.clock.now();
    await story.advance((beforeSummer(now) - now) / 1_000);
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(DAY - 1_800);
    return story.status(merchant, 'checkouts', reference);
  },
  'blind34-job-fails-what-was-paid-meanwhile': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(DAY - 120);
    await story.settle(merchant, reference, 'succeeded');
    await story.advance(600);
    return story.status(merchant, 'checkouts', reference);
  },
});
