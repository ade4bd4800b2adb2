import type { Capability, CheckContext, Exchange, RequirementId } from '../../../lib/interface/index.ts';

/** A request that is sent many times in a row. */
export interface Asked {
  readonly id: RequirementId;
  readonly what: string;
  readonly times: number;
  /**
   * `refused`: its status and code are not shown. `any`: it may be answered otherwise later: the hour of a limit may end, and a service may shut
   * out a client that tries keys which do not exist.
   */
  readonly answer: 'served' | 'refused' | 'any' | readonly [status: number, code: string];
  /** Whose other requests are served afterwards. */
  readonly by: 'merchant' | 'live';
  readonly needs: readonly Capability[];
  /** A step: prepares the request, and returns how it is sent. */
  ready(context: CheckContext): Promise<() => Promise<Exchange>>;
}

/** What is refused is not sent again later. */
export const once = { onRateLimited: 'return' } as const;

export function asked(
  id: RequirementId,
  what: string,
  times: number,
  answer: Asked['answer'],
  ready: Asked['ready'],
  { by = 'merchant', needs = [] }: Partial<Pick<Asked, 'by' | 'needs'>> = {},
): Asked {
  return { id, what, times, answer, by, needs, ready };
}
