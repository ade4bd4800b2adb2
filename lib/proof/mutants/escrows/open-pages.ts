/** Defects by which an open page puts off the end of an escrow. */
import type { RequirementId } from '../../../interface/register/index.ts';
import type { Escrow } from '../../reference/rules/records.ts';
import type { Service } from '../../reference/rules/rulebook.ts';
import { pages } from '../blind/ways-of-pages.ts';
import { timer } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';

const SESSION_MS = 15 * 60_000;

/** Opening the page starts a session; until it ends, the job skips an escrow in this state. */
function sessionPutsOff(state: 'pending_payment' | 'funded', on: string): Change {
  const sessions = new WeakMap<Escrow, { service: Service; until: number }>();
  function due(escrow: Escrow): string {
    const session = sessions.get(escrow);
    if (session === undefined || session.until <= session.service.clock.now()) return on;
    const { service, until } = session;
    service.clock.schedule(until, () => {
      if (escrow.status === state) service.fire(escrow, due(escrow));
    });
    return 'nothing';
  }
  return all(
    pages(({ showEscrow }) => ({
      showEscrow(service, escrow, refused) {
        sessions.set(escrow, { service, until: service.clock.now() + SESSION_MS });
        return showEscrow(service, escrow, refused);
      },
    })),
    timer('escrow', state, { on: due as never }),
  );
}

const puttingOff = (breaks: RequirementId, name: string, what: string, change: Change) =>
  mutant(breaks, name, `opening the page begins a session of 15 minutes, and ${what} waits until it is over`, change);

export const openPageMutants: readonly Mutant[] = [
  puttingOff(
    'escrow.expires',
    'escrow-open-page-puts-off-expiry',
    'the expiry of an unpaid escrow',
    sessionPutsOff('pending_payment', 'not paid in time'),
  ),
  puttingOff(
    'escrow.releases-by-itself',
    'escrow-open-page-puts-off-release',
    'the automatic release of a paid one',
    sessionPutsOff('funded', 'no report in time'),
  ),
];
