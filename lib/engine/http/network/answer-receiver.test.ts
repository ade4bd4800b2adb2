import type { Dispatcher } from 'undici';
import { describe, expect, test } from 'vitest';
import { AnswerReceiver } from './answer-receiver.ts';

const MB = 1024 * 1024;
const controller = { rawHeaders: [], abort() {} } as unknown as Dispatcher.DispatchController;

/** The arrival of an answer in these pieces. */
function arrived(pieces: Iterable<Buffer>, most = 2 * MB): AnswerReceiver {
  const receiver = new AnswerReceiver(most);
  receiver.onRequestStart(controller);
  receiver.onResponseStart(controller, 200, {});
  for (const piece of pieces) receiver.onResponseData(controller, piece);
  receiver.onResponseEnd();
  return receiver;
}

function* onePieceEach(bytes: Buffer, held = 1): Generator<Buffer> {
  // Each byte is part of a buffer of its own, as when each is read from a socket separately.
  for (const byte of bytes) yield Buffer.alloc(held, byte).subarray(0, 1);
}

describe('an answer that comes in pieces', () => {
  test.each([0, 1, 2, 4_095, 4_096, 4_097, 100_000])('of %i bytes is what was sent', (length) => {
    const bytes = Buffer.from(Array.from({ length }, (_, at) => at % 251));
    expect(arrived(onePieceEach(bytes)).bytes.equals(bytes)).toBe(true);
    expect(arrived([bytes.subarray(0, length / 3), bytes.subarray(length / 3)]).bytes.equals(bytes)).toBe(true);
    expect(arrived([bytes]).bytes.equals(bytes)).toBe(true);
  });

  test('of one byte each takes no more memory than the answer', () => {
    const held = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
    const before = held();
    let most = 0;
    function* watched() {
      let count = 0;
      for (const piece of onePieceEach(Buffer.alloc(MB), 1_024)) {
        yield piece;
        if (++count % 50_000 === 0) most = Math.max(most, held() - before);
      }
    }
    expect(arrived(watched()).bytes).toHaveLength(MB);
    expect(most).toBeLessThan(400 * MB);
  });

  test('holds no room that it does not fill, and ends at the bound', () => {
    const length = 600_001;
    expect(arrived(onePieceEach(Buffer.alloc(length)), 2 * MB).bytes.buffer.byteLength).toBeLessThanOrEqual(2 * length);
    expect(arrived([Buffer.alloc(1), Buffer.alloc(MB), Buffer.alloc(1)]).bytes).toHaveLength(MB + 2);
    const long = arrived(onePieceEach(Buffer.alloc(1_001)), 1_000);
    expect([long.bytes.length, long.failure?.kind]).toEqual([1_000, 'too_large']);
  });
});
