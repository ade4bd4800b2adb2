import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Definition } from '../checks/define.ts';
import { aDefinition } from '../checks/definition.support.ts';
import { orderOf, type Planned, SecondMerchant } from './order.ts';

const plan = (title: string, how: Partial<Definition> = {}): Planned => ({
  file: 'suites/a.ts',
  definition: aDefinition(title, how),
});

const keys = { merchantId: 'm', apiKey: 'k', webhookSecret: null };
const standing = { ownMerchants: { sandbox: false, live: false }, other: keys, clock: false };
const titles = (plans: readonly Planned[]) => plans.map(({ definition }) => definition.title);
const plans = [
  plan('counts', { runs: 'alone' }),
  plan('looks back', { runs: 'last' }),
  plan('counts two keys', { runs: 'alone', oneMerchant: false }),
  plan('reads'),
  plan('compares', { runs: 'undisturbed' }),
  plan('asks another', { oneMerchant: false }),
];

test('checks that count requests or compare balances are made at the second merchant, beside the others', () => {
  const { together, atOther, after } = orderOf(plans, standing, 1);
  expect(titles(together)).toEqual(['asks another', 'reads']);
  expect(titles(atOther)).toEqual(['compares', 'counts']);
  expect(titles(after)).toEqual(['counts two keys', 'looks back']);
});

test.each([
  ['no second merchant', { ...standing, other: null }, ['compares', 'counts', 'counts two keys', 'looks back']],
  ['a clock that is moved', { ...standing, clock: true }, ['compares', 'counts', 'counts two keys', 'looks back']],
  [
    'a merchant for each check',
    { ...standing, ownMerchants: { sandbox: true, live: false } },
    ['counts', 'counts two keys', 'looks back'],
  ],
])('with %s they come after all others', (_, target, expected) => {
  const { atOther, after } = orderOf(plans, target, 1);
  expect(titles(atOther)).toEqual([]);
  expect(titles(after)).toEqual(expected);
});

test('the second merchant is used by one at a time, as soon as all those that use both are over', async () => {
  const order = orderOf([...plans, plan('asks another, too', { oneMerchant: false })], standing, 1);
  const merchant = new SecondMerchant(order);
  const seen: string[] = [];
  const [gate, later] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const until = new Map([
    ['asks another', gate.promise],
    ['asks another, too', later.promise],
  ]);
  const make = (each: Planned) =>
    merchant.inTurn(each, async () => {
      const { title } = each.definition;
      seen.push(title);
      await until.get(title);
      seen.push(`${title}: over`);
    });
  const atOther = order.atOther.map(make);
  const together = order.together.map(make);
  gate.resolve();
  await setImmediate();
  expect(seen.toSorted()).toEqual(['asks another', 'asks another, too', 'asks another: over', 'reads', 'reads: over']);
  later.resolve();
  await Promise.all([...atOther, ...together]);
  expect(seen.slice(5)).toEqual([
    'asks another, too: over',
    ...['compares', 'compares: over', 'counts', 'counts: over'],
  ]);
});

test('one that fails lets the next go on', async () => {
  const order = orderOf(plans.slice(0, 1).concat(plan('counts, too', { runs: 'alone' })), standing, 1);
  const merchant = new SecondMerchant(order);
  const [first, second] = order.atOther;
  if (first === undefined || second === undefined) throw new Error('fault');
  const failing = merchant.inTurn(first, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  await expect(merchant.inTurn(second, async () => 'made')).resolves.toBe('made');
});
