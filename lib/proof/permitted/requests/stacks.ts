/** What libraries, routers and databases do unless told otherwise, where the interface says nothing. */
import { field, functions, guard } from '../../mutants/change.ts';
import { Refusal } from '../../reference/engine/refusal.ts';
import type { Environment } from '../../reference/rules/records.ts';
import { before } from '../changes.ts';
import { type PermittedVariant, reading } from '../permitted-variant.ts';

const HOUR_MS = 3_600_000;

/** The forms that ids have in the variants of `records.ts`, with which these may be mixed. */
const LINK_ID = /^(wl_[A-Za-z0-9]{24}|[0-9a-f-]{36}|[0-9]{7,})$/;

const smallLetters = (['refund', 'payout', 'escrow'] as const).map((form) =>
  field(form, 'reference', { maxLength: 50, pattern: /^[a-z0-9-]+$/ }),
);

export const stacks: readonly PermittedVariant[] = [
  reading(
    {
      name: 'paths-validated',
      oneOf: 'references',
      // Of other kinds than checkouts it is not shown what a reference may be.
      what: 'a reference of a refund, a payout or an escrow, an id or a wallet id in a path that cannot be one is refused with 400',
      touches: [
        ...(['checkouts', 'refunds', 'payouts', 'escrows', 'wallet-links', 'accounts', 'errors'] as const),
        ...(['idempotency', 'environments', 'authentication', 'hosted-pages'] as const),
      ],
    },
    before('answerKnown', ({ endpoint, params: { reference, linkId, walletId } }, next) => {
      const form = endpoint.about === 'checkout' ? /^/ : /^[a-z0-9-]{1,50}$/;
      const isWrong =
        (reference !== undefined && !form.test(reference)) ||
        (linkId !== undefined && !LINK_ID.test(linkId)) ||
        (walletId !== undefined && !/^[0-9]{10}$/.test(walletId));
      if (isWrong) throw new Refusal({ status: 400, code: 'invalid_request' }, 'the path has no such form');
      return next();
    }),
    ...smallLetters,
  ),
  reading(
    {
      name: 'link-ids-matched-by-the-router',
      // More than "120 requests per minute per API key": what no route matches reaches neither a key nor a limit in most routers.
      what: 'a path whose linkId has another form than the ids of links leads nowhere: 404, before anything is counted',
      touches: ['wallet-links', 'rate-limit', 'environments', 'errors', 'idempotency', 'webhooks', 'escrows'],
    },
    before('limitRate', ({ params: { linkId } }, next) => {
      if (linkId !== undefined && !LINK_ID.test(linkId))
        throw new Refusal({ status: 404, code: 'not_found' }, 'there is no such path');
      return next();
    }),
  ),
  reading(
    {
      name: 'references-in-small-letters',
      oneOf: 'references',
      what: 'references of refunds, payouts and escrows have at most 50 small letters, digits and -',
      touches: ['refunds', 'payouts', 'escrows', 'idempotency', 'webhooks', 'balance', 'errors', 'environments'],
    },
    ...smallLetters,
  ),
  reading(
    {
      name: 'e-mail-addresses-in-lower-case',
      oneOf: 'letter case of addresses',
      what: 'an e-mail address is kept in lower case',
      touches: ['checkouts', 'escrows', 'idempotency', 'hosted-pages', 'environments'],
    },
    before('checkGuards', (asked, next) => {
      const { value } = asked.body;
      for (const name of ['customer', 'buyer']) {
        const person = value[name] as { email?: unknown } | undefined;
        if (typeof person?.email === 'string') person.email = person.email.toLowerCase();
      }
      return next();
    }),
  ),
  reading(
    {
      name: 'texts-counted-in-units',
      what: 'the length of a text is counted in UTF-16 units',
      touches: ['checkouts', 'refunds', 'payouts', 'escrows', 'idempotency', 'hosted-pages'],
    },
    before('checkFields', ({ body, endpoint }, next) => {
      const most = { description: 255, reason: 255, narration: 100 } as const;
      for (const [name, length] of Object.entries(most))
        if (endpoint.takes && (body.text(name)?.length ?? 0) > length)
          throw new Refusal({ status: 400, code: 'invalid_request' }, `${name} is too long`);
      return next();
    }),
  ),
  reading(
    {
      name: 'texts-guarded',
      // "Max 255 chars", "max 100 chars": which characters a text may have is not shown.
      what: 'a text with signs of markup or templates, control or invisible characters, or any beyond the first plane is refused',
      touches: ['checkouts', 'refunds', 'payouts', 'escrows', 'idempotency', 'hosted-pages', 'webhooks', 'errors'],
    },
    before('checkFields', ({ body: { value }, endpoint }, next) => {
      for (const name of ['description', 'reason', 'narration', 'conditions'])
        if (endpoint.takes && /[<>{}\p{Cc}\p{Cf}\u{10000}-\u{10ffff}]/u.test(String(value[name] ?? '')))
          throw new Refusal({ status: 400, code: 'invalid_request' }, `${name} has a sign that is not taken`);
      return next();
    }),
  ),
  reading(
    {
      name: 'texts-empty-are-null',
      what: 'an empty description, reason or narration is none, as some frameworks read forms',
      touches: ['checkouts', 'refunds', 'payouts', 'escrows', 'idempotency', 'hosted-pages'],
    },
    before('checkGuards', ({ body: { value }, endpoint }, next) => {
      for (const name of ['description', 'reason', 'narration', 'conditions'])
        if (endpoint.takes && typeof value[name] === 'string' && value[name].trim() === '') delete value[name];
      return next();
    }),
  ),
  reading(
    {
      name: 'link-limit-counts-refused',
      oneOf: 'link limit',
      // "At most 5 requests per wallet per hour": whether what was refused for it counts is not shown.
      what: 'link requests that are refused for their number count as well',
      touches: ['wallet-links', 'webhooks', 'escrows', 'idempotency', 'environments'],
    },
    (rules) => {
      const asked = new WeakMap<Environment, Map<string, number[]>>();
      return guard('link.too-many-requests', {
        refuses: ({ environment, service, body }) => {
          const [walletId, now] = [body.text('walletId') ?? '', service.clock.now()];
          const all = asked.get(environment) ?? new Map<string, number[]>();
          asked.set(environment, all);
          const lately = (all.get(walletId) ?? []).filter((at) => at > now - HOUR_MS);
          all.set(walletId, [...lately, now]);
          return lately.length >= 5;
        },
        retryAfter: undefined,
      })(rules);
    },
  ),
  ...(
    [
      [
        'bullets',
        'the first letter of each word and bullets',
        (name: string) => name.replace(/(?<=\p{L})[^\s]+/gu, '••'),
      ],
      ['x', 'letters x for all but the first two', (name: string) => name.slice(0, 2).padEnd(name.length, 'x')],
      [
        'initials',
        'initials alone',
        (name: string) =>
          name
            .split(/\s+/)
            .map((word) => [...word][0])
            .join('.'),
      ],
    ] as const
  ).map(([sign, what, masked]) =>
    reading(
      {
        name: `names-masked-by-${sign}`,
        oneOf: 'masked names',
        what: `a masked name has ${what}`,
        touches: ['accounts', 'wallet-links', 'webhooks'],
      },
      functions(() => ({ maskName: masked })),
    ),
  ),
];
