/** The steps by which a merchant's request is processed, in order. */
import { Body, isObject } from '../engine/body.ts';
import { fieldProblem } from '../engine/fields.ts';
import { Refusal } from '../engine/refusal.ts';
import type { Case, Step } from './rulebook.ts';

export const steps: readonly Step[] = [
  limitRate,
  readBody,
  keepKey,
  takeTime,
  checkFields,
  answerKnown,
  checkGuards,
  act,
];

/** Limits, request rate. A request refused here has no effect, and its idempotency key stays unused. */
function limitRate({ service, merchant }: Case, next: Parameters<Step>[1]) {
  const wait = merchant.rate.admit(service.clock.now());
  if (wait === 0) return next();
  const seconds = Math.max(1, Math.ceil(wait / 1_000));
  throw new Refusal(service.rules.refusals.rateLimited, `too many requests; try again in ${seconds} s`, {
    'retry-after': String(seconds),
  });
}

function readBody(asked: Case, next: Parameters<Step>[1]) {
  const { refusals, decisions } = asked.service.rules;
  if (asked.endpoint.method !== 'POST' || asked.raw.length === 0) return next();
  const type = (asked.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json' && !/^application\/[^/]+\+json$/.test(type))
    throw new Refusal(decisions.wrongMediaType, 'send the body as Content-Type: application/json');
  const value = parseJson(asked.raw);
  if (value === undefined) throw new Refusal(refusals.invalid, 'the body is not valid JSON');
  if (!isObject(value)) throw new Refusal(refusals.invalid, 'the body must be a JSON object');
  asked.body = new Body(value);
  return next();
}

/** Authentication, Idempotency-Key. */
function keepKey(asked: Case, next: Parameters<Step>[1]) {
  const { merchant, endpoint, service } = asked;
  const { refusals, decisions, limits, functions } = service.rules;
  if (!endpoint.idempotencyKey) return next();
  const key = asked.header('idempotency-key') ?? '';
  if (key === '' && endpoint.idempotencyKey === 'optional') return next();
  if (key === '') throw new Refusal(decisions.keyMissing, 'POST requests need an Idempotency-Key header');
  if (key.length > limits.idempotencyKeyLength)
    throw new Refusal(refusals.invalid, `Idempotency-Key must have at most ${limits.idempotencyKeyLength} characters`);

  const now = service.clock.now();
  forgetOldKeys(asked, now);
  const fingerprint = functions.sameRequest(asked);
  const kept = merchant.keys.get(key);
  if (kept) {
    if (kept.fingerprint !== fingerprint)
      throw new Refusal(refusals.keyReused, 'this Idempotency-Key was used for a different request');
    if (kept.reply === null)
      throw new Refusal(refusals.inProgress, 'a request with this Idempotency-Key is still being processed');
    return { ...kept.reply, headers: { 'idempotent-replayed': 'true' } };
  }

  const entry = { fingerprint, reply: null, until: now + decisions.keyRememberedSeconds * 1_000 };
  merchant.keys.set(key, entry);
  return settle(next, (reply) => {
    if (reply && (reply.status < 400 || decisions.keyKeeps === 'refusals too'))
      merchant.keys.set(key, { ...entry, reply: { status: reply.status, text: reply.text } });
    else merchant.keys.delete(key);
  });
}

/** Delays the merchant's POSTs, in real time, as set through control. */
function takeTime({ endpoint, merchant }: Case, next: Parameters<Step>[1]) {
  if (endpoint.method !== 'POST' || merchant.processingDelay === 0) return next();
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, merchant.processingDelay).unref();
  return promise.then(next);
}

function checkFields(asked: Case, next: Parameters<Step>[1]) {
  const { rules } = asked.service;
  const problem = asked.endpoint.takes
    ? fieldProblem(rules.forms[asked.endpoint.takes], asked.body, asked.environment.name)
    : null;
  if (problem) throw new Refusal(rules.refusals.invalid, problem);
  return next();
}

/** Finds the resources named in the path or body; answers at once if the requested resource already exists. */
function answerKnown(asked: Case, next: Parameters<Step>[1]) {
  const { endpoint, merchant, params, service } = asked;
  if (endpoint.about) {
    asked.record =
      endpoint.about === 'walletLink'
        ? merchant.links.get(params.linkId ?? '')
        : merchant.records[endpoint.about].get(params.reference ?? '');
    if (asked.record === undefined)
      throw new Refusal(service.rules.decisions.unknown[endpoint.about], `there is nothing at ${asked.path}`);
  }
  asked.payment = merchant.records.checkout.get(asked.body.text('paymentReference') ?? '');
  const record = endpoint.already?.finds(asked);
  if (endpoint.already && record)
    return { status: endpoint.already.status, text: JSON.stringify(endpoint.already.shows({ asked, record })) };
  return next();
}

function checkGuards(asked: Case, next: Parameters<Step>[1]) {
  for (const guard of asked.service.rules.guards) {
    if (!guard.at.includes(asked.endpoint.name)) continue;
    if (guard.only && guard.only !== asked.environment.name) continue;
    if (!guard.refuses(asked)) continue;
    const headers: Record<string, string> = guard.retryAfter ? { 'retry-after': String(guard.retryAfter(asked)) } : {};
    throw new Refusal(guard, guard.message(asked), headers);
  }
  return next();
}

function act(asked: Case) {
  const { endpoint } = asked;
  const record = endpoint.does ? endpoint.does(asked) : asked.record;
  return { status: endpoint.status, text: JSON.stringify(endpoint.shows({ asked, record })) };
}

/** Runs the remaining steps and calls `ended` with their result, synchronously or later; a refusal counts as a reply. */
function settle(next: Parameters<Step>[1], ended: (reply: { status: number; text: string } | null) => void) {
  const failed = (error: unknown): never => {
    ended(error instanceof Refusal ? error : null);
    throw error;
  };
  try {
    const reply = next();
    if (!(reply instanceof Promise)) {
      ended(reply);
      return reply;
    }
    return reply.then((late) => {
      ended(late);
      return late;
    }, failed);
  } catch (error) {
    return failed(error);
  }
}

/** Keys are stored in the order of their creation, so the oldest come first. */
function forgetOldKeys({ merchant }: Case, now: number): void {
  for (const [key, kept] of merchant.keys) {
    if (kept.until > now) return;
    merchant.keys.delete(key);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(raw));
  } catch {
    return undefined;
  }
}
