import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../engine/durable/store/identity.ts';
import { freePort } from '../../engine/http/testing/free-port.ts';
import { type Asked, answering } from '../../interface/control/answering.support.ts';
import { verifyFolder } from '../../interface/verify.ts';
import { certify, merchantAt, newFolder, outcomeOf } from './command.support.ts';
import { lockFolder } from './folder-lock.ts';

/** This check creates a checkout, reads it, waits 5 seconds and reads it again. */
const waiting = 'checkout.record-created-at';
const asksFor = ['--requirement', waiting];

/** A target that creates checkouts; `come` waits until a number of requests has come, `held` stops it from answering creates. */
async function target() {
  const records = new Map<string, { id: string; createdAt: string }>();
  const byKey = new Map<string, string>();
  const held = { creates: false };
  const server = await answering(({ method, path, body, headers }) => {
    if (path === '/v1/banks') return [200, []];
    const asked = method === 'POST' ? referenceIn(body) : path.split('/').at(-1);
    if (asked === undefined) return [400, { error: { code: 'invalid_request', message: 'no reference' } }];
    if (method === 'POST') {
      const key = String(headers['idempotency-key']);
      if (!byKey.has(key)) records.set(asked, { id: `chk_${records.size}`, createdAt: new Date().toISOString() });
      byKey.set(key, asked);
      if (held.creates) return () => {};
    }
    const record = records.get(asked);
    if (record === undefined) return [404, { error: { code: 'not_found', message: 'unknown' } }];
    const rest = { reference: asked, status: 'pending', checkoutUrl: 'https://pay.example/1' };
    return [method === 'POST' ? 201 : 200, { ...record, ...rest }];
  });
  const creates = () => server.asked.filter(isCreate);
  const come = (which: (asked: Asked) => boolean, count: number) =>
    expect.poll(() => server.asked.filter(which).length).toBeGreaterThanOrEqual(count);
  // A run that is resumed listens where it did before: another program must not be given that port meanwhile.
  const settings = { ...merchantAt(server.url), CAPTURE_LISTEN: `127.0.0.1:${await freePort()}` };
  return { ...server, settings, records, creates, come, held };
}

/** The reference of a create; checks also send bodies that are no JSON, or no object. */
function referenceIn(body: string): string | undefined {
  try {
    const { reference } = JSON.parse(body) as { reference?: unknown };
    return typeof reference === 'string' ? reference : undefined;
  } catch {
    return undefined;
  }
}

const isCreate = ({ method, path }: Asked) => method === 'POST' && path === '/v1/checkouts';
const isRead = ({ path }: Asked) => path.startsWith('/v1/checkouts/');

/** The folder of a run that was killed at the first request for which `at` holds. */
async function killed(
  there: Awaited<ReturnType<typeof target>>,
  { at = isRead, args = asksFor }: { at?: typeof isRead; args?: readonly string[] } = {},
): Promise<string> {
  const out = newFolder();
  const first = await certify(
    args,
    there.settings,
    async ({ kill }) => {
      await there.come(at, 1);
      kill();
    },
    out,
  );
  expect([first.status, first.certificate]).toEqual([null, null]);
  return out;
}

/** Interrupts a run when the target has received `count` requests of a kind. Returns the run and its folder. */
async function interrupted(
  there: Awaited<ReturnType<typeof target>>,
  args: readonly string[],
  [which, count]: readonly [which: typeof isRead, count: number],
) {
  const out = newFolder();
  const meanwhile = async ({ interrupt }: { interrupt(): void }) => {
    await there.come(which, count);
    interrupt();
  };
  const ran = await certify(args, there.settings, meanwhile, out);
  expect(ran.certificate).toMatchObject({ interrupted: true });
  return { ...ran, out };
}

