import { type Exchange, shared } from '../../../lib/interface/index.ts';
import { original, remembersForAMinute } from '../support.ts';
import { creates, paths } from './paths.ts';

/** The first answer, and those to the same request at once and after each step. */
export const replays = paths.map((path) => {
  const { kind, steps, create = creates[kind] } = path;
  const words = `a ${kind} create sent again, at once and ${steps.map((each) => each.words).join(', then ')}`;
  const played = shared(words, [], async (context) => {
    const send = await create(context);
    const first = await original(kind, send);
    const again: Record<string, Exchange> = { 'at once': await send() };
    let late = false;
    for (const step of steps) {
      await step.run(context, first);
      late ||= step.late === true;
      const answer = await send();
      if (late && answer.status !== first.exchange.status && !(await remembersForAMinute(context))) break;
      again[step.words] = answer;
    }
    return { first: first.exchange, again };
  });
  const detail = create === creates[kind] ? '' : ', of a request with more to it';
  return { ...path, words: `${words}${detail}`, played };
});
