import { checks, expect } from '../../../../lib/interface/index.ts';
import { everyRow, needsOf, type Row, titleOf } from '../../happenings/histories.ts';
import { about, knownIn, missingFrom, newIn, withoutStatus, withStatus } from '../entries.ts';
import { resentOf } from './resends.ts';

// "A new delivery": whatever the kind of its event, it is listed like the one before, with its attempt and the payload that was sent.

const toResend = (row: Row) => ({ ...needsOf(row), needs: [...needsOf(row).needs, 'resend' as const] });

checks(
  'delivery.listed',
  everyRow,
  (row) => `${titleOf(row)}: resent, its new entry has the payload as it was sent`,
  async (context, row) => {
    const { history, before, after, received } = await resentOf(context, row);
    for (const { reference } of [history.failing, history.acknowledged]) {
      const came = history.merchant.webhooks.came(row.happening.kind, reference, history.before);

      expect(missingFrom(newIn(before, after), came, received), 'resent events that no new entry has').toEqual([]);
    }
  },
  toResend,
);

checks(
  'delivery.lists-attempts',
  everyRow,
  (row) => `${titleOf(row)}: resent, its new entry has an attempt with the status it got`,
  async (context, row) => {
    const { history, before, after } = await resentOf(context, row);
    for (const { reference } of [history.failing, history.acknowledged]) {
      const entries = about(newIn(before, after), reference, row.happening.kind);

      expect(withoutStatus(entries, 200), 'new entries without an attempt answered 200').toEqual([]);
    }
  },
  toResend,
);

// All attempts of the failing delivery were answered with 500, until nothing more of it was due; what was resent is answered with 200.
checks(
  'delivery.lists-attempts',
  everyRow,
  (row) => `${titleOf(row)}: resent, its entries have each its own attempts`,
  async (context, row) => {
    const { history, before, after } = await resentOf(context, row);
    const ofIts = (entries: Parameters<typeof about>[0]) =>
      about(entries, history.failing.reference, row.happening.kind);

    expect(withStatus(ofIts(newIn(before, after)), 500), 'new entries with an attempt answered 500').toEqual([]);
    expect(withStatus(ofIts(knownIn(before, after)), 200), 'earlier entries with an attempt answered 200').toEqual([]);
  },
  (row) => ({ needs: [...toResend(row).needs, 'clock' as const] }),
);
