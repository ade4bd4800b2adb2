import { describe, expect, test } from 'vitest';
import { type PackedPart, StepPacker, StepUnpacker, UnknownPreparation } from './packed-steps.ts';
import type { Part, StepPart } from './step-log.ts';

function step(words: string, parts: readonly Part[], shared = false): StepPart {
  return { words, startedAt: 1, durationMs: 2, worked: true, ...(shared && { shared: true as const }), parts };
}

const merchant = step('a merchant is made', [{ exchange: 1 }], true);
const paid = step('a checkout is paid', [merchant, { exchange: 2 }, { delivery: 1 }], true);
const logs = [
  [paid, step('it is refunded', [{ exchange: 3 }])],
  [merchant, step('its balance is read', [{ exchange: 4 }, { page: 0 }])],
  [paid],
];

test('a shared preparation is written out once, and its number stands for it afterwards', () => {
  const packer = new StepPacker();
  const packed = logs.map((log) => packer.pack(log));
  expect(JSON.stringify(packed).match(/a merchant is made/g)).toHaveLength(1);
  expect(packed[1]?.[0]).toEqual({ preparation: 1 });
  expect(packed[2]).toEqual([{ preparation: 2 }]);
});

test('unpacked, the logs are as they were, and a preparation is one object in all of them', () => {
  const packer = new StepPacker();
  const unpacker = new StepUnpacker();
  const again = logs.map((log) => unpacker.unpack(JSON.parse(JSON.stringify(packer.pack(log)))));
  expect(again).toEqual(logs);
  expect(again[2]?.[0]).toBe(again[0]?.[0]);
});

describe('is refused', () => {
  const described = { ...step('made', []), preparation: 1 };
  const refused = (...all: PackedPart[][]) => {
    const unpacker = new StepUnpacker();
    return () => all.map((parts) => unpacker.unpack(parts));
  };

  test('a number that no step before has', () => {
    expect(refused([{ preparation: 1 }, described])).toThrow(
      new UnknownPreparation('preparation 1 is not described before'),
    );
    expect(refused([{ ...described, parts: [{ preparation: 1 }] }])).toThrow(UnknownPreparation);
  });

  test('a number that two steps have', () => {
    expect(refused([described], [described])).toThrow('preparation 1 is there twice');
  });

  test('a log that is small as written and endless when unpacked', () => {
    const doubling = Array.from({ length: 64 }, (_, at): PackedPart => {
      const before = at === 0 ? [{ exchange: 1 }] : [{ preparation: at }, { preparation: at }];
      return { ...step('doubled', []), parts: before, preparation: at + 1 };
    });
    expect(refused(doubling)).toThrow('all steps together have more than');
  });
});
