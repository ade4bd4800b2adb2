import type { Environment, MerchantKeys } from '../target.ts';

/**
 * `absent`: the target has no such endpoint. `refused`: it could not be done, and nothing changed. `failed`: anything else, a lost
 * connection included. `token`: the control token is wrong, so that no run can be made.
 */
export type ControlProblem = 'absent' | 'refused' | 'failed' | 'token';

export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly problem: ControlProblem;
  /** As `GET /` lists it. */
  readonly endpoint: string;
  /** No answer came: whether it was done is unknown. */
  readonly lost: boolean;
  constructor(problem: ControlProblem, endpoint: string, message: string, lost = false) {
    super(message);
    this.lost = lost;
    this.problem = problem;
    this.endpoint = endpoint;
  }
}

/** A call of control that may have changed something, as evidence keeps it. It contains no secret. */
export interface ControlStep {
  readonly endpoint: string;
  /** The parameters of its path: `merchantId`, `reference`, ... */
  readonly names: Readonly<Record<string, string>>;
  /** Below the address of the control interface, with its parameters filled in. */
  readonly path: string;
  readonly body: unknown;
  /** `lost`: whether it was done is unknown. `refused`: it changed nothing. */
  readonly outcome: 'done' | 'refused' | 'lost';
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** The same moment by `performance.now()`. */
  readonly sentMono: number;
  readonly durationMs: number;
  /** As far as its answer tells them. */
  readonly now?: string;
  readonly merchantId?: string;
}

/** The calls of a target's control interface that a run itself needs. Each throws ControlError. */
export interface ControlPort {
  /** Moves the target's clock. Returns the target's time in epoch milliseconds. */
  advance(seconds: number, timeoutMs: number): Promise<number>;
  createMerchant(environment: Environment, webhookUrl?: string): Promise<MerchantKeys>;
  /** Whether control answers at all. */
  answers(): Promise<boolean>;
  /** Called after each call, with whether it was answered. */
  onHeard: (answered: boolean) => void;
  /** Called after each call that may have changed something. */
  onStep: (step: ControlStep) => void;
  close(): Promise<void>;
}
