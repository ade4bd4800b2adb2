/** Wallet links, where the interface leaves room. */
import { endpoint, event, field, guard, shows, transition } from '../../mutants/change.ts';
import { Refusal } from '../../reference/engine/refusal.ts';
import { walletLink } from '../../reference/rules/tables/views.ts';
import { does } from '../changes.ts';
import { type PermittedVariant, reading } from '../permitted-variant.ts';

const decisionEndpoints = ['deleteWalletLink', 'approveWalletLink', 'rejectWalletLink'] as const;

export const links: readonly PermittedVariant[] = [
  reading(
    {
      name: 'link-decisions-204',
      oneOf: 'link decisions',
      what: 'DELETE, approve and reject are answered 204 without a body',
      touches: ['wallet-links', 'webhooks', 'escrows', 'environments', 'idempotency'],
      decides: ['wallet-link.decision-responses'],
    },
    ...decisionEndpoints.map((name) => endpoint(name, { status: 204, shows: () => undefined })),
  ),
  reading(
    {
      name: 'link-decisions-without-a-body',
      oneOf: 'link decisions',
      what: 'approve and reject are answered 200 with nothing, DELETE 202 with a message',
      touches: ['wallet-links', 'webhooks', 'escrows'],
      decides: ['wallet-link.decision-responses'],
    },
    ...decisionEndpoints.map((name) => endpoint(name, { status: 200, shows: () => undefined })),
    endpoint('deleteWalletLink', { status: 202, shows: () => ({ message: 'unlinked' }) }),
  ),
  ...(
    [
      ['REJECTED', 'wallet.link.rejected'],
      ['REVOKED', 'wallet.link.revoked'],
      ['EXPIRED', 'wallet.link.expired'],
      ['CANCELLED', null],
    ] as const
  ).map(([to, sends]) =>
    reading(
      {
        name: `superseded-links-${to.toLowerCase()}`,
        oneOf: 'superseded links',
        what: `a pending link that a newer request cancels becomes ${to}, ${sends ? `and ${sends} is sent` : 'without an event'}`,
        touches: ['wallet-links', 'webhooks'],
        decides: ['wallet-link.superseded-status'],
      },
      transition('walletLink', 'newer request', { to: to as 'REJECTED', sends }),
    ),
  ),
  reading(
    {
      name: 'newer-links-cancel-everybodys',
      what: "a newer request for a wallet also cancels another merchant's pending link",
      touches: ['wallet-links', 'webhooks', 'escrows', 'idempotency'],
    },
    does('createWalletLink', (asked, own) => {
      const { environment, merchant, body, service } = asked;
      for (const other of environment.merchants.values())
        for (const older of other === merchant ? [] : other.links.values())
          if (older.walletId === body.text('walletId')) service.fire(older, 'newer request');
      return own();
    }),
  ),
  ...(
    [
      [422, 'link_limit_reached'],
      [409, 'too_many_requests'],
      [403, 'forbidden'],
      [429, 'rate_limited'],
    ] as const
  ).map(([status, code]) =>
    reading(
      {
        name: `link-limit-${status}`,
        oneOf: 'link limit',
        what: `a sixth link request is refused with ${status} ${code}${status === 429 ? ' and Retry-After' : ''}`,
        touches: ['wallet-links', 'webhooks', 'escrows'],
        decides: ['wallet-link.limit-error'],
      },
      guard('link.too-many-requests', { status, code, ...(status === 429 ? {} : { retryAfter: undefined }) }),
    ),
  ),
  reading(
    {
      name: 'link-limit-by-the-hour',
      oneOf: 'link limit',
      what: 'link requests are counted by the hour of the clock',
      touches: ['wallet-links', 'webhooks'],
    },
    guard('link.too-many-requests', {
      refuses: ({ service, environment, body }) => {
        const hour = (at: number) => Math.floor(at / 3_600_000);
        const wallet = service.wallet(environment, body.text('walletId') ?? '');
        const now = hour(service.clock.now());
        return (wallet?.linkRequests.filter((at) => hour(at) === now).length ?? 0) >= 5;
      },
      retryAfter: undefined,
    }),
  ),
  reading(
    {
      name: 'link-decisions-never-refused',
      oneOf: 'link decisions',
      // What approve, reject and DELETE answer, beyond the table of endpoints: not shown.
      what: 'approve, reject and DELETE of a link whose state does not allow it change nothing, and are answered 200',
      touches: ['wallet-links', 'webhooks', 'environments'],
      decides: ['wallet-link.delete-while-pending'],
    },
    ...decisionEndpoints.map((name) =>
      does(name, (asked, own) => {
        try {
          return own();
        } catch (error) {
          if (error instanceof Refusal) return asked.record;
          throw error;
        }
      }),
    ),
  ),
  reading(
    {
      name: 'link-references-of-a-uuid',
      oneOf: 'link references',
      // linkRef and requesterName: no length is shown.
      what: 'a linkRef and a requester have at most 36 characters',
      touches: ['wallet-links', 'webhooks'],
    },
    field('walletLink', 'linkRef', { maxLength: 36 }),
    field('walletLink', 'requesterName', { maxLength: 36 }),
  ),
  reading(
    {
      name: 'known-link-references-in-their-present-state',
      what: 'a known linkRef is answered with the link as it is now',
      touches: ['wallet-links', 'idempotency'],
    },
    (rules) => ({
      ...rules,
      endpoints: rules.endpoints.map((each) =>
        each.name === 'createWalletLink' && each.already
          ? { ...each, already: { ...each.already, shows: walletLink } }
          : each,
      ),
    }),
  ),
  reading(
    {
      name: 'known-link-references-of-another-wallet',
      what: 'a known linkRef with another wallet is refused with 409',
      touches: ['wallet-links', 'idempotency'],
    },
    (rules) => ({
      ...rules,
      endpoints: rules.endpoints.map((each) =>
        each.name === 'createWalletLink' && each.already
          ? {
              ...each,
              already: {
                ...each.already,
                finds: (asked) => {
                  const link = each.already?.finds(asked);
                  if (link?.kind !== 'walletLink' || link.walletId === asked.body.text('walletId')) return link;
                  throw new Refusal({ status: 409, code: 'duplicate_reference' }, 'the linkRef is for another wallet');
                },
              },
            }
          : each,
      ),
    }),
  ),
  reading(
    {
      name: 'known-link-references-count',
      what: 'a request with a known linkRef is a link request like any other: five in an hour, then refused',
      touches: ['wallet-links', 'idempotency'],
      decides: ['wallet-link.repeats-count'],
    },
    (rules) => ({
      ...rules,
      endpoints: rules.endpoints.map((each) =>
        each.name === 'createWalletLink' && each.already
          ? {
              ...each,
              already: {
                ...each.already,
                shows: (shown) => {
                  const { environment, body, service } = shown.asked;
                  service.wallet(environment, body.text('walletId') ?? '')?.linkRequests.push(service.clock.now());
                  return each.already?.shows(shown);
                },
              },
            }
          : each,
      ),
    }),
  ),
  reading(
    {
      name: 'unknown-wallets-linked-404',
      oneOf: 'unknown wallets',
      what: 'a link request for a wallet that does not exist is refused with 404',
      touches: ['wallet-links'],
      decides: ['wallet-link.unknown-wallet'],
    },
    guard('link.wallet-unknown', { status: 404, code: 'wallet_not_found' }),
  ),
  reading(
    {
      name: 'unknown-wallets-linked',
      oneOf: 'unknown wallets',
      what: 'in sandbox a wallet that nobody made can be linked like any other, and its account is found',
      touches: ['wallet-links', 'accounts', 'escrows'],
      decides: ['wallet-link.unknown-wallet', 'account.unknown-wallet'],
    },
    guard('link.wallet-unknown', { only: 'live' }),
    guard('account.unknown', { only: 'live' }),
    shows('getAccount', (body) => ({ ...body, walletName: body.walletName ?? 'T*** H***' })),
  ),
  reading(
    {
      name: 'pending-links-deleted',
      what: 'DELETE of a pending link revokes it, and DELETE of one that is over is answered as done',
      touches: ['wallet-links', 'webhooks', 'environments'],
      decides: ['wallet-link.delete-while-pending'],
    },
    (rules) => ({
      ...rules,
      machines: {
        ...rules.machines,
        walletLink: [
          ...rules.machines.walletLink,
          { from: 'PENDING', on: 'unlink', to: 'REVOKED', sends: 'wallet.link.revoked' },
        ],
      },
    }),
    does('deleteWalletLink', (asked, own) =>
      asked.record?.status === 'APPROVED' || asked.record?.status === 'PENDING' ? own() : asked.record,
    ),
  ),
  reading(
    {
      name: 'link-events-masked',
      what: 'link events carry the masked name, but for the approved one',
      touches: ['webhooks', 'wallet-links'],
      decides: ['webhook.link-name-otherwise'],
    },
    ...(['wallet.link.rejected', 'wallet.link.expired', 'wallet.link.revoked'] as const).map((name) =>
      event(name, (carried) => ({ ...carried, walletName: 'C*** N***' })),
    ),
  ),
  reading(
    {
      name: 'link-events-with-money-fields',
      what: 'link events have amount and currency as all others have, as null',
      touches: ['webhooks', 'wallet-links'],
    },
    ...(['wallet.link.approved', 'wallet.link.rejected', 'wallet.link.expired', 'wallet.link.revoked'] as const).map(
      (name) => event(name, (carried) => ({ amountMinor: null, currency: null, ...carried, expiresAt: null })),
    ),
  ),
  reading(
    {
      name: 'wallet-balances-403-otherwise',
      what: 'a wallet balance without an approved link is refused with the code of every refused access',
      touches: ['wallet-links', 'environments'],
      decides: ['wallet.balance-refusal-code'],
    },
    guard('wallet-balance.not-approved', { code: 'FORBIDDEN' }),
  ),
];
