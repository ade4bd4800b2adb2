import {
  Blocked,
  checks,
  type Exchange,
  expect,
  field,
  of,
  part,
  shared,
  type Wallet,
} from '../../../lib/interface/index.ts';
import { alikePairs } from '../../support/references/alike.ts';
import { digitsOf } from '../../support/references/digits.ts';
import { ownNames } from '../../support/references/own-names.ts';

// Each linkRef with a special meaning in programs, languages or numbers is new on a new merchant, and known afterwards.

/** As many as a wallet accepts within an hour, each sent twice. */
const groups = ownNames.map(({ what, names }) => ({ what, names: names.slice(0, 5) }));

const asked = shared('links with names of programs', ['wallets', 'own-merchant'], async ({ merchant, wallets }) => {
  const answers = new Map<string, { wallet: Wallet; first: Exchange; again: Exchange }>();
  for (const { names } of groups) {
    for (const linkRef of names) {
      const wallet = await wallets.make();
      const fields = { linkRef, requesterName: 'Ada Obi', expiresInMinutes: 30 };
      const first = await wallets.createLink(merchant, wallet, fields);
      answers.set(linkRef, { wallet, first, again: await wallets.createLink(merchant, wallet, fields) });
    }
  }
  return answers;
});

const options = { needs: ['wallets', 'own-merchant'], drawn: 3 } as const;

checks(
  'wallet-link.created',
  groups,
  ({ what }) => `linkRefs that are ${what}: each is a new one`,
  async (context, { names }) => {
    const answers = await asked(context);
    for (const linkRef of names) {
      const { first } = answers.get(linkRef) ?? fault();
      // Which characters a linkRef may have is not shown, nor whether one may be another merchant's: it may be refused, but not treated as known.
      expect(part(first, 'status'), `status of the request with ${linkRef}`).toBeOneOf([201, 400, 409, 422]);
      if (first.status === 201) expect(first).toHaveField('linkRef', linkRef);
    }
  },
  options,
);

checks(
  'wallet-link.known-ref',
  groups,
  ({ what }) => `linkRefs that are ${what}: sent again, each gets its own link`,
  async (context, { names }) => {
    const answers = await asked(context);
    for (const linkRef of names) {
      const { wallet, first, again } = answers.get(linkRef) ?? fault();
      if (first.status !== 201) continue;
      expect(again, linkRef).toHaveStatus(200);
      expect(again, linkRef).toHaveField('linkId', of(first, 'linkId'));
      expect(again, linkRef).toHaveField('walletId', wallet.walletId);
    }
  },
  options,
);

// The whole linkRef, as sent, identifies a link.

const alike = shared('links whose linkRefs are nearly alike', ['wallets', 'own-merchant'], async (context) => {
  const { merchant, wallets, data } = context;
  const answers = new Map<string, readonly { linkRef: string; answer: Exchange }[]>();
  let wallet: Wallet | undefined;
  for (const [turn, { what, of: pairOf }] of alikePairs.entries()) {
    // Two pairs take four of the five requests that a wallet accepts within an hour.
    if (wallet === undefined || turn % 2 === 0) wallet = await wallets.make();
    const asked = [];
    for (const linkRef of pairOf(data.reference('r'), digitsOf(data.reference('n')))) {
      const fields = { linkRef, requesterName: 'Ada Obi', expiresInMinutes: 30 };
      asked.push({ linkRef, answer: await wallets.createLink(merchant, wallet, fields) });
    }
    answers.set(what, asked);
  }
  return answers;
});

checks(
  'wallet-link.created',
  alikePairs,
  ({ what }) => `two linkRefs that differ in ${what} are two links`,
  async (context, { what }) => {
    const ids = new Set<unknown>();
    for (const { linkRef, answer } of (await alike(context)).get(what) ?? fault()) {
      // As above: a refusal for characters or length is ignored.
      expect(part(answer, 'status'), `status of the request with ${linkRef}`).toBeOneOf([201, 400, 422]);
      if (answer.status !== 201) continue;
      expect(answer).toHaveField('linkRef', linkRef);
      for (const linkId of ids) expect(of(answer, 'linkId')).not.toBe(linkId);
      ids.add(field(answer.json, 'linkId'));
    }
  },
  options,
);

function fault(): never {
  throw new Blocked('suite fault: nothing was asked for so');
}
