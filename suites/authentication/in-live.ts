import { type CheckContext, checks, type Exchange, expect, NotExercised, shared } from '../../lib/interface/index.ts';
import { type Owner, type Owners, optionsOf, type Way, ways } from './ways.ts';

// "Every request" of live as of the sandbox: each way of sending wrong credentials, of live merchants only, to endpoints that read and that
// create.

/** The requests sent in each way; the checkout that is read exists. */
const requests = ['GET of the balance', 'GET of the banks', 'GET of a checkout', 'POST of a checkout'] as const;

interface Tried {
  readonly answers: readonly { readonly request: string; readonly answer: Exchange }[];
  /** GET of the checkout that the POST would have created. */
  readonly made: Exchange;
}

/** The live merchant and, if merchants can be created, another one. */
async function ownersOf(context: CheckContext): Promise<Owners> {
  const { live, data } = context;
  const hides: Owners['hides'] = (key, label) => context.hides(key, label);
  // Hidden values are recorded together with the sandbox merchant.
  const [there] = [await live.present(), await context.merchant.present()];
  const access = await context.access('live');
  if (access.merchantId !== there.merchantId) hides(access.apiKey, 'TARGET_LIVE_API_KEY_OF_ANOTHER');
  const other: Owner = { access, present: async () => access };
  return { merchant: live, other, data, hides };
}

async function sentIn(context: CheckContext, way: Way): Promise<Tried> {
  const owners = await ownersOf(context);
  const { merchant, other } = owners;
  if (way.needs !== undefined && merchant.access.merchantId === other.access.merchantId)
    throw new NotExercised('there is one live merchant alone');
  const { live, data } = context;
  const checkout = await live.checkout();
  const options = await optionsOf(way, owners);
  const reference = data.reference('chk');
  const send = [
    () => live.api.getBalance(options),
    () => live.api.listBanks(options),
    () => live.api.getCheckout(checkout.reference, options),
    () => live.createCheckout({ reference }, options),
  ];
  // A response that the merchant has just received must not be served from a cache to other credentials.
  await live.api.getBalance();
  const answers = [];
  for (const [at, request] of requests.entries()) {
    const answer = await send[at]?.();
    if (answer !== undefined) answers.push({ request, answer });
  }
  return { answers, made: await live.api.getCheckout(reference) };
}

const rows = ways.map((way) => ({
  way,
  sent: shared(`live requests with ${way.name}`, ['live'], (context) => sentIn(context, way)),
}));

checks(
  ({ way }) => way.id,
  rows,
  ({ way }) => `live: GETs and a POST with ${way.name} are refused`,
  async (context, { sent }) => {
    for (const { request, answer } of (await sent(context)).answers) {
      expect(answer, request).toBeRefused();
      expect(answer, request).toHaveErrorShape();
    }
  },
  { needs: ['live'], drawn: 2 },
);

checks(
  'auth.every-endpoint-guarded',
  rows.slice(0, 4),
  ({ way }) => `live: endpoints refuse ${way.name}`,
  async (context, { sent }) => {
    for (const { request, answer } of (await sent(context)).answers) {
      expect(answer, request).toBeRefused();
      expect(answer, request).toHaveErrorShape();
    }
  },
  { needs: ['live'], drawn: 1 },
);

checks(
  'auth.refused-has-no-effect',
  rows,
  ({ way }) => `live: a checkout that is asked for with ${way.name} is not made`,
  async (context, { sent }) => {
    expect((await sent(context)).made).toHaveStatus(404);
  },
  { needs: ['live'], drawn: 1 },
);
