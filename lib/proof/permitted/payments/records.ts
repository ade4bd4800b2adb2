/** The content of answers, where the interface does not show it. */
import { randomUUID } from 'node:crypto';
import { endpoint, functions, guard, shows } from '../../mutants/change.ts';
import type { Change } from '../../mutants/mutant.ts';
import type { EndpointName } from '../../reference/rules/requests.ts';
import { banks } from '../../reference/rules/tables/banks.ts';
import { ids, type Json } from '../changes.ts';
import { type PermittedVariant, reading } from '../permitted-variant.ts';

const everyId = ['checkouts', 'refunds', 'payouts', 'escrows', 'wallet-links', 'webhooks', 'idempotency'] as const;

export const records: readonly PermittedVariant[] = [
  reading(
    { name: 'ids-are-uuids', oneOf: 'ids', what: 'every id is a UUID', touches: everyId },
    ids(() => randomUUID()),
  ),
  reading(
    { name: 'ids-are-digits', oneOf: 'ids', what: 'every id is a number, as text', touches: everyId },
    (rules) => {
      let last = 4_000_000;
      const next = () => {
        last += 1;
        return String(last);
      };
      return ids(next)(rules);
    },
  ),

  ...(
    [
      ['bare', 'a bare array of code and name', () => banks.map(({ code, name }) => ({ code, name }))],
      [
        'wrapped-twice',
        'pages of data with other names',
        () => ({
          data: { items: banks.map(({ code, name }) => ({ id: Number(code), bankName: name, code, active: true })) },
          meta: { total: banks.length, page: 1 },
        }),
      ],
      [
        'by-code',
        'a map from code to bank',
        () => Object.fromEntries(banks.map(({ code, name }) => [code, { code, title: name }])),
      ],
      ['codes-alone', 'banks that have nothing but a code', () => ({ data: banks.map(({ code }) => ({ code })) })],
      ['in-any-order', 'a list by kind, in another order each time, with numbers as codes', shuffled()],
    ] as const
  ).map(([name, what, list]) =>
    reading(
      {
        name: `banks-${name}`,
        oneOf: 'banks',
        what: `the bank list is ${what}`,
        touches: ['banks', 'payouts', 'balance', 'versioning'],
        decides: ['bank.list-shape'],
      },
      shown('listBanks', list),
    ),
  ),

  reading(
    {
      name: 'descriptions-trimmed',
      what: 'blanks around the description of a checkout are not kept',
      touches: ['checkouts'],
      decides: ['checkout.description-ends'],
    },
    shows('getCheckout', (record) => ({
      ...record,
      description: typeof record.description === 'string' ? record.description.trim() : record.description,
    })),
  ),

  reading(
    {
      name: 'balance-nested',
      oneOf: 'balance',
      what: 'the balance is nested, among other integers, one of which grows with time',
      touches: ['balance', 'environments', 'idempotency', 'versioning'],
      decides: ['balance.field-names'],
    },
    shows('getBalance', ({ availableMinor }, { asked }) => ({
      data: {
        balances: [
          {
            currency: 'NGN',
            payable: { kobo: availableMinor, naira: (Number(availableMinor) / 100).toFixed(2) },
            paidIn: sumOf(asked.merchant.records.checkout.values(), 'succeeded'),
            reserve: 0,
            limit: 2_000_000_000,
            payments: asked.merchant.records.checkout.size,
          },
        ],
      },
      asOf: asked.service.clock.now(),
    })),
  ),
  reading(
    {
      name: 'balance-by-currency',
      oneOf: 'balance',
      what: 'the balance is an integer under the name of its currency',
      touches: ['balance', 'environments', 'idempotency'],
      decides: ['balance.field-names'],
    },
    shows('getBalance', (_, { asked }) => ({ NGN: asked.merchant.balance })),
  ),
  reading(
    {
      name: 'balance-with-ledger',
      oneOf: 'balance',
      what: 'beside what is available stands a ledger balance, from which refunds and payouts go when they have succeeded',
      touches: ['balance', 'environments', 'idempotency'],
      decides: ['balance.field-names'],
    },
    shows('getBalance', ({ availableMinor }, { asked: { merchant } }) => ({
      available: availableMinor,
      ledger:
        sumOf(merchant.records.checkout.values(), 'succeeded') -
        sumOf(merchant.records.refund.values(), 'succeeded') -
        sumOf(merchant.records.payout.values(), 'succeeded'),
      currency: 'NGN',
    })),
  ),

  reading(
    {
      name: 'sandbox-wallets-empty',
      what: 'the three sandbox wallets are empty, and have other names: of one word, of many, and beyond ASCII',
      touches: ['accounts', 'wallet-links', 'escrows', 'webhooks'],
    },
    (rules) => ({
      ...rules,
      environments: {
        ...rules.environments,
        sandbox: {
          ...rules.environments.sandbox,
          wallets: ['Test', 'Zainab Ọláníyì de la O’Neil', 'TEST USER 3'].map((holderName, at) => ({
            walletId: `000000000${at + 1}`,
            holderName,
            balanceMinor: 0,
          })),
        },
      },
    }),
  ),
  reading(
    {
      name: 'accounts-always-200',
      what: 'the account check answers 200 for every wallet and says whether it exists',
      touches: ['accounts', 'environments'],
      decides: ['account.unknown-wallet', 'account.response-fields'],
    },
    guard('account.unknown', { refuses: () => false }),
    shows('getAccount', ({ exists, walletName }) =>
      exists ? { found: true, holder: { maskedName: walletName } } : { found: false },
    ),
  ),
  reading(
    {
      name: 'names-masked-inside',
      oneOf: 'masked names',
      what: 'of each name the first and the last letter stay, with a star for every other',
      touches: ['accounts', 'wallet-links', 'webhooks'],
      decides: ['account.response-fields'],
    },
    functions(() => ({
      maskName: (name) =>
        words(name, (word) => (word.length > 2 ? `${word[0]}${'*'.repeat(word.length - 2)}${word.at(-1)}` : '**')),
    })),
  ),
  reading(
    {
      name: 'names-masked-whole',
      oneOf: 'masked names',
      what: 'a masked name is six stars, whoever it is',
      touches: ['accounts', 'wallet-links', 'webhooks'],
      decides: ['account.response-fields'],
    },
    functions(() => ({ maskName: () => '******' })),
  ),
  reading(
    {
      name: 'names-masked-after-the-first',
      oneOf: 'masked names',
      what: 'of several names the first stays whole, of the others only an initial; in capitals',
      touches: ['accounts', 'wallet-links', 'webhooks'],
      decides: ['account.response-fields'],
    },
    functions(() => ({
      maskName: (name) => {
        const [first = '', ...others] = name.trim().split(/\s+/u);
        const initial = (word: string) => `${[...word][0]}.`;
        return [others.length === 0 ? initial(first) : first, ...others.map(initial)].join(' ').toUpperCase();
      },
    })),
  ),

  reading(
    {
      name: 'escrow-records-minimal',
      oneOf: 'escrow records',
      what: 'an escrow shows what its creation showed, its amount and who has paid, and nothing else; so do the actions',
      touches: ['escrows', 'idempotency', 'webhooks', 'hosted-pages', 'environments'],
      decides: ['escrow.record-fields', 'escrow.action-responses'],
    },
    ...escrowShows(({ id, reference, status, payUrl, amount, buyer }) => ({
      id,
      reference,
      status,
      payUrl,
      amountMinor: amount,
      paidBy: (buyer as Json).paidBy,
    })),
  ),
  reading(
    {
      name: 'escrow-records-without-names',
      oneOf: 'escrow records',
      what: 'an escrow shows its status, its amounts and who has paid, neither id nor reference; so do the actions',
      touches: ['escrows', 'idempotency', 'webhooks', 'hosted-pages', 'environments'],
      decides: ['escrow.record-fields', 'escrow.action-responses'],
    },
    ...escrowShows(({ status, amount, feeAmount, buyer }) => ({
      status,
      amounts: { total: amount, commission: feeAmount },
      hasPaid: (buyer as Json).paidBy,
    })),
  ),
  reading(
    {
      name: 'link-wallets-without-accounts',
      what: "the sandbox's own wallets for links are not known to the account check",
      touches: ['accounts'],
    },
    (rules) => ({
      ...rules,
      guards: rules.guards.map((each) =>
        each.id === 'account.unknown'
          ? {
              ...each,
              refuses: (asked: Parameters<typeof each.refuses>[0]) =>
                /^000000000[123]$/.test(asked.params.walletId ?? '') || each.refuses(asked),
            }
          : each,
      ),
    }),
  ),
  reading(
    {
      name: 'escrow-actions-say-the-state',
      oneOf: 'escrow records',
      what: 'release, refund and cancel of an escrow answer with reference and status alone',
      touches: ['escrows', 'idempotency'],
      decides: ['escrow.action-responses'],
    },
    ...(['releaseEscrow', 'refundEscrow', 'cancelEscrow'] as const).map((name) =>
      shows(name, ({ id, reference, status }) => ({ id, reference, status })),
    ),
  ),
  reading(
    {
      name: 'escrow-records-rich',
      oneOf: 'escrow records',
      what: 'an escrow shows its money by share, and nothing is null: what is not there is left out',
      touches: ['escrows', 'idempotency', 'hosted-pages'],
      decides: ['escrow.record-fields', 'escrow.action-responses'],
    },
    ...escrowShows((record) =>
      withoutNulls({ ...record, amounts: { total: record.amount, fee: record.feeAmount ?? 0 }, paid: [record.buyer] }),
    ),
  ),

  reading(
    {
      name: 'link-records-minimal',
      what: 'GET of a link shows its status alone',
      touches: ['wallet-links', 'environments', 'webhooks'],
      decides: ['wallet-link.record-fields'],
    },
    shows('getWalletLink', ({ status }) => ({ status })),
  ),
  reading(
    {
      name: 'wallet-balances-rich',
      what: 'a wallet balance has more integers than the two',
      touches: ['wallet-links', 'escrows'],
    },
    shows('getWalletBalance', (body) => ({
      walletId: '0',
      totalMinor: Number(body.availableMinor) + Number(body.heldMinor),
      ...body,
    })),
  ),
  reading(
    {
      name: 'payout-recipients-masked',
      what: 'the recipient of a payout record shows the last digits of the account alone; the payment method is never told',
      touches: ['payouts', 'checkouts', 'webhooks'],
      decides: ['payout.recipient-fields'],
    },
    shows('getPayout', (body) => ({
      ...body,
      recipient: { last4: String((body.recipient as Json).accountNumber).slice(-4) },
    })),
    shows('getCheckout', (body) => ({ ...body, paymentMethod: null })),
  ),
];

/** The banks as a service reads them that does not sort them. */
function shuffled() {
  let turn = 0;
  return () => {
    turn += 7;
    const from = turn % banks.length;
    const all = [...banks.slice(from), ...banks.slice(0, from)].map(({ code, name }) => ({ code: Number(code), name }));
    return {
      groups: [
        { kind: 'commercial', members: all.slice(5) },
        { kind: 'other', members: all.slice(0, 5) },
      ],
    };
  };
}

function shown(name: EndpointName, show: () => unknown): Change {
  return endpoint(name, { shows: show });
}

function escrowShows(change: (record: Json) => Json): Change[] {
  return (['getEscrow', 'releaseEscrow', 'refundEscrow', 'cancelEscrow'] as const).map((name) => shows(name, change));
}

function sumOf(all: Iterable<{ status: string; amount: number }>, status: string): number {
  return [...all].reduce((sum, each) => sum + (each.status === status ? each.amount : 0), 0);
}

function words(name: string, change: (word: string) => string): string {
  return name.trim().split(/\s+/u).map(change).join(' ');
}

function withoutNulls(record: Json): Json {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}
