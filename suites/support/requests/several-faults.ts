import { Blocked, type CheckContext, checks, type Exchange, expect, shared } from '../../../lib/interface/index.ts';
import { type RequestName, requests } from './containers.ts';
import { kinds, wrongsOf } from './faults.ts';
import { refused } from './refusals.ts';

// Each request with several faults is refused and has no effect: see `faults.ts`.

const tried = requests.map(({ name, needs, prepare }) => {
  const kind = kinds[name];
  const wrongs = wrongsOf(kind);
  return {
    name,
    needs,
    kind,
    wrongs,
    sent: shared(`${name}s with several faults`, needs, async (context) => {
      const { body, send } = await prepare(context);
      const answers = new Map<string, Exchange>();
      for (const wrong of wrongs) answers.set(wrong.what, await send(wrong.of(body)));
      const { record } = kind;
      const found = record && (await context.merchant.get({ kind: record, reference: String(body.reference) }));
      return { answers, found };
    }),
  };
});

type Sent = (typeof tried)[number]['sent'];

async function answerTo(context: CheckContext, sent: Sent, what: string): Promise<Exchange> {
  const answer = (await sent(context)).answers.get(what);
  if (answer === undefined) throw new Blocked('suite fault: not tried');
  return answer;
}

const rowsOf = (of: (name: RequestName) => boolean) =>
  tried.filter(({ name }) => of(name)).flatMap(({ wrongs, ...each }) => wrongs.map((wrong) => ({ ...each, wrong })));

export function severalFaultsTable(of: RequestName): void {
  checks(
    ({ kind, wrong }) => kind[wrong.sort],
    rowsOf((name) => name === of),
    ({ name, wrong }) => `a ${name} ${wrong.what} is refused`,
    async (context, { sent, wrong }) => {
      expect(await answerTo(context, sent, wrong.what)).toBeRefusedWith(400, 'invalid_request');
    },
    ({ needs }) => ({ needs, drawn: 1 }),
  );
  for (const { name, needs, kind, sent } of tried.filter(({ name }) => name === of)) {
    if (kind.createsNothing === null) continue;
    checks(
      kind.createsNothing,
      [{ what: `a ${name} that was refused for several faults, time and again, is not there` }],
      ({ what }) => what,
      async (context) => {
        const { answers, found } = await sent(context);
        for (const answer of answers.values()) refused(answer);

        expect(found).toHaveStatus(404);
      },
      { needs },
    );
  }
}

export function severalFaultsShapes(): void {
  checks(
    'error.shape-of-400',
    rowsOf(() => true),
    ({ name, wrong }) => `a ${name} ${wrong.what} is answered in the error shape`,
    async (context, { sent, wrong }) => {
      const answer = refused(await answerTo(context, sent, wrong.what));

      expect(answer).toHaveErrorShape();
    },
    ({ needs }) => ({ needs, drawn: 3 }),
  );
}
