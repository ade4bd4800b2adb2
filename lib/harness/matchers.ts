import { expect } from 'vitest';
import type { z } from 'zod';
import type { Exchange } from '../client/index.ts';
import { type ErrorCode, errorBody, isoDateTime } from '../contract/index.ts';
import { field, summary } from './merchant.ts';

interface Verdict {
  pass: boolean;
  message: () => string;
}

interface Equality {
  equals(a: unknown, b: unknown): boolean;
}

/** What came, for the eyes of whoever has to mend it. */
function answer(exchange: Exchange): string {
  const body = exchange.text.length > 300 ? `${exchange.text.slice(0, 300)}…` : exchange.text;
  return `${exchange.status} ${body}`.trim();
}

function errorShape(exchange: Exchange): boolean {
  return errorBody.safeParse(exchange.json).success;
}

const matchers = {
  toHaveStatus(exchange: Exchange, status: number): Verdict {
    return {
      pass: exchange.status === status,
      message: () => `expected status ${status}, got ${answer(exchange)}`,
    };
  },

  /** A refusal with exactly this status and code, in the error shape. */
  toBeRefusedWith(exchange: Exchange, status: number, code: ErrorCode): Verdict {
    const seen = field(field(exchange.json, 'error'), 'code');
    return {
      pass: exchange.status === status && seen === code,
      message: () => `expected a refusal with ${status} ${code}, got ${answer(exchange)}`,
    };
  },

  /** Some refusal of the request, where the interface shows neither status nor code: 4xx. */
  toBeRefused(exchange: Exchange): Verdict {
    return {
      pass: exchange.status >= 400 && exchange.status < 500,
      message: () => `expected a refusal (4xx), got ${answer(exchange)}`,
    };
  },

  /** `{ error: { code: string, message: string } }`, more fields welcome. */
  toHaveErrorShape(exchange: Exchange): Verdict {
    return {
      pass: errorShape(exchange),
      message: () => `expected a body { error: { code, message } } with two strings, got ${answer(exchange)}`,
    };
  },

  /** A field of the JSON body, by path: `toHaveField('customer.email', 'a@example.com')`. Deep equality. */
  toHaveField(this: Equality, exchange: Exchange, path: string, value: unknown): Verdict {
    const seen = field(exchange.json, path);
    return {
      pass: this.equals(seen, value),
      message: () => `expected ${path} to be ${show(value)}, got ${show(seen)} in ${answer(exchange)}`,
    };
  },

  /** Any JSON value that a schema accepts. */
  toFit(value: unknown, schema: z.ZodType): Verdict {
    const result = schema.safeParse(value);
    return {
      pass: result.success,
      message: () =>
        result.success
          ? `expected ${show(value)} not to fit`
          : `${show(value)}: ${result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`,
    };
  },

  /** An ISO 8601 date-time with a zone, however it is spelled. */
  toBeDateTime(value: unknown): Verdict {
    return {
      pass: isoDateTime.safeParse(value).success,
      message: () => `expected an ISO 8601 date-time with a zone, got ${show(value)}`,
    };
  },

  /** A replay: the original's status and body, with Idempotent-Replayed: true. */
  toReplay(this: Equality, exchange: Exchange, original: Exchange): Verdict {
    const header = exchange.headers['idempotent-replayed'];
    const problems = [
      ...(exchange.status === original.status ? [] : [`status ${exchange.status} instead of ${original.status}`]),
      ...(this.equals(exchange.json, original.json) ? [] : [`the body ${exchange.text} instead of ${original.text}`]),
      ...(header === 'true' ? [] : [`Idempotent-Replayed: ${header ?? '(missing)'}`]),
    ];
    return {
      pass: problems.length === 0,
      message: () => `expected the original response replayed (${summary(original)}), got ${problems.join(', ')}`,
    };
  },
};

function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

expect.extend(matchers);

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>> {
    toHaveStatus(status: number): R;
    toBeRefusedWith(status: number, code: ErrorCode): R;
    toBeRefused(): R;
    toHaveErrorShape(): R;
    toHaveField(path: string, value: unknown): R;
    toFit(schema: z.ZodType): R;
    toBeDateTime(): R;
    toReplay(original: Exchange): R;
  }
}

export { expect };
