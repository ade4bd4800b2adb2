/** Webhooks: a middleware between signing and sending, answers that are read, boxes of the console, and texts that are tidied away. */
import type { IncomingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';
import { Agent } from 'undici';
import type { Transport } from '../../../reference/engine/transport.ts';
import type { AnyRecord, Merchant } from '../../../reference/rules/records.ts';
import type { Rulebook, Service } from '../../../reference/rules/rulebook.ts';
import type { Details, Transition } from '../../../reference/rules/states.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant, onTheWay } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY, parsed } from '../ways.ts';

/** From this size on, in bytes, the middleware compresses a body. */
const WORTH_COMPRESSING = 400;
const DAYS_KEPT = 7;

interface Sent {
  headers: Record<string, string>;
  body: Buffer;
}
interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends by itself: `prepares` changes what is sent, `reads` says which status counts, or throws. */
function client(prepares: (sent: Sent) => Sent, reads: (answer: Answer) => number): (plain: Transport) => Transport {
  return ({ close }) => {
    const agent = new Agent({ keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 });
    return {
      async send({ url, headers, body, timeoutMs }) {
        const { origin, pathname, search } = new URL(url);
        const answer = await agent.request({
          origin,
          path: pathname + search,
          method: 'POST',
          ...prepares({ headers, body: Buffer.from(body, 'utf8') }),
          headersTimeout: timeoutMs,
          bodyTimeout: timeoutMs,
        });
        return reads({ status: answer.statusCode, headers: answer.headers, text: await answer.body.text() });
      },
      async close() {
        await agent.destroy();
        await close();
      },
    };
  };
}

function compressed({ headers, body }: Sent): Sent {
  if (body.length < WORTH_COMPRESSING) return { headers, body };
  return { headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(body) };
}

function unlessItTellsOfAnError({ status, text }: Answer): number {
  const told = (parsed(text) ?? {}) as { error?: unknown; success?: unknown };
  if (status < 300 && (told.error || told.success === false)) throw new Error('the receiver tells of an error');
  return status;
}

/** A merchant that saved its address in the console receives no events of escrows and links: these boxes are not ticked. */
function boxesOfASavedAddress(): Change {
  const saved = new WeakSet<Merchant>();
  const untold = (row: Transition): Transition => {
    let quiet = false;
    return {
      ...row,
      also(record: AnyRecord, now: string, details: Details) {
        row.also?.(record, now, details);
        quiet = saved.has(record.merchant);
      },
      get sends() {
        return quiet ? null : row.sends;
      },
    };
  };
  return all(
    functions(({ changeAddress }) => ({
      changeAddress(merchant, webhookUrl) {
        changeAddress(merchant, webhookUrl);
        saved.add(merchant);
      },
    })),
    (rules): Rulebook => {
      const { escrow, walletLink } = rules.machines;
      const changed = {
        escrow: (escrow as readonly Transition[]).map(untold),
        walletLink: (walletLink as readonly Transition[]).map(untold),
      };
      return { ...rules, machines: { ...rules.machines, ...changed } as Rulebook['machines'] };
    },
  );
}

/** Each night, from the first request on, the texts of what is over and old are emptied. */
function tidiedAtNight(): Change {
  const tidied = new WeakSet<Service>();
  const tidy = ({ clock, environments }: Service): void => {
    const oldest = clock.now() - DAYS_KEPT * DAY * 1_000;
    for (const { merchants } of Object.values(environments))
      for (const { deliveries } of merchants.values())
        for (const delivery of deliveries)
          if (delivery.state !== 'pending' && delivery.since < oldest) delivery.payload = '';
  };
  const everyNight = (service: Service): void =>
    service.clock.schedule(service.clock.now() + DAY * 1_000, () => {
      tidy(service);
      everyNight(service);
    });
  return before('limitRate', ({ service }, next) => {
    if (!tidied.has(service)) everyNight(service);
    tidied.add(service);
    return next();
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'x-service-signature | Lowercase hex HMAC-SHA256 of the raw request body. The signature covers the exact raw bytes, not re-serialised JSON.',
    onTheWay(
      'webhook.signature-over-raw-bytes',
      'blind21-long-events-compressed-once-signed',
      'a middleware of the client compresses bodies of 400 bytes and more: an event with a long linkRef or holder name is sent with Content-Encoding gzip, and its signatures are those of the text before',
      client(compressed, ({ status }) => status),
    ),
  ),
  against(
    'Any 2xx answer acknowledges the delivery.',
    onTheWay(
      'delivery.every-2xx-acknowledges',
      'blind21-error-within-a-200-is-none',
      'receivers that answer 200 with an error in their JSON were a nuisance, so the answer is read: a 2xx answer whose JSON body has an error, or success as false, counts as a failed attempt and is retried',
      client((sent) => sent, unlessItTellsOfAnError),
    ),
  ),
  against(
    "The service sends a POST with a JSON body to the merchant's webhook URL (set in the console). escrow.funded: The buyer paid an escrow.",
    mutant(
      'webhook.address-changed',
      'blind21-saved-address-has-money-boxes-alone',
      'an address has boxes for the kinds of events; those of the first address are all ticked, and an address that is saved in the console later begins with payments, refunds and payouts: events of escrows and links are not sent to it',
      boxesOfASavedAddress(),
    ),
  ),
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload. A Resend action sends an event again as a new delivery.',
    mutant(
      'delivery.listed',
      'blind21-payloads-emptied-after-a-week',
      'names of holders are not to be kept for long, so a job of the night empties the payload of deliveries that are over and older than 7 days: the console lists them with an empty text, and Resend sends an empty body',
      tidiedAtNight(),
    ),
  ),
];
