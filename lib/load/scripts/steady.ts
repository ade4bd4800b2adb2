import { amountOf, referenceOf } from '../../../load/support/intents.ts';
import { profileNames, profileOf } from '../../../load/support/profile.ts';
import { balances, fund } from '../audits/balance.ts';
import { judgeSteady, linesMissing } from '../audits/steady.ts';
import type { LoadScript } from '../script.ts';
import { answer } from '../site.ts';

/** Share of a key's rate limit that is used on average; the margin is for the uneven distribution of arrivals over keys. */
const SHARE = 0.8;

/** Number of checkouts per key, the last created, that the audit reads. */
const SAMPLE = 10;

/** Default duration in seconds, full and short. `soak` is longest, because a leak takes time to show. */
const lasts = { constant: [45, 8], ramp: [90, 12], spike: [90, 12], soak: [3_600, 20] } as const;

/** Words before the rate in the plan's text, for profiles that reach it only for a part of the run. */
const shapes = { constant: '', soak: '', ramp: 'a ramp up to ', spike: 'a spike of ' } as const;

export const script: LoadScript = {
  name: 'steady',
  question: 'What latency does a realistic mix see within the limit, over many keys?',

  plan({ keys: most, perMinute }, { size, keys: wished, profile, rate: wishedRate, seconds: wishedSeconds }) {
    const each = (perMinute * SHARE) / 60;
    const rate = wishedRate ?? Math.min(most * each, 50);
    const seconds = wishedSeconds ?? lasts[profile][size === 'short' ? 1 : 0];
    const needed = Math.ceil(rate / each);
    const keys = Math.min(most, wished ?? needed);
    if (keys < needed)
      return `${rate} arrivals a second take ${needed} keys, for a key may send ${perMinute} requests a minute; there ${keys === 1 ? 'is 1' : `are ${keys}`}: ask for at most ${(keys * each).toFixed(1)} a second (--rate)`;
    const most10s = Math.ceil(rate * 10);
    return {
      keys,
      liveKeys: 0,
      env: {
        LOAD_RATE: rate,
        LOAD_SECONDS: seconds,
        LOAD_PROFILE: profileNames.indexOf(profile),
        LOAD_USERS: Math.max(2, Math.ceil(rate / 2)),
        // Enough virtual users if each response takes 10 s.
        LOAD_MAX_USERS: Math.min(2_000, Math.max(10, most10s)),
      },
      profile: profileOf(profile, rate, seconds),
      seconds,
      words: `${shapes[profile]}${Number(rate.toFixed(1))} arrivals a second over ${keys} ${keys === 1 ? 'key' : 'keys'} for ${seconds} s`,
    };
  },

  async prepare(site, _plan, options) {
    await fund(site);
    const before = await site.each(site.keys, async (_, client) => (await answer(client.getBalance()))?.json);
    return async (ran) => {
      await site.rest('everything settles, and the keys rest before the audit');
      const created = site.keys.map((): number[] => []);
      const paid = site.keys.map(() => 0);
      for (const { op, key, turn, status } of ran.lines) {
        if (status !== 201) continue;
        if (op === 'create payout') paid[key] = (paid[key] ?? 0) + amountOf(key, turn);
        if (op === 'create checkout' && (created[key]?.push(turn) ?? 0) > SAMPLE) created[key]?.shift();
      }
      const found = await site.each(site.keys, async ({ index }, client) => {
        return await Promise.all(
          (created[index] ?? []).map(async (turn) => {
            const reference = referenceOf(site.run, index, turn);
            const exchange = await answer(client.getCheckout(reference));
            return { reference, amount: amountOf(index, turn), status: exchange?.status ?? 0, json: exchange?.json };
          }),
        );
      });
      const after = await site.each(site.keys, async (_, client) => (await answer(client.getBalance()))?.json);
      const moved = site.keys.map(({ index }) => ({
        key: index,
        before: before[index],
        after: after[index],
        expected: -(paid[index] ?? 0),
      }));
      const doubt = site.capabilities.own ? null : 'others may have used this merchant meanwhile';
      return [...judgeSteady(ran, found.flat(), options, doubt), balances(moved, doubt ?? linesMissing(ran))];
    };
  },
};
