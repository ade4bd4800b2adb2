import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { Blocked } from '../../engine/checks/outcome.ts';
import { chosenOf, depths, SHARED_BUDGET } from '../../engine/checks/suites.ts';
import { seconds } from '../../engine/time/duration.ts';
import { type Capability, capabilities } from '../register/types.ts';
import { loadSuites } from '../suites.ts';
import { answered, openRun } from '../testing.support.ts';
import { aBankName, banksIn } from './banks.ts';
import { checkoutBody, escrowBody, payoutBody, refundBody, walletLinkBody } from './bodies.ts';
import { created, field, summary } from './merchant.ts';
import { TestData } from './test-data.ts';

const testData = (seed = 1) => {
  let count = 0;
  return new TestData((prefix) => `${prefix}-${++count}`, seed);
};

describe('bodies', () => {
  test('are complete without a word', () => {
    expect(checkoutBody(testData(), {})).toEqual({
      reference: 'chk-1',
      amount: 5_000,
      currency: 'NGN',
      customer: { email: expect.stringMatching(/^[^@\s]+@example\.com$/) },
      returnUrl: expect.stringMatching(/^https:/),
    });
    expect(payoutBody(testData(), 'Zenith', {})).toMatchObject({
      recipient: { bankName: 'Zenith', accountNumber: '0123456789' },
    });
    expect(refundBody(testData(), {})).toMatchObject({ reference: 'rfd-1', amount: 1_000 });
    expect(escrowBody(testData(), {})).toMatchObject({ reference: 'esc-1', seller: { walletId: '0000000001' } });
    expect(walletLinkBody(testData(), {})).toMatchObject({ linkRef: 'lnk-1', expiresInMinutes: 30 });
  });

  test('what is given replaces a field, or is laid over the object that is there', () => {
    const body = payoutBody(testData(), 'Zenith', {
      amount: 1,
      recipient: { accountNumber: '1' },
      narration: 'thanks',
    });
    expect(body).toMatchObject({
      amount: 1,
      recipient: { bankName: 'Zenith', accountNumber: '1' },
      narration: 'thanks',
    });
    expect(checkoutBody(testData(), { customer: 'a', metadata: { a: 1 } })).toMatchObject({
      customer: 'a',
      metadata: { a: 1 },
    });
    expect(checkoutBody(testData(), { customer: ['a'] })).toMatchObject({ customer: ['a'] });
    expect(checkoutBody(testData(), { customer: null })).toMatchObject({ customer: null });
  });

  test('undefined takes a field away, inside an object too', () => {
    const sent = JSON.parse(
      JSON.stringify(checkoutBody(testData(), { amount: undefined, customer: { email: undefined } })),
    );
    expect(sent).not.toHaveProperty('amount');
    expect(sent.customer).toEqual({});
  });

  test('one body does not change the next', () => {
    checkoutBody(testData(), { customer: { email: 'changed' } });
    expect(checkoutBody(testData(), {}).customer).not.toEqual({ email: 'changed' });
  });
});

describe('what is made up', () => {
  test('repeats with the seed, and only with it', () => {
    const told = (seed: number) => {
      const made = testData(seed);
      return [made.email(), made.walletId(), made.faker.person.fullName(), made.faker.date.soon().toISOString()];
    };
    expect(told(1)).toEqual(told(1));
    expect(told(1)).not.toEqual(told(2));
  });

  test('wallet ids have ten digits and are none of the sandbox', () => {
    expect(testData().walletId()).toMatch(/^7\d{9}$/);
  });

  test('references never repeat, in this run or the next, and every target takes them', async () => {
    const [run, later] = [await openRun(), await openRun({}, 8)];
    const references = [run, later].flatMap((each) => Array.from({ length: 500 }, () => each.unique('chk')));
    expect(new Set(references).size).toBe(1_000);
    for (const reference of references) expect(reference).toMatch(/^[A-Za-z0-9-]{5,50}$/);
  });
});

describe('reading answers', () => {
  test('a field by path, undefined where there is none', () => {
    expect(field({ a: { b: [5] } }, 'a.b.0')).toBe(5);
    for (const json of [undefined, null, 'text', 5, [], {}, { a: null }]) expect(field(json, 'a.b')).toBeUndefined();
  });

  const sent = (reference?: string) => ({ sent: { headers: {}, body: JSON.stringify({ reference, amount: 700 }) } });

  test('what a create response says, and the reference that was sent', () => {
    const json = { id: 'x', reference: 'another', status: 'pending', checkoutUrl: 'https://pay' };
    expect(created('checkout', answered(201, json, sent('r')))).toMatchObject({
      kind: 'checkout',
      reference: 'r',
      amount: 700,
      id: 'x',
      status: 'pending',
      url: 'https://pay',
    });
    expect(created('escrow', answered(201, { payUrl: 'https://pay' }, sent('r'))).url).toBe('https://pay');
  });

  test.each([
    ['a refusal', answered(409, { error: { code: 'duplicate_reference' } }, sent('r')), 'got 409 duplicate_reference'],
    ['another status', answered(200, { reference: 'r' }, sent('r')), 'got 200'],
    ['a page', answered(200, '<html>', sent('r')), 'got 200 (not JSON: "<html>")'],
  ])('%s instead of it blocks', (_, exchange, words) => {
    expect(() => created('checkout', exchange)).toThrow(Blocked);
    expect(() => created('checkout', exchange)).toThrow(words);
  });

  test('in a few words', () => {
    expect(summary(answered(200, { status: 'pending' }))).toBe('200, status pending');
    expect(summary(answered(204))).toBe('204');
  });
});

