import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answering } from '../../interface/control/answering.support.ts';
import { type Launched, launchReference } from '../../interface/target/launch.ts';
import { certify, type Ended } from './command.support.ts';

/** A control interface with only the clock and the creation of merchants, and without `GET /` to list them. */

let reference: Launched;
let ran: Ended;

const live = [
  'environment.live-payout-above-balance',
  'environment.live-payout-of-balance',
  'environment.live-balance-is-net',
  'environment.live-payouts-at-once',
  'environment.live-sandbox-fail-is-plain',
];

beforeAll(async () => {
  reference = await launchReference();
  const { TARGET_CONTROL_URL = '', TARGET_CONTROL_TOKEN = '' } = reference.settings;
  const control = await answering(({ method, path, body }) => {
    if (path !== '/merchants' && path !== '/clock/advance') return [404];
    return (response) =>
      void fetch(TARGET_CONTROL_URL + path, {
        method,
        body,
        headers: { authorization: `Bearer ${TARGET_CONTROL_TOKEN}`, 'content-type': 'application/json' },
      }).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
      });
  });
  const settings = { ...reference.settings, TARGET_CONTROL_URL: control.url };
  ran = await certify(['--requirement', [...live, 'refund.created', 'checkout.created'].join(',')], settings);
});
afterAll(() => reference.stop());

describe('what is found out by use to be missing', () => {
  test.each(live)('%s is not exercised: nobody can pay there', (id) => {
    const requirement = ran.certificate?.requirements.find((each) => each.id === id);
    expect(requirement).toMatchObject({ outcome: 'not_exercised', reason: expect.stringContaining('control has no') });
  });

  test('nothing is blocked, and in the sandbox a browser pays', () => {
    expect(ran.certificate?.totals).toMatchObject({ blocked: 0, failed: 0, passed: 2 });
    expect(ran.certificate?.verdict).toBe('conformant_in_scope');
  });
});