describe.concurrent('a run whose process was killed', () => {
  test('while it waits: goes on waiting, and sends nothing again', async () => {
    const there = await target();
    const out = await killed(there, { args: [...asksFor, '--max-wait', '90s'] });

    const ended = await certify(['--resume'], there.settings, undefined, out);

    expect(ended.stderr).toContain('going on with');
    expect(outcomeOf(ended, waiting), ended.stderr + ended.stdout).toBe('passed');
    expect(ended.certificate?.gaps).toHaveLength(1);
    expect(there.creates()).toHaveLength(1);
    // Two reads, and a third if the first answer had not been recorded when the run was killed.
    expect(there.asked.filter(isRead).length).toBeLessThanOrEqual(3);
  });

  test('while a request is under way: it is sent again under the same key', async () => {
    const there = await target();
    there.held.creates = true;
    const out = await killed(there, { at: isCreate });
    there.held.creates = false;

    const ended = await certify(['--resume'], there.settings, undefined, out);

    expect(outcomeOf(ended, waiting), ended.stderr + ended.stdout).toBe('passed');
    const [first, again, ...more] = there.creates();
    expect(more).toEqual([]);
    expect([again?.body, again?.headers['idempotency-key']]).toEqual([first?.body, first?.headers['idempotency-key']]);
    // Names, persons and the User-Agent are derived from the run's secret, which the journal keeps.
    expect(again?.headers['user-agent']).toBe(first?.headers['user-agent']);
    expect(first?.headers['user-agent']).not.toBe('merchant-payments-conformance');
    expect(there.records.size).toBe(1);
  });

  test('twice: goes on all the same', async () => {
    const there = await target();
    const out = await killed(there);
    await certify(
      ['--resume'],
      there.settings,
      async ({ said, kill }) => {
        await said('going on with');
        kill();
      },
      out,
    );

    const ended = await certify(['--resume'], there.settings, undefined, out);

    expect(outcomeOf(ended, waiting), ended.stderr + ended.stdout).toBe('passed');
    expect(there.creates()).toHaveLength(1);
  });

  test('is not forgotten when another begins in the same folder', async () => {
    const there = await target();
    const out = await killed(there);

    const other = await certify(['--requirement', 'bank.has-code'], there.settings, undefined, out);

    expect(other.stderr).toMatch(
      /an unfinished run was set aside; to go on with it: npm run certify -- --resume \S+run-/,
    );
    const aside = readdirSync(out).find((name) => /^run-.*\.sqlite$/.test(name)) ?? '';
    const ended = await certify(['--resume', join(out, aside)], there.settings, undefined, out);
    expect(outcomeOf(ended, waiting), ended.stderr + ended.stdout).toBe('passed');
    expect(there.creates()).toHaveLength(1);
  });
});

describe.concurrent('a run that was interrupted', () => {
  test('says how to go on, and goes on', async () => {
    const there = await target();
    const { out, ...first } = await interrupted(there, asksFor, [isRead, 1]);
    expect(first.stdout).toContain(`to go on with it: npm run certify -- --resume --out ${out}`);

    const ended = await certify(['--resume'], there.settings, undefined, out);

    expect(ended.certificate).toMatchObject({ interrupted: false });
    expect(ended.certificate?.startedAt).toBe(first.certificate?.startedAt);
    expect(outcomeOf(ended, waiting), ended.stderr + ended.stdout).toBe('passed');
    expect(there.creates()).toHaveLength(1);
  });

  test('while all checks wait for answers: none of them is kept as lost', async () => {
    const there = await target();
    const chapter = ['--chapter', 'checkouts', '--max-wait', '1s', '--seed', '3'];
    there.held.creates = true;
    const { out } = await interrupted(there, chapter, [isCreate, 20]);
    there.held.creates = false;

    const ended = await certify(['--resume'], there.settings, undefined, out);

    const reasons = ended.certificate?.requirements.map(({ id, reason }) => `${id}: ${reason}`) ?? [];
    expect(reasons.filter((each) => each.includes('was closed'))).toEqual([]);
    expect(ended.certificate?.totals.passed).toBeGreaterThan(3);
  });
});

