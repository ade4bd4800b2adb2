import type { SharedBrowser } from '../engine/browser/browser.ts';
import type { Secret } from '../engine/http/index.ts';
import type { Assignment } from '../engine/run/merchants/assignment.ts';
import { type Profile, Run } from '../engine/run/run.ts';
import type { PaymentsRun } from './actors/run.ts';
import { type CheckContext, giveTo } from './context.ts';
import { Control } from './control/control.ts';
import { probePath, type Target } from './target/probe-target.ts';

export { tellKept, tellStories } from './explore/explore.ts';
export { loadSuites } from './suites.ts';

/** A card number belongs in no report, even one that everybody knows (Endpoints, behaviour rule 9). */
const cardNumbers: readonly Secret[] = ['4242424242424242', '4242 4242 4242 4242', '4242-4242-4242-4242'].map(
  (value) => ({ label: 'TEST_CARD_NUMBER', value }),
);

/** The Merchant Payments Service Interface, as the engine has to know it. */
export const profile: Profile<CheckContext, Control, Target> = {
  probePath,
  // The embedded reference answers for its control as it does for its interface, so what was found out there holds here.
  openControl: ({ control, network, embedded, keepAlive }) =>
    control && new Control(control.url, control.token, network, embedded && keepAlive).learn(control.knowledge),
  secrets: ({ pages: { buyerPassword } }) => [
    ...(buyerPassword === null || buyerPassword === '' ? [] : [{ label: 'PAGE_BUYER_PASSWORD', value: buyerPassword }]),
    ...cardNumbers,
  ],
  giveTo,
};

/** What a run is asked to do, with a target as `meet` finds it. */
export type PaymentsAssignment = Assignment & { readonly target: Target };

/** `shared`: a browser for several runs; it goes on after this one. */
export async function openRun(assignment: PaymentsAssignment, shared?: SharedBrowser): Promise<PaymentsRun> {
  return await Run.open(assignment, profile, shared);
}

/** Where a worker finds this interface. */
export const interfaceModule = import.meta.url;
