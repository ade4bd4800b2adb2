import { type Answer, Blocked, captured, expect, type Given, requirement } from '../../lib/harness/index.ts';
import { comesAgain, failedOnce, retryOf, sent } from './support.ts';

for (const status of [200, 201, 204, 299]) {
  requirement('delivery.every-2xx-acknowledges', `after ${status} nothing comes a minute later`, async (given) => {
    const again = await comesAgain(given, await sent(given, status));
    // Our answer may have been lost on its way, and then a retry is right: not twice.
    const twice = again.came.value.length === 0 ? again : await comesAgain(given, await sent(given, status));

    expect(twice.came, 'a retry').toBeEmpty();
  });
}

for (const status of [301, 302, 307]) {
  requirement('delivery.3xx-retried', `${status} without a Location`, async (given) => {
    await expectRetry(given, status);
  });
}

for (const status of [301, 308]) {
  requirement('delivery.3xx-retried', `${status} with a Location`, async (given) => {
    const { location } = elsewhere(given);

    await expectRetry(given, { status, headers: { location } });
  });

  requirement('delivery.redirect-not-followed', `${status} with a Location`, async (given) => {
    const { location, path } = elsewhere(given);
    const event = await sent(given, { status, headers: { location } });
    await given.time.listen(20, 'the redirect is followed');
    event.answer(200);

    expect(captured(given.run, { path })).toBeEmpty();
  });
}

for (const status of [400, 401, 404, 410]) {
  requirement('delivery.4xx-retried', String(status), async (given) => {
    await expectRetry(given, status);
  });
}

requirement('delivery.5xx-retried', '500', async (given) => {
  expect((await failedOnce(given)).again, 'a retry about 1 minute later').not.toBeEmpty();
});

requirement('delivery.5xx-retried', '503', async (given) => {
  await expectRetry(given, 503);
});

requirement('delivery.connection-failure-retried', 'the connection is cut', async (given) => {
  await expectRetry(given, 'cut');
});

requirement(
  'delivery.stops-when-acknowledged',
  'after a retry that got 200 nothing comes for 6 minutes',
  async (given) => {
    const event = await sent(given, 500);
    const { retry } = await retryOf(given, event);
    if (retry === undefined) throw new Blocked('no retry came that could be acknowledged');
    await given.time.wait(45, 'duplicates of the retry come');
    const last = event.latest();
    await given.time.listen(380, 'the second retry comes');

    expect(event.surely(last), 'attempts after the acknowledgement').toBeEmpty();
  },
);

/** What happens when the first attempt is answered so. A retry is awaited only where one comes after a 500. */
async function expectRetry(given: Given, answer: Answer): Promise<void> {
  const event = await sent(given, answer);
  const { retry, came } = await retryOf(given, event);
  if (retry === undefined && (await failedOnce(given)).retry === undefined) {
    throw new Blocked('no retry comes about 1 minute after a 500 either');
  }
  expect(came, 'a retry about 1 minute later').not.toBeEmpty();
}

/**
 * An address of the capture server that nobody else knows. What comes there is not acknowledged. It differs in its query alone: what
 * leads from the open to the capture server may let no other path pass.
 */
function elsewhere({ run, fresh }: Given): { location: string; path: string } {
  const url = new URL(run.capture.url);
  const path = `${url.pathname}${url.search === '' ? '?' : `${url.search}&`}${fresh.reference('elsewhere')}`;
  run.capture.script({ path }, 500);
  return { location: new URL(path, url).href, path };
}