describe.concurrent('in one line, and nothing is sent', () => {
  const noRun = async (args: string[], out: string, settings: Record<string, string>, line: RegExp) => {
    const ran = await certify(args, settings, undefined, out);
    expect(ran.stderr.trim()).toMatch(line);
    expect([ran.status, ran.stderr.trim().split('\n')]).toEqual([2, [expect.any(String)]]);
  };

  test('no journal, and one that is none', async () => {
    const out = newFolder();
    await noRun(['--resume'], out, {}, /^certify: --resume: there is no journal .*run\.sqlite \(a run of/);
    writeFileSync(join(out, 'run.sqlite'), 'something else, and long enough for that to be noticed'.repeat(20));
    await noRun(['--resume'], out, {}, /^certify: the journal .* cannot be used: file is not a database$/);
  });

  test('finished, of other settings, or for something else', async () => {
    const there = await target();
    const out = await killed(there);
    const settings = there.settings;
    const sent = there.asked.length;
    const other = { ...settings, TARGET_MERCHANT_ID: 'mch_test_2' };
    await noRun(['--resume'], out, other, /^certify: --resume: TARGET_MERCHANT_ID must be as when the run was begun$/);
    await noRun(['--resume', '--max-wait', '1h'], out, settings, /TARGET_MAX_WAIT must be as/);
    await noRun(['--resume', '--chapter', 'refunds'], out, settings, /leave out --chapter/);
    await noRun(['--resume', '--seed', '5'], out, settings, /leave out --seed$/);
    await noRun(['--resume', '--no-incognito'], out, settings, /leave out --incognito, --no-incognito, --user-agent$/);
    expect(there.asked.length).toBe(sent);
    const stolen = await certify(['--resume'], { ...settings, TARGET_API_KEY: 'svc_test_sk_other' }, undefined, out);
    expect([stolen.status, stolen.stderr]).toEqual([2, expect.stringContaining('written with another TARGET_API_KEY')]);
    await certify(['--resume'], settings, undefined, out);
    await noRun(['--resume'], out, settings, /^certify: --resume: the run that began at .* is finished/);
    // What it sent and received is in the evidence; the journal, much larger, is needed no more.
    const kept = readdirSync(out).filter((name) => name.startsWith('run.sqlite'));
    expect(kept).toEqual(['run.sqlite']);
    expect(statSync(join(out, 'run.sqlite')).size).toBeLessThan(100_000);
  });

  test('one that is under way', async () => {
    const there = await target();
    const out = newFolder();
    await certify(asksFor, there.settings, undefined, out);
    const running = openDatabase(join(out, 'run.sqlite'));
    try {
      const settings = there.settings;
      await noRun(asksFor, out, settings, /^certify: --out: a run is under way here: .*run\.sqlite is in use$/);
      await noRun(['--resume'], out, settings, /^certify: a run is under way here/);
    } finally {
      running.close();
    }
  });

  test('one in whose folder another is under way, of which it takes nothing', async () => {
    const out = newFolder();
    mkdirSync(join(out, '.journal'), { recursive: true });
    const journal = join(out, '.journal', 'exchanges.ndjson');
    writeFileSync(journal, '{"id":1}\n');
    const lock = lockFolder(out);
    const busy = /^certify: --out: a run is under way here: .*\.lock is in use$/;
    await noRun(['--requirement', 'bank.has-code'], out, {}, busy);
    await noRun(['--resume'], out, {}, busy);
    expect(readFileSync(journal, 'utf8')).toBe('{"id":1}\n');
    lock.release();
    const ran = await certify(
      ['--requirement', 'bank.has-code'],
      {},
      async ({ said }) => {
        await said('certifying the embedded reference');
        expect(() => lockFolder(out)).toThrow('a run is under way here');
      },
      out,
    );
    expect([ran.status, (await verifyFolder(out, null, {})).contradictions]).toEqual([0, []]);
    lockFolder(out).release();
  });

  test('one of the embedded reference, which keeps none: neither under way nor at its end', async () => {
    const out = newFolder();
    const left = () => readdirSync(out).filter((name) => name.includes('sqlite'));
    await certify(
      ['--chapter', 'rate-limit'],
      {},
      async ({ said, kill }) => {
        await said('certifying the embedded reference');
        expect(left()).toEqual([]);
        kill();
      },
      out,
    );
    await noRun(['--resume'], out, {}, /there is no journal .* \(a run of the embedded reference keeps none\)$/);
    await certify(['--requirement', 'bank.has-code'], {}, undefined, out);
    expect(left()).toEqual([]);
  });
});
