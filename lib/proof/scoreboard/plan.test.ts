import { describe, expect, test } from 'vitest';
import { requirements } from '../../interface/register/index.ts';
import { cleanJob, jobFor } from './plan.ts';

const mutant = { name: 'refund-race', breaks: 'refund.concurrent-stay-within-paid' } as const;
const chapterOf = (id: string) => requirements.find((entry) => entry.id === id)?.chapter;

describe('what is run against a mutant', () => {
  test('first the checks of what it breaks, and those not again', () => {
    const job = jobFor(mutant, requirements, { seed: 1, all: false });
    expect(job.first).toEqual([mutant.breaks]);
    expect(job.beside).not.toContain(mutant.breaks);
  });

  test('then as many of its own chapter as of others', () => {
    const { beside } = jobFor(mutant, requirements, { seed: 1, all: false });
    expect(beside.filter((id) => chapterOf(id) === 'refunds')).toHaveLength(8);
    expect(beside).toHaveLength(16);
  });

  test('the same for the same seed, others for another', () => {
    const draw = (seed: number) => jobFor(mutant, requirements, { seed, all: false }).beside;
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  test('neither browsers nor rate limits beside what is about something else', () => {
    const drawn = Array.from({ length: 50 }, (_, seed) => jobFor(mutant, requirements, { seed, all: false }).beside);
    const chapters = new Set(drawn.flat().map(chapterOf));
    expect(chapters).not.toContain('hosted-pages');
    expect(chapters).not.toContain('rate-limit');
  });

  test('one check of what it breaks, and the others where that one saw nothing, unless everything has to happen', () => {
    expect(jobFor(mutant, requirements, { seed: 1, all: false }).untilFailed).toBe(true);
    expect(jobFor(mutant, requirements, { seed: 1, all: false, thorough: true }).untilFailed).toBe(false);
  });

  test('with --all everything else', () => {
    const job = jobFor(mutant, requirements, { seed: 1, all: true });
    expect(job.beside).toHaveLength(requirements.length - 1);
    expect(job.depth).toBe('all');
  });
});

test('what must be clean gets all checks of the chapters it touches', () => {
  const { first, beside } = cleanJob('one', ['one'], requirements, ['banks', 'balance']);
  expect(first).toEqual([]);
  expect([...new Set(beside.map(chapterOf))]).toEqual(['banks', 'balance']);
});
