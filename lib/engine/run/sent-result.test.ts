import { expect, test } from 'vitest';
import { checkResult, delivery, told } from '../evidence/check-result.support.ts';
import { received, sent } from './sent-result.ts';

const { exchanges } = checkResult();
const [answered] = exchanges as [(typeof exchanges)[number]];
const webhook = delivery(7, 0, { kind: 'status', status: 200 });
const shared = { ...told('a checkout is paid', [{ exchange: answered.id }]), shared: true as const };
const results = ['one', 'two'].map((title) =>
  checkResult({
    title,
    exchanges: [answered],
    exchangeIds: [answered.id],
    deliveries: [webhook],
    stepLog: [shared, told(`step ${title}`, [{ delivery: webhook.seq }])],
  }),
);

const messages = results.map((result) => structuredClone(sent(result)));

test('results are as they were sent and in that order, in whatever order they arrive', () => {
  const written = { exchanges: [answered], deliveries: [webhook] };
  expect(received(messages, written)).toEqual(results);
  expect(received(messages.toReversed(), written)).toEqual(results);
});

test('what has been written is sent by its id, and what checks share once', () => {
  expect(messages[1]).toMatchObject({ exchanges: [answered.id], deliveries: [webhook.seq] });
  expect(messages[1]?.stepLog[0]).toEqual({ preparation: 1 });
});

test('what could not be written is left out', () => {
  const [first] = received(messages, { exchanges: [], deliveries: [] });
  expect(first).toMatchObject({ exchanges: [], deliveries: [], exchangeIds: [answered.id] });
});

test('where a result was lost as the run ended, the others are there without what only it described', () => {
  const [, second] = messages;
  const [left] = received(second === undefined ? [] : [second], { exchanges: [answered], deliveries: [webhook] });
  expect(left).toMatchObject({ title: 'two', exchangeIds: [answered.id], stepLog: [{ words: 'step two' }] });
});
