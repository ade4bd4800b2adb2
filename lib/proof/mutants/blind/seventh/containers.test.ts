import { probes, told } from '../probe.support.ts';
import { found } from './containers.ts';

probes(found, {
  'blind7-pattern-tested-on-a-list': async (story) => {
    const merchant = await story.merchant();
    return [
      told(await merchant.post('/v1/checkouts', story.checkout({ customer: { email: ['ada@example.com'] } }))),
      told(await merchant.post('/v1/escrows', story.escrow({ buyer: { email: ['ada@example.com'] } }))),
    ];
  },
});
