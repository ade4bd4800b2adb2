import { captured, checks, differentOf, expect } from '../../../lib/interface/index.ts';
import { differentFields } from '../content/fields.ts';
import { everyRow, needsOf, type Row, surelyOf, titleOf } from '../happenings/histories.ts';
import { DUPLICATE, notAsDue } from '../retries/moments.ts';
import { separate } from '../support.ts';
import { about, attemptsAt, missingFrom, needlessIn, newIn } from './entries.ts';
import { listedOf, resentOf } from './resends/resends.ts';

// The console's list and the effect of Resend, for every kind of event: abandoned after a day, or acknowledged at once.

const withClock = (row: Row) => ({ ...needsOf(row), needs: [...needsOf(row).needs, 'clock' as const] });
const toResend = (row: Row) => ({ ...needsOf(row), needs: [...needsOf(row).needs, 'resend' as const] });

checks(
  'delivery.listed',
  everyRow,
  (row) => `${titleOf(row)}: the list has every event that came, as it was sent, and no other`,
  async (context, row) => {
    const { history, before } = await listedOf(context, row);
    separate(history.merchant.webhooks.path, context.capture.hook().path);
    const came = captured(context, { path: history.merchant.webhooks.path });

    expect(missingFrom(before, came, history.before), 'events that came and are not listed as they were sent').toEqual(
      [],
    );
    expect(needlessIn(before, came), 'entries of events that did not come to this merchant').toEqual([]);
  },
  needsOf,
);

checks(
  'delivery.lists-attempts',
  everyRow,
  (row) => `${titleOf(row)}: every attempt, each with the status it got`,
  async (context, row) => {
    const { history, before } = await listedOf(context, row);
    const own = about(before, history.failing.reference, row.happening.kind);

    expect(attemptsAt(own, surelyOf(history, 'failing')), 'attempts that are not listed as they came').toEqual([]);
  },
  needsOf,
);

checks(
  'delivery.abandoned',
  everyRow,
  (row) => `${titleOf(row)}: after a day without an answer`,
  async (context, row) => {
    const { history, before } = await listedOf(context, row);
    const own = about(before, history.failing.reference, row.happening.kind);

    expect(differentOf(own, 'state')).toEqual(['abandoned']);
  },
  withClock,
);

checks(
  'delivery.not-abandoned',
  everyRow,
  (row) => `${titleOf(row)}: acknowledged`,
  async (context, row) => {
    const { history, before } = await listedOf(context, row);
    const own = about(before, history.acknowledged.reference, row.happening.kind);

    expect(own, `entries of ${row.happening.kind}`).not.toBeEmpty();
    expect(differentOf(own, 'state')).not.toContain('abandoned');
  },
  needsOf,
);

for (const which of ['failing', 'acknowledged'] as const) {
  const words = which === 'failing' ? 'given up' : 'acknowledged';

  checks(
    'delivery.resent',
    everyRow,
    (row) => `${titleOf(row)}: ${words}, it comes again with the same id and fields, signed`,
    async (context, row) => {
      const { history, secret } = await resentOf(context, row);
      const { reference } = history[which];
      const { webhooks } = history.merchant;
      const came = webhooks.came(row.happening.kind, reference, history.before);
      const [first] = surelyOf(history, which).value;
      const [again] = webhooks
        .each(row.happening.kind, reference)
        .filter(({ delivery }) => delivery.seq > history.before);

      expect(came).toHaveCome(`the ${row.happening.kind} for ${reference}, resent, did not come`);
      if (first === undefined || again === undefined) return;
      expect(differentFields([first, again]), 'fields of the resent event that differ').toEqual([]);
      expect(secret(again), again.verification.problems.join('; ')).toEqual(['valid', 'valid']);
    },
    toResend,
  );
}

checks(
  'webhook.request',
  everyRow,
  (row) => `${titleOf(row)}: resent, it is a POST of application/json with an object`,
  async (context, row) => {
    const { history } = await resentOf(context, row);
    const { webhooks } = history.merchant;
    const again = [history.failing, history.acknowledged].flatMap(({ reference }) =>
      webhooks.each(row.happening.kind, reference).map(({ delivery }) => delivery),
    );

    const resent = again.filter(({ seq }) => seq > history.before);
    expect(notAsDue(resent), 'resent requests that are no POST of a JSON object as application/json').toEqual([]);
  },
  toResend,
);

checks(
  'delivery.resent-afresh',
  everyRow,
  (row) => `${titleOf(row)}: the timestamp is that of the new sending`,
  async (context, row) => {
    const { history, stamped } = await resentOf(context, row);
    const { webhooks } = history.merchant;
    for (const { reference } of [history.failing, history.acknowledged]) {
      const [again, copies] = [
        webhooks.each(row.happening.kind, reference),
        webhooks.copies(row.happening.kind, reference),
      ].map((all) => all.map(({ delivery }) => delivery).filter(({ seq }) => seq > history.before));

      expect(stamped(again ?? []), "timestamps that are not the target's time of sending").toEqual([]);
      // A webhook with the timestamp of an earlier attempt is a byte-for-byte copy, too late to be a duplicate.
      expect(stamped(copies ?? [], DUPLICATE), 'copies of earlier attempts').toEqual([]);
    }
  },
  toResend,
);

checks(
  'delivery.resent-listed',
  everyRow,
  (row) => `${titleOf(row)}: it is one more entry, with the same event id`,
  async (context, row) => {
    const { history, before, after } = await resentOf(context, row);
    for (const { reference } of [history.failing, history.acknowledged]) {
      const [old, now] = [before, after].map((list) => about(list, reference, row.happening.kind));

      expect(newIn(old, now), `new entries for ${reference}`).toHaveLength(1);
      expect(differentOf(now, 'eventId'), 'event ids of its entries').toHaveLength(1);
    }
  },
  toResend,
);
