/** The wallets that every sandbox has for links (Endpoints, behaviour rule 8). Whether they exist in live is not shown. */
export const sandboxWallets = ['0000000001', '0000000002', '0000000003'] as const;
