/** Defects of what two things share that have nothing to do with each other: a counter, a name, a receiver, a wallet, a key. */
import { Refusal } from '../../reference/engine/refusal.ts';
import type { Merchant } from '../../reference/rules/records.ts';
import type { EndpointName } from '../../reference/rules/requests.ts';
import type { Case } from '../../reference/rules/rulebook.ts';
import { whenRefused, whenTurnedAway } from '../blind/ways.ts';
import { otherMerchants } from '../blind/ways-of-access.ts';
import { pages } from '../blind/ways-of-pages.ts';
import { event, shows } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';
import { answers, before, isAt } from '../steps.ts';

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 86_400_000;
const MISSES = 20;
const CREATES: readonly EndpointName[] = ['createCheckout', 'createRefund', 'createPayout', 'createEscrow'];

/** A merchant whose id came with five keys that are none is shut out for a minute. */
function unknownKeysShutOut(): Change {
  const failures = new WeakMap<Merchant, number[]>();
  return all(
    before('limitRate', ({ merchant, service }, next) => {
      const recent = (failures.get(merchant) ?? []).filter((at) => at > service.clock.now() - MINUTE_MS);
      if (recent.length < 5) return next();
      throw new Refusal(service.rules.refusals.rateLimited, 'too many failed logins', { 'retry-after': '60' });
    }),
    whenTurnedAway(({ merchant, service }, code) => {
      if (code === service.rules.refusals.wrongEnvironment.code) return;
      failures.set(merchant, [...(failures.get(merchant) ?? []), service.clock.now()]);
    }),
  );
}

/** A merchant that has asked for many things that do not exist no longer gets 404. */
function missesAreCounted(): Change {
  const misses = new WeakMap<Merchant, number>();
  return all(
    whenRefused('everywhere', ({ merchant }, { status }) => {
      if (status === 404) misses.set(merchant, (misses.get(merchant) ?? 0) + 1);
    }),
    before('answerKnown', ({ endpoint, merchant, service }, next) => {
      if (endpoint.method !== 'GET' || (misses.get(merchant) ?? 0) < MISSES) return next();
      throw new Refusal(service.rules.refusals.rateLimited, 'too many lookups', { 'retry-after': '60' });
    }),
  );
}

function inProgress({ service }: Case): Refusal {
  return new Refusal(service.rules.refusals.inProgress, 'a request with this name is being processed');
}

/** The name of what is created is locked in the store where keys are; a request does not wait for its own lock. */
function referencesAmongKeys(): Change {
  return before('checkGuards', (asked, next) => {
    const { body, header, merchant } = asked;
    const name = body.text('reference') ?? '';
    if (isAt(asked, CREATES) && name !== header('idempotency-key') && merchant.keys.has(name)) throw inProgress(asked);
    return next();
  });
}

/** While an event of the object is to be sent yet, or again, its create is not done. */
function createsWaitForTheirEvents(): Change {
  return before('keepKey', (asked, next) => {
    const { header, merchant, service } = asked;
    const kept = merchant.keys.get(header('idempotency-key') ?? '');
    const isRepeated = kept?.reply != null && kept.fingerprint === service.rules.functions.sameRequest(asked);
    const reference = isRepeated ? JSON.parse(kept.reply?.text ?? '{}').reference : undefined;
    const waits = merchant.deliveries.some((each) => each.reference === reference && each.state === 'pending');
    if (isAt(asked, CREATES) && isRepeated && waits) throw inProgress(asked);
    return next();
  });
}

/** What is decided about a link is decided about every pending one to its wallet. */
function decidedForAll(): Change {
  return answers(['approveWalletLink', 'rejectWalletLink'], (reply, asked) => {
    const { endpoint, record, service } = asked;
    if (record?.kind !== 'walletLink' || reply.status >= 300) return reply;
    for (const { links } of otherMerchants(asked))
      for (const link of links.values())
        if (link.walletId === record.walletId && link.status === 'PENDING')
          service.fire(link, endpoint.name === 'approveWalletLink' ? 'approve' : 'reject');
    return reply;
  });
}

/** The page of an escrow sends the key of its merchant, and is refused with it. */
function escrowPageSendsTheKey(): Change {
  const until = new WeakMap<Merchant, number>();
  return all(
    answers('everywhere', (reply, { merchant, service }) => {
      if (reply.status === 429)
        until.set(merchant, service.clock.now() + Number(reply.headers?.['retry-after']) * 1_000);
      return reply;
    }),
    pages(({ actOnEscrow, showEscrow }) => ({
      actOnEscrow: (service, escrow, form) =>
        service.clock.now() < (until.get(escrow.merchant) ?? 0)
          ? showEscrow(service, escrow, 'Something went wrong. Try again later.')
          : actOnEscrow(service, escrow, form),
    })),
  );
}

/** The list that was loaded with its first use is over after a week. */
function bankListEnds(): Change {
  const loaded = new WeakMap<object, number>();
  return shows('listBanks', (body, { asked: { service } }) => {
    const now = service.clock.now();
    const since = loaded.get(service) ?? now;
    loaded.set(service, since);
    return now - since < WEEK_MS ? body : { ...body, banks: [] };
  });
}

export const besideMutants: readonly Mutant[] = [
  mutant(
    'rate-limit.steady-pace-passes',
    'unknown-keys-shut-their-merchant-out',
    'a merchant whose id came with five keys that nobody has is refused with 429 for a minute',
    unknownKeysShutOut(),
  ),
  mutant(
    'error.shape-of-404',
    'things-not-there-told-twenty-times',
    'whoever has asked for twenty things that are not there is refused with 429 when it asks for one more',
    missesAreCounted(),
  ),
  mutant(
    'idempotency.keys-differ',
    'references-locked-among-keys',
    'a create whose reference was the key of another request is refused with 409 request_in_progress',
    referencesAmongKeys(),
  ),
  mutant(
    'idempotency.payout-replay',
    'creates-in-progress-until-told',
    'a create is in progress until the events of what it made are acknowledged: repeated while a receiver fails, it is refused',
    createsWaitForTheirEvents(),
  ),
  mutant(
    'wallet-link.created',
    'links-of-a-wallet-decided-together',
    "the sandbox's calls decide about all pending links to a wallet, those of other merchants too",
    decidedForAll(),
  ),
  mutant(
    'page.escrow-pay',
    'escrow-page-sends-the-key',
    'the page of an escrow sends the key of the merchant: while that is refused with 429, a buyer cannot pay',
    escrowPageSendsTheKey(),
  ),
  mutant(
    'webhook.link-payload',
    'link-events-cut-at-191',
    'the column of the events of links holds 191 characters: a linkRef that is longer is cut',
    ...(['wallet.link.approved', 'wallet.link.rejected', 'wallet.link.revoked', 'wallet.link.expired'] as const).map(
      (name) => event(name, (carried) => ({ ...carried, linkRef: String(carried.linkRef).slice(0, 191) })),
    ),
  ),
  mutant(
    'bank.has-code',
    'bank-list-empty-after-a-week',
    'the list of banks is empty a week after its first use',
    bankListEnds(),
  ),
];
