/** Thrown to refuse a request: HTTP status, error code, and a message for developers. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(answer: { status: number; code: string }, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = answer.status;
    this.code = answer.code;
    this.headers = headers;
  }

  /** The body of every error. */
  get text(): string {
    return JSON.stringify({ error: { code: this.code, message: this.message } });
  }
}
