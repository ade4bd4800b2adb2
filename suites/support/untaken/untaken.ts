import { type Answer, checks, expect, type RequirementId } from '../../../lib/interface/index.ts';
import { changes, SECONDS } from './changes.ts';
import type { Change } from './objects.ts';

// No transition in the tables of states depends on a webhook: an object reaches its next state although the merchant never acknowledges the
// event, or has no webhook address.

interface Row extends Change {
  /** How the attempts at its event are answered; null: its merchant has no webhook address. */
  readonly answers: readonly Answer[] | null;
  readonly words: string;
}

type Told = Pick<Row, 'answers' | 'words'>;

const refused: Told = { answers: [500], words: 'answered with 500 each time' };
const nowhere: Told = { answers: null, words: '' };

/** What else acknowledges nothing: one each, but for objects that are made with every answer. */
const others: readonly Told[] = [
  { answers: [404], words: 'answered with 404 each time' },
  { answers: ['cut'], words: 'cut off each time' },
  { answers: [301], words: 'answered with a redirect each time' },
];

/** Whether the sender gives up before that is not shown; the clock may stand still meanwhile, so only where a person acts. */
const late: Told = {
  answers: [{ status: 500, delayMs: 5_000 }, 500],
  words: 'answered only after five seconds, with 500',
};

const rows = changes.flatMap((change, turn): Row[] => {
  const all = change.also?.includes('with every answer') ?? false;
  const given = [nowhere, ...(all ? others : others.filter((_, at) => at === turn % others.length))];
  const slow = all && /^(checkout|escrow|wallet-link)/.test(change.id) ? [late] : [];
  return [refused, ...given, ...slow].map((told) => ({ ...change, ...told }));
});

/** Defines the checks of one chapter. */
export function untaken(chapter: `${string}.`): void {
  checks(
    ({ id }): RequirementId => id,
    rows.filter(({ id }) => id.startsWith(chapter)),
    ({ what, event, answers, words }) =>
      answers === null ? `${what}, though its merchant has no webhook address` : `${what}, though ${event} is ${words}`,
    async (context, { begin, event, answers, to, waits }) => {
      const { merchant, console, time } = context;
      const { reference, act, look } = await begin(context);
      if (answers === null) await console.change(merchant, { webhookUrl: null });
      else merchant.webhooks.answer({ event, reference }, answers);
      await act?.();
      if (waits !== undefined) await time.wait(SECONDS[waits] + 60, `it is ${to}`);

      expect(await look(to)).toHaveField('status', to);
    },
    ({ needs, waits, answers, also }) => ({
      needs: [...needs, answers === null ? 'own-merchant' : 'webhooks'],
      ...(waits !== undefined && { waits }),
      alsoInLive: answers?.length === 1 && answers[0] !== 301 && also?.includes('in live') === true,
      drawn: 1,
    }),
  );
}
