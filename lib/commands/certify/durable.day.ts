import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { en, Faker } from '@faker-js/faker';
import { afterAll, expect, test } from 'vitest';
import type { Certificate } from '../../engine/evidence/certificate.ts';
import { freePort } from '../../engine/http/testing/free-port.ts';
import { launch } from '../../interface/target/launch.ts';

/**
 * A day in two minutes: a reference whose clock runs fast and cannot be advanced is certified twice: by a harness that is killed at twenty
 * random moments, and by one that is not. `DAY_SEED` determines the moments.
 */

const SEED = Number(process.env.DAY_SEED ?? 1);
const KILLS = { early: 6, late: 14 };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Requirements with long waits, and some with short ones. A tolerance of half a minute is too narrow for so fast a clock, so such
 * requirements are left out.
 */
const requirements = [
  'checkout.expires',
  'checkout.paid-does-not-expire',
  'checkout.created',
  'refund.settles',
  'refund.exceeds-paid',
  'escrow.expires',
  'escrow.paid-does-not-expire',
  'escrow.releases-by-itself',
  'escrow.dispute-pauses-release',
  'webhook.payment-failed',
  'webhook.escrow-cancelled',
  'webhook.escrow-released',
  'webhook.own-address-only',
  'delivery.every-2xx-acknowledges',
  'delivery.second-retry',
  'delivery.later-retries',
  'delivery.one-schedule',
  'delivery.ends-after-a-day',
  'delivery.abandoned',
  'delivery.resent',
];

const folder = mkdtempSync(join(tmpdir(), 'day-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Leg {
  readonly real: number;
  readonly pace: number;
}

/** The course of the day (in real milliseconds) and when the harness is killed: each time it has `comeBack` ms to start again. */
function theDay(comeBack: number): { legs: Leg[]; kills: number[] } {
  const faker = new Faker({ locale: en, seed: SEED });
  const legs: Leg[] = [];
  const kills: number[] = [];
  let [real, passed] = [0, 0];
  const go = (leg: Leg) => {
    legs.push(leg);
    real += leg.real;
    passed += leg.real * leg.pace;
  };
  const kill = () => {
    kills.push(real);
    go({ real: comeBack, pace: 12 });
  };
  // The first minutes, in which most requests are sent, pass slowly.
  go({ real: comeBack, pace: 5 });
  for (let turn = 0; turn < KILLS.early; turn++) {
    go({ real: faker.number.int({ min: 200, max: 1_500 }), pace: 12 });
    kill();
  }
  go({ real: 2 * comeBack, pace: 20 });
  go({ real: 2 * comeBack, pace: 60 });
  const moments = Array.from({ length: KILLS.late }, () => faker.number.int({ min: passed, max: 26.5 * HOUR }));
  const ends = [...moments, 55 * MINUTE, 75 * MINUTE, 23.9 * HOUR, 24.5 * HOUR, 25.1 * HOUR, 27.1 * HOUR];
  for (const end of ends.sort((a, b) => a - b)) {
    const slow = [[55 * MINUTE, 75 * MINUTE] as const, [23.9 * HOUR, 24.5 * HOUR] as const].some(
      ([from, to]) => passed >= from && passed < to,
    );
    const pace = slow ? 150 : 3_000;
    go({ real: Math.max(0, end - passed) / pace, pace });
    if (moments.includes(end)) kill();
  }
  go({ real: 1, pace: 1_000 });
  return { legs, kills };
}

/** How much of the day has passed at `at` (epoch ms), in ms. */
function passedBy({ since, legs }: Course, at: number): number {
  let left = at - since;
  let passed = 0;
  for (const [index, { real, pace }] of legs.entries()) {
    const here = index === legs.length - 1 ? left : Math.min(left, real);
    passed += here * pace;
    left -= here;
  }
  return passed;
}

interface Course {
  readonly since: number;
  readonly legs: readonly Leg[];
}

async function target(course: Course) {
  const program = join(import.meta.dirname, '../../proof/mutants/hastened.ts');
  const { settings, stop } = await launch('the hastened reference', process.execPath, [
    program,
    JSON.stringify(course),
  ]);
  const { TARGET_LIVE_BASE_URL: _, ...sandbox } = settings;
  return { settings: { ...sandbox, TARGET_MAX_WAIT: '27h', TARGET_RATE_LIMIT: '10000' }, stop };
}

function harness(course: Course, settings: Record<string, string>, out: string, resume: boolean) {
  const program = join(import.meta.dirname, 'hastened.support.ts');
  const args = [program, JSON.stringify(course), out, requirements.join(','), ...(resume ? ['resume'] : [])];
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...settings } });
  let said = '';
  const listen = (text: Buffer) => {
    said += text;
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  return { child, ended: once(child, 'exit'), said: () => said };
}

