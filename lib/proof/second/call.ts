import type { Fields } from './rules.ts';
import type { Merchant } from './world.ts';

/** One authenticated request. `param` is the decoded part of the path that identifies the resource. */
export interface Call {
  merchant: Merchant;
  live: boolean;
  param: string;
  body: Fields;
}

export interface Reply {
  status: number;
  body?: unknown;
}
