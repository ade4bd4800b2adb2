import { Blocked, checks, type Exchange, expect, header, of, part, shared } from '../../../lib/interface/index.ts';
import { ownNames } from '../../support/references/own-names.ts';
import { expectSameAnswer, idMade } from '../support.ts';

// Keys that are names or numbers with a special meaning in programs and formats: each works like any other, and none is confused with
// another.

const kinds = (['checkout', 'payout'] as const).map((kind) => ({
  kind,
  sent: shared(`${kind}s under keys with names of programs`, ['own-merchant'], async ({ merchant, data }) => {
    const create = kind === 'checkout' ? merchant.createCheckout : merchant.createPayout;
    const bodies = ownNames.flatMap(({ names }) =>
      names.map((idempotencyKey) => ({
        idempotencyKey,
        body: {
          reference: data.reference('own'),
          amount: 10_100,
          customer: kind === 'checkout' ? { email: 'ada@example.com' } : undefined,
          recipient: kind === 'payout' ? { accountName: 'Ada Obi' } : undefined,
        },
      })),
    );
    const send = async () => {
      const answers = new Map<string, Exchange>();
      for (const { idempotencyKey, body } of bodies)
        answers.set(idempotencyKey, await create.call(merchant, body, { idempotencyKey }));
      return answers;
    };
    return { first: await send(), again: await send() };
  }),
}));

type Sent = Awaited<ReturnType<(typeof kinds)[number]['sent']>>;

function answerTo(answers: Sent['first'], key: string): Exchange {
  const answer = answers.get(key);
  if (answer === undefined) throw new Blocked('suite fault: nothing was sent under this key');
  return answer;
}

const rows = kinds.flatMap((kind) => ownNames.map((group) => ({ ...kind, ...group })));
const options = { needs: ['own-merchant'], drawn: 3 } as const;

checks(
  'idempotency.keys-differ',
  rows,
  ({ kind, what }) => `${kind} creates under keys that are ${what}: each is carried out`,
  async (context, { sent, names }) => {
    const { first } = await sent(context);
    const ids: string[] = [];
    for (const key of names) {
      const answer = answerTo(first, key);
      expect(answer, key).toHaveStatus(201);
      expect(header(answer, 'idempotent-replayed'), key).not.toBe('true');
      expect(of(answer, 'id'), `${key}: the id`).not.toBeOneOf(ids);
      ids.push(idMade(answer));
    }
  },
  options,
);

checks(
  ({ kind }) => `idempotency.${kind}-replay` as const,
  rows,
  ({ kind, what }) => `${kind} creates sent again under keys that are ${what}: each is answered as at first`,
  async (context, { sent, names }) => {
    const { first, again } = await sent(context);
    for (const key of names) {
      if (part(answerTo(first, key), 'status').value !== 201) throw new Blocked(`nothing was created under ${key}`);
      expectSameAnswer(answerTo(again, key), answerTo(first, key));
    }
  },
  options,
);
