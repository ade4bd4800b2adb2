import {
  Blocked,
  type Capability,
  type CheckContext,
  checks,
  type Duration,
  type Exchange,
  expect,
  field,
  type Link,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { attempt } from '../../support/attempts.ts';
import { LIFE } from '../states/deeds.ts';
import { has, linkBecomes, linkExpires, there } from '../support.ts';

// Another merchant has, or has had, a link to the wallet. A link is one merchant's, and a new linkRef makes one that is PENDING, whatever the other's
// is: it stays so whatever becomes of the other's afterwards, and its owner decides about it. Whether the newer request cancels the other's, if
// that is pending, is not shown.

interface Other {
  readonly what: string;
  readonly needs?: readonly Capability[];
  readonly waits?: Duration;
  /** What has become of the other's link before. */
  before?(context: CheckContext, link: Link): Promise<unknown>;
  /** What becomes of it afterwards, if it still can. */
  after?(context: CheckContext, link: Link): Promise<unknown>;
}

const decided =
  (decision: 'approve' | 'reject'): NonNullable<Other['before']> =>
  ({ wallets, other }, link) =>
    wallets.decide(other, link, decision);
const byOwner =
  (...decisions: readonly ('approve' | 'reject' | 'unlink')[]): NonNullable<Other['before']> =>
  async ({ wallets, other }, link) => {
    for (const decision of decisions) await wallets.owner(other, link, decision);
  };
const ended: NonNullable<Other['before']> = ({ other }, { linkId }) => other.api.deleteWalletLink(linkId);
const inTime: NonNullable<Other['before']> = ({ time }) => linkExpires(time, LIFE);
const owner = ['wallet-owner'] as const;

const others: readonly Other[] = [
  { what: 'is pending' },
  { what: 'is pending, and then approved', after: decided('approve') },
  { what: 'is pending, and then rejected', after: decided('reject') },
  { what: 'is pending, and then approved by the owner', needs: owner, after: byOwner('approve') },
  { what: 'is pending, and then declined by the owner', needs: owner, after: byOwner('reject') },
  { what: 'is pending, and then left undecided', waits: '6m', after: inTime },
  { what: 'is approved', before: decided('approve') },
  { what: 'is approved, and then ended by its merchant', before: decided('approve'), after: ended },
  { what: 'is approved, and then unlinked', needs: owner, before: decided('approve'), after: byOwner('unlink') },
  { what: 'was rejected', before: decided('reject') },
  { what: 'was left undecided', waits: '6m', before: inTime },
  { what: 'was unlinked', needs: owner, before: byOwner('approve', 'unlink') },
];

type Decision = 'approve' | 'reject' | 'owner approve' | 'owner reject';

const decisions = {
  approve: { id: 'wallet-link.approved', becomes: 'APPROVED' },
  reject: { id: 'wallet-link.rejected', becomes: 'REJECTED' },
  'owner approve': { id: 'wallet-link.decided-by-owner', becomes: 'APPROVED' },
  'owner reject': { id: 'wallet-link.decided-by-owner', becomes: 'REJECTED' },
} as const satisfies Record<Decision, { id: RequirementId; becomes: string }>;

/** Each decision about the own link falls to every fourth of the rows; the other's link ends otherwise than the own one where it ends after it. */
const turns: readonly Decision[] = ['reject', 'reject', 'approve', 'owner reject', 'owner approve'];

const rows = others.map(({ what, needs = [], waits, before, after }, at) => {
  const decision = turns[at % turns.length] ?? 'approve';
  const own: Capability[] = [
    ...new Set<Capability>(['wallets', 'other-merchant', ...needs, ...(decision.startsWith('owner') ? owner : [])]),
  ];
  const run = shared(`a link request while another merchant's link to the wallet ${what}`, own, async (context) => {
    const { merchant, other, wallets } = context;
    const wallet = await wallets.make({ balanceMinor: 7_531 });
    const theirs = await wallets.link(other, wallet, { expiresInMinutes: what.includes('undecided') ? LIFE : 60 });
    await before?.(context, theirs);
    const answer = await wallets.createLink(merchant, wallet, { expiresInMinutes: 60 });
    const linkId = field(answer.json, 'linkId');
    if (answer.status !== 201 || typeof linkId !== 'string') return { answer, seen: null };
    const seen: Exchange[] = [await merchant.api.getWalletLink(linkId)];
    // The newer request may have cancelled it.
    if (after !== undefined) await attempt(after(context, theirs));
    seen.push(await merchant.api.getWalletLink(linkId));
    const link = { linkId, linkRef: String(field(answer.json, 'linkRef')), wallet, exchange: answer };
    const { becomes } = decisions[decision];
    const [first, second] = decision.split(' ') as ['owner', 'approve' | 'reject'] | ['approve' | 'reject'];
    if (first === 'owner') await attempt(wallets.owner(merchant, link, second ?? 'approve'));
    else await attempt(wallets.decide(merchant, link, first));
    const record = await linkBecomes(context, linkId, becomes);
    return { answer, seen: { pending: seen, decided: record } };
  });
  return { what, needs: own, waits, decision, run };
});

const options = ({ needs, waits }: (typeof rows)[number]) => ({ needs, ...(waits !== undefined && { waits }) });

checks(
  'wallet-link.created',
  rows,
  ({ what }) =>
    `while another merchant's link to the wallet ${what}: a new linkRef gets a link that is PENDING, and stays so`,
  async (context, { run }) => {
    const { answer, seen } = await run(context);

    expect(answer).toHaveStatus(201);
    expect(answer).toHaveField('status', 'PENDING');
    for (const record of there(seen ?? undefined, 'the link').pending) expect(record).toHaveField('status', 'PENDING');
  },
  options,
);

checks(
  ({ decision }) => decisions[decision].id,
  rows,
  ({ what, decision }) => `while another merchant's link to the wallet ${what}: the own one takes ${decision}`,
  async (context, { run, decision }) => {
    const { pending, decided } = there((await run(context)).seen ?? undefined, 'the link');
    if (!pending.every((record) => has(record, 'PENDING'))) throw new Blocked('the link should have been pending');

    expect(decided).toHaveField('status', decisions[decision].becomes);
  },
  options,
);