describe('bank lists', () => {
  const zenith = { code: '057', name: 'Zenith Bank' };
  test.each([
    ['bare', [zenith]],
    ['wrapped', { banks: [zenith] }],
    ['wrapped twice', { data: { items: [zenith] }, meta: null }],
    ['by key', { '057': zenith }],
  ])('%s', (_, json) => {
    expect(banksIn(json)).toEqual([zenith]);
    expect(aBankName(json)).toBe('Zenith Bank');
  });

  test('a well-known bank rather than the first, whatever its name is called', () => {
    expect(
      aBankName([
        { code: '1', bankName: 'Quay Bank' },
        { code: '2', bankName: 'Access Bank' },
      ]),
    ).toBe('Access Bank');
    expect(aBankName([{ code: 'abc', label: 'Quay Bank' }])).toBe('Quay Bank');
  });

  test.each([[undefined], [null], ['text'], [[]], [[{ code: '1' }]], [{ error: { code: 'no' } }]])(
    '%j has no name to offer',
    (json) => {
      expect(aBankName(json)).toBe('Access Bank');
    },
  );
});

describe('loading suites', () => {
  const folder = mkdtempSync(join(tmpdir(), 'suites-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const words = JSON.stringify(pathToFileURL(join(import.meta.dirname, '../checks.ts')).href);

  test('a file that throws at import is told with what it is about, and keeps none of the others', async () => {
    const check = (id: string) => `check('${id}', 'a check', async () => {});`;
    mkdirSync(join(folder, 'a'));
    writeFileSync(join(folder, 'a', 'one.ts'), `import { check } from ${words};\n${check('checkout.created')}`);
    writeFileSync(
      join(folder, 'a', 'three.ts'),
      `import { check } from ${words};\n${check('checkout.url')}\nthrow new Error('oh\\nno');\n${check('refund.created')}`,
    );
    writeFileSync(
      join(folder, 'two.ts'),
      `import { check } from ${words};\n${check('checkout.created')}${check('checkout.url')}`,
    );
    writeFileSync(join(folder, 'broken.ts'), 'this is not TypeScript');
    const suites = await loadSuites(folder);
    expect(suites.map(({ definitions }) => definitions.map(({ id }) => id))).toEqual([
      ['checkout.created'],
      [],
      [],
      ['checkout.created', 'checkout.url'],
    ]);
    expect(suites[1]?.fault).toMatch(/three\.ts could not be imported: oh$/);
    expect([...(suites[1]?.lost ?? [])].sort()).toEqual(['checkout.url', 'refund.created']);
    expect(suites[2]?.fault).toMatch(/broken\.ts could not be imported: [^\n]+$/);
    expect([suites[0]?.fault, suites[3]?.fault]).toEqual([null, null]);
    expect(
      chosenOf(suites, { depth: 'first', seed: 1 }).map(({ definitions }) => definitions.map(({ id }) => id)),
    ).toEqual([['checkout.created'], [], [], ['checkout.url']]);
  });

  test('the one check that a requirement keeps is of a table of its own, before any of a table of many', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'suites-'));
    const nothing = 'async () => {}';
    writeFileSync(
      join(folder, 'a-many.ts'),
      `import { checks } from ${words};\nchecks((id) => id, ['checkout.created', 'checkout.url'], (id) => \`asked oddly, \${id}\`, ${nothing});`,
    );
    writeFileSync(
      join(folder, 'b-own.ts'),
      `import { checks } from ${words};\nchecks('checkout.created', [1, 2], (row) => \`plainly, \${row}\`, ${nothing});`,
    );
    const kept = chosenOf(await loadSuites(folder), { depth: 'first', seed: 1 });
    rmSync(folder, { recursive: true });
    expect(kept.flatMap(({ definitions }) => definitions.map(({ title }) => title))).toEqual([
      'asked oddly, checkout.url',
      'plainly, 1',
    ]);
  });

  test('of a table, the first row always and the others as the seed draws them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'suites-'));
    const rows = JSON.stringify(Array.from({ length: 41 }, (_, row) => row));
    writeFileSync(
      join(folder, 'table.ts'),
      `import { checks } from ${words};\nchecks('checkout.created', ${rows}, (row) => \`row \${row}\`, async () => {}, { drawn: 4 });`,
    );
    const suites = await loadSuites(folder);
    const drawn = (seed: number) =>
      chosenOf(suites, { depth: 'drawn', seed }).flatMap(({ definitions }) => definitions.map(({ title }) => title));
    const seeds = Array.from({ length: 200 }, (_, seed) => drawn(seed));
    expect(seeds.filter(([first]) => first !== 'row 0')).toEqual([]);
    expect(new Set(seeds.flat()).size).toBe(41);
    expect(seeds.flat().length / seeds.length).toBeGreaterThan(4);
    expect(seeds.flat().length / seeds.length).toBeLessThan(6);
    expect(drawn(7)).toEqual(drawn(7));
    expect(chosenOf(suites, { depth: 'all', seed: 7 }).flatMap(({ definitions }) => definitions)).toHaveLength(41);
  });

  test('where all checks share a rate limit, so much is drawn that a run takes twenty minutes, and never less than a check of each', async () => {
    const suites = await loadSuites();
    const lacked: ReadonlySet<string> = new Set<Capability>([
      'clock',
      'own-merchant',
      'wallets',
      'payment-failure',
      'deliveries',
      'wallet-owner',
    ]);
    const lacks = (need: string) => lacked.has(need);
    const requests = (budget: number | undefined, seed: number) =>
      chosenOf(suites, { depth: 'drawn', seed, lacks, ...(budget !== undefined && { budget }) })
        .flatMap(({ definitions }) => definitions)
        .filter(({ needs, waits }) => !needs.some(lacks) && (waits === undefined || seconds(waits) <= 120))
        .reduce((sum, each) => sum + each.requests, 0);
    expect(requests(undefined, 1)).toBeGreaterThan(SHARED_BUDGET * 1.5);
    const drawn = Array.from({ length: 12 }, (_, seed) => requests(SHARED_BUDGET, seed));
    // Some checks make a hundred requests; drawing one of them shows in the sum.
    expect(Math.max(...drawn)).toBeLessThan(SHARED_BUDGET * 1.25);
    const average = drawn.reduce((sum, each) => sum + each) / drawn.length;
    expect(average).toBeGreaterThan(SHARED_BUDGET * 0.9);
    expect(average).toBeLessThan(SHARED_BUDGET * 1.1);
    expect(requests(0, 1)).toBe(requests(0, 2));
    // A requirement selected alone is run in full.
    const alone = (budget: number) =>
      chosenOf(suites, { depth: 'drawn', seed: 1, selected: (id) => id === 'refund.exceeds-paid', budget })
        .flatMap(({ definitions }) => definitions)
        .filter(({ id }) => id === 'refund.exceeds-paid').length;
    expect(alone(SHARED_BUDGET)).toBe(alone(1_000_000));
  });

  test('whatever is drawn and whatever a target lacks, each requirement keeps a check', async () => {
    const suites = await loadSuites();
    const all = new Set(suites.flatMap(({ definitions }) => definitions.map(({ id }) => id)));
    const lacks = [
      () => false,
      () => true,
      ...Object.keys(capabilities).map((lack) => (need: string) => need === lack),
    ];
    for (const [seed, lacking] of lacks.entries()) {
      for (const depth of depths) {
        const chosen = chosenOf(suites, { depth, seed, lacks: lacking }).flatMap(({ definitions }) => definitions);
        const kept = new Set(chosen.map(({ id }) => id));
        expect([...all].filter((id) => !kept.has(id))).toEqual([]);
      }
    }
  });

  test('a row that needs what a target lacks is left out, where others are left', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'suites-'));
    writeFileSync(
      join(folder, 'table.ts'),
      `import { checks } from ${words};\nchecks('checkout.created', ['buyer', 'resend', 'buyer'], (need, at) => need + ' ' + Math.random(), async () => {}, (need) => ({ needs: [need] }));`,
    );
    const suites = await loadSuites(folder);
    const needsOf = (lacks: string) =>
      chosenOf(suites, { depth: 'all', seed: 7, lacks: (need) => need === lacks }).flatMap(({ definitions }) =>
        definitions.map(({ needs }) => needs),
      );
    expect(needsOf('webhooks')).toEqual([['buyer'], ['resend'], ['buyer']]);
    expect(needsOf('resend')).toEqual([['buyer'], ['buyer']]);
    expect(needsOf('buyer')).toEqual([['resend']]);
    const none = chosenOf(suites, { depth: 'all', seed: 7, lacks: () => true }).flatMap(
      ({ definitions }) => definitions,
    );
    expect(none.map(({ needs }) => needs)).toEqual([['buyer']]);
  });
});
