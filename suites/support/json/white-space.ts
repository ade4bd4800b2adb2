import { Blocked, type Body, type Exchange, expect, header, shared } from '../../../lib/interface/index.ts';
import { expectSameAnswer, isOriginal } from '../../idempotency/support.ts';
import type { Row } from '../alike/groups.ts';
import { creates, type Request, refundOfEscrow } from './requests.ts';

// "Request and response bodies are JSON": blanks, tabs, line feeds and carriage returns may stand before, behind and between its tokens, and say
// nothing (RFC 8259, section 2). Templates, editors and shells write them.

const signs = {
  'a line feed': '\n',
  'a blank': ' ',
  'a tab': '\t',
  'a carriage return and a line feed': '\r\n',
} as const;

/** JSON with this between its tokens. */
function spaced(value: unknown, space: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) =>
    [JSON.stringify(name), ':', spaced(inner, space)].join(space),
  );
  return ['{', members.join(`${space},${space}`), '}'].join(space);
}

interface Way {
  readonly what: string;
  of(body: Body): string;
}

const places: readonly Way[] = Object.entries(signs).flatMap(([what, sign]) => [
  { what: `${what} before it`, of: (body: Body) => `${sign}${JSON.stringify(body)}` },
  { what: `${what} behind it`, of: (body: Body) => `${JSON.stringify(body)}${sign}` },
  { what: `${what} between all of its tokens`, of: (body: Body) => spaced(body, sign) },
]);

const everywhere: readonly Way[] = Object.entries(signs).map(([what, sign]) => ({
  what: `${what} before, between and behind all of its tokens`,
  of: (body) => `${sign}${spaced(body, sign)}${sign}`,
}));

const { checkout, ...others } = creates;

const asked: readonly (Request & { readonly ways: readonly Way[] })[] = [
  { ...checkout, ways: places },
  ...Object.values(others).map((request) => ({ ...request, ways: everywhere })),
  // Each takes an escrow that is paid.
  { ...refundOfEscrow, ways: everywhere.slice(0, 1) },
];

const accepted: readonly Row[] = asked.flatMap((row) => {
  const sent = shared(`${row.kind}s with white space`, row.needs, async (context) => {
    const next = await row.prepare(context);
    const found = new Map<string, { body: Body; answer: Exchange }>();
    for (const { what, of } of row.ways) {
      const { body, send } = await next();
      found.set(what, { body, answer: await send({ rawBody: of(body) }) });
    }
    return found;
  });
  return row.ways.map(
    ({ what }): Row => ({
      id: row.id,
      title: `a ${row.kind} is accepted whose JSON has ${what}`,
      needs: row.needs,
      async check(context) {
        const found = (await sent(context)).get(what);
        if (found === undefined) throw new Blocked('suite fault: it was not sent');
        expect(found.answer).toHaveStatus(row.status);
        if (row.named !== null) expect(found.answer).toHaveField(row.named, found.body[row.named]);
      },
    }),
  );
});

/** Bodies that are alike in their first lines, as all are whose JSON is written in lines. */
const keyed: readonly Row[] = (['checkout', 'refund', 'payout', 'escrow'] as const).flatMap((name) => {
  const row: Request = creates[name];
  const sent = shared(`${name}s in lines under one key`, row.needs, async (context) => {
    const next = await row.prepare(context);
    const [{ body, send }, other] = [await next(), await next()];
    const idempotencyKey = context.data.reference('key');
    const inLines = (each: Body) => send({ idempotencyKey, rawBody: `\n${spaced(each, '\n')}\n` });
    const first = await inLines(body);
    return { first, again: await inLines(body), otherwise: await inLines(other.body) };
  });
  const original = (first: Exchange) => {
    if (!isOriginal(first)) throw new Blocked(`no ${name} was created`);
    return first;
  };
  return [
    {
      id: `idempotency.${name}-replay`,
      title: `a ${name} create whose JSON is written in lines is replayed`,
      needs: row.needs,
      async check(context) {
        const { first, again } = await sent(context);
        expectSameAnswer(again, original(first));
        expect(header(again, 'idempotent-replayed')).toBe('true');
      },
    },
    {
      id: `idempotency.${name}-key-reused`,
      title: `of two ${name} creates whose JSON is written in lines, the other has the same first lines`,
      needs: row.needs,
      async check(context) {
        const { first, otherwise } = await sent(context);
        original(first);
        expect(otherwise).toBeRefusedWith(409, 'idempotency_key_reused');
      },
    },
  ] satisfies Row[];
});

/** Checks for several chapters: see `table`. */
export const whiteSpace: readonly Row[] = [...accepted, ...keyed];
