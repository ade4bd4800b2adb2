import { z } from 'zod';
import { matchers } from '../../predicates/index.ts';
import type { DeliveryEvidence } from '../../run/recording/evidence-writer.ts';
import type { Certificate } from '../certificate.ts';
import { evidenceFiles } from '../write.ts';
import { hasFields, isList, isNullOr } from './follows/by-hand.ts';
import type { Evidence } from './read.ts';

// The exact shape of what this version of the suite writes: other fields are rejected, because another reader might interpret what this one
// ignores.

const count = z.number().int().min(0).max(1e9);
const id = z.number().int().min(1).max(1e9);
const ms = z.number().min(0).max(1e13);
const LONGEST = 1_000_000;
const text = z.string().max(LONGEST);
/** Ids, file names and similar; never a text of the target. */
const name = z
  .string()
  .max(1_000)
  .regex(/^[^\p{Cc}]*$/u);
const iso = z.iso.datetime();
const outcome = z.enum(['passed', 'failed', 'blocked', 'not_exercised']);

/** Typed by the keys of `Certificate`, since a field missing here would make every certificate that has it invalid. */
const certificateShape: Readonly<Record<keyof Certificate, z.ZodType>> = {
  verdict: z.enum(['conformant', 'conformant_in_scope', 'inconclusive', 'nonconformant']),
  interfaceVersion: name,
  interfaceUrl: name.optional(),
  target: z.strictObject({ baseUrl: z.url(), liveBaseUrl: z.url().optional() }),
  suite: z.strictObject({ version: name, registerDigest: name }),
  selection: z
    .strictObject({
      chapters: z.array(name).optional(),
      requirements: z.array(name).optional(),
      profile: name.optional(),
      exhaustive: z.literal(true).optional(),
    })
    .nullable(),
  cases: z.strictObject({ depth: z.enum(['first', 'drawn', 'all']), made: count, of: count }),
  capabilities: z.array(name),
  startedAt: iso,
  finishedAt: iso,
  requests: count,
  strays: z
    .strictObject({ foreign: count, badlySigned: count, repeated: count, elsewhere: count, crowd: count })
    .optional(),
  lostAnswers: count.optional(),
  harness: z.strictObject({ eventLoopDelayMs: ms, webhookAnswerMs: ms, waitsLateMs: ms }).optional(),
  clock: z.strictObject({ skewMs: z.number(), uncertaintyMs: z.number() }).nullable().optional(),
  seed: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  appearance: z
    .strictObject({
      incognito: z.boolean(),
      secret: z.string().regex(/^[0-9a-f]{64}$/),
      userAgent: name.optional(),
      recognition: text,
    })
    .optional(),
  interrupted: z.boolean(),
  gaps: z.array(z.strictObject({ from: iso, to: iso })).optional(),
  totals: z.strictObject({ passed: count, failed: count, blocked: count, notExercised: count }),
  requirements: z.array(
    z.strictObject({
      id: name,
      chapter: name,
      statement: text,
      source: text,
      outcome,
      reason: text.optional(),
      reasons: z.array(text).optional(),
      tests: z.array(text),
      rating: z
        .strictObject({ severity: z.enum(['blocker', 'critical', 'normal', 'minor']), because: text })
        .optional(),
    }),
  ),
  observations: z.array(
    z.strictObject({ id: name, chapter: name, question: text, source: text, observed: text, seen: z.boolean() }),
  ),
  causes: z
    .array(
      z.strictObject({
        words: text,
        endpoint: text.nullable(),
        start: name,
        failed: z.array(name),
        blocked: z.array(name),
      }),
    )
    .optional(),
  baseline: z
    .strictObject({
      gate: z.enum(['open', 'closed']),
      knownFailures: z.array(
        z.strictObject({
          requirement: name,
          reason: text,
          outcome: z.enum(['failed', 'blocked']),
          until: name.optional(),
          state: z.enum(['holds', 'not_judged', 'passes_now', 'expired', 'worse']),
        }),
      ),
    })
    .optional(),
};

const certificate = z.strictObject(certificateShape);

const isOf =
  (shape: z.ZodType) =>
  (value: unknown): boolean =>
    shape.safeParse(value).success;
const isId = (value: unknown) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 1e9;
const isShort = (value: unknown) => typeof value === 'string' && value.length <= 10_000;
const isPath = (value: unknown) => Array.isArray(value) && value.length <= 1_000 && value.every(isShort);
const isName = (value: unknown) => typeof value === 'string' && value.length <= 1_000 && !/\p{Cc}/u.test(value);
const isLong = (value: unknown) => typeof value === 'string' && value.length <= LONGEST;
const isAnything = (value: unknown) => value !== undefined;
const arrivals = z.strictObject({
  path: text.optional(),
  event: text.optional(),
  reference: text.optional(),
  after: count,
  upTo: count,
  sure: z.literal(true).optional(),
});

