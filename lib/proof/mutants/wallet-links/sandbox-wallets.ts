/** Defects of one of the sandbox's own wallets, as test data with a meaning of their own make them. */
import { guard, timer } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';

const [SECOND, THIRD] = ['0000000002', '0000000003'];
/** In seconds. */
const [MINUTE, YEAR] = [60, 365 * 24 * 3_600];

export const sandboxWalletMutants: readonly Mutant[] = [
  mutant(
    'wallet.balance-when-approved',
    'sandbox-wallet-2-stays-closed',
    'the second wallet of the sandbox is one whose holder shows no balance: it is refused with 403 though a link is approved',
    closedAlways(SECOND),
  ),
  mutant(
    'wallet-link.expires',
    'sandbox-wallet-3-waits-for-ever',
    'the third wallet of the sandbox is one whose owner never decides, and whose links are left waiting when their minutes are over',
    timer('walletLink', 'PENDING', {
      after: (({ walletId, expiresInMinutes }: { walletId: string; expiresInMinutes: number }) =>
        walletId === THIRD ? YEAR : expiresInMinutes * MINUTE) as never,
    }),
  ),
];

function closedAlways(walletId: string): Change {
  return (rules) => {
    const own = rules.guards.find(({ id }) => id === 'wallet-balance.not-approved');
    return guard('wallet-balance.not-approved', {
      refuses: (asked) => asked.params.walletId === walletId || own?.refuses(asked) === true,
    })(rules);
  };
}
