import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { PageError, PageTooSlow } from '../../engine/browser/page.ts';
import { fill, line, press, type SurveyedFrame } from './page-actions.ts';
import type { Card, Person } from './page-fields.ts';
import { type NextActions, nextActions, nextTransferActions, type PageAction } from './page-steps.ts';
import { type PageSelectors, survey } from './page-survey.ts';

/** What the driver needs to know of a page. */
export interface Driven {
  /** `transfer`: a checkout that is paid by bank transfer. */
  readonly goal: 'checkout' | 'escrow' | 'transfer';
  readonly card: Card;
  readonly person: Person;
  readonly selectors: PageSelectors;
  /** Whether the page is expected to redirect the buyer after paying. */
  readonly returns: boolean;
  /** Kept between calls of `drive`. */
  readonly memory: { numberFilled: boolean };
  /** All pages that are open for this payment: a payment may open further ones. */
  pages(): readonly Page[];
  /** True once the buyer has been redirected. */
  returned(): boolean;
  /** Milliseconds since the network was last busy; 0 while it is. */
  quiet(): number;
  /** How many requests the page has made. */
  requests(): number;
  /** Called with the text that the page shows now. */
  reads(text: string): void;
  /** Called before the button with these words is pressed. */
  step(words: string): Promise<void>;
}

/**
 * How a payment ended: `returned`, redirected to the shop; `pressed`, Pay was pressed and nothing more is to do;
 * `filled`, stopped before Pay; `stuck`, with a reason, after the card was filled in.
 */
export type Ending =
  | { readonly how: 'returned' | 'pressed' | 'filled' }
  | { readonly how: 'stuck'; readonly reason: string };

/** How often something is pressed on a page that looks as it did before, such as a sign-in that refuses the buyer without a word. */
const MAX_TURNS = 6;

/**
 * Goes through a hosted page as a buyer would: reads it, fills in what it asks for, presses the button that leads on,
 * reads it again. It assumes nothing about the steps of a page. `until`: `filled` stops before pressing what may pay.
 * Throws PageError where there is no way on, PageTooSlow where the deadline came first.
 */
export async function drive(page: Driven, until: 'filled' | 'paid', deadline: number): Promise<Ending> {
  const state = {
    fills: 0,
    submitted: false,
    problem: '',
    before: '',
    changedAt: performance.now(),
    pressed: { text: '', requests: -1, repeats: 0 },
    presses: new Map<string, number>(),
  };
  const trouble = (error: unknown) => {
    state.problem = line(error);
    return false;
  };
  for (let turn = 0; ; turn++) {
    if (page.returned()) return { how: 'returned' };
    const seen = await surveyFrames(page);
    try {
      const surveys = seen.map((each) => each.survey);
      const text = surveys.map((each) => each.text).join('\n');
      page.reads(text);
      const actions = nextActionsFor(page.goal, surveys, state.fills, state.submitted);
      const now = JSON.stringify([seen.map(({ frame }) => frame.url()), text, surveys.map((each) => each.controls)]);
      if (now !== state.before) Object.assign(state, { before: now, changedAt: performance.now() });
      const still = Math.min(page.quiet(), performance.now() - state.changedAt);
      const ready = surveys.length > 0 && surveys.every((each) => each.ready);

      const isLate = performance.now() > deadline;
      const again = state.submitted && page.memory.numberFilled && actions.cardEmpty;
      if (again && ready && still > 500) {
        return { how: 'stuck', reason: `the page asks for the card again. ${says(text)}` };
      }
      if (actions.fill.length > 0 && !again && !isLate && state.fills < 60) {
        for (const step of actions.fill) {
          if (!(await fill(page, step, seen).catch(trouble))) continue;
          state.fills++;
          if (step.role === 'number') page.memory.numberFilled = true;
        }
        state.changedAt = performance.now();
        continue;
      }
      // Buttons that a page offers once it is paid are not pressed.
      const over = state.submitted && paid.test(text) && !paid.test(state.pressed.text);
      const next =
        actions.press ??
        (mayRepeat(page, state, text, still)
          ? nextActionsFor(page.goal, surveys, -1, state.submitted).press
          : undefined);
      const step = over ? undefined : next;
      if (step !== undefined && !again && !isLate && ready && still >= stillBeforePressMs(page, actions, step, state)) {
        const paying = step.kind === 'pay' && (page.memory.numberFilled || page.goal !== 'checkout');
        if (until === 'filled' && paying) return { how: 'filled' };
        const turns = (state.presses.get(text) ?? 0) + 1;
        state.presses.set(text, turns);
        if (turns > MAX_TURNS) return ended(page, state, text, 'it asks for the same again and again');
        if (actions.press === undefined) state.pressed.repeats++;
        if (step.kind !== 'choose') await page.step(step.words);
        Object.assign(state.pressed, { text, requests: page.requests() });
        if (paying) state.submitted = true;
        await press(step, seen, state.fills).catch(trouble);
        state.changedAt = performance.now();
        continue;
      }
      if (isLate) {
        // A page that counts down is never still: it refuses if it offers nothing to do. Otherwise the browser was not done with it.
        const refuses = ready && step === undefined && actions.fill.length === 0;
        return ended(page, state, text, 'it took too long', refuses ? PageError : PageTooSlow);
      }
      if (step === undefined && ready && still > stillBeforeEndMs(page, actions, state, text)) {
        return ended(page, state, text, 'nothing is left to press');
      }
    } finally {
      await Promise.all(seen.map(({ handle }) => handle.dispose().catch(() => {})));
    }
    await pause(Math.min(40 + turn, 150));
  }
}

