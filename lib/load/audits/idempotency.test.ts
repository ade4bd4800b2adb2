import { expect, test } from 'vitest';
import { lineOf, notPassed } from '../testing.support.ts';
import { type Intent, idempotencyJudge } from './idempotency.ts';

const body = '{"id":"cs_1","reference":"r","status":"pending"}';
const original = lineOf({ op: 'checkout', status: 201, body });
const replay = lineOf({ op: 'checkout', status: 201, replayed: true, body });
const busy = lineOf({ op: 'checkout', status: 409, body: '{"error":{"code":"request_in_progress","message":"m"}}' });
const reused = lineOf({ op: 'bodies', status: 409, body: '{"error":{"code":"idempotency_key_reused","message":"m"}}' });

const good: Intent = {
  key: 0,
  round: 0,
  kind: 'checkout',
  amount: 5_000,
  answers: [original, replay, busy],
  found: [{ status: 200, json: { id: 'cs_1', amount: 5_000 } }],
  again: { status: 201, json: JSON.parse(body), replayed: true },
};
const different: Intent = {
  ...good,
  kind: 'bodies',
  answers: [reused, { ...original, turn: 1 }, busy],
  found: [
    { status: 404, json: {} },
    { status: 200, json: {} },
    { status: 404, json: {} },
  ],
  again: null,
};

function judged(...intents: readonly Intent[]) {
  const judge = idempotencyJudge();
  for (const intent of intents) judge.add(intent);
  return notPassed(judge.findings());
}

test('one original, replays and refusals are as they should be', () => {
  expect(judged(good, different)).toEqual([]);
});

test.for<[string, Partial<Intent>, string[]]>([
  ['two originals of one effect', { answers: [original, original] }, ['one-original failed']],
  [
    'two effects',
    { answers: [original, { ...original, body: body.replace('cs_1', 'cs_2') }] },
    ['one-original failed', 'one-effect failed'],
  ],
  ['nobody got the original', { answers: [busy, replay] }, ['no-response-lost failed']],
  [
    'asked again, it is carried out',
    { again: { status: 201, json: {}, replayed: false } },
    ['no-response-lost failed'],
  ],
  [
    'asked again, another answer',
    { again: { status: 201, json: { id: 'x' }, replayed: true } },
    ['no-response-lost failed'],
  ],
  ['asked again, no answer', { again: null }, ['no-response-lost inconclusive']],
  [
    'the original may have been lost on its way',
    { answers: [lineOf({ status: 0 }), replay] },
    ['no-response-lost inconclusive', 'answers-known inconclusive'],
  ],
  ['answered, but not there', { found: [{ status: 404, json: {} }] }, ['one-effect failed']],
  ['there with another amount', { found: [{ status: 200, json: { id: 'cs_1', amount: 1 } }] }, ['one-effect failed']],
  [
    'a replay of something else',
    { answers: [original, { ...replay, body: '{"id":"z"}' }] },
    ['one-effect failed', 'answers-known failed'],
  ],
  ['a 500', { answers: [original, lineOf({ status: 500 })] }, ['answers-known failed']],
  ['a refusal as if it were another body', { answers: [original, reused] }, ['answers-known failed']],
  [
    'a refusal for the rate blames nobody',
    { answers: [original, lineOf({ status: 429 })] },
    ['answers-known inconclusive'],
  ],
])('the same body: %s', ([, change, expected]) => {
  expect(judged({ ...good, ...change })).toEqual(expected);
});

test.for<[string, Partial<Intent>, string[]]>([
  [
    'two are created',
    {
      found: [
        { status: 200, json: {} },
        { status: 200, json: {} },
      ],
    },
    ['one-winner failed'],
  ],
  [
    'none is created',
    {
      found: [
        { status: 404, json: {} },
        { status: 404, json: {} },
      ],
    },
    ['one-winner failed'],
  ],
  ['one of them could not be looked at', { found: [{ status: 404, json: {} }, null] }, ['one-winner inconclusive']],
  ['the one that was told is not the one that exists', { answers: [original, reused] }, ['one-winner failed']],
  ['two are told so', { answers: [original, { ...original, turn: 1 }] }, ['one-original failed', 'one-winner failed']],
  ['another body is replayed', { answers: [replay, { ...original, turn: 1 }] }, ['answers-known failed']],
])('different bodies: %s', ([, change, expected]) => {
  expect(judged({ ...different, ...change })).toEqual(expected);
});

test('fields in another order are the same response', () => {
  const again = { status: 201, json: { status: 'pending', reference: 'r', id: 'cs_1' }, replayed: true };
  expect(judged({ ...good, again })).toEqual([]);
});
