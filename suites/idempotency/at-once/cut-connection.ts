import {
  Blocked,
  type Body,
  type CheckContext,
  type Created,
  CUT_OFF,
  type CutOffRequest,
  check,
  checks,
  type Exchange,
  expect,
  field,
  of,
  summary,
  timeOfDay,
} from '../../../lib/interface/index.ts';
import { expectSameAnswer, isInProgress } from '../support.ts';

checks(
  'idempotency.cut-connection',
  ['checkout', 'payout', 'escrow'] as const,
  (kind) => `a ${kind} create is cut off and sent again`,
  async (context, kind) => {
    const { merchant } = context;
    const { body, send, cut } = await cuttable(context, kind);
    await cut();

    const retried = await onceProcessed(context, send);
    const again = await send();

    expect(retried).toHaveStatus(201);
    expectSameAnswer(again, retried);
    expect(await merchant.get({ kind, reference: body.reference })).toHaveStatus(200);
  },
  (kind) => ({ drawn: 3, alsoInLive: kind === 'checkout' }),
);

check('idempotency.cut-connection', 'a checkout that was cut off is the one that GET shows', async (context) => {
  const { merchant } = context;
  const { body, send, cut } = await cuttable(context, 'checkout');
  await cut();

  const record = await context.time.until('the cut request is carried out', 10, async () => {
    const seen = await merchant.get({ kind: 'checkout', reference: body.reference });
    return seen.status === 200 ? seen : undefined;
  });
  // A target may drop the request when the connection is cut: then the repetition creates the object.
  const retried = await onceProcessed(context, send);

  expect(retried).toHaveStatus(201);
  const shown = record ?? (await merchant.get({ kind: 'checkout', reference: body.reference }));
  expect(shown).toHaveStatus(200);
  if (typeof field(shown.json, 'id') !== 'string') throw new Blocked(`the record shows no id: ${summary(shown)}`);
  expect(retried).toHaveField('id', of(shown, 'id'));
});

type Kind = Exclude<Created['kind'], 'refund'>;

/** A create request that can be sent as usual, or sent completely and then cut off. */
async function cuttable({ merchant, data, connect, sees }: CheckContext, kind: Kind) {
  const model = await merchant[kind]();
  const body: Body & { reference: string } = {
    ...(JSON.parse(model.exchange.sent.body ?? '{}') as Body),
    reference: data.reference('cut'),
  };
  const options = { idempotencyKey: data.reference('key') };
  const through = (api: typeof merchant.api): Promise<Exchange> => {
    if (kind === 'checkout') return api.createCheckout(body, options);
    return kind === 'payout' ? api.createPayout(body, options) : api.createEscrow(body, options);
  };
  const cutting = merchant.api.with({
    transport: {
      send: async (outgoing) => {
        const { method, path } = outgoing;
        const { environment, merchantId } = await merchant.present();
        // No exchange is recorded for it, but the evidence must show that it was sent.
        sees(CUT_OFF, {
          environment,
          merchant: merchantId,
          method,
          path,
          key: options.idempotencyKey,
          body: JSON.stringify(body),
          startedAt: timeOfDay(),
          sentMono: performance.now(),
        } satisfies CutOffRequest);
        await sendAndCut(connect, outgoing);
        throw new CutOff();
      },
      close: async () => {},
    },
  });
  return {
    body,
    send: () => through(merchant.api),
    cut: async () => {
      await through(cutting).catch((error: unknown) => {
        if (!(error instanceof CutOff)) throw error;
      });
    },
  };
}

class CutOff extends Error {}

/** Repeats the request until the answer is no longer "in progress", for at most a minute. */
async function onceProcessed({ time }: CheckContext, send: () => Promise<Exchange>): Promise<Exchange> {
  let last = await send();
  await time.until('the cut request is no longer in progress', 60, async () => {
    if (!isInProgress(last)) return true;
    last = await send();
    return undefined;
  });
  return last;
}

interface Outgoing {
  origin: string;
  method: string;
  path: string;
  headers: readonly string[];
  body: Buffer | null;
}

/** Writes the whole request and closes the connection as soon as it is sent, without reading an answer. */
async function sendAndCut(
  connect: CheckContext['connect'],
  { origin, method, path, headers, body }: Outgoing,
): Promise<void> {
  const { socket, ...way } = await connect(origin).catch((error: Error) => {
    throw new Blocked(`the request could not be sent: ${error.message}`);
  });
  const usual = [`Host: ${new URL(origin).host}`, `Content-Length: ${body?.length ?? 0}`];
  const lines = [`${method} ${way.shown(path)} HTTP/1.1`, ...usual, ...way.headers];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  try {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const request = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body ?? Buffer.alloc(0)]);
    socket.on('error', reject);
    socket.write(request, (error) => (error ? reject(error) : resolve()));
    await promise;
  } catch (error) {
    throw new Blocked(`the request could not be sent: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    socket.destroy();
  }
}
