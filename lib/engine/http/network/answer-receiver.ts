import type { Dispatcher } from 'undici';
import { timeOfDay } from '../../time/clock.ts';
import { type Failure, failureOf } from './network-error.ts';

/** The answer to one request, or how it failed. */
export type RawAnswer = Pick<
  AnswerReceiver,
  'startedAt' | 'sentMono' | 'receivedMono' | 'status' | 'statusText' | 'headers' | 'rawHeaders' | 'bytes' | 'failure'
>;

const EMPTY: Buffer = Buffer.alloc(0);

/** Minimum size of `buffer`, in bytes. */
const MIN_BUFFER_BYTES = 4_096;

/**
 * Receives the answer to one request: undici's handler and the result in one object, without a stream in between. Settles once, with an
 * answer or a failure, and closes the connection on failure.
 */
export class AnswerReceiver implements Dispatcher.DispatchHandler {
  startedAt = timeOfDay();
  sentMono = performance.now();
  receivedMono = 0;
  /** 0 until the answer begins. */
  status = 0;
  statusText = '';
  headers: Record<string, string | string[] | undefined> = {};
  /** Names and values alternate. */
  rawHeaders: readonly (Buffer | string)[] = [];
  bytes: Buffer = EMPTY;
  failure: Failure | null = null;
  readonly answer: Promise<AnswerReceiver>;

  private settle: (receiver: AnswerReceiver) => void = ignore;
  private settled = false;
  private readonly maxBodyBytes: number;
  private controller: Dispatcher.DispatchController | null = null;
  private timer: NodeJS.Timeout | undefined;
  private deadlineMs = 0;
  private signal: AbortSignal | undefined;
  /** Buffer for a body that comes in several pieces. */
  private buffer: Buffer = EMPTY;
  private length = 0;

  constructor(maxBodyBytes: number) {
    this.maxBodyBytes = maxBodyBytes;
    this.answer = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  watch(deadlineMs: number, signal: AbortSignal | undefined): void {
    this.deadlineMs = deadlineMs;
    this.timer = setTimeout(expire, deadlineMs, this);
    if (signal === undefined) return;
    if (signal.aborted) {
      this.handleEvent();
    } else {
      this.signal = signal;
      signal.addEventListener('abort', this);
    }
  }

  fail(kind: Failure['kind'], reason: string): void {
    if (this.settled) return;
    this.failure = { kind, reason };
    this.end();
    this.controller?.abort(GIVEN_UP);
  }

  expired(): void {
    const phase = this.controller === null ? 'no connection' : this.status === 0 ? 'no answer' : 'no end of the answer';
    this.fail('timeout', `${phase} within ${this.deadlineMs} ms`);
  }

  /** Called when the signal is aborted. */
  handleEvent(): void {
    this.fail('aborted', 'given up');
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.settled) {
      controller.abort(GIVEN_UP);
      return;
    }
    this.controller = controller;
    this.startedAt = timeOfDay();
    this.sentMono = performance.now();
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
    statusText?: string,
  ): void {
    if (status < 200) return;
    this.status = status;
    this.statusText = statusText ?? '';
    this.headers = headers;
    if (Array.isArray(controller.rawHeaders)) this.rawHeaders = controller.rawHeaders;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const length = this.length + chunk.length;
    if (length > this.maxBodyBytes) {
      this.fail('too_large', `the answer is longer than ${this.maxBodyBytes} bytes`);
      return;
    }
    // Nearly every body comes in one piece, which is not copied. Several are copied: each would keep the buffer that it is part of.
    if (this.length === 0) this.bytes = chunk;
    else {
      if (length > this.buffer.length) {
        this.buffer = Buffer.alloc(Math.min(this.maxBodyBytes, Math.max(2 * length, MIN_BUFFER_BYTES)));
        this.buffer.set(this.bytes);
      }
      this.buffer.set(chunk, this.length);
      this.bytes = this.buffer.subarray(0, length);
    }
    this.length = length;
  }

  onResponseEnd(): void {
    if (!this.settled) this.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.settled) return;
    this.failure = failureOf(
      error,
      this.controller === null ? 'connecting' : this.status === 0 ? 'waiting' : 'answering',
    );
    this.end();
  }

  private end(): void {
    this.receivedMono = performance.now();
    this.settled = true;
    clearTimeout(this.timer);
    this.signal?.removeEventListener('abort', this);
    // The kept body must not occupy a buffer more than twice its size.
    if (this.buffer.length > 2 * this.length) this.bytes = Buffer.from(this.bytes);
    this.buffer = EMPTY;
    this.settle(this);
  }
}

const GIVEN_UP = new Error('given up');
const ignore = (): void => {};

function expire(receiver: AnswerReceiver): void {
  receiver.expired();
}
