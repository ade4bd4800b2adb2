import {
  type Capability,
  checks,
  endpointTable,
  expect,
  field,
  type RequirementId,
} from '../../lib/interface/index.ts';
import { ways } from './ways-to-ask.ts';

// As `askedOtherwise`, for each endpoint that creates or changes something: it is carried out in whatever way it is asked.

interface Deed {
  readonly name: (typeof endpointTable)[number]['name'];
  readonly id: RequirementId;
  /** The status of the record afterwards; null for a create request, whose answer tells enough. */
  readonly becomes: string | null;
  /** The request has no body, and so no Content-Type. */
  readonly bare?: true;
}

const deeds: readonly Deed[] = [
  { name: 'POST /v1/refunds', id: 'refund.created', becomes: null },
  { name: 'POST /v1/payouts', id: 'payout.created', becomes: null },
  { name: 'POST /v1/escrows', id: 'escrow.created', becomes: null },
  { name: 'POST /v1/escrows/{reference}/release', id: 'escrow.released', becomes: 'released', bare: true },
  { name: 'POST /v1/escrows/{reference}/refund', id: 'escrow.refunded', becomes: 'refunded' },
  { name: 'POST /v1/escrows/{reference}/cancel', id: 'escrow.cancelled', becomes: 'cancelled', bare: true },
  { name: 'POST /v1/wallet-links', id: 'wallet-link.created', becomes: null },
  { name: 'DELETE /v1/wallet-links/{linkId}', id: 'wallet-link.revoked', becomes: 'REVOKED', bare: true },
  {
    name: 'POST /v1/sandbox/wallet-links/{linkId}/approve',
    id: 'wallet-link.approved',
    becomes: 'APPROVED',
    bare: true,
  },
  {
    name: 'POST /v1/sandbox/wallet-links/{linkId}/reject',
    id: 'wallet-link.rejected',
    becomes: 'REJECTED',
    bare: true,
  },
];

/** Ways that may decide whether the body is read at all; of the others one is drawn for each endpoint. */
const decisive = ways.filter(({ what }) => /Content-Type/.test(what));
const others = ways.filter((way) => !decisive.includes(way));

/** Defines the checks of the chapter whose requirement ids begin with `chapter`. */
export function endpointsOtherwise(chapter: string): void {
  for (const { name, id, becomes, bare } of deeds.filter((deed) => deed.id.startsWith(chapter))) {
    const endpoint = endpointTable.find((each) => each.name === name);
    if (endpoint === undefined) throw new Error(`no endpoint ${name}`);
    // Where wallets are few, link requests are: five an hour for each.
    const needs: readonly Capability[] = /wallet-links/.test(name) ? [...endpoint.needs, 'wallets'] : endpoint.needs;
    for (const drawn of bare ? [others] : [decisive, others]) {
      checks(
        id,
        drawn,
        ({ what }) => `asked ${what}: ${name} is carried out`,
        (context, way) =>
          endpoint.on(context, async ({ send, look }) => {
            const answer = await send(way.options(context, context.data.reference('key')));
            if (becomes === null) return expect(answer).toHaveStatus(201);
            await context.time.until(`it becomes ${becomes}`, 60, async () =>
              field((await look()).json, 'status') === becomes ? true : undefined,
            );
            expect(await look()).toHaveField('status', becomes);
          }),
        drawn === others ? { needs, drawn: 1 } : { needs },
      );
    }
  }
}
