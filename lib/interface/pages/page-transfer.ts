import type { Frame, Locator, Page } from 'playwright-core';

// A buyer who pays, or says that she has paid, by bank transfer: how a page asks for that is not shown, so this goes as far as the page's
// own words lead. It is for pages that must not take it any more: that it finds nothing to press proves nothing.

const transfer = /\btransfer|\b(sent|made) (it|(the |my )?(money|payment))\b|\bI('ve| have)? (paid|sent)\b/i;
const leads = /\b(pay|continue|next|proceed|confirm|submit)\b/i;
const never = /\b(cancel|back|return|close|copy|card|another|report|help)\b/i;

/** Presses on one page: the choice, what leads on, and what says that the money was sent. */
const MOST_PRESSES = 5;

/** For one press, in ms. */
const PRESS_MS = 3_000;

/** Presses all that leads to a payment by bank transfer; `settles` waits until a page stands still. */
export async function paysByTransfer(pages: () => readonly Page[], settles: () => Promise<void>): Promise<void> {
  const pressed = new Set<string>();
  for (let turn = 0; turn < MOST_PRESSES; turn++) {
    const frames = pages().flatMap((page) => page.frames());
    let next: Locator | undefined;
    for (const frame of frames) next ??= await toPress(frame, pressed);
    if (next === undefined) return;
    await next.click({ timeout: PRESS_MS }).catch(() => {});
    await settles();
  }
}

async function toPress(frame: Frame, pressed: Set<string>): Promise<Locator | undefined> {
  for (const [role, name] of [
    ['radio', transfer],
    ['tab', transfer],
    ['button', transfer],
    ['link', transfer],
    ['button', leads],
  ] as const) {
    // What merely leads on pays by card, unless the other way was chosen.
    if (name === leads && pressed.size === 0) continue;
    for (const found of await frame.getByRole(role, { name, disabled: false }).all()) {
      const words = (await found.innerText({ timeout: PRESS_MS }).catch(() => '')) || `${role} of ${frame.url()}`;
      if (never.test(words) || pressed.has(words) || !(await found.isVisible().catch(() => false))) continue;
      pressed.add(words);
      return found;
    }
  }
  return undefined;
}
