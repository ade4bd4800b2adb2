import { probes } from '../probe.support.ts';
import { found } from './retries.ts';

probes(found, {
  'blind11-retry-after-is-obeyed': async (story) => {
    const hook = await story.hook((response) => response.writeHead(503, { 'retry-after': '3600' }).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    await story.advance(50 * 60);
    return hook.received.length;
  },
  'blind11-web-page-is-no-acknowledgement': async (story) => {
    const hook = await story.hook((response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>Thank you</p>'),
    );
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(120);
    return [hook.received.length, (await story.deliveries(merchant)).map(({ state }) => state)];
  },
});
