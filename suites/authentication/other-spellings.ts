import {
  type CallOptions,
  type CheckContext,
  checks,
  created,
  type Exchange,
  expect,
  part,
  shared,
} from '../../lib/interface/index.ts';
import { unknownKey } from './support.ts';

// One path has several spellings: whichever of them the service takes for a record's, it takes it from that record's merchant only.

const spellings: Readonly<Record<string, (path: string, name: string) => string>> = {
  'the first sign of its name escaped': (path, name) => path.replace(name, escaped(name.slice(0, 1)) + name.slice(1)),
  'all of its name escaped': (path, name) => path.replace(name, escaped(name)),
  'a slash at its end': (path) => `${path}/`,
  'a query': (path) => `${path}?a=1`,
  'two slashes at its start': (path) => `/${path}`,
};

function escaped(text: string): string {
  return text.replace(/./g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

interface Ready {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly name: string;
  /** A text of the record that is in no request. */
  readonly marker?: string;
  /** What the merchant sees afterwards, and the status that it still has. */
  readonly look?: () => Promise<Exchange>;
  readonly status?: string;
}

const requests: Readonly<Record<string, (context: CheckContext) => Promise<Ready>>> = {
  async 'GET of a checkout'({ merchant, data }) {
    const marker = data.reference('told');
    const { reference: name } = await merchant.checkout({ description: marker });
    return { method: 'GET', path: `/v1/checkouts/${name}`, name, marker };
  },
  async 'GET of a payout'({ merchant, data }) {
    const marker = data.reference('told');
    const { reference: name } = await merchant.payout({ narration: marker });
    return { method: 'GET', path: `/v1/payouts/${name}`, name, marker };
  },
  async 'GET of an escrow'({ merchant, data }) {
    const marker = data.reference('told');
    const { reference: name } = await merchant.escrow({ description: marker });
    return { method: 'GET', path: `/v1/escrows/${name}`, name, marker };
  },
  async 'the cancellation of an escrow'({ merchant, data }) {
    const escrow = created('escrow', await merchant.createEscrow({ reference: data.reference('esc') }));
    const { reference: name } = escrow;
    const path = `/v1/escrows/${name}/cancel`;
    return { method: 'POST', path, name, look: () => merchant.get(escrow), status: 'pending_payment' };
  },
};

const credentials: Readonly<Record<string, (context: CheckContext) => CallOptions>> = {
  'without a key': () => ({ headers: { Authorization: null } }),
  'with a key that was never issued': unknownKey,
};

/** The answers to each spelling with each of these credentials, and what the merchant sees afterwards. */
const rows = Object.entries(requests).flatMap(([what, ready]) => {
  const sent = shared(`${what}, whose path is spelled in other ways`, [], async (context) => {
    const { method, path, name, marker, look, status } = await ready(context);
    const answers = new Map<string, { words: string; answer: Exchange }[]>();
    for (const [spelling, spelled] of Object.entries(spellings)) {
      const own = [];
      for (const [words, options] of Object.entries(credentials)) {
        const request = { ...options(context), method, path: spelled(path, name) };
        own.push({ words, answer: await context.merchant.api.request(request) });
      }
      answers.set(spelling, own);
    }
    return { answers, marker, seen: (await look?.()) ?? null, status };
  });
  return Object.keys(spellings).map((spelling) => ({ what, spelling, sent }));
});

checks(
  'auth.every-endpoint-guarded',
  rows,
  ({ what, spelling }) => `${what}, its path with ${spelling}, is refused without a key of its merchant`,
  async (context, { spelling, sent }) => {
    const { answers, marker, seen, status } = await sent(context);
    for (const { words, answer } of answers.get(spelling) ?? []) {
      // A service may also lead on to the spelling that it prefers.
      expect(part(answer, 'status'), `${words}: the status`).toBeGreaterThanOrEqual(300);
      if (marker !== undefined) expect(part(answer, 'text'), `${words}: the refusal`).not.toContain(marker);
    }
    if (seen !== null) expect(seen).toHaveField('status', status);
  },
  { drawn: 2 },
);
