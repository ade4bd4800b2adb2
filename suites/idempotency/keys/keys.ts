import {
  type CheckContext,
  checks,
  type Endpoint,
  expect,
  expectUntouched,
  header,
  of,
} from '../../../lib/interface/index.ts';
import { digitsOf } from '../../support/references/digits.ts';
import { expectSameAnswer, idMade, isOriginal, keyedEndpoints, keyOf } from '../support.ts';

/** The endpoint that is also asked in live: it needs neither a balance nor a wallet. */
const IN_LIVE = 'POST /v1/checkouts';

checks(
  'idempotency.key-longest',
  keyedEndpoints,
  ({ name }) => `${name} accepts a key of 255 characters, and answers its repetition alike`,
  async (context, endpoint) => {
    const { first, again } = await twice(context, endpoint, keyOf(255, context.data.reference('key')));

    if (!isOriginal(first)) expect(first).toHaveStatus(/escrows\/./.test(endpoint.name) ? 200 : 201);
    expectSameAnswer(again, first);
  },
  ({ name, needs }) => ({ needs, alsoInLive: name === IN_LIVE }),
);

checks(
  'idempotency.key-longest',
  ['k', '0', '1', '-', '_'],
  (idempotencyKey) => `a key of a single character is accepted, and its repetition answered alike: ${idempotencyKey}`,
  async ({ merchant, data }, idempotencyKey) => {
    const reference = data.reference('chk');
    const customer = { email: 'ada@example.com' };
    const first = await merchant.createCheckout({ reference, customer }, { idempotencyKey });
    const again = await merchant.createCheckout({ reference, customer }, { idempotencyKey });

    expect(first).toHaveStatus(201);
    expectSameAnswer(again, first);
  },
  // With other merchants an earlier run may have used it.
  { needs: ['own-merchant'] },
);

checks(
  'idempotency.key-too-long',
  keyedEndpoints,
  ({ name }) => `${name} refuses a key of 256 characters, and does nothing`,
  async (context, endpoint) => {
    await endpoint.on(context, async (call) => {
      const refusal = await call.send({ idempotencyKey: keyOf(256, context.data.reference('key')) });

      expect(refusal).toBeRefused();
      expect(refusal).toHaveErrorShape();
      expectUntouched(call, await call.look());
    });
  },
  ({ name, needs }) => ({ needs, alsoInLive: name === IN_LIVE }),
);

checks(
  'idempotency.key-too-long',
  [300, 1_000, 4_000],
  (length) => `a key of ${length} characters is refused as well`,
  async ({ merchant, data }, length) => {
    const refusal = await merchant.createCheckout({}, { idempotencyKey: keyOf(length, data.reference('key')) });

    expect(refusal).toBeRefused();
  },
);

const kinds = ['payout', 'checkout', 'escrow', 'refund'] as const;

const differences: Readonly<Record<string, (key: string) => readonly [string, string]>> = {
  'the case of a letter': (key) => [`${key}-a`, `${key}-A`],
  'the last character': (key) => [`${key}-a`, `${key}-b`],
  'the first character': (key) => [`a-${key}`, `b-${key}`],
  'one character more': (key) => [key, `${key}0`],
  'a sign': (key) => [`${key}-1`, `${key}_1`],
  'zeros at the front': (key) => [digitsOf(key), `00${digitsOf(key)}`],
  'a sign at the front': (key) => [digitsOf(key), `+${digitsOf(key)}`],
  'the spelling of a number': (key) => [`1${digitsOf(key)}e2`, `1${digitsOf(key)}00`],
  'a fraction of nothing': (key) => [digitsOf(key), `${digitsOf(key)}.0`],
  'the last of 20 digits': (key) => [`9${digitsOf(key)}`.padEnd(19, '0') + 1, `9${digitsOf(key)}`.padEnd(19, '0') + 2],
  'an escape of a URL': (key) => [`${key}-a`, `${key}%2Da`],
  'what stands behind a sign of a list': (key) => [`${key},a`, `${key},b`],
  'what stands behind a parameter': (key) => [`${key};a=1`, `${key};a=2`],
  'the character after 64': (key) => [`${keyOf(64, key)}a`, `${keyOf(64, key)}b`],
  'the character after 32 in front of its own': (key) => [`${'k'.repeat(32)}a${key}`, `${'k'.repeat(32)}b${key}`],
  'the last of 255 characters': (key) => [`${keyOf(254, key)}a`, `${keyOf(254, key)}b`],
  'the first of 255 characters': (key) => [`a${keyOf(254, key)}`, `b${keyOf(254, key)}`],
  'one in the middle of 255 characters': (key) =>
    [`${keyOf(127, key)}a`, `${keyOf(127, key)}b`].map((start) => keyOf(255, start)) as [string, string],
};

checks(
  'idempotency.keys-differ',
  Object.entries(differences).flatMap(([difference, keys]) => kinds.map((kind) => ({ difference, keys, kind }))),
  ({ difference, kind }) => `two ${kind} creates whose keys differ in ${difference} are two`,
  async (context, { keys, kind }) => {
    const { merchant, data, buyer } = context;
    const paymentReference = kind === 'refund' ? (await buyer.paid(merchant)).reference : '';
    const create = (idempotencyKey: string) => {
      if (kind === 'refund') return merchant.createRefund({ paymentReference }, { idempotencyKey });
      if (kind === 'escrow') return merchant.createEscrow({}, { idempotencyKey });
      return kind === 'payout'
        ? merchant.createPayout({}, { idempotencyKey })
        : merchant.createCheckout({}, { idempotencyKey });
    };
    const [one, other] = keys(data.reference('key'));
    const first = await create(one);
    const second = await create(other);
    for (const answer of [first, second]) {
      expect(answer).toHaveStatus(201);
      expect(header(answer, 'idempotent-replayed')).not.toBe('true');
    }
    expect(of(second, 'id'), 'the id of the second').not.toBe(idMade(first));
  },
  ({ kind, difference }) => ({
    needs: kind === 'refund' ? ['buyer'] : [],
    drawn: 0.7,
    alsoInLive: kind === 'checkout' && difference === 'the case of a letter',
  }),
);

/** The differences that are also tried with escrow actions, each of which needs two escrows. */
const acted = ['the last of 255 characters', 'the case of a letter', 'zeros at the front', 'the character after 64'];

checks(
  'idempotency.keys-differ',
  (['cancel', 'release', 'refund'] as const).flatMap((action) => acted.map((difference) => ({ action, difference }))),
  ({ action, difference }) =>
    `the ${action} of two escrows under keys that differ in ${difference}: both are carried out`,
  async (context, { action, difference }) => {
    const { merchant, data, buyer } = context;
    for (const idempotencyKey of differences[difference]?.(data.reference('key')) ?? []) {
      const { reference } = action === 'cancel' ? await merchant.escrow() : await buyer.funded(merchant);
      const path = `/v1/escrows/${reference}/${action}`;
      const body = action === 'refund' ? {} : undefined;
      const answer = await merchant.api.request({ method: 'POST', path, idempotencyKey, body });
      expect(answer, idempotencyKey).toHaveStatus(200);
      expect(header(answer, 'idempotent-replayed'), idempotencyKey).not.toBe('true');
    }
  },
  ({ action }) => ({ needs: action === 'cancel' ? [] : ['escrow-buyer'], drawn: 0.7 }),
);

function twice(context: CheckContext, endpoint: Endpoint, idempotencyKey: string) {
  return endpoint.on(context, async ({ send }) => {
    const first = await send({ idempotencyKey });
    return { first, again: await send({ idempotencyKey }) };
  });
}
