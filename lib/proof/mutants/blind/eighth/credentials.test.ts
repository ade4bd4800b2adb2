import { probes, signed } from '../probe.support.ts';
import { found } from './credentials.ts';

const nothing = { headers: {}, raw: '', body: {} };

probes(found, {
  'blind8-second-rotation-not-taken': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const seen: string[] = [];
    for (let rotations = 0; rotations < 2; rotations++) {
      const secret = await story.rotate(merchant);
      await story.paid(merchant);
      await story.advance(0);
      seen.push(signed(hook.received.at(-1) ?? nothing, secret));
    }
    return seen;
  },
});
