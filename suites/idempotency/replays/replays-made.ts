import { type Exchange, shared } from '../../../lib/interface/index.ts';
import { original } from '../support.ts';
import { creates, paths } from './paths.ts';

/** The first answer, and those to the same request at once and after each step. */
export const replays = paths.map((path) => {
  const { kind, steps, create = creates[kind] } = path;
  const words = `a ${kind} create sent again, at once and ${steps.map((each) => each.words).join(', then ')}`;
  const played = shared(words, [], async (context) => {
    const send = await create(context);
    const first = await original(kind, send);
    const again: Record<string, Exchange> = { 'at once': await send() };
    for (const { words: state, run } of steps) {
      await run(context, first);
      again[state] = await send();
    }
    return { first: first.exchange, again };
  });
  const detail = create === creates[kind] ? '' : ', of a request with more to it';
  return { ...path, words: `${words}${detail}`, played };
});
