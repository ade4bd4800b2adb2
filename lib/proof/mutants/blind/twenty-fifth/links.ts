/** Wallet links: the service rewrites names, starts the hour of its count anew with each request, and expires a link only when it is read. */
import type { AnyRecord, Wallet, WalletLink } from '../../../reference/rules/records.ts';
import type { Case, Service } from '../../../reference/rules/rulebook.ts';
import { event, guard, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, HOUR, onFire } from '../ways.ts';

function inTitleCase(name: string): string {
  return name
    .split(' ')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase())
    .join(' ');
}

/** Each accepted request puts the end of the counter off, as INCR and EXPIRE without NX do. */
function countedUntilAnHourOfRest(): Change {
  const counters = new WeakMap<Wallet, { count: number; until: number }>();
  const counterOf = ({ environment, body, service }: Case) => {
    const wallet = service.wallet(environment, body.text('walletId') ?? '');
    const counter = wallet && counters.get(wallet);
    return counter && counter.until > service.clock.now() ? counter : { count: 0, until: 0 };
  };
  return all(
    guard('link.too-many-requests', {
      refuses: (asked) => counterOf(asked).count >= asked.service.rules.limits.linkRequests,
      retryAfter: (asked) => Math.max(1, Math.ceil((counterOf(asked).until - asked.service.clock.now()) / 1_000)),
    }),
    also('walletLink', 'create', ({ merchant, walletId }, now) => {
      const wallet = merchant.environment.wallets.get(walletId);
      if (wallet === undefined) return;
      const time = Date.parse(now);
      const counter = counters.get(wallet);
      const count = counter && counter.until > time ? counter.count : 0;
      counters.set(wallet, { count: count + 1, until: time + HOUR * 1_000 });
    }),
  );
}

function isOverdue(record: AnyRecord | undefined, { clock }: Service): record is WalletLink {
  return record?.kind === 'walletLink' && record.status === 'PENDING' && Date.parse(record.expiresAt) <= clock.now();
}

function expiresWhenLookedAt(): Change {
  return all(
    timer('walletLink', 'PENDING', null),
    onFire((fire, service) => (record, on, details) => {
      if (isOverdue(record, service)) fire(record, 'nobody decides');
      return fire(record, on, details);
    }),
    before('checkGuards', ({ record, service }, next) => {
      if (isOverdue(record, service)) service.fire(record, 'nobody decides');
      return next();
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'walletName | string | Masked holder name on create; registered holder name in the `wallet.link.approved` event.',
    mutant(
      'webhook.link-approved-registered-name',
      'blind25-names-are-put-in-title-case',
      'the event has the name of the holder in title case, each word with one capital in front: a registered name such as "Ngozi de Souza" is told as "Ngozi De Souza"',
      event('wallet.link.approved', (carried) => ({ ...carried, walletName: inTitleCase(String(carried.walletName)) })),
    ),
  ),
  against(
    'Wallet link create: at most 5 requests per wallet per hour.',
    mutant(
      'wallet-link.limit-ends',
      'blind25-each-link-request-puts-the-hour-off',
      'the requests for a wallet are counted under a key whose hour begins anew with each of them: a wallet that is asked about every forty minutes is refused from the sixth time on, until it was left alone for an hour',
      countedUntilAnHourOfRest(),
    ),
  ),
  against(
    'PENDING | nobody decides within expiresInMinutes | | EXPIRED | `wallet.link.expired`.',
    mutant(
      'webhook.link-expired',
      'blind25-links-expire-when-they-are-looked-at',
      'that a link is over is found out when it is next read or decided about: until somebody asks for it no wallet.link.expired is sent',
      expiresWhenLookedAt(),
    ),
  ),
];