/** The evidence was parsed from JSON, so every value is JSON. */
const json = z.custom<unknown>((value) => value !== undefined);

/** Terms are nested: see `Term`. The kind of a term is the one of its fields that no other kind has. */
const isTerm = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const kind = Object.keys(value).find((key) => Object.hasOwn(terms, key));
  return kind !== undefined && terms[kind]?.(value) === true;
};
const term = z.custom<unknown>(isTerm);

const terms: Readonly<Record<string, (value: unknown) => boolean>> = {
  value: hasFields({ value: isAnything }),
  nothing: hasFields({ nothing: (value) => value === true }),
  pattern: hasFields({ pattern: isLong, flags: isName }),
  exchange: hasFields({ exchange: isId, at: isPath }, ['at']),
  exchanges: hasFields({ exchanges: isList(isId) }),
  delivery: hasFields({ delivery: isId, at: isPath }, ['at']),
  deliveries: hasFields({ deliveries: isOf(arrivals) }),
  signature: hasFields({ signature: (value) => value === 'v1' || value === 'v2', of: isId, secret: isNullOr(isName) }),
  sighting: hasFields({ sighting: isId, at: isPath }, ['at']),
  list: hasFields({ list: isList(isTerm) }),
  object: hasFields({
    object: (value) =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.entries(value).every(([key, each]) => isLong(key) && isTerm(each)),
  }),
  derived: hasFields({ derived: isName, from: isList(isTerm) }),
};

const check = z.strictObject({
  id: name,
  kind: z.enum(['requirement', 'observation']),
  about: name,
  title: text,
  file: name,
  outcome,
  spare: z.literal(true).optional(),
  reason: text.nullable(),
  observed: text.nullable(),
  exchanges: z.array(id),
  deliveries: z.array(id),
  predicates: z.array(
    z.strictObject({
      matcher: z.enum(Object.keys(matchers) as [string, ...string[]]),
      not: z.literal(true).optional(),
      subject: term,
      args: z.array(term),
      words: text.optional(),
      held: z.boolean(),
    }),
  ),
});

const signature = z.enum(['valid', 'missing', 'malformed', 'wrong']).or(name);
/** As for the certificate, every field that a run may write, including those written only on a busy machine. */
const deliveryShape: Readonly<Record<keyof DeliveryEvidence, z.ZodType>> = {
  seq: id,
  at: iso,
  monoMs: ms,
  method: name,
  path: text,
  eventId: text.optional(),
  event: text.optional(),
  reference: text.optional(),
  headers: z.record(text, text),
  body: z.string().nullable(),
  bodyBase64: z.string(),
  truncated: z.literal(true).optional(),
  standing: z.enum(['genuine', 'repeated', 'claimed', 'foreign']).optional(),
  answer: z.union([
    z.strictObject({ kind: z.literal('status'), status: z.number().int().min(100).max(999) }),
    z.strictObject({ kind: z.enum(['hang', 'cut']) }),
  ]),
  senderClosedAfterMs: z.number().nullable(),
  keptWaitingMs: z.number().optional(),
  verification: z
    .strictObject({
      v1: signature,
      v2: signature,
      timestamp: z.number().nullable(),
      valid: z.boolean(),
      problems: z.array(text),
    })
    .optional(),
  masked: z.literal(true).optional(),
};
const delivery = z.strictObject(deliveryShape);

const sighting = z.strictObject({ id, at: iso, what: text, seen: json });

/** Describes where the evidence is not what this version of the suite writes. */
export function strangeness(evidence: Evidence): string[] {
  const { checks, deliveries, sightings } = evidence;
  return [
    ...wrongIn(certificate, [evidence.certificate], () => evidenceFiles.certificate),
    ...wrongIn(check, checks, (index) => `line ${index + 1} of ${evidenceFiles.checks}`),
    ...wrongIn(delivery, deliveries, (index) => `line ${index + 1} of ${evidenceFiles.deliveries}`),
    ...wrongIn(sighting, sightings, (index) => `line ${index + 1} of ${evidenceFiles.sightings}`),
    ...evidence.archive.otherwise,
  ];
}

function wrongIn(shape: z.ZodType, values: readonly unknown[], called: (index: number) => string): string[] {
  return values.flatMap((value, index) => {
    const issue = shape.safeParse(value).error?.issues[0];
    if (issue === undefined) return [];
    const where = issue.path.length === 0 ? '' : `, at ${issue.path.join('.')}`;
    return [`${called(index)} is not as a run writes it${where}`];
  });
}
