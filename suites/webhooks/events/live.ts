import { Blocked, captured, checks, expect, of, signatures } from '../../../lib/interface/index.ts';
import { addressesOf, differentFields, eventIdsOf, otherKinds } from '../content/fields.ts';
import { attemptsOf, liveRows, needsOf, surelyOf, titleOf } from '../happenings/histories.ts';
import { notAsDue, stampedOutside } from '../retries/moments.ts';
import { END, keptSchedules, SCHEDULE, timesOf } from '../retries/timing.ts';
import { delivery, names } from '../support.ts';

// "Two fully separate environments": rules for events hold in both. Live events are checked if the live console accepts the address of the
// capture server, which is plain http.

checks(
  'webhook.live-signed',
  liveRows,
  (row) => `${titleOf(row)}: headers of every attempt`,
  async (context, row) => {
    const history = await row.history(context);
    const all = attemptsOf(history);
    const requests = all.map(({ delivery }) => delivery);

    expect(notAsDue(requests), 'attempts that are no POST of a JSON object as application/json').toEqual([]);
    const signed = all.map(signatures);
    expect(signed, 'both signatures of each attempt').toEqual(signed.map(() => ['valid', 'valid']));
    expect(stampedOutside(requests, history.moments), "timestamps that are not the target's time of sending").toEqual(
      [],
    );
  },
  needsOf,
);

checks(
  'webhook.live-payload',
  liveRows,
  (row) => `${titleOf(row)}: the payload, the same at every attempt`,
  async (context, row) => {
    const history = await row.history(context);
    const { reference, link, amountMinor } = history.failing;
    const all = attemptsOf(history).map(({ delivery }) => delivery);
    const [first] = all;

    expect(of(first ?? {})).toMatchObject(
      link === undefined
        ? { id: /./, reference, currency: 'NGN' }
        : {
            id: /./,
            reference,
            linkId: reference,
            linkRef: link.linkRef,
            walletId: link.wallet.walletId,
            walletName: row.happening.kind === 'wallet.link.approved' ? link.wallet.holderName : /./,
          },
    );
    expect(of(first ?? {}, 'occurredAt')).toBeDateTime();
    if (link === undefined) expect(of(first ?? {}, 'amountMinor'), 'amountMinor').toBeA('integer');
    if (link === undefined && amountMinor !== null) expect(of(first ?? {}, 'amountMinor')).toBe(amountMinor);
    expect(differentFields(all), 'fields that differ between attempts').toEqual([]);
  },
  needsOf,
);

// Searched by kind and any identifying text, so that an event with a wrong reference is still found.
checks(
  'webhook.live-payload',
  liveRows,
  (row) => `${titleOf(row)}: the reference is that of what it tells of`,
  async (context, row) => {
    const { merchant, happening, acknowledged } = await row.history(context);
    const { kind, what } = happening;
    const found = await delivery(context, `the live ${kind} of ${acknowledged.reference}, when ${what}`, {
      path: merchant.webhooks.path,
      event: kind,
      where: ({ body }) => names(body, ...acknowledged.marks),
    });

    expect(of(found, 'reference')).toBe(acknowledged.reference);
  },
  needsOf,
);

checks(
  'webhook.live-once',
  liveRows,
  (row) => `${titleOf(row)}: one event, of its kind alone, to its merchant alone`,
  async (context, row) => {
    const { merchant, failing, acknowledged, happening } = await row.history(context);
    for (const { reference, link } of [failing, acknowledged]) {
      const all = captured(context, { reference });
      const here = captured(context, { path: merchant.webhooks.path, reference });
      const may = [happening.kind, ...happening.others];

      expect(otherKinds(here, may), `events for ${reference} beside ${may.join(', ')}`).toEqual([]);
      expect(addressesOf(all, link?.linkRef ?? null), 'addresses').toEqual([merchant.webhooks.path]);
      expect(eventIdsOf(merchant.webhooks.came(happening.kind, reference)), 'event ids').toHaveLength(1);
    }
  },
  needsOf,
);

checks(
  'webhook.live-retried',
  liveRows,
  (row) => `${titleOf(row)}: the schedule where it fails, one attempt where it is acknowledged`,
  async (context, row) => {
    const history = await row.history(context);
    const all = surelyOf(history, 'failing');
    const [first] = all.value;
    if (first === undefined)
      throw new Blocked(`no ${row.happening.kind} for ${history.failing.reference} came with signatures that hold`);
    const once = surelyOf(history, 'acknowledged');
    const horizon = context.time.canMove ? END : 100;

    expect(keptSchedules(all, first, horizon)).toHaveCome(
      `attempts at ${timesOf(all).value.join(', ') || 'no time'} s keep no reading of the schedule: ${SCHEDULE}`,
    );
    expect(timesOf(once), 'attempts of the acknowledged event, in seconds after the first').toEqual([0]);
  },
  needsOf,
);
