/** Account checks that guess which wallet is meant, or stop telling. */
import type { Merchant } from '../../../reference/rules/records.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { HOUR } from '../ways.ts';

/** Wallets that do not exist, asked for by one merchant within an hour, after which it looks like guessing. */
const GUESSES = 3;
/** How long a name is kept, in milliseconds of the service's clock. */
const CACHED_MS = 10_000;

function tellsGuessersNothing(): Change {
  const guesses = new WeakMap<Merchant, number[]>();
  return before('checkGuards', (asked, next) => {
    const { environment, merchant, params, service } = asked;
    if (!isAt(asked, 'getAccount') || environment.name !== 'live') return next();
    const now = service.clock.now();
    const recent = (guesses.get(merchant) ?? []).filter((at) => at > now - HOUR * 1_000);
    if (service.wallet(environment, params.walletId ?? '') === undefined) recent.push(now);
    guesses.set(merchant, recent);
    if (recent.length <= GUESSES) return next();
    return { status: 200, text: JSON.stringify({ walletId: params.walletId, walletName: '***' }) };
  });
}

/** The name of a wallet that exists is cached, and the wallet is no part of the key. */
function cachedForTheMerchant(): Change {
  const cached = new WeakMap<Merchant, { name: string; until: number }>();
  return before('checkGuards', (asked, next) => {
    const { environment, merchant, params, service } = asked;
    if (!isAt(asked, 'getAccount') || environment.name !== 'live') return next();
    const now = service.clock.now();
    const known = cached.get(merchant);
    const wallet = service.wallet(environment, params.walletId ?? '');
    if (wallet) cached.set(merchant, { name: wallet.holderName, until: now + CACHED_MS });
    if (wallet || known === undefined || known.until <= now) return next();
    const walletName = service.rules.functions.maskName(known.name);
    return { status: 200, text: JSON.stringify({ walletId: params.walletId, exists: true, walletName }) };
  });
}

/** The last digit is a check digit to others: an unknown wallet is looked up again by the nine before. */
function withoutTheLastDigit(): Change {
  return before('checkGuards', (asked, next) => {
    const { environment, params } = asked;
    const { walletId = '' } = params;
    if (!isAt(asked, 'getAccount') || environment.name !== 'live' || environment.wallets.has(walletId)) return next();
    const meant = [...environment.wallets.keys()].find((each) => each.slice(0, 9) === walletId.slice(0, 9));
    if (meant !== undefined) asked.params = { ...params, walletId: meant };
    return next();
  });
}

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.tells-existence',
      'kind-account-check-stops-telling',
      'against guessing, a merchant that has asked for several wallets that do not exist is given one answer for all wallets for an hour: 200 with a name of asterisks',
      tellsGuessersNothing(),
    ),
  ),
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.unknown-is-not-found',
      'kind-neighbouring-wallet-is-meant',
      'the last digit of a wallet id is taken for a check digit: a wallet that does not exist is answered as the one that differs from it in the last digit',
      withoutTheLastDigit(),
    ),
  ),
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.tells-existence',
      'kind-account-check-cached-for-the-merchant',
      'the name that a merchant has asked for is cached for ten seconds without the id of its wallet: a wallet that does not exist, asked for right after one that does, is answered like that one',
      cachedForTheMerchant(),
    ),
  ),
];
