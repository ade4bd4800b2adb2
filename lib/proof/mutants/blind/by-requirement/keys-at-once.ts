/** Requests under one key that overlap. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { KeptRequest } from '../../../reference/rules/records.ts';
import type { EndpointName, Reply } from '../../../reference/rules/requests.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { around, before, isAt, pause } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

const CREATES = ['createCheckout', 'createRefund', 'createPayout', 'createEscrow'] as const;
const SAME =
  'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.';
const DIFFERENT = 'Same key and a different body: `409 idempotency_key_reused`.';

/** Real time that a request takes, in milliseconds. */
const WORKING_MS = 20;
/** Real time between two looks at a key, in milliseconds. */
const LOOKING_MS = 5;

function takesTime(at: readonly EndpointName[]): Change {
  return before('takeTime', async (asked, next) => {
    if (isAt(asked, at)) await pause(WORKING_MS);
    return next();
  });
}

function keptFor({ merchant, header }: Case): KeptRequest | undefined {
  return merchant.keys.get(header('idempotency-key') ?? '');
}

function isSame(asked: Case, kept: KeptRequest): boolean {
  return kept.fingerprint === asked.service.rules.functions.sameRequest(asked);
}

/** Who finds the key in progress waits for its answer, and is given that. */
function waits(which: (same: boolean) => boolean, given: (reply: Reply) => Reply): Change {
  return all(
    takesTime(CREATES),
    around('keepKey', (own) => async (asked, next) => {
      const kept = keptFor(asked);
      if (!isAt(asked, CREATES) || kept?.reply !== null || !which(isSame(asked, kept))) return own(asked, next);
      while (keptFor(asked)?.reply === null) await pause(LOOKING_MS);
      const reply = keptFor(asked)?.reply;
      return reply ? given(reply) : own(asked, next);
    }),
  );
}

/** Of requests whose bodies differ none is trusted. */
function noneWins(): Change {
  const disputed = new WeakSet<KeptRequest>();
  return all(
    takesTime(CREATES),
    before('keepKey', (asked, next) => {
      const kept = keptFor(asked);
      if (isAt(asked, CREATES) && kept?.reply === null && !isSame(asked, kept)) disputed.add(kept);
      return next();
    }),
    before('checkFields', (asked, next) => {
      const kept = keptFor(asked);
      if (kept !== undefined && disputed.has(kept))
        throw new Refusal(asked.service.rules.refusals.keyReused, 'this key is used for different requests');
      return next();
    }),
  );
}

/** Who finds the key in progress waits for the lock, and goes on with what was read before. */
function goesOnWithWhatWasRead(): Change {
  return all(
    takesTime(['releaseEscrow']),
    around('keepKey', (own) => async (asked, next) => {
      const kept = keptFor(asked);
      const escrow = asked.merchant.records.escrow.get(asked.params.reference ?? '');
      if (!isAt(asked, 'releaseEscrow') || kept?.reply !== null || escrow === undefined || !isSame(asked, kept))
        return own(asked, next);
      const { status } = escrow;
      while (keptFor(asked)?.reply === null) await pause(LOOKING_MS);
      escrow.status = status;
      return next();
    }),
  );
}

/** The same for a refund: that there was none of its reference, and how much was left. */
function refundsOnWhatWasRead(): Change {
  const looked = new WeakSet<Case>();
  return all(
    takesTime(['createRefund']),
    around('keepKey', (own) => async (asked, next) => {
      const kept = keptFor(asked);
      if (!isAt(asked, 'createRefund') || kept?.reply !== null || !isSame(asked, kept)) return own(asked, next);
      while (keptFor(asked)?.reply === null) await pause(LOOKING_MS);
      if (keptFor(asked)?.reply) looked.add(asked);
      return next();
    }),
    around('checkGuards', (own) => (asked, next) => (looked.has(asked) ? next() : own(asked, next))),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    SAME,
    mutant(
      'idempotency.concurrent-one-original',
      'kind-who-waited-is-not-marked',
      'identical creates that overlap wait for the first and share its answer, and only what is read from the store of kept answers is marked: each of them looks like the original',
      waits(
        (same) => same,
        (reply) => reply,
      ),
    ),
  ),
  against(
    DIFFERENT,
    mutant(
      'idempotency.concurrent-bodies-one-winner',
      'kind-who-waited-is-not-compared',
      'bodies are compared when the key is found with an answer: a create with another body that comes while the first is processed waits, and is answered with a replay of it',
      waits(
        (same) => !same,
        (reply) => ({ ...reply, headers: { 'idempotent-replayed': 'true' } }),
      ),
    ),
  ),
  against(
    DIFFERENT,
    mutant(
      'idempotency.concurrent-bodies-one-winner',
      'kind-of-different-bodies-none-wins',
      'a key under which different bodies arrive while the first is processed is taken back: all are refused with 409, and none is carried out',
      noneWins(),
    ),
  ),
  against(
    `${SAME} pending | settlement | success | succeeded | checkout \`refundedAmount\` grows.`,
    mutant(
      'idempotency.refunded-once',
      'kind-refund-at-once-refunds-twice',
      'a refund that finds its key in progress waits for it and goes on with what it had read before: of two at once under one key each is carried out, and refundedAmount grows twice',
      refundsOnWhatWasRead(),
    ),
  ),
  against(
    `${SAME} funded | POST release | released | seller is paid less the fee.`,
    mutant(
      'idempotency.escrow-paid-once',
      'kind-release-at-once-pays-twice',
      'a release that finds its key in progress waits for it and goes on with the escrow as it had read it before: of two at once under one key each pays the seller',
      goesOnWithWhatWasRead(),
    ),
  ),
];
