import { expect, test } from 'vitest';
import { byPassage } from '../../engine/reports/pages/passages.ts';
import { interfaceDocument } from './document.ts';
import { isRequirementId, ratingOf, requirement, requirements } from './index.ts';

test.each([
  ['refund.exceeds-paid', 'blocker'],
  ['webhook.signature-v2', 'blocker'],
  ['auth.missing-key-refused', 'blocker'],
  ['idempotency.paid-out-once', 'blocker'],
  ['escrow.funding-is-held', 'blocker'],
  ['checkout.paid', 'critical'],
  ['delivery.first-retry', 'critical'],
  ['checkout.amount-too-small', 'normal'],
  ['wallet-link.created', 'normal'],
  ['refund.reason-too-long', 'minor'],
])('%s is %s', (id, severity) => {
  if (!isRequirementId(id)) throw new Error(`no requirement ${id}`);
  expect(ratingOf(requirement(id))).toMatchObject({ severity, because: expect.stringMatching(/./) });
});

test('every severity is there, and the gravest is not the most frequent', () => {
  const counts = Map.groupBy(requirements, (entry) => ratingOf(entry).severity);
  expect([...counts.keys()].sort()).toEqual(['blocker', 'critical', 'minor', 'normal']);
  expect(counts.get('blocker')?.length).toBeLessThan(requirements.length / 3);
});

test('passages come in the order of the document, numbered rules by number', () => {
  const sources = [
    'Limits',
    'Events, delivery rule 10',
    'Endpoints, behaviour rule 2',
    'Events, delivery rule 9',
    'Nowhere',
  ];
  const passages = byPassage(
    [...sources, 'Limits'].map((source) => ({ source })),
    interfaceDocument,
  );
  expect(passages.map(({ source, entries }) => [source, entries.length])).toEqual([
    ['Endpoints, behaviour rule 2', 1],
    ['Events, delivery rule 9', 1],
    ['Events, delivery rule 10', 1],
    ['Limits', 2],
    ['Nowhere', 1],
  ]);
});
