import { type CheckContext, captured, checks, differentOf, expect, shared } from '../../../lib/interface/index.ts';
import { arrivesAnywhere, EVENT, separate } from '../support.ts';

// "The service sends a POST … to the merchant's webhook URL (set in the console": to the whole URL. Port, path, query and percent-encoding,
// as far as the URL standard does not normalise them, have to arrive exactly as set.

/** Endings appended to a path that belongs to the check. */
const endings = [
  { what: 'a query with encoded signs', ending: '?token=a%2Fb%26c%3D1&shop=17' },
  { what: 'a longer path and a query', ending: '/v2/hooks/receive?key=Ab-9_z.~' },
  { what: 'a slash at its end', ending: '/' },
  { what: 'encoded signs in its path', ending: '/a%20b%2Fc;v=1/%C3%A9' },
  { what: 'parameters that repeat, are empty, and are no alphabet', ending: '?b=2&a=1&a=&c&b=2' },
  { what: 'blanks of both spellings in its query', ending: '?q=a+b%20c' },
  { what: 'signs that need no encoding', ending: '/~shop/@x:y,(1)!$*+=?w=/?:@-._~!$()*,;' },
  { what: 'letters of both cases', ending: '/Shop/HOOK?Token=AbC&token=aBc' },
  { what: 'two slashes within', ending: '//hooks//17' },
  { what: 'a path of 600 characters', ending: `/${'h'.repeat(200)}/${'9'.repeat(199)}/${'x'.repeat(198)}` },
  { what: 'a query of 600 characters', ending: `?token=${'t'.repeat(593)}` },
  { what: 'what looks like another address', ending: '?next=http://127.0.0.1:9/elsewhere' },
] as const;

/** The address before the change. */
const earlier = [
  { from: 'changed to one', before: 'the first' },
  { from: 'cleared, and set to one', before: 'none' },
  { from: 'changed from one like it to one', before: 'one like it' },
] as const;

const rows = endings.map((row, turn) => ({ ...row, ...(earlier[turn % earlier.length] ?? earlier[0]) }));

/** An event that comes once such an address was set, and fails once. */
const told = rows.map((row) => ({
  ...row,
  run: shared(`an address with ${row.what}`, ['webhooks', 'webhook-url', 'own-merchant'], async (context) => {
    const { merchant, console, capture, time, data } = context;
    const { ending, before } = row;
    const there = elsewhere(context, ending);
    if (before === 'none') await console.change(merchant, { webhookUrl: null });
    if (before === 'one like it') await console.change(merchant, { webhookUrl: elsewhere(context, `${ending}x`).url });
    await console.change(merchant, { webhookUrl: there.url });
    const reference = data.reference('pay');
    capture.script({ path: there.path, event: EVENT, reference }, [500, 200]);
    await merchant.payout({ reference });
    await arrivesAnywhere(context, merchant, { event: EVENT, reference });
    await time.wait(100, 'its retry comes');
    return { there, reference };
  }),
}));

for (const [id, words] of [
  ['webhook.address-changed', 'it is called as it was set'],
  ['webhook.own-address-only', 'the event and its retry go there alone'],
] as const) {
  checks(
    id,
    told,
    ({ what, from }) => `${from} with ${what}: ${words}`,
    async (context, { run }) => {
      const { there, reference } = await run(context);

      expect(differentOf(captured(context, { reference }), 'path')).toEqual([there.path]);
    },
    { needs: ['own-merchant', 'webhook-url'], drawn: 3 },
  );
}

/** An address of this check with the given ending; every webhook to it is acknowledged. */
function elsewhere({ capture, merchant }: CheckContext, ending: string): { url: string; path: string } {
  const { url, path } = capture.hook();
  separate(merchant.webhooks.path, path);
  capture.script({ path: `${path}${ending}` }, [200]);
  return { url: `${url}${ending}`, path: `${path}${ending}` };
}
