/** Ways to limit the rate of some requests otherwise. */
import type { RateLimiter } from '../../reference/rules/records.ts';
import type { EndpointName, Reply } from '../../reference/rules/requests.ts';
import type { Case } from '../../reference/rules/rulebook.ts';
import { functions } from '../change.ts';
import { all, type Change } from '../mutant.ts';
import { around, isAt, replyOf } from '../steps.ts';

/** Neither counted nor refused. */
export function uncounted(which: EndpointName | readonly EndpointName[] | ((asked: Case) => boolean)): Change {
  return around('limitRate', (own) => (asked, next) => {
    const free = typeof which === 'function' ? which(asked) : isAt(asked, which);
    return free ? next() : own(asked, next);
  });
}

/** Counted at first, and not any more once it was answered so. */
export function givesBack(when: (reply: Reply, asked: Case) => boolean): Change {
  const undo = new WeakMap<RateLimiter, () => void>();
  return all(
    functions(() => ({
      rateLimiter(limit, windowMs) {
        let admitted: number[] = [];
        const limiter: RateLimiter = {
          admit(now) {
            admitted = admitted.filter((at) => at + windowMs > now);
            const [oldest = now] = admitted;
            if (admitted.length >= limit) return oldest + windowMs - now;
            admitted.push(now);
            return 0;
          },
        };
        undo.set(limiter, () => void admitted.pop());
        return limiter;
      },
    })),
    around('limitRate', (own) => async (asked, next) => {
      let admitted = false;
      const { rate } = asked.merchant;
      const reply = await replyOf(() =>
        own(asked, () => {
          admitted = true;
          return next();
        }),
      );
      if (admitted && when(reply, asked)) undo.get(rate)?.();
      return reply;
    }),
  );
}
