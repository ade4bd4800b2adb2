import { describe, expect, it } from 'vitest';
import { loadSuites } from '../suites.ts';
import { interfaceDocument } from './document.ts';
import {
  capabilities,
  chapters,
  digestOf,
  isRequirementId,
  observation,
  observations,
  registerDigest,
  requirement,
  requirements,
} from './index.ts';

const sections = Object.keys(interfaceDocument.sections);
const entries = [...requirements, ...observations];
const repeated = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index);
const smoke = requirements.filter((entry) => entry.smoke);

describe('the register', () => {
  it('has every id once, requirements and observations together', () => {
    expect(repeated(entries.map((entry) => entry.id))).toEqual([]);
  });

  it('has ids that are slugs: a topic, a full stop, what it is about', () => {
    const slug = /^[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/;
    const others = entries.map(({ id }) => id).filter((id) => !slug.test(id));
    expect(others, 'an id is written as refund.exceeds-paid').toEqual([]);
  });

  it('has requirements in every chapter, in the order of the chapters', () => {
    expect([...new Set(requirements.map((entry) => entry.chapter))]).toEqual([...chapters]);
  });

  it('names sections of the interface as sources', () => {
    const strangers = entries.filter(({ source }) => !sections.includes(source.split(',')[0] ?? ''));
    expect(
      strangers.map(({ id, source }) => `${id}: ${source}`),
      `each begins with one of: ${sections.join('; ')}`,
    ).toEqual([]);
  });

  it('states each requirement once, as one sentence', () => {
    const others = requirements.filter(({ statement }) => !/^[A-Z`].*[^.]\.$/.test(statement));
    expect(
      others.map(({ id, statement }) => `${id}: ${statement}`),
      'a capital or ` first, a full stop last',
    ).toEqual([]);
    expect(repeated(requirements.map((entry) => entry.statement))).toEqual([]);
  });

  it('asks each question once, in words that fit after "observed:"', () => {
    const others = observations.filter(({ question }) => !/^[a-z].*[^.?]$/.test(question));
    expect(
      others.map(({ id, question }) => `${id}: ${question}`),
      'a small letter first, no full stop or ? last',
    ).toEqual([]);
    expect(repeated(observations.map((entry) => entry.question))).toEqual([]);
  });

  it('needs only capabilities that it explains, each at most once', () => {
    for (const { needs } of entries) {
      expect(Object.keys(capabilities)).toEqual(expect.arrayContaining([...needs]));
      expect(repeated(needs)).toEqual([]);
    }
  });

  it('uses every capability that it explains, or a check does', async () => {
    const checks = (await loadSuites()).flatMap(({ definitions }) => definitions);
    const used = new Set<string>([...entries, ...checks].flatMap(({ needs }) => needs));
    expect(Object.keys(capabilities).filter((capability) => !used.has(capability))).toEqual([]);
  });

  it('waits in positive whole seconds, minutes or hours', () => {
    for (const { waits } of entries) if (waits) expect(waits).toMatch(/^[1-9][0-9]*[smh]$/);
  });

  it('has about thirty requirements in the short gate: of every chapter but rate-limit, without waits', () => {
    expect([...new Set(smoke.map((entry) => entry.chapter))]).toEqual(chapters.filter((name) => name !== 'rate-limit'));
    expect(smoke.filter((entry) => entry.waits)).toEqual([]);
    expect(smoke.length).toBeGreaterThanOrEqual(25);
    expect(smoke.length).toBeLessThanOrEqual(40);
  });
});

describe('looking up', () => {
  it('finds a requirement and an observation by id', () => {
    expect(requirement('refund.exceeds-paid')).toMatchObject({ chapter: 'refunds', needs: ['buyer'] });
    expect(observation('auth.unknown-key')).toMatchObject({ chapter: 'authentication' });
  });

  it('tells a requirement from other text', () => {
    expect(isRequirementId('refund.exceeds-paid')).toBe(true);
    expect(isRequirementId('auth.unknown-key')).toBe(false);
    expect(isRequirementId('toString')).toBe(false);
  });
});

describe('the digest', () => {
  const reversed = <T extends object>(entry: T) => Object.fromEntries(Object.entries(entry).toReversed()) as T;
  const changed = (with_: object) => requirements.map((entry, index) => (index === 7 ? { ...entry, ...with_ } : entry));

  it('is a SHA-256', () => {
    expect(registerDigest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('stays the same for the same data, whatever the order of its keys', () => {
    const copy = { observations: observations.map(reversed), requirements: requirements.map(reversed) };
    expect(digestOf(copy)).toBe(registerDigest);
  });

  it('changes with a statement, with what is needed, and with a question', () => {
    const [first, ...rest] = observations;
    if (!first) throw new Error('no observations');
    const digests = [
      registerDigest,
      digestOf({ requirements: changed({ statement: 'Something else.' }), observations }),
      digestOf({ requirements: changed({ needs: ['live'] }), observations }),
      digestOf({ requirements, observations: [{ ...first, question: 'something else' }, ...rest] }),
    ];
    expect(new Set(digests).size).toBe(4);
  });
});
