import { Blocked, type Exchange } from '../../lib/interface/index.ts';

/** A step: any success status will do; whether it is exactly 200 or 201 is another requirement. */
export function succeeding(exchange: Exchange): Exchange {
  if (exchange.status >= 300) {
    throw new Blocked(`the request should have succeeded; got ${exchange.status} ${exchange.text.slice(0, 200)}`);
  }
  return exchange;
}