function nextActionsFor(
  goal: Driven['goal'],
  surveys: Parameters<typeof nextActions>[0],
  fills: number,
  submitted: boolean,
): NextActions {
  return goal === 'transfer' ? nextTransferActions(surveys, fills) : nextActions(surveys, goal, fills, submitted);
}

const paid =
  /\b(successful\w*|succeeded|thank you|has been paid|payment (is )?(complete\w*|received|confirmed)|paid (on|at|by))\b|(?<!be )\bfunded\b/i;

/**
 * Whether to press the same button again: it had no effect because the page's script was not loaded yet, or it leads
 * through several steps.
 */
function mayRepeat(page: Driven, state: State, text: string, still: number): boolean {
  const { repeats, requests, text: before } = state.pressed;
  if (requests < 0 || repeats >= 3) return false;
  const idle = page.requests() === requests && text === before;
  return idle ? still > 1_500 : !state.submitted && still > 800;
}

interface State {
  readonly submitted: boolean;
  readonly problem: string;
  /** The text of the page, and the number of its requests, when something was last pressed; -1: nothing was. */
  readonly pressed: { readonly text: string; readonly requests: number; readonly repeats: number };
}

/** Milliseconds that a page must be still before something is pressed: a script may still be adding fields. */
function stillBeforePressMs(
  page: Driven,
  actions: NextActions,
  { kind }: PageAction & { do: 'press' },
  { submitted }: State,
): number {
  if (submitted) return 300;
  return page.goal === 'checkout' && kind === 'pay' && !page.memory.numberFilled && !actions.card ? 1_500 : 100;
}

/** Milliseconds that a page with nothing to do must be still before the visit ends. */
function stillBeforeEndMs(page: Driven, actions: NextActions, { submitted }: State, text: string): number {
  if (submitted && !page.returns) return 1_000;
  const refuses = /expired|declin|fail|not? longer|no longer|invalid|error|cannot|closed|unsuccessful/i.test(text);
  // How long a thank-you page may stay before it redirects is not stated.
  if (submitted) return refuses ? 1_500 : page.goal === 'escrow' ? 4_000 : 14_000;
  if (!actions.anything) return refuses ? 500 : 2_000;
  return page.memory.numberFilled && !actions.held ? 3_000 : 5_000;
}

function ended(
  page: Driven,
  { submitted, problem }: State,
  text: string,
  reason: string,
  Problem: typeof PageError | typeof PageTooSlow = PageError,
): Ending {
  if (submitted) return { how: 'pressed' };
  const trouble = problem === '' ? '' : ` (${problem})`;
  if (page.memory.numberFilled)
    return { how: 'stuck', reason: `the card is filled in, but ${reason}${trouble}. ${says(text)}` };
  throw new Problem(`no way to pay was found: ${reason}${trouble}. ${says(text)}`);
}

function says(text: string): string {
  const words = text.replace(/\s+/g, ' ').trim();
  return words === '' ? 'The page is empty' : `The page says: ${words.slice(0, 160)}`;
}

async function surveyFrames(page: Driven): Promise<SurveyedFrame[]> {
  const frames = page.pages().flatMap((each) => each.frames());
  const seen = await Promise.all(
    frames.map(async (frame): Promise<SurveyedFrame | null> => {
      try {
        const handle = await frame.evaluateHandle(survey, page.selectors);
        const report = await handle.evaluate((found) => found.survey);
        return { frame, survey: report, handle };
      } catch (error) {
        if (/not a valid selector/.test(line(error))) throw new PageError(`a selector in the settings: ${line(error)}`);
        // The frame is loading another page.
        return null;
      }
    }),
  );
  const there = seen.filter((each) => each !== null);
  // Without its main frame, the page is loading another one.
  return there.some(({ frame }) => frame.parentFrame() === null) ? there : [];
}
