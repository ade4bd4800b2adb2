/** The service's memory: two separate environments, each with its merchants and wallets. */
import type { Environment, EnvironmentName, Merchant, Wallet } from '../rules/records.ts';
import type { Rulebook } from '../rules/rulebook.ts';

export function createEnvironment(rules: Rulebook, name: EnvironmentName): Environment {
  const environment: Environment = {
    name,
    baseUrl: '',
    merchants: new Map(),
    apiKeys: new Map(),
    wallets: new Map(),
    checkouts: new Map(),
    escrows: new Map(),
  };
  for (const { walletId, holderName, balanceMinor } of rules.environments[name].wallets)
    putWallet(environment, { walletId, holderName, balanceMinor });
  return environment;
}

/** Creates a wallet, or renames an existing one; sets the balance if `balanceMinor` is given. */
export function putWallet(
  environment: Environment,
  { walletId, holderName, balanceMinor }: { walletId: string; holderName: string; balanceMinor?: number | null },
): Wallet {
  const known = environment.wallets.get(walletId);
  const wallet = known ?? { walletId, holderName, availableMinor: 0, heldMinor: 0, linkRequests: [] };
  wallet.holderName = holderName;
  wallet.availableMinor = balanceMinor ?? wallet.availableMinor;
  environment.wallets.set(walletId, wallet);
  return wallet;
}

export function createMerchant(
  rules: Rulebook,
  environment: Environment,
  newId: (prefix: string) => string,
  webhookUrl: string | null,
): Merchant {
  const { keyPrefix, merchantPrefix } = rules.environments[environment.name];
  const merchant: Merchant = {
    id: newId(merchantPrefix),
    environment,
    apiKey: newId(keyPrefix),
    webhookSecret: newId('whsec_'),
    webhookUrl,
    requireLinkedWallets: false,
    processingDelay: 0,
    balance: 0,
    rate: rules.functions.rateLimiter(rules.limits.requestsPerWindow, rules.limits.windowSeconds * 1_000),
    keys: new Map(),
    deliveries: [],
    records: { checkout: new Map(), refund: new Map(), payout: new Map(), escrow: new Map(), walletLink: new Map() },
    links: new Map(),
  };
  environment.merchants.set(merchant.id, merchant);
  environment.apiKeys.set(merchant.apiKey, merchant);
  return merchant;
}

export function findMerchant(environments: Record<EnvironmentName, Environment>, id: string): Merchant | undefined {
  return environments.sandbox.merchants.get(id) ?? environments.live.merchants.get(id);
}