function certificateIn(out: string): Certificate {
  return JSON.parse(readFileSync(join(out, 'certificate.json'), 'utf8')) as Certificate;
}

/** Resolves once the harness has started and its capture server accepts connections. */
async function listens({ said }: ReturnType<typeof harness>, port: number): Promise<void> {
  for (;;) {
    if (/^(certifying|going on with) /m.test(said())) {
      const socket = connect(port, '127.0.0.1');
      const there = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      socket.destroy();
      if (there) return;
    }
    await pause(20);
  }
}

async function killed(child: ChildProcess, ended: Promise<unknown>): Promise<boolean> {
  if (child.exitCode !== null) return false;
  child.kill('SIGKILL');
  await ended;
  return true;
}

test('killed at twenty random moments of a day, a run ends as if it had not been', { timeout: 900_000 }, async () => {
  // Measures how long a harness takes to start on this machine.
  const began = performance.now();
  await once(spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--list'], { stdio: 'ignore' }), 'exit');
  const comeBack = Math.round(Math.min(6_000, Math.max(2_000, (performance.now() - began) * 3)));
  const { legs, kills } = theDay(comeBack);
  const course = { since: Date.now() + 1_500, legs };
  const [quiet, rough] = await Promise.all([target(course), target(course)]);
  const port = await freePort();
  const faker = new Faker({ locale: en, seed: SEED + 1 });
  const outs = { quiet: join(folder, 'quiet'), rough: join(folder, 'rough') };
  try {
    const undisturbed = harness(course, quiet.settings, outs.quiet, false);
    const settings = { ...rough.settings, CAPTURE_LISTEN: `127.0.0.1:${port}` };
    let run = harness(course, settings, outs.rough, false);
    let count = 0;
    for (const moment of kills) {
      await Promise.race([listens(run, port), run.ended]);
      await pause(Math.max(faker.number.int({ max: 200 }), course.since + moment - Date.now()));
      if (!(await killed(run.child, run.ended))) break;
      count++;
      run = harness(course, settings, outs.rough, true);
    }
    await Promise.all([undisturbed.ended, run.ended]);
    expect(count, run.said()).toBe(KILLS.early + KILLS.late);

    const [expected, got] = [certificateIn(outs.quiet), certificateIn(outs.rough)];
    const before = new Map(expected.requirements.map((entry) => [entry.id, entry]));
    const other = got.requirements.flatMap(({ id, outcome, reason }) => {
      const was = before.get(id);
      if (was?.outcome === outcome) return [];
      return [`${id}: ${was?.outcome} (${was?.reason ?? ''}), now ${outcome} (${reason ?? ''})`];
    });
    // Only requirements that an interruption made impossible may differ, and their reason says so.
    const spoiled = /now not_exercised \(.*(nobody listened|interrupt)/;
    expect(other.filter((line) => !spoiled.test(line))).toEqual([]);
    console.log(
      `comes back within ${comeBack} ms; ${expected.totals.passed} passed undisturbed, ${got.totals.passed} here\n${other.join('\n')}`,
    );
    expect(expected.totals).toMatchObject({ failed: 0, blocked: 0 });
    // All waits overlap: the whole run takes hardly longer than its longest wait.
    expect(passedBy(course, Date.parse(expected.finishedAt)) / HOUR).toBeLessThan(1.1 * 27);
    expect(got.totals.passed).toBeGreaterThanOrEqual(expected.totals.passed / 4);
    // A harness that was killed before it had recorded that it listens leaves no gap.
    expect(got.gaps?.length).toBeGreaterThan(count / 2);
    expect(got.gaps?.length).toBeLessThanOrEqual(count);
  } finally {
    await Promise.all([quiet.stop(), rough.stop()]);
  }
});
