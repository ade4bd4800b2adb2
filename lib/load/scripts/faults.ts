import { amountOf, faultKind, referenceOf } from '../../../load/support/intents.ts';
import { startRoughProxy } from '../../engine/http/network/rough-proxy.ts';
import { balances, fund } from '../audits/balance.ts';
import { faultsJudge } from '../audits/faults.ts';
import type { LoadScript } from '../script.ts';
import { answer } from '../site.ts';

const paths = { checkout: 'checkouts', payout: 'payouts', escrow: 'escrows' } as const;

/** Maximum requests for one intent; with the fault rates below all of them fail for one intent in half a million. */
const TRIES = 12;

/** Faults injected by the proxy, in milliseconds and as shares of the requests; together they affect one request in three. */
const ROUGH = {
  latencyMs: 20,
  jitterMs: 15,
  lostRequests: 0.06,
  cutRequests: 0.1,
  lostAnswers: 0.1,
  cutAnswers: 0.05,
  errors: 0.02,
} as const;

export const script: LoadScript = {
  name: 'faults',
  onDemand: true,
  question: 'Where connections are cut and answers lost, does asking again have one effect, and lose none?',

  plan({ keys: most, perMinute, plain }, { size, keys: wished }) {
    if (!plain) return 'the sandbox has an https address: a rough way can only be put before an http one';
    const keys = Math.min(most, wished ?? (size === 'short' ? 12 : 60));
    // All requests must fit into one minute of the key's limit: half of it is planned, at four requests per intent; the other half is margin,
    // as for requests that k6 itself repeats after a cut connection.
    const rounds = Math.max(1, Math.floor((perMinute * 0.5) / 4));
    return {
      keys,
      liveKeys: 0,
      env: { LOAD_ROUNDS: rounds, LOAD_TRIES: TRIES },
      seconds: 10,
      words: `${keys} ${keys === 1 ? 'key' : 'keys'}, ${rounds} intents each, over a way on which one request in three goes wrong`,
    };
  },

  async prepare(site, plan) {
    const { LOAD_ROUNDS: rounds = 0 } = plan.env;
    await fund(site);
    const before = await site.each(site.keys, async (_, client) => (await answer(client.getBalance()))?.json);
    let mishaps: Readonly<Record<string, number>> = {};
    return {
      drive: async (run) => {
        const proxy = await startRoughProxy(site.target.baseUrl, ROUGH);
        try {
          return [await run({ LOAD_BASE_URL: proxy.url })];
        } finally {
          mishaps = { ...proxy.mishaps };
          await proxy.close();
        }
      },
      audit: async ({ lines }) => {
        await site.rest('everything settles, and the keys rest before the audit');
        const judge = faultsJudge();
        const paidOut = site.keys.map(() => 0);
        await site.each(site.keys, async ({ index }, client) => {
          for (let round = 0; round < rounds; round++) {
            const kind = faultKind(round);
            const amount = amountOf(index, round);
            const path = `/v1/${paths[kind]}/${referenceOf(site.run, index, round)}`;
            const exchange = await answer(client.request({ method: 'GET', path }));
            if (kind === 'payout' && exchange?.status === 200) paidOut[index] = (paidOut[index] ?? 0) + amount;
            const found = exchange && { status: exchange.status, json: exchange.json };
            const answers = lines.ofRound(round, index);
            judge.add({ key: index, round, kind, amount, answers, found: [found], again: null });
          }
        });
        const after = await site.each(site.keys, async (_, client) => (await answer(client.getBalance()))?.json);
        const moved = site.keys.map(({ index }) => ({
          key: index,
          before: before[index],
          after: after[index],
          expected: -(paidOut[index] ?? 0),
        }));
        const doubt = site.capabilities.own ? null : 'others may have used this merchant meanwhile';
        return [...judge.findings(mishaps), balances(moved, doubt)];
      },
    };
  },
};
