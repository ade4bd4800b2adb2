import type { SharedBrowser } from '../engine/browser/browser.ts';
import type { Secret } from '../engine/http/index.ts';
import type { Assignment } from '../engine/run/merchants/assignment.ts';
import { type Profile, Run } from '../engine/run/run.ts';
import type { PaymentsRun } from './actors/run.ts';
import { type CheckContext, giveTo } from './context.ts';
import { Control } from './control/control.ts';
import { probePath, type Target } from './target/probe-target.ts';

export { afterwards } from './afterwards/afterwards.ts';
export { tellKept, tellStories } from './explore/explore.ts';
export { loadSuitesOf } from './suites.ts';

/**
 * The test card number is masked in reports, although the interface prints it (Endpoints, behaviour rule 9): a report
 * must contain no card number.
 */
const cardNumbers: readonly Secret[] = ['4242424242424242', '4242 4242 4242 4242', '4242-4242-4242-4242'].map(
  (value) => ({ label: 'TEST_CARD_NUMBER', value }),
);

/** The Merchant Payments Service Interface, in the form that the engine needs. */
export const profile: Profile<CheckContext, Control, Target> = {
  probePath,
  // The embedded reference serves control and interface with the same server, so keep-alive support found at the
  // interface holds for control. At other targets control opens connections anew.
  openControl: ({ control, network, embedded, keepAlive }) =>
    control && new Control(control.url, control.token, network, embedded && keepAlive).learn(control.knowledge),
  secrets: ({ pages: { buyerPassword } }) => [
    ...(buyerPassword === null || buyerPassword === '' ? [] : [{ label: 'PAGE_BUYER_PASSWORD', value: buyerPassword }]),
    ...cardNumbers,
  ],
  giveTo,
};

/** The assignment of a run, with its target as the probe found it. */
export type PaymentsAssignment = Assignment & { readonly target: Target };

/** `shared`: a browser for several runs; it stays open after this run. */
export async function openRun(assignment: PaymentsAssignment, shared?: SharedBrowser): Promise<PaymentsRun> {
  return await Run.open(assignment, profile, shared);
}

/** The module from which a worker imports this interface. */
export const interfaceModule = import.meta.url;
