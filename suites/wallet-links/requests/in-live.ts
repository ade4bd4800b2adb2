import { type Body, check, checks, expect, instantInSeconds, of, shared } from '../../../lib/interface/index.ts';
import { asOften, earlyInTheHour, expectRefusal, there } from '../support.ts';

// Link requests of live merchants: answered, refused and counted like those of the sandbox.

const needs = ['live', 'wallets'] as const;

/** A live link, read and asked for again while it is pending, and while newer requests for its wallet are refused. */
const asked = shared('a live link that waits for its owner', needs, async ({ live, wallets, data }) => {
  const wallet = await wallets.make({ environment: 'live' });
  const request = { linkRef: data.reference('lnk'), requesterName: 'Harbour Books', expiresInMinutes: 45 };
  const answer = await wallets.createLink(live, wallet, request);
  const link = String(Object(answer.json).linkId);
  const read = await live.api.getWalletLink(link);
  const again = await wallets.createLink(live, wallet, request);
  for (const wrong of [{ expiresInMinutes: 61 }, { requesterName: undefined }])
    await wallets.createLink(live, wallet, wrong);
  return { request, wallet, answer, read, again, left: await live.api.getWalletLink(link) };
});

check(
  'wallet-link.created',
  'live: a new linkRef is answered with 201 and its link',
  async (context) => {
    const { answer, request, wallet } = await asked(context);

    expect(answer).toHaveStatus(201);
    expect(answer).toHaveField('linkId', /\S/);
    expect(answer).toHaveField('linkRef', request.linkRef);
    expect(answer).toHaveField('walletId', wallet.walletId);
    expect(answer).toHaveField('walletName', /\S/);
    expect(answer).toHaveField('status', 'PENDING');
  },
  { needs },
);

check(
  'wallet-link.expires-at',
  'live: it is an ISO 8601 date-time',
  async (context) => {
    const { answer } = await asked(context);
    there(answer.status < 300 || undefined, 'the new link');

    expect(of(answer, 'expiresAt')).toBeDateTime();
  },
  { needs },
);

check(
  'wallet-link.status-read',
  'live: GET shows a new link as PENDING',
  async (context) => {
    const { read } = await asked(context);

    expect(read).toHaveStatus(200);
    expect(read).toHaveField('status', 'PENDING');
  },
  { needs },
);

check(
  'wallet-link.known-ref',
  'live: the same linkRef again gets the same link',
  async (context) => {
    const { answer, again } = await asked(context);

    expect(again).toHaveStatus(200);
    for (const name of ['linkId', 'linkRef', 'status', 'walletId', 'walletName']) {
      expect(again).toHaveField(name, of(answer, name));
    }
    expect(instantInSeconds(of(again, 'expiresAt'))).toBe(instantInSeconds(of(answer, 'expiresAt')));
  },
  { needs },
);

check(
  'wallet-link.refused-has-no-effect',
  'live: malformed requests do not cancel the pending link of their wallet',
  async (context) => {
    expect((await asked(context)).left).toHaveField('status', 'PENDING');
  },
  { needs },
);

const wrong = [
  ['wallet-link.required-fields', 'no requesterName', { requesterName: undefined }],
  ['wallet-link.required-fields', 'no linkRef', { linkRef: undefined }],
  ['wallet-link.field-types', 'a number as requesterName', { requesterName: 7_123_456_789 }],
  ['wallet-link.field-types', 'digits in a string as expiresInMinutes', { expiresInMinutes: '30' }],
  ['wallet-link.expiry-too-short', 'expiresInMinutes 4', { expiresInMinutes: 4 }],
  ['wallet-link.expiry-too-long', 'expiresInMinutes 61', { expiresInMinutes: 61 }],
] as const satisfies readonly (readonly [string, string, Body])[];

checks(
  ([id]) => id,
  wrong,
  ([, what]) => `live: ${what} is refused`,
  async ({ live, wallets }, [, , fields]) => {
    const wallet = await wallets.make({ environment: 'live' });

    expect(await wallets.createLink(live, wallet, fields)).toBeRefusedWith(400, 'invalid_request');
  },
  { needs },
);

check(
  'wallet-link.sixth-refused',
  'live: after five requests a sixth is refused, and another wallet takes one still',
  async (context) => {
    const { live, wallets } = context;
    await earlyInTheHour(context);
    const [wallet, another] = [
      await wallets.make({ environment: 'live' }),
      await wallets.make({ environment: 'live' }),
    ];
    for (const _request of asOften) await wallets.link(live, wallet);

    expectRefusal(await wallets.createLink(live, wallet));
    expect(await wallets.createLink(live, another)).toHaveStatus(201);
  },
  { needs },
);
