import { expect, test } from 'vitest';
import type { Definition } from '../checks/define.ts';
import { orderOf, type Planned, SecondMerchant } from './order.ts';

const plan = (title: string, how: Partial<Definition> = {}): Planned => ({
  file: 'suites/a.ts',
  definition: {
    kind: 'requirement',
    id: 'thing.made',
    chapter: 'things',
    title,
    needs: [],
    waits: undefined,
    realTime: false,
    oneMerchant: true,
    requests: 3,
    cost: 0,
    runs: 'together',
    row: null,
    check: async () => {},
    ...how,
  },
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

test('what counts or compares goes on at the second merchant, beside the others', () => {
  const { together, aside, after } = orderOf(plans, standing, 1);
  expect(titles(together)).toEqual(['asks another', 'reads']);
  expect(titles(aside)).toEqual(['compares', 'counts']);
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
])('with %s it comes after all others', (_, target, expected) => {
  const { aside, after } = orderOf(plans, target, 1);
  expect(titles(aside)).toEqual([]);
  expect(titles(after)).toEqual(expected);
});

test('the second merchant is used by one at a time, as soon as those that use both are over', async () => {
  const order = orderOf(plans, standing, 1);
  const merchant = new SecondMerchant(order);
  const seen: string[] = [];
  const gate = Promise.withResolvers<void>();
  const make = (each: Planned, until: Promise<void> = Promise.resolve()) =>
    merchant.inTurn(each, async () => {
      seen.push(each.definition.title);
      await until;
      seen.push(`${each.definition.title}: over`);
    });
  const [first, second] = order.aside;
  const [both, one] = order.together;
  if (first === undefined || second === undefined || both === undefined || one === undefined) throw new Error('fault');
  const aside = [make(first), make(second)];
  const using = make(both, gate.promise);
  await make(one);
  expect(seen).toEqual(['asks another', 'reads', 'reads: over']);
  gate.resolve();
  await Promise.all([...aside, using]);
  expect(seen.slice(3)).toEqual(['asks another: over', 'compares', 'compares: over', 'counts', 'counts: over']);
});

test('one that fails lets the next go on', async () => {
  const order = orderOf(plans.slice(0, 1).concat(plan('counts, too', { runs: 'alone' })), standing, 1);
  const merchant = new SecondMerchant(order);
  const [first, second] = order.aside;
  if (first === undefined || second === undefined) throw new Error('fault');
  const failing = merchant.inTurn(first, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  await expect(merchant.inTurn(second, async () => 'made')).resolves.toBe('made');
});
