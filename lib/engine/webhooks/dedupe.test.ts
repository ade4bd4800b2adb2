import { describe, expect, it } from 'vitest';
import { dedupe, orderReport } from './dedupe.ts';

function delivery(n: number, event = 'payment.succeeded') {
  const occurredAt = new Date(Date.UTC(2026, 10, 20, 10, 0, n)).toISOString();
  return { eventId: `evt_${n}_${event}`, event, reference: `order-${n}`, json: { occurredAt } };
}

const inOrder = Array.from({ length: 10 }, (_, n) => delivery(n));

describe('dedupe', () => {
  it('keeps the first arrival of each event, doubled and shuffled', () => {
    const arrivals = [7, 2, 2, 9, 0, 7, 1, 3, 9, 4, 5, 0, 6, 8, 8, 1].map((n) => inOrder[n] ?? expect.fail());
    expect(dedupe(arrivals).map(({ reference }) => reference)).toEqual(
      [7, 2, 9, 0, 1, 3, 4, 5, 6, 8].map((n) => `order-${n}`),
    );
    expect(dedupe(arrivals, 'event-reference')).toEqual(dedupe(arrivals));
  });

  it('tells two events of one reference apart either way', () => {
    const both = [delivery(1, 'escrow.funded'), delivery(1, 'escrow.released')];
    expect(dedupe(both)).toHaveLength(2);
    expect(dedupe(both, 'event-reference')).toHaveLength(2);
  });

  it('sees by event and reference what a new id for each attempt would hide', () => {
    const attempts = [delivery(1), { ...delivery(1), eventId: 'evt_other' }];
    expect(dedupe(attempts)).toHaveLength(2);
    expect(dedupe(attempts, 'event-reference')).toHaveLength(1);
  });

  it('falls back to event and reference without an id, and keeps what has neither', () => {
    const nameless = { ...delivery(1), eventId: undefined };
    const unknown = { eventId: undefined, event: 'x', reference: undefined };
    expect(dedupe([nameless, nameless, unknown, unknown])).toEqual([nameless, unknown, unknown]);
  });

  it('confuses no two events by how their names join', () => {
    const left = { event: 'a', reference: 'b,c' };
    const right = { event: 'a,b', reference: 'c' };
    expect(dedupe([left, right])).toHaveLength(2);
  });
});

describe('orderReport', () => {
  it('finds nothing to report where each came once and in order', () => {
    expect(orderReport(inOrder)).toEqual({ deliveries: 10, duplicates: 0, outOfOrder: 0 });
    expect(orderReport([])).toEqual({ deliveries: 0, duplicates: 0, outOfOrder: 0 });
  });

  it('counts duplicates, and first arrivals that are older than one before', () => {
    const arrivals = [0, 3, 1, 2, 3, 4, 0].map((n) => inOrder[n] ?? expect.fail());
    expect(orderReport(arrivals)).toEqual({ deliveries: 7, duplicates: 2, outOfOrder: 2 });
  });

  it('leaves aside what has no readable time, and takes equal times as in order', () => {
    const odd = [{ occurredAt: 'soon' }, null, [], { occurredAt: 5 }].map((json, n) => ({ ...delivery(20 + n), json }));
    const sameTime = { ...delivery(30), json: delivery(9).json };
    expect(orderReport([...inOrder, ...odd, sameTime]).outOfOrder).toBe(0);
  });
});
