/** Names of wallet holders: masked where a link is asked for, as they are registered once the owner has approved. */
import { event, functions, shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

const CREATED = 'walletName | string | Masked holder name on create.';

/** Letters of each word that the mask leaves. */
const LEFT = 2;

export const found: readonly BlindMutant[] = [
  against(
    CREATED,
    mutant(
      'wallet-link.name-masked',
      'kind-name-shown-to-whom-it-was-told',
      'a merchant with an approved link to a wallet was told the name of its holder: the answer to its next request for that wallet is not masked any more',
      shows('createWalletLink', (body, { asked, record }) => {
        if (record?.kind !== 'walletLink') return body;
        const told = asked.service.rules.functions.linkOf(asked.merchant, record.walletId) !== undefined;
        return told ? { ...body, walletName: record.holderName } : body;
      }),
    ),
  ),
  against(
    CREATED,
    mutant(
      'wallet-link.name-masked',
      'kind-live-names-not-masked',
      'names are masked by the sandbox alone, where anybody can ask: in live the answer to a link request has the registered name',
      shows('createWalletLink', (body, { asked, record }) =>
        asked.environment.name === 'live' && record?.kind === 'walletLink'
          ? { ...body, walletName: record.holderName }
          : body,
      ),
    ),
  ),
  against(
    CREATED,
    mutant(
      'wallet-link.names-masked',
      'kind-short-words-stand-as-they-are',
      'the mask leaves the first two letters of each word: a name whose words have no more letters, such as Jo Li, is shown in full',
      functions(() => ({
        maskName: (name) =>
          name
            .trim()
            .split(/\s+/u)
            .map((word) => ([...word].length > LEFT ? `${[...word].slice(0, LEFT).join('')}***` : word))
            .join(' '),
      })),
    ),
  ),
  against(
    'walletName | string | registered holder name in the `wallet.link.approved` event.',
    mutant(
      'wallet-link.registered-name',
      'kind-registered-name-in-title-case',
      'the name is brought into the case of names, one capital for each word: a McDonald is told as Mcdonald, a van Dijk as Van Dijk',
      event('wallet.link.approved', (carried) => ({
        ...carried,
        walletName: String(carried.walletName)
          .toLowerCase()
          .replace(/(?<=^|[\s'-])\p{L}/gu, (letter) => letter.toUpperCase()),
      })),
    ),
  ),
];
