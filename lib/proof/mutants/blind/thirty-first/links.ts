/** Wallet links and the account check: whose link it is, and what is counted as whose. */
import { guard, shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

const LINK_REQUESTS = 5;
const HOUR_MS = 3_600_000;

export const found: readonly BlindMutant[] = [
  against(
    '200 with the same body when linkRef already exists.',
    mutant(
      'wallet-link.known-ref',
      'blind31-known-link-echoes-the-request',
      'the answer to a known linkRef is put together from the link and from what was sent: sent again with another walletId it shows that one, though the link is to the first wallet',
      answers('createWalletLink', (reply, { body }) =>
        reply.status === 200
          ? { ...reply, text: JSON.stringify({ ...JSON.parse(reply.text), walletId: body.text('walletId') }) }
          : reply,
      ),
    ),
  ),
  against(
    'Wallet link create: at most 5 requests per wallet per hour.',
    mutant(
      'wallet-link.sixth-refused',
      'blind31-five-for-each-requester-name',
      'requests for a wallet are counted by the name of the requester that its owner sees: under another requesterName a sixth is accepted within the hour',
      guard('link.too-many-requests', {
        refuses({ service, environment, body }) {
          const since = service.clock.now() - HOUR_MS;
          const links = [...environment.merchants.values()].flatMap((merchant) => [...merchant.links.values()]);
          const counted = links.filter(
            ({ walletId, requesterName, createdAt }) =>
              walletId === body.text('walletId') &&
              requesterName === body.text('requesterName') &&
              Date.parse(createdAt) > since,
          );
          return counted.length >= LINK_REQUESTS;
        },
      }),
    ),
  ),
  against(
    'APPROVED | DELETE by merchant, or unlinked by owner | | REVOKED | `wallet.link.revoked`.',
    mutant(
      'wallet-link.approved-stays',
      'blind31-one-application-for-a-wallet',
      'a wallet is linked to one application at a time: when its owner approves the request of another merchant, the approved link of the first becomes REVOKED',
      also('walletLink', 'approve', (link) => {
        for (const merchant of link.merchant.environment.merchants.values())
          for (const other of merchant.links.values())
            if (merchant !== link.merchant && other.walletId === link.walletId && other.status === 'APPROVED')
              other.status = 'REVOKED';
      }),
    ),
  ),
  against(
    'Two fully separate environments exist, sandbox and live.',
    mutant(
      'wallet-link.five-per-hour',
      'blind31-requests-of-both-environments-count',
      'the requests for a wallet id are counted in one place for both environments: what was asked for in sandbox is missing in live',
      guard('link.too-many-requests', {
        refuses({ service, body }) {
          const since = service.clock.now() - HOUR_MS;
          const { sandbox, live } = service.environments;
          const wallets = [sandbox, live].map((each) => service.wallet(each, body.text('walletId') ?? ''));
          const requests = wallets.flatMap((wallet) => wallet?.linkRequests ?? []);
          return requests.filter((at) => at > since).length >= LINK_REQUESTS;
        },
      }),
    ),
  ),
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.holder-name-masked',
      'blind31-linked-merchants-read-the-name',
      'a merchant with an approved link to a wallet knows the name of its holder, and is shown it by the account check in full',
      shows('getAccount', (body, { asked: { service, environment, merchant, params } }) => {
        const { walletId = '' } = params;
        const linked = service.rules.functions.linkOf(merchant, walletId) !== undefined;
        return linked ? { ...body, walletName: service.wallet(environment, walletId)?.holderName } : body;
      }),
    ),
  ),
];
