import type { Requirement } from './types.ts';

/** The chapter `wallet-links`: triggers that leave the state of a link unchanged, and the finality of its end states. */
export const walletLinkEnds = {
  'wallet-link.approved-stays': {
    source: 'States and transitions, Wallet link',
    statement:
      'An approved link stays `APPROVED` when it is approved or rejected again, when its `linkRef` is sent again, and when a newer request for its wallet follows, whatever becomes of that one; then the merchant can unlink it still.',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.rejected-is-final': {
    source: 'States and transitions, Wallet link',
    statement:
      'A rejected link stays `REJECTED`, whatever is tried: approve, reject, DELETE, its `linkRef` again, a newer request and whatever becomes of it.',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.expired-is-final': {
    source: 'States and transitions, Wallet link',
    statement:
      'An expired link stays `EXPIRED`, whatever is tried: approve, reject, DELETE, its `linkRef` again, a newer request and whatever becomes of it.',
    needs: ['sandbox-wallet'],
    waits: '5m',
  },
  'wallet-link.revoked-is-final': {
    source: 'States and transitions, Wallet link',
    statement:
      'A revoked link stays `REVOKED`, whatever is tried: approve, reject, DELETE, its `linkRef` again, a newer request and whatever becomes of it.',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.owner-changes-no-end': {
    source: 'States and transitions, Wallet link, owner approves, declines or unlinks',
    statement:
      'What the owner decided is as final as what a sandbox call decided; and no decision of the owner changes a link that is over, or approves a cancelled one.',
    needs: ['sandbox-wallet', 'wallet-owner'],
  },
  'wallet-link.outlasts-time': {
    source: 'States and transitions, Wallet link, nobody decides',
    statement:
      'Time ends pending links alone: a link that is approved, rejected or revoked is so still when its `expiresInMinutes` are over and an hour later, and an expired one stays `EXPIRED`.',
    needs: ['sandbox-wallet'],
    waits: '5m',
  },
  'wallet-link.known-ref-later': {
    source: 'Endpoints, POST /v1/wallet-links',
    statement:
      'A link request with the `linkRef` of a link that is approved, rejected, expired or revoked is answered with 200 and the body that the link had when it was created, also after a newer request for its wallet; whether its `status` is that of then or of now can be read both ways.',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.newer-cancels-for-good': {
    source: 'States and transitions, Wallet link, below the table',
    statement:
      'A link that a newer request cancelled is never approved, whatever is tried with it, after its time and after the end of the newer one, and the newer one waits for its own decision meanwhile.',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.one-decision-at-once': {
    source: 'States and transitions, Wallet link',
    statement:
      'Of two decisions at once about a link one comes about: its status is one of the two, and one event tells of it.',
    needs: ['wallets'],
  },
  'wallet-link.one-of-a-ref': {
    source: 'Endpoints, POST /v1/wallet-links',
    statement: 'Several link requests at once with one new `linkRef` get one link, one of them at most with 201.',
    needs: ['wallets'],
  },
  'wallet-link.ref-per-merchant': {
    source: 'Resources, Wallet link, linkRef',
    statement:
      "A `linkRef` is its merchant's own: another merchant's request with the same one gets neither the link nor its wallet, and leaves it as it is.",
    needs: ['wallets', 'other-merchant'],
    weighs: 'others-property',
  },
  'wallet-link.asked-anew': {
    source: 'States and transitions, Wallet link, POST /v1/wallet-links',
    statement:
      'A new `linkRef` for a wallet whose earlier links, one or as many as the limit allows, are pending, approved, rejected, expired or revoked is answered with 201 and another link, which is `PENDING`.',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.end-told-once': {
    source: 'Events, event kinds',
    statement:
      'Of a link no event has come twice (with different ids), and none of a decision that was not made about it.',
    needs: ['sandbox-wallet', 'webhooks'],
  },
} as const satisfies Record<string, Requirement>;
