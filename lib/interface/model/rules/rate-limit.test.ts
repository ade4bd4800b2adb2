import { describe, expect, test } from 'vitest';
import { Story } from '../stories.support.ts';

const BEGAN = Date.UTC(2026, 0, 1) + 60_000;
const limited = { error: { code: 'rate_limited', message: '' } };

/** `count` reads at once, of which all but the first `through` are refused. */
function reads(story: Story, count: number, { through = count, at = BEGAN, merchant = 'm1' } = {}): Story {
  for (let turn = 0; turn < count; turn++)
    story.asks('GET', 'balance', undefined, turn < through ? 200 : 429, turn < through ? {} : limited, {
      merchant,
      began: at + turn,
      ended: at + turn + 1,
    });
  return story;
}

describe('how many requests are let through', () => {
  test('fewer than 120 in a minute are refused', () => {
    expect(reads(new Story(), 101, { through: 100 }).broken).toEqual(['rate-limit.120-at-once-pass']);
    const rested = reads(reads(new Story(), 120), 1, { at: BEGAN + 61_000, through: 0 });
    expect(rested.broken).toEqual(['rate-limit.120-at-once-pass']);
    const other = reads(reads(new Story(), 120), 1, { at: BEGAN + 1_000, through: 0, merchant: 'm2' });
    expect(other.broken).toEqual(['rate-limit.120-at-once-pass']);
  });

  test('but not links to a wallet, of which an hour has five: how the sixth is refused is not shown', () => {
    const links = (statuses: readonly number[]) =>
      statuses.reduce((story, status, turn) => {
        const at = { began: BEGAN + 3_000 * turn, ended: BEGAN + 3_000 * turn + 1 };
        const body = { linkRef: `link-${turn}`, walletId: '1029384756', requesterName: 'Ada', expiresInMinutes: 30 };
        return story.asks(
          'POST',
          'wallet-links',
          body,
          status,
          status === 429 ? limited : { ...body, status: 'PENDING' },
          at,
        );
      }, new Story());
    expect(links([201, 201, 201, 201, 201, 429]).broken).toEqual([]);
    expect(links([201, 201, 201, 201, 201, 429, 429, 429]).broken).toEqual([]);
  });

  test('far more than 120 are let through', () => {
    expect(reads(new Story(), 250).broken).toEqual(['rate-limit.long-run-bounded']);
    const minutes = Array.from({ length: 6 }, (_, turn) => BEGAN + 45_000 * turn);
    expect(minutes.reduce((story, at) => reads(story, 140, { at }), new Story()).broken).toEqual([
      'rate-limit.long-run-bounded',
    ]);
  });

  test('120 as a minute ends and 120 as the next begins', () => {
    expect(reads(new Story(), 300, { through: 240 }).broken).toEqual([]);
    expect(reads(new Story(), 125, { through: 120 }).broken).toEqual([]);
    expect(reads(reads(new Story(), 120), 120, { at: BEGAN + 61_000 }).broken).toEqual([]);
  });

  test('by the clock that control moves, or by another', () => {
    const moved = reads(new Story(), 120).step(
      'POST /clock/advance',
      {},
      { seconds: 3_600 },
      { began: BEGAN + 200, ended: BEGAN + 201 },
    );
    expect(reads(moved, 120, { at: BEGAN + 300 }).broken).toEqual([]);
    expect(reads(moved, 5, { at: BEGAN + 900, through: 0 }).broken).toEqual([]);
  });

  test('once the time of Retry-After is over the next is', () => {
    const told = (seconds: number, { isSingle = true, last = {} } = {}) => {
      const story = reads(new Story(), 130, { through: 120 });
      const at = (second: number) => ({ began: BEGAN + 1_000 * second, ended: BEGAN + 1_000 * second + 1 });
      if (!isSingle) story.asks('GET', 'balance', undefined, 200, {}, at(20));
      return story.asks('GET', 'balance', undefined, 429, limited, { ...at(seconds), ...last }).broken;
    };
    expect(told(33)).toEqual(['rate-limit.retry-after-honest']);
    expect(told(31)).toEqual([]);
    expect(told(33, { isSingle: false })).toEqual([]);
    expect(told(33, { last: { credentials: 'unknown' } })).toEqual([]);
  });

  test('of a merchant that others use nobody knows how often it was used', () => {
    expect(reads(new Story(), 5, { through: 0, merchant: 'standing' }).broken).toEqual([]);
  });
});

describe('how what is too much is refused', () => {
  const refused = (status: number, code: string, more = {}) =>
    reads(new Story(), 120).asks(
      'GET',
      'banks',
      undefined,
      status,
      { error: { code, message: '' } },
      {
        began: BEGAN + 200,
        ended: BEGAN + 201,
        ...more,
      },
    ).broken;

  test.each([
    ['with another code', 429, 'too_many', {}, 'rate-limit.more-is-refused'],
    ['with another status', 403, 'rate_limited', {}, 'rate-limit.more-is-refused'],
    ['without Retry-After', 429, 'rate_limited', { retryAfter: null }, 'rate-limit.retry-after-present'],
    ['with words', 429, 'rate_limited', { retryAfter: 'soon' }, 'rate-limit.retry-after-present'],
  ])('%s: rejected', (_, status, code, more, requirement) =>
    expect(refused(status, code, more)).toEqual([requirement]),
  );

  test.each(['0', '60', 'Thu, 01 Jan 2026 00:01:00 GMT'])('Retry-After: %s', (retryAfter) =>
    expect(refused(429, 'rate_limited', { retryAfter })).toEqual([]),
  );

  test('a link request too many may be refused in its own way', () => {
    const body = { error: { code: 'link_budget', message: '' } };
    expect(new Story().asks('POST', 'wallet-links', {}, 429, body, { retryAfter: null }).broken).toEqual([]);
  });
});
