import {
  Blocked,
  type CheckContext,
  came,
  type Exchange,
  expect,
  type Merchant,
  NotExercised,
  summary,
} from '../../lib/interface/index.ts';
import { type Appearance, credentialSpellings } from '../support/spelled-credentials.ts';
import { isRefused, plotted, refusedOf, unpaced } from './support.ts';

// "120 requests per minute per API key": a key is the same key, and has one limit, however HTTP allows its request to be written, over whichever
// connection it comes and whatever other headers say of its origin.

export interface Spelling extends Appearance {
  /** Default: that of the balance, as the interface writes it. */
  readonly path?: string;
}

/** Reads of each, so that a bucket that refills a little at a time does not admit all of one. */
const EACH = 3;

export const spellings: readonly Spelling[] = [
  {
    what: 'that say in other headers that they come from elsewhere',
    headers: (_, turn, name) => {
      const address = `203.0.113.${turn + 1}`;
      return {
        'X-Forwarded-For': address,
        'X-Real-IP': address,
        'X-Client-IP': address,
        'True-Client-IP': address,
        Forwarded: `for=${address}`,
        'Accept-Language': `en;q=0.${turn % 9}`,
        'X-Request-Id': name,
        'X-Correlation-Id': name,
        Cookie: `session=${name}`,
      };
    },
    mayBeRefused: false,
  },
  { what: 'over connections of their own', headers: () => ({ Connection: 'close' }), mayBeRefused: false },
  ...credentialSpellings,
  { what: 'with a query', path: '/v1/balance?page=1', headers: () => ({}), mayBeRefused: true },
];

export type Otherwise = readonly { readonly spelling: Spelling; readonly answer: Exchange }[];

/** A step: reads of a key that is used up, written in each way, in turn. */
export async function readOtherwise(context: CheckContext, merchant: Merchant): Promise<Otherwise> {
  const access = await merchant.present();
  const api = unpaced(merchant);
  const sent = Array.from({ length: EACH * spellings.length }, async (_, turn) => {
    const spelling = spellings[turn % spellings.length];
    if (spelling === undefined) throw new Blocked('suite fault: no way to write a request');
    const headers = spelling.headers(access, turn, context.data.reference('bal'));
    return { spelling, answer: await api.request({ method: 'GET', path: spelling.path ?? '/v1/balance', headers }) };
  });
  const answered = await came(sent);
  plotted(
    context,
    answered.map(({ answer }) => answer),
  );
  return answered;
}

/** The ways of which every read was served. */
export function letThrough(otherwise: Otherwise): readonly Spelling[] {
  return spellings.filter((each) => {
    const own = otherwise.filter(({ spelling }) => spelling === each);
    return own.length > 0 && own.every(({ answer }) => answer.status === 200);
  });
}

/** Expects that reads written so share the limit of their key. */
export function expectLimited(otherwise: Otherwise, each: Spelling): void {
  const answers = otherwise.filter(({ spelling }) => spelling === each).map(({ answer }) => answer);
  const other = answers.find((answer) => !isRefused(answer) && answer.status !== 200);
  if (answers.length === 0) throw new Blocked('the answers were lost');
  if (other !== undefined && !each.mayBeRefused)
    throw new Blocked(`headers that say nothing here are answered ${summary(other)}`);
  if (other !== undefined) throw new NotExercised(`requests ${each.what} are answered ${summary(other)}`);

  const words = `refused of ${answers.length} reads ${each.what} that were sent when the limit was passed`;
  expect(refusedOf(answers), words).not.toBeEmpty();
}
