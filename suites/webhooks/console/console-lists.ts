import {
  Blocked,
  type CheckContext,
  captured,
  check,
  checks,
  derivation,
  differentOf,
  distinct,
  expect,
  of,
  shared,
  signaturesOf,
} from '../../../lib/interface/index.ts';
import { sharesAddress } from '../../support/console-settings.ts';
import { LONG, MINUTE } from '../retries/timing.ts';
import { arrivesAnywhere, EVENT, sent, sentAll, separate } from '../support.ts';
import { missingFrom, needlessIn } from './entries.ts';

// The console's list and its Resend, with many entries, after many changes of the merchant's settings, and beside another merchant.

type Entries = Awaited<ReturnType<CheckContext['console']['deliveries']>>;

const EVENTS = 24;
const RESENT = 100;

const entriesOf = derivation('console entries with the reference', (all: Entries, reference: string) =>
  all.filter((entry) => entry.reference === reference),
);

/** A merchant with many events, the last of which is resent many times: each resend is an entry of its own. */
const long = shared('a long list of deliveries', ['webhooks', 'deliveries', 'resend'], async (context) => {
  const { merchant, console, capture, time } = context;
  const events = await sentAll(
    context,
    Array.from({ length: EVENTS }, () => [200]),
  );
  const last = events.at(-1);
  if (last === undefined) throw new Blocked('suite fault: nothing was sent');
  const found = await time.until('the console lists it', 60, async () =>
    (await console.deliveries(merchant)).find(({ reference }) => reference === last.reference),
  );
  // Where the list lacks it, that is what the check sees.
  if (found !== undefined) for (let turn = 0; turn < RESENT; turn++) await console.resend(merchant, found.id);
  // Whether deliveries that are still to be sent are already listed is not shown.
  await time.wait(merchant.webhooks.arrival, 'what was resent is sent');
  const { received } = capture.stats;
  return { merchant, last, received, list: await console.deliveries(merchant) };
});

checks(
  'delivery.listed',
  [EVENTS],
  (events) => `of ${events} events and ${RESENT} more deliveries of the last none is left out`,
  async (context) => {
    const { merchant, last, list, received } = await long(context);
    separate(merchant.webhooks.path, context.capture.hook().path);
    const came = captured(context, { path: merchant.webhooks.path });

    expect(missingFrom(list, came, received), 'events that came and are not listed').toEqual([]);
    expect(distinct(differentOf(entriesOf(list, last.reference), 'id')), `entries for ${last.reference}`).toBe(
      RESENT + 1,
    );
  },
);

check(
  'delivery.listed',
  'two merchants with one address: each list has what is its own',
  async (context) => {
    const { merchant, other, console, capture, time } = context;
    const there = capture.hook();
    separate(merchant.webhooks.path, there.path);
    for (const each of [merchant, other]) await sharesAddress(console, each, there.url);
    const [mine, theirs] = [await merchant.payout(), await other.payout()];
    for (const { reference } of [mine, theirs])
      await arrivesAnywhere(context, merchant, { path: there.path, event: EVENT, reference });
    await time.wait(5, 'deliveries are listed');

    for (const [owner, { reference }] of [
      [merchant, mine],
      [other, theirs],
    ] as const) {
      const list = await console.deliveries(owner);
      const came = captured({ capture }, { path: there.path, reference });
      expect(differentOf(list, 'reference'), `references that ${owner.access.merchantId} finds listed`).toEqual([
        reference,
      ]);
      expect(needlessIn(list, came), 'entries of events that are not its own').toEqual([]);
      const secret = owner.access.webhookSecret ?? '';
      const signed = capture
        .find({ path: there.path, event: EVENT, reference })
        .map((each) => signaturesOf(each, secret, null));
      expect(signed, 'signatures by the secret of its merchant').toEqual(signed.map(() => ['valid', 'valid']));
    }
  },
  { needs: ['other-merchant', 'webhook-url'] },
);

/** The state of a delivery when it is resent, and how many seconds after its first attempt that is. */
const states = {
  acknowledged: { answer: 200, after: 10 },
  pending: { answer: 500, after: 8 * MINUTE },
  abandoned: { answer: 500, after: LONG },
} as const;

const changes = [
  { change: 'the secret was rotated', rotations: 1, moves: false },
  { change: 'the secret was rotated twice, and the address changed', rotations: 2, moves: true },
  { change: 'the address was changed', rotations: 0, moves: true },
] as const;

checks(
  'delivery.resent',
  changes.flatMap((change) =>
    (['acknowledged', 'pending', 'abandoned'] as const).map((state) => ({ state, ...change })),
  ),
  ({ state, change }) => `${state}; after ${change} it goes to the merchant, signed with the present secret`,
  async (context, { state, rotations, moves }) => {
    const { merchant, console, capture, time } = context;
    const { answer, after } = states[state];
    const event = await sent(context, answer);
    await time.wait(after, 'no attempt is due');
    const list = await console.deliveries(merchant);
    const entry = list.find(({ reference }) => reference === event.reference);
    if (entry === undefined) throw new Blocked(`the console does not list the ${EVENT} for ${event.reference}`);
    let secret = merchant.access.webhookSecret ?? '';
    for (let turn = 0; turn < rotations; turn++) secret = await console.rotateWebhookSecret(merchant);
    const there = moves ? capture.hook() : { path: merchant.webhooks.path, url: '' };
    if (moves) {
      separate(merchant.webhooks.path, there.path);
      await console.change(merchant, { webhookUrl: there.url });
    }
    event.answer(200);
    const { received } = capture.stats;
    const later = () => capture.find({ event: EVENT, reference: event.reference }).filter(({ seq }) => seq > received);
    await console.resend(merchant, entry.id);
    await time.until('it arrives again', merchant.webhooks.arrival, () => later()[0]);

    // To which of the merchant's addresses a delivery goes that was begun before a change is not shown.
    const own = [merchant.webhooks.path, there.path];
    const came = context.sees('what came of it after Resend', {
      elsewhere: later().flatMap(({ path }) => (own.includes(path) ? [] : path)),
      ids: [...new Set(later().map(({ json }) => String(Object(json).id)))],
    });
    expect(of(came, 'elsewhere'), "addresses that are not the merchant's").toEqual([]);
    expect(of(came, 'ids'), 'its event id').toEqual([event.first.payload.id]);
    const signed = later().map((each) => signaturesOf(each, secret, null));
    expect(signed, 'signatures by the present secret').toEqual(signed.map(() => ['valid', 'valid']));
  },
  ({ state, rotations, moves }) => ({
    needs: [
      ...(rotations > 0 ? (['rotate-secret'] as const) : []),
      ...(moves ? (['webhook-url'] as const) : []),
      ...(state === 'acknowledged' ? [] : (['clock'] as const)),
    ],
    ...(state === 'abandoned' && { waits: '40h' as const }),
  }),
);
