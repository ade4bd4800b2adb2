import { Blocked, checks, created, type Exchange, expect, field, shared } from '../../../lib/interface/index.ts';
import { tries } from '../support.ts';

// Addresses that differ from the buyer's in one respect belong to other accounts. The differences are those that a comparison may overlook:
// accents, letters of another script, and wildcard characters of patterns.

const rows = [
  { what: 'an accent on the first letter', named: 'ada.obi@example.com', stranger: 'áda.obi@example.com' },
  { what: 'an accent on the last letter', named: 'ada.obi@example.com', stranger: 'ada.obí@example.com' },
  { what: 'a dot below a letter', named: 'ada.obi@example.com', stranger: 'ada.ọbi@example.com' },
  { what: 'a letter of another script', named: 'ada.obi@example.com', stranger: 'аda.obi@example.com' },
  { what: 'a letter in place of an underscore', named: 'ada_obi@example.com', stranger: 'adaxobi@example.com' },
  { what: 'a hyphen in place of an underscore', named: 'ada_obi@example.com', stranger: 'ada-obi@example.com' },
  { what: 'a letter in place of a dot', named: 'ada.obi@example.com', stranger: 'adaxobi@example.com' },
  { what: 'what stands behind a plus sign', named: 'ada+shop@example.com', stranger: 'ada+home@example.com' },
  { what: 'a plus sign and what stands behind it', named: 'ada+shop@example.com', stranger: 'ada@example.com' },
  { what: 'zeros in front of digits', named: '17@example.com', stranger: '0017@example.com' },
  {
    what: 'a letter more, in an address with capitals',
    named: 'Ada.Obi@Example.com',
    stranger: 'Ada.Obia@Example.com',
  },
  { what: 'a digit more', named: 'ada1@example.com', stranger: 'ada11@example.com' },
] as const;

/** One escrow for each row; all attempts are made before the first record is read. */
const tried = shared(
  'escrows that accounts of nearly the same address try to pay',
  ['escrow-buyer-email'],
  async (context) => {
    const { merchant, buyer, time } = context;
    const asked = [];
    for (const { what, named, stranger } of rows) {
      const answer = await merchant.createEscrow({ buyer: { email: named } });
      if (answer.status === 201) await tries(context, buyer.paysEscrow(merchant, created('escrow', answer), stranger));
      asked.push({ what, named, answer });
    }
    await time.wait(5, 'the escrows stay unpaid');
    const seen = new Map<string, { answer: Exchange; after: Exchange; paid: Exchange }>();
    for (const { what, named, answer } of asked) {
      if (answer.status !== 201) continue;
      const escrow = created('escrow', answer);
      const after = await merchant.get(escrow);
      if (field(after.json, 'status') === 'pending_payment')
        await tries(context, buyer.paysEscrow(merchant, escrow, named));
      seen.set(what, { answer, after, paid: await merchant.confirms(escrow, 'funded') });
    }
    return seen;
  },
);

checks(
  'escrow.buyer-email-restricts',
  rows,
  ({ what, named, stranger }) => `${what}: ${stranger} cannot pay for ${named}, who then pays`,
  async (context, { what }) => {
    const found = (await tried(context)).get(what);
    if (found === undefined) throw new Blocked('an escrow for this buyer should have been accepted');

    expect(found.after).toHaveField('status', 'pending_payment');
    expect(found.paid).toHaveField('status', 'funded');
  },
  { drawn: 3 },
);
