import { describe, expect, test } from 'vitest';
import { checkoutBody, event, Story } from '../../stories.support.ts';

const BEGAN = Date.UTC(2026, 0, 1);
const at = (second: number) => new Date(BEGAN + 1_000 * second).toISOString();
const changes = (story: Story, path: string | null, more = {}) =>
  story.step(
    'PATCH /merchants/{merchantId}',
    { merchantId: 'm1' },
    { webhookUrl: path === null ? null : `http://127.0.0.1:9${path}` },
    more,
  );

/** The address is changed within the first hour; the event occurs at `second`: later, or before the change. */
const told = (path: string, second: number, to: string | null = '/new', more = {}) =>
  changes(new Story().until(0).creates('checkouts', checkoutBody()), to, more)
    .until(3_600)
    .settles('c1')
    .until(7_200)
    .tries(event('payment.succeeded', 'c1', { occurredAt: at(second) }), 7_200, 200, { path }).broken;
const requirement = 'webhook.address-changed';

describe('the address of a merchant', () => {
  test('is the new one of what happens later', () => {
    expect(told('/hook-1', 5_000)).toContain(requirement);
    expect(told('/new', 5_000)).not.toContain(requirement);
    expect(told('/hook-1', 5_000, null)).toContain(requirement);
  });

  test('is either of two to which it was changed at once', () => {
    const story = changes(new Story().until(0).creates('checkouts', checkoutBody()), '/one');
    changes(story, '/two', { began: story.now - 5, ended: story.now - 2 });
    const { broken } = story
      .until(3_600)
      .settles('c1')
      .until(7_200)
      .tries(event('payment.succeeded', 'c1', { occurredAt: at(5_000) }), 7_200, 200, { path: '/one' });
    expect(broken).not.toContain(requirement);
  });

  test('may be the old one of what happened before, or was changed back', () => {
    expect(told('/hook-1', 0)).not.toContain(requirement);
    // The clock stood still, or is reported in whole seconds.
    expect(told('/hook-1', 3_600.9)).not.toContain(requirement);
    expect(told('/hook-1', 5_000, '/hook-1')).not.toContain(requirement);
  });

  test('is not known where the console did not answer, and stays where it is not mentioned', () => {
    expect(told('/hook-1', 5_000, '/new', { outcome: 'lost' })).not.toContain(requirement);
    expect(told('/hook-1', 5_000, '/new', { outcome: 'refused' })).not.toContain(requirement);
    const other = new Story()
      .until(0)
      .step('PATCH /merchants/{merchantId}', { merchantId: 'm1' }, { requireLinkedWallets: true })
      .creates('checkouts', checkoutBody())
      .until(3_600)
      .settles('c1')
      .tries(event('payment.succeeded', 'c1', { occurredAt: at(3_600) }), 3_600, 200);
    expect(other.broken).not.toContain(requirement);
  });
});
