/** Who may pay an escrow, what the buyer reads and where, and what the merchant then reads of it. */
import type { Escrow } from '../../../reference/rules/records.ts';
import { functions, shows, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY, keptAs } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

/** As PostgreSQL compares with ILIKE, which is used to ignore case. */
function ilike(text: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('%', '.*')
    .replaceAll('_', '.');
  return new RegExp(`^${source}$`, 'is').test(text);
}

function plainLetters<T extends string | null>(text: T): T | string {
  return text === null ? text : text.normalize('NFD').replace(/\p{M}/gu, '');
}

/** Unpaid for 24 hours since it was last shown. */
function shownOnceMore(): Change {
  const shownAt = new WeakMap<Escrow, number>();
  return all(
    timer('escrow', 'pending_payment', {
      on: (escrow: Escrow) => (shownAt.has(escrow) ? 'nothing' : 'not paid in time'),
    }),
    pages(({ showEscrow }) => ({
      showEscrow(service, escrow, refused) {
        const now = service.clock.now();
        if (escrow.status === 'pending_payment') {
          shownAt.set(escrow, now);
          service.clock.schedule(now + DAY * 1_000, () => {
            if (shownAt.get(escrow) === now) service.fire(escrow, 'not paid in time');
          });
        }
        return showEscrow(service, escrow, refused);
      },
    })),
  );
}

function readFromCache(): Change {
  const cache = new WeakMap<object, { status: string; text: string }>();
  return answers('getEscrow', (reply, { record }) => {
    if (record === undefined || reply.status !== 200) return reply;
    const kept = cache.get(record);
    if (kept?.status === 'funded' && record.status === 'disputed') return { ...reply, text: kept.text };
    cache.set(record, { status: record.status, text: reply.text });
    return reply;
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'buyer.email: If set, only the wallet account with that e-mail can pay.',
    mutant(
      'escrow.buyer-email-restricts',
      'blind14-buyer-email-ilike',
      'the paying account is looked for with ILIKE, to ignore case: an underscore in buyer.email stands for any character, and the account of another address can pay',
      functions(() => ({
        mayPay: ({ buyerEmail }, email) => buyerEmail === null || ilike(email?.trim() ?? '', buyerEmail),
      })),
    ),
  ),
  against(
    'buyer.email: If set, only the wallet account with that e-mail can pay.',
    mutant(
      'escrow.buyer-email-restricts',
      'blind14-buyer-email-unchecked-in-live',
      'in live buyers sign in at another service, whose answer names no address: the comparison with buyer.email is left out there, and any account can pay',
      functions(({ mayPay }) => ({
        mayPay: (escrow, email) => escrow.merchant.environment.name === 'live' || mayPay(escrow, email),
      })),
    ),
  ),
  against(
    'buyer.email: If set, only the wallet account with that e-mail can pay.',
    mutant(
      'escrow.buyer-email-restricts',
      'blind14-buyer-replaced-at-sign-in',
      'who signs in is written into the escrow as its buyer, after the comparison: an account that was refused once can pay the second time',
      functions(({ mayPay }) => ({
        mayPay(escrow, email) {
          const may = mayPay(escrow, email);
          if (email !== null) escrow.buyerEmail &&= email;
          return may;
        },
      })),
    ),
  ),
  against(
    'In sandbox, the buyer opens `payUrl` and presses Pay to fund an escrow.',
    mutant(
      'page.escrow-pay',
      'blind14-sandbox-page-pays-as-one-account',
      'the sandbox page always fills in the same account: where buyer.email names another one, pressing Pay is refused and the escrow stays unpaid',
      pages(({ showEscrow }) => ({
        showEscrow: (service, escrow, refused) => showEscrow(service, { ...escrow, buyerEmail: null }, refused),
      })),
    ),
  ),
  against(
    'pending_payment | buyer pays | | funded.',
    mutant(
      'escrow.funded',
      'blind14-link-wanted-at-payment',
      'with linked wallets required the link of the seller is checked at the payment as well: an escrow of the time before the setting, or of a seller who has unlinked since, cannot be paid',
      functions(({ mayPay, linkOf }) => ({
        mayPay: (escrow, email) =>
          mayPay(escrow, email) &&
          (!escrow.merchant.requireLinkedWallets || linkOf(escrow.merchant, escrow.sellerWalletId) !== undefined),
      })),
    ),
  ),
  against(
    'funded | buyer files a refund request | | disputed. GET /v1/escrows/{reference}: 200 escrow (status, amounts, who has paid).',
    mutant(
      'escrow.disputed',
      'blind14-dispute-leaves-the-cache',
      "GET answers from a cache that the merchant's calls and the payment clear, but not the buyer's request for a refund: an escrow that was read while it was funded is shown as funded still",
      readFromCache(),
    ),
  ),
  against(
    'conditions: Shown to both parties.',
    mutant(
      'page.escrow-texts',
      'blind14-conditions-cut-at-255',
      'the column of the conditions was copied from that of the description: of longer ones only the first 255 characters are kept and shown',
      keptAs('createEscrow', 'conditions', (conditions) => String(conditions).slice(0, 255)),
    ),
  ),
  against(
    'description, returnUrl, metadata: Same rules as for checkouts. Description: Shown to the buyer. conditions: Shown to both parties.',
    mutant(
      'page.escrow-texts',
      'blind14-conditions-in-place-of-description',
      'the escrow page has one place for a text and prefers the conditions: where both were given, the description is not shown',
      pages(({ showEscrow }) => ({
        showEscrow: (service, escrow, refused) =>
          showEscrow(
            service,
            { ...escrow, description: escrow.conditions === null ? escrow.description : null },
            refused,
          ),
      })),
    ),
  ),
  against(
    'conditions: Shown to both parties. Description: Shown to the buyer.',
    mutant(
      'page.escrow-texts',
      'blind14-escrow-texts-without-accents',
      'the texts of an escrow go through the routine that prepares text messages: the escrow page shows them without accents and dots, as other words',
      pages(({ showEscrow }) => ({
        showEscrow: (service, escrow, refused) =>
          showEscrow(
            service,
            {
              ...escrow,
              description: plainLetters(escrow.description),
              conditions: plainLetters(escrow.conditions),
            },
            refused,
          ),
      })),
    ),
  ),
  against(
    '`payUrl` (string, hosted page where the buyer signs in to their own wallet account and pays from the wallet balance).',
    mutant(
      'escrow.pay-url',
      'blind14-pay-url-made-of-the-reference',
      "payUrl holds the merchant's reference in place of the id: two merchants with one reference get the same address, which leads to the later escrow",
      shows('createEscrow', (body, { asked: { environment }, record }) => {
        if (record?.kind !== 'escrow') return body;
        environment.escrows.set(record.reference, record);
        return { ...body, payUrl: `${environment.baseUrl}/escrow/${encodeURIComponent(record.reference)}` };
      }),
    ),
  ),
  against(
    'pending_payment | 24 hours pass unpaid | | expired. Escrow expiry: 24 hours unpaid.',
    mutant(
      'escrow.timers-run-on',
      'blind14-opened-page-renews-the-escrow',
      'opening the escrow page starts its 24 hours anew, as for a session: an unpaid escrow that somebody looks at now and then does not expire',
      shownOnceMore(),
    ),
  ),
];
