import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { newAppearance } from '../../run/disguise/appearance.ts';
import { type ErrorCodec, History } from './history.ts';
import { begin, type Identity } from './identity.ts';
import { RunStore } from './run-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'history-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const identity: Identity = {
  version: '1',
  registerDigest: '',
  seed: 1,
  startedAt: 0,
  selection: {},
  settings: {},
  appearance: newAppearance(),
  salt: 'c2FsdA==',
};

const errors: ErrorCodec = {
  write: (error) => (error instanceof RangeError ? error.message : null),
  read: (message) => new RangeError(String(message)),
};

let files = 0;

/** A file in which histories are kept. `life` is one process of a run: work that is not awaited when it ends is lost. */
function kept() {
  const file = join(folder, `${++files}.sqlite`);
  begin(file, identity);
  let now = 1_000;
  const pass = (ms: number) => {
    now += ms;
  };
  const life = async (check: (history: History) => Promise<unknown>, signal = new AbortController().signal) => {
    const store = new RunStore({ file, secret: 'a secret', full: false });
    store.startListening(now, 1);
    const history = new History({ store, name: 'a check', turn: 1, began: 1_000, now: () => now, errors, signal });
    await check(history);
    await store.committed();
    store.heartbeat(now);
    store.close();
    return history;
  };
  return { life, pass };
}

const never = () => new Promise<never>(() => {});

describe('what a check has done', () => {
  test('is answered when it is run through again, and goes on from there', async () => {
    const { life } = kept();
    const done: string[] = [];
    const check = (upTo: number) => async (history: History) => {
      const seen: string[] = [];
      for (const turn of [1, 2, 3].slice(0, upTo)) {
        seen.push(await history.step('ask', { live: async () => String(done.push(`turn ${turn}`)) }));
      }
      return expect(seen).toEqual(['1', '2', '3'].slice(0, upTo));
    };
    await life(check(2));
    await life(check(3));
    expect(done).toEqual(['turn 1', 'turn 2', 'turn 3']);
  });

  test('comes back in the order in which it came about, whatever it was asked in', async () => {
    const { life } = kept();
    const both = (first: number, second: number) => async (history: History) => {
      const order: string[] = [];
      const one = async (name: string, ms: number) => {
        await history.step(name, { live: () => pause(ms) });
        order.push(`${name} ${history.count('number')}`);
      };
      await Promise.all([one('a', first), one('b', second)]);
      expect(order).toEqual(['b 1', 'a 2']);
    };
    await life(both(30, 1));
    await life(both(1, 30));
  });

  test('is refused again as it was; what cannot be told again is done again', async () => {
    const { life } = kept();
    let tries = 0;
    const check = async (history: History) => {
      const fails = (error: Error) =>
        history.step('fail', {
          live: () => {
            tries++;
            return Promise.reject(error);
          },
        });
      await expect(fails(new RangeError('too far'))).rejects.toThrow(new RangeError('too far'));
      await expect(fails(new TypeError('its own'))).rejects.toThrow(TypeError);
      await history.step('after', { live: async () => 1 });
    };
    await life(check);
    expect(tries).toBe(2);
    await life(check);
    expect(tries).toBe(3);
  });

  test('is lost where nobody knows what came of it: whoever does it again is told', async () => {
    const { life } = kept();
    const lost: boolean[] = [];
    const check = (live: (begun: string, lost: boolean) => Promise<unknown>) => async (history: History) => {
      const step = history.step('send', { begin: 'noted', first: true, live });
      await Promise.race([step, pause(20)]);
    };
    await life(check(never));
    await life(check(async (begun, again) => void lost.push(again, begun === 'noted')));
    expect(lost).toEqual([true, true]);
  });

  test('that is seen at once is seen again as it was', async () => {
    const { life } = kept();
    let shown = 0;
    const look = async (history: History) => history.note('look', () => ++shown);
    await life(look);
    await life(async (history) => expect(await look(history)).toBe(1));
  });

  test('a wait that was given up is given up again', async () => {
    const { life } = kept();
    const check = async (history: History) => {
      const stop = new AbortController();
      const waiting = history.step('wait', { signal: stop.signal, live: () => endless(stop.signal) });
      const arrived = history.step('arrival', { live: async () => 'it came' });
      const first = await Promise.race([arrived, waiting.catch(() => 'given up')]);
      stop.abort(new Error('no longer awaited'));
      await expect(waiting).rejects.toThrow('no longer awaited');
      expect(first).toBe('it came');
    };
    await life(check);
    await life(check);
  });

  test('nothing is kept of an end that is none of the check', async () => {
    const { life } = kept();
    const stop = new AbortController();
    const done: string[] = [];
    const ask = async (history: History) => {
      await history.step('ask', { live: async () => done.push('asked') });
    };
    stop.abort();
    await life(ask, stop.signal);
    await life(ask);
    expect(done).toEqual(['asked', 'asked']);
  });

  test('a check that does something else than it did goes on, and that is doubtful', async () => {
    const { life } = kept();
    await life((history) => history.step('one', { live: async () => 1 }));
    const again = await life((history) => history.step('two', { live: async () => 2 }));
    expect(again.doubts).toEqual(['after an interruption it could not be told where the check was']);
  });

  test('a step that was begun is begun only when it is on disk', async () => {
    const { life } = kept();
    const begun: unknown[] = [];
    await life(async (history) => {
      await history.step('send', { begin: 1, first: true, live: async () => 1 });
      await Promise.race([history.step('send', { begin: 2, first: true, live: never }), pause(20)]);
    });
    await life(async (history) => {
      await history.step('send', { begin: 3, live: async () => 1 });
      await history.step('send', { begin: 4, live: async (noted) => begun.push(noted) });
    });
    expect(begun).toEqual([2]);
  });
});

describe('times in which nobody listened', () => {
  test('are no matter to a check that was waiting all the time', async () => {
    const { life, pass } = kept();
    await life(async (history) => {
      pass(500);
      await Promise.race([history.step('wait', { begin: 9_000, live: never }), pause(20)]);
    });
    pass(3_000);
    await life(async (history) => {
      expect(await history.step('wait', { begin: 0, live: async (due) => due })).toBe(9_000);
      expect(history.doubts).toEqual([]);
    });
  });

  test('are those between two processes; a check has been where it is since before', async () => {
    const { life, pass } = kept();
    await life(async (history) => {
      await history.step('ask', { live: async () => 1 });
      expect(history.currentStepSince).toBe(1_000);
      pass(500);
    });
    pass(3_000);
    await life(async (history) => {
      await history.step('ask', { live: async () => 1 });
      expect(history.gapBetween(0, 9_000)).toEqual({ from: 1_500, to: 4_500 });
      expect(history.gapBetween(0, 1_500)).toBeUndefined();
      expect(history.gapBetween(4_500, 9_000)).toBeUndefined();
      expect(history.currentStepSince).toBe(1_000);
      expect(history.doubts).toEqual([]);
      await history.step('more', { live: async () => 1 });
      expect(history.currentStepSince).toBe(4_500);
      // The check was acting, and not waiting, so its next step came too late.
      expect(history.doubts).toEqual(['nobody listened from 1970-01-01 00:00:01 to 00:00:04 UTC']);
    });
  });
});

function endless(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}
