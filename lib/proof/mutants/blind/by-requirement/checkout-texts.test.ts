import { type Probe, probes, told } from '../probe.support.ts';
import { found } from './checkout-texts.ts';

function creates(changes: Record<string, unknown>): Probe {
  return async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/checkouts', story.checkout(changes)));
  };
}

const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`entry ${at}`, 'x'.repeat(100)]));

probes(found, {
  'kind-description-cut-to-bytes': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout({ description: 'é'.repeat(255) });
    return (await story.record(merchant, 'checkouts', await story.made(merchant, 'checkouts', checkout))).description;
  },
  'kind-description-measured-by-line': creates({ description: `${'x'.repeat(200)}\n${'x'.repeat(200)}` }),
  'kind-description-measured-without-emoji': creates({ description: 'x'.repeat(250) + '🎂'.repeat(6) }),
  'kind-metadata-measured-by-entry': creates({ metadata: many }),
  'kind-metadata-measured-without-names': creates({ metadata: { ['n'.repeat(5_000)]: 1 } }),
});
