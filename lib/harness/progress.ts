/** What the worker tells the command while it runs. */
export interface Progress {
  readonly requests: number;
  /** Webhooks that have arrived. */
  readonly deliveries: number;
  readonly waiting: readonly { what: string; inMs: number }[];
  readonly totals: { advancedMs: number; advances: number; sleptMs: number };
  readonly left: readonly string[];
  readonly impossible: string | null;
}
