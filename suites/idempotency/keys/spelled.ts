import { Blocked, checks, NotExercised, shared, summary } from '../../../lib/interface/index.ts';
import { type Appearance, credentialSpellings } from '../../support/spelled-credentials.ts';
import { expectSameAnswer, original, repeatableCheckout } from '../support.ts';

// "Same key and same body: the original response is replayed": the merchant and its key are the same, however HTTP allows them to be written.

const spellings: readonly Appearance[] = [
  ...credentialSpellings,
  { what: 'over a connection of its own', headers: () => ({ Connection: 'close' }), mayBeRefused: false },
];

const sentAgain = shared('a checkout whose create is sent again in other spellings', [], async (context) => {
  const send = repeatableCheckout(context);
  const { exchange: first } = await original('checkout', send);
  const access = await context.merchant.present();
  const answers = new Map<Appearance, typeof first>();
  for (const [turn, spelling] of spellings.entries())
    answers.set(spelling, await send({}, { headers: spelling.headers(access, turn, '') }));
  return { first, answers };
});

checks(
  'idempotency.checkout-replay',
  spellings,
  ({ what }) => `a create sent again ${what} is replayed`,
  async (context, spelling) => {
    const { first, answers } = await sentAgain(context);
    const again = answers.get(spelling);
    if (again === undefined) throw new Blocked('suite fault: it was not sent again');
    // Refused by those who do not know the merchant by this: it is 409 or another checkout to those who do.
    const isStrict = again.status >= 400 && again.status !== 409;
    if (spelling.mayBeRefused && isStrict) throw new NotExercised(`so written, it is answered ${summary(again)}`);

    expectSameAnswer(again, first);
  },
  { drawn: 2 },
);
