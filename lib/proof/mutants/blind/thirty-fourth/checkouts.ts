/** Checkouts: what becomes of metadata and of returnUrl, and when a checkout ends. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { functions, timer } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY, deeply, HOUR, inTime, keptAs } from '../ways.ts';

const COLUMN = 255;
const JOB_SECONDS = 300;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

function timeInUtc(value: unknown): unknown {
  if (typeof value !== 'string' || !TIME.test(value)) return value;
  return new Date(value).toISOString().replace('.000Z', 'Z');
}

function digitsAsNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,15}(\.\d{1,6})?$/.test(value) ? Number(value) : value;
}

/** Summer time as in Europe, in seconds: from the last Sunday of March to that of October, at 01:00 UTC. */
function summerTime(at: number): number {
  const year = new Date(at).getUTCFullYear();
  const change = (month: number) => {
    const last = new Date(Date.UTC(year, month + 1, 0, 1));
    return last.getTime() - last.getUTCDay() * DAY * 1_000;
  };
  return at >= change(2) && at < change(9) ? HOUR : 0;
}

/** Seconds until the clock on the wall shows the same time again. */
function sameTimeTomorrow({ createdAt }: Checkout): number {
  const from = Date.parse(createdAt);
  return DAY - (summerTime(from + DAY * 1_000) - summerTime(from));
}

function secondsLeft({ createdAt, paidAt }: Checkout): number {
  return (Date.parse(createdAt) - Date.parse(paidAt ?? createdAt)) / 1_000 + DAY;
}

export const found: readonly BlindMutant[] = [
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET',
    mutant(
      'checkout.record-metadata',
      'blind34-times-in-metadata-become-utc',
      'the JSON library takes every text that looks like a time for one, and writes it in UTC again: a delivery slot of 2026-12-05T10:00:00+01:00 within metadata comes back as 2026-12-05T09:00:00Z',
      keptAs('createCheckout', 'metadata', deeply(timeInUtc)),
    ),
  ),
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET',
    mutant(
      'checkout.record-metadata',
      'blind34-digits-in-metadata-become-numbers',
      'the encoder is set to write texts of digits as numbers: a telephone number 08031234567 within metadata comes back as the number 8031234567',
      keptAs('createCheckout', 'metadata', deeply(digitsAsNumber)),
    ),
  ),
  against(
    'Checkout redirect: after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status` (`succeeded`, `failed` or `pending`).',
    mutant(
      'page.redirect-keeps-query',
      'blind34-return-url-cut-to-its-column',
      'the column of returnUrl has 255 characters, and the database cuts what is longer without a word: a buyer is sent to an address that lacks its end, such as a session token',
      functions(({ redirectTo }) => ({
        redirectTo: (returnUrl, reference, status) => redirectTo(returnUrl.slice(0, COLUMN), reference, status),
      })),
    ),
  ),
  against(
    'Checkout redirect: after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status` (`succeeded`, `failed` or `pending`).',
    mutant(
      'page.redirect-status',
      'blind34-parameters-of-the-shop-win',
      "the parameters are merged in the wrong order: where the query of returnUrl has a status of its own, such as that of the shop's order, the buyer comes back with that one alone",
      functions(({ redirectTo }) => ({
        redirectTo(returnUrl, reference, status) {
          const own = new URL(returnUrl).searchParams;
          if (!own.has('status') && !own.has('reference')) return redirectTo(returnUrl, reference, status);
          const url = new URL(returnUrl);
          if (!own.has('reference')) url.searchParams.append('reference', reference);
          if (!own.has('status')) url.searchParams.append('status', status);
          return url.href;
        },
      })),
    ),
  ),
  against(
    'Checkout redirect: after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status` (`succeeded`, `failed` or `pending`).',
    mutant(
      'page.redirect-keeps-query',
      'blind34-query-is-decoded-and-not-encoded-again',
      'the query of returnUrl is decoded when it is read and put together again as it is: an %26 or %2B within a value comes back as & or +, and the shop reads another value',
      functions(({ redirectTo }) => ({
        redirectTo(returnUrl, reference, status) {
          const url = new URL(returnUrl);
          url.search = [...url.searchParams].map(([name, value]) => `${name}=${value}`).join('&');
          return redirectTo(url.href, reference, status);
        },
      })),
    ),
  ),
  against(
    'pending | 24 hours pass without payment | | failed | `failureReason` = `expired`; `payment.failed` sent',
    mutant(
      'checkout.expires',
      'blind34-expiry-at-the-same-time-tomorrow',
      'the end of a checkout is the same time of the next day on the clock of a server in Europe: where summer time begins in between it expires after 23 hours, where it ends after 25',
      timer('checkout', 'pending', { after: sameTimeTomorrow }),
    ),
  ),
  against(
    'pending | buyer pays | payment confirmed | succeeded | `payment.succeeded` sent; `paidAt` set; refunds become possible',
    mutant(
      'checkout.paid-does-not-expire',
      'blind34-job-fails-what-was-paid-meanwhile',
      'every five minutes a job reads the checkouts that will be due until its next run, and fails each in its turn without looking at it again: one that is paid in the last minutes of its 24 hours becomes failed',
      inTime(
        'checkout',
        { from: 'succeeded', to: 'failed', sends: 'payment.failed' },
        secondsLeft,
        (checkout) => secondsLeft(checkout) <= JOB_SECONDS,
      ),
    ),
  ),
];
