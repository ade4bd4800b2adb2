import { judgeRateLimit, type Parts } from '../audits/rate-limit.ts';
import type { LoadScript } from '../script.ts';
import type { Plan } from '../types.ts';

/** Two minutes without requests, after which no limiter counts earlier requests, not even a sliding counter over two windows. */
const QUIET_SECONDS = 120;

export const script: LoadScript = {
  name: 'rate-limit',
  question: 'Where exactly does the limit of 120 a minute per key bite, and how does it recover?',

  plan(capabilities, { size, keys: wished }) {
    // Advancing the clock affects all keys, so only one virtual user may do it and keys run in sequence; only the short form does so.
    const movesClock = capabilities.clock && size === 'short';
    const [bursts, steady, neighbours, curve] = partsFor(Math.min(capabilities.keys, wished ?? 9), movesClock);
    const keys = bursts + steady + neighbours + curve;
    const burst = capabilities.own ? 300 : 150;
    const apart = 15;
    const seconds = movesClock ? 4 : Math.max((bursts - 1) * apart + 95, steady + curve > 0 ? 132 : 0);
    return {
      keys,
      liveKeys: 0,
      movesClock,
      env: {
        LOAD_BURST_KEYS: bursts,
        LOAD_STEADY_KEYS: steady,
        LOAD_NEIGHBOUR_KEYS: neighbours,
        LOAD_BURST: burst,
        LOAD_APART: apart,
        LOAD_SECONDS: 130,
      },
      seconds,
      words:
        `${bursts} ${bursts === 1 ? 'key' : 'keys'} with ${burst} reads at once, twice${movesClock ? ', the clock moved between' : ', 90 s apart'}` +
        `; ${steady} just below the limit, ${neighbours} asking modestly, ${curve} for the plot`,
    };
  },

  async prepare(site, plan) {
    if (!site.capabilities.own) await site.pass(QUIET_SECONDS, 'the key has to be quiet for two minutes first');
    return async ({ lines }) =>
      judgeRateLimit(lines, partsOf(plan), site.capabilities.own ? null : 'others may have used this key meanwhile');
  },
};

export function partsOf({ env, keys }: Pick<Plan, 'env' | 'keys'>): Parts {
  const { LOAD_BURST_KEYS: bursts = 0, LOAD_STEADY_KEYS: steady = 0, LOAD_NEIGHBOUR_KEYS: neighbours = 0 } = env;
  return { bursts, steady, neighbours, curve: keys - bursts - steady - neighbours };
}

/** Number of burst, steady, neighbour and curve keys. A single key bursts; from two to four keys the others are neighbours. */
function partsFor(keys: number, movesClock: boolean): [number, number, number, number] {
  if (keys <= 1) return [1, 0, 0, 0];
  if (movesClock) return [3, 1, 1, 0];
  if (keys < 5) return [1, 0, keys - 1, 0];
  return [keys - 5, 2, 2, 1];
}
