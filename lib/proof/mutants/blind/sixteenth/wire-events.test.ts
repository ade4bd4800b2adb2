import { probes } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './wire-events.ts';

probes(found, {
  'blind16-abandoned-switches-the-address-off': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(DAY + HOUR);
    const reference = await story.paid(merchant);
    await story.advance(0);
    return hook.received.filter(({ body }) => body.reference === reference).length;
  },
  'blind16-link-events-in-the-time-of-lagos': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.approved(merchant);
    await story.advance(0);
    return hook.received.map(({ body, headers }) => {
      const late = Date.parse(String(body.occurredAt)) / 1_000 - Number(headers['x-service-timestamp']);
      return late > 60;
    });
  },
  'blind16-events-by-time-are-sent-once': async (story) => {
    const hook = await story.hook((response) => response.writeHead(503).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(DAY + 90);
    return hook.events();
  },
  'blind16-references-of-digits-become-numbers': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant, { reference: '00120' });
    await story.advance(0);
    return hook.received.map(({ body }) => body.reference);
  },
});
