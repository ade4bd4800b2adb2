/** Defects of deliveries that fail in several ways, and of resends. */
import { functions } from '../change.ts';
import { type Change, type Mutant, mutant, onTheWay } from '../mutant.ts';

export const resendMutants: readonly Mutant[] = [
  onTheWay(
    'delivery.mixed-failures',
    'second-kind-of-failure-acknowledges',
    'a delivery that fails in another way than before counts as delivered',
    (transport) => {
      const failures = new Map<string, number>();
      return {
        ...transport,
        async send(request) {
          const outcome = await transport.send(request).catch((error: Error) => error);
          const failure = typeof outcome === 'number' ? outcome : 0;
          const before = failures.get(request.body);
          failures.set(request.body, failure);
          if (before !== undefined && before !== failure) return 200;
          if (typeof outcome !== 'number') throw outcome;
          return outcome;
        },
      };
    },
  ),
  mutant(
    'delivery.not-abandoned',
    'failed-once-as-abandoned',
    'a delivery is shown as abandoned after its first failure',
    functions(({ deliveryList }) => ({
      deliveryList: (deliveries) =>
        deliveryList(
          deliveries.map((each) =>
            each.state === 'pending' && each.attempts.length > 0 ? { ...each, state: 'abandoned' } : each,
          ),
        ),
    })),
  ),
  mutant(
    'delivery.resent-listed',
    'resend-not-listed',
    'a resend makes no entry of its own',
    functions(({ deliveryList }) => ({
      deliveryList: (deliveries) =>
        deliveryList(
          deliveries.filter(({ eventId }, at) => deliveries.findIndex((each) => each.eventId === eventId) === at),
        ),
    })),
  ),
  mutant(
    'delivery.resent-afresh',
    'resend-with-first-timestamp',
    'a resend carries the timestamp of the first sending',
    ofResent((firsts) =>
      functions(({ webhookHeaders }) => ({
        webhookHeaders: (rules, secret, at, body) => webhookHeaders(rules, secret, firsts.get(body) ?? at, body),
      })),
    ),
  ),
  mutant(
    'delivery.resent-retried',
    'resend-not-retried',
    'a resend is tried once',
    ofResent((firsts) =>
      functions(({ attemptBody }) => ({
        attemptBody(payload, attempt) {
          if (attempt > 1 && firsts.has(payload)) throw new Error('not sent again');
          return attemptBody(payload, attempt);
        },
      })),
    ),
  ),
  mutant(
    'delivery.resent-retried',
    'resend-given-up-where-it-is-refused',
    'a resend that is answered with a 4xx or a redirect is not tried again',
    ofResent((firsts) =>
      functions(({ acknowledges }) => ({
        acknowledges: (status, delivery) =>
          acknowledges(status, delivery) ||
          (status >= 300 && status < 500 && delivery !== undefined && firsts.has(delivery.payload)),
      })),
    ),
  ),
];

/** Gives the change the resent deliveries: payload, and timestamp of the first sending. */
function ofResent(change: (firsts: ReadonlyMap<string, string>) => Change): Change {
  return (rules) => {
    const firsts = new Map<string, string>();
    const { resent } = rules.functions;
    return change(firsts)({
      ...rules,
      functions: {
        ...rules.functions,
        resent: (delivery) => {
          firsts.set(delivery.payload, String(Math.floor(delivery.since / 1_000)));
          return resent(delivery);
        },
      },
    });
  };
}
