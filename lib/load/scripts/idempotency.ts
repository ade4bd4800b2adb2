import { idempotencyRequest } from '../../../load/support/asks.ts';
import { amountOf, idempotencyKind, referenceOf } from '../../../load/support/intents.ts';
import { balances, fund } from '../audits/balance.ts';
import { overlap } from '../audits/findings.ts';
import { idempotencyJudge } from '../audits/idempotency.ts';
import { HistoryJudge } from '../history/judge.ts';
import type { LoadScript, Ran } from '../script.ts';
import { answer, type LoadKey, type Site } from '../site.ts';

const paths = { checkout: 'checkouts', payout: 'payouts', escrow: 'escrows', bodies: 'checkouts' } as const;

export const script: LoadScript = {
  name: 'idempotency',
  question: 'Do simultaneous requests with one key have one effect?',
  keepsHistory: true,

  plan({ keys: most, perMinute }, { size, keys: wished }) {
    const keys = Math.min(most, wished ?? (size === 'short' ? 12 : 80));
    const rounds = 8;
    // With fewer than four keys, as in a shared sandbox, use at most half of each key's limit per minute.
    const together = Math.max(2, Math.min(10, Math.floor((most < 4 ? perMinute / 2 : perMinute) / rounds)));
    return {
      keys,
      liveKeys: 0,
      env: { LOAD_ROUNDS: rounds, LOAD_TOGETHER: together },
      seconds: 1 + keys / 12,
      words: `${keys} ${keys === 1 ? 'key' : 'keys'}, ${rounds} intents each, each sent ${together} times at once`,
    };
  },

  async prepare(site, plan) {
    const { LOAD_ROUNDS: rounds = 0, LOAD_TOGETHER: together = 0 } = plan.env;
    await fund(site);
    const before = await site.each(site.keys, async (_, client) => (await answer(client.getBalance()))?.json);
    return async ({ lines }: Ran) => {
      await site.rest('the keys rest before the audit');
      const judge = idempotencyJudge();
      await site.each(site.keys, async (key, client) => {
        for (let round = 0; round < rounds; round++) {
          const kind = idempotencyKind(round);
          const references = referencesOf(site.run, key.index, round, together);
          const get = async (reference: string) =>
            await answer(client.request({ method: 'GET', path: `/v1/${paths[kind]}/${reference}` }));
          const again = kind === 'bodies' ? null : await sendAgain(site, key, round);
          judge.add({
            key: key.index,
            round,
            kind,
            amount: amountOf(key.index, round),
            answers: lines.ofRound(round, key.index),
            found: (await Promise.all(references.map(get))).map((one) => one && { status: one.status, json: one.json }),
            again: again && {
              status: again.status,
              json: again.json,
              replayed: again.headers['idempotent-replayed'] === 'true',
            },
          });
        }
      });
      const after = await site.each(site.keys, async (_, client) => (await answer(client.getBalance()))?.json);
      const moved = site.keys.map(({ index }) => ({
        key: index,
        before: before[index],
        after: after[index],
        expected: -paidOut(index, rounds),
      }));
      const histories = new HistoryJudge(site);
      for (const key of site.keys) {
        const asked = Array.from({ length: rounds }, (_, round) => round);
        const requests = asked.flatMap((round) =>
          Array.from({ length: together }, (_, turn) => ({
            round,
            request: idempotencyRequest(site, key.index, round, turn),
          })),
        );
        histories.add(key, { requests, lines: asked.flatMap((round) => lines.ofRound(round, key.index)) });
      }
      return [
        overlap(lines),
        ...histories.findings(),
        ...judge.findings(),
        balances(moved, site.capabilities.own ? null : 'others may have used this merchant meanwhile'),
      ];
    };
  },
};

function referencesOf(run: string, key: number, round: number, together: number): string[] {
  if (idempotencyKind(round) !== 'bodies') return [referenceOf(run, key, round)];
  return Array.from({ length: together }, (_, turn) => referenceOf(run, key, round, turn));
}

/** Sends the script's request (turn 0) again; the target must replay the response. */
async function sendAgain(site: Site, key: LoadKey, round: number) {
  return await answer(site.client(key).request(idempotencyRequest(site, key.index, round, 0)));
}

/** Total of this key's payouts in kobo, if each has one effect. */
function paidOut(key: number, rounds: number): number {
  let sum = 0;
  for (let round = 0; round < rounds; round++) if (idempotencyKind(round) === 'payout') sum += amountOf(key, round);
  return sum;
}
