import type { Screenshot } from '../../engine/browser/page.ts';
import { NotExercised } from '../../engine/checks/outcome.ts';
import { presentHistory } from '../../engine/time/activity.ts';
import type { HostedPage, Paid } from '../pages/hosted-page.ts';

/** A hosted page, as checks use it. */
export interface Page extends Pick<HostedPage, 'shows' | 'fills' | 'pays' | 'close'> {
  /** Every text shown on the page so far. */
  reads(): Promise<readonly string[]>;
  /** As `HostedPage.status`. */
  answered(): Promise<number | null>;
}

const LOST = 'the page that the buyer had open was lost when the run was interrupted';

/**
 * Opens a page as a step. A page that was open when the run was interrupted cannot be reopened: recorded actions are
 * replayed, and any further action throws NotExercised.
 */
export async function openPage(open: () => Promise<HostedPage>): Promise<Page> {
  const history = presentHistory();
  if (history === null) {
    const there = await open();
    return {
      shows: (text, within) => there.shows(text, within),
      fills: (card) => there.fills(card),
      pays: (card, how) => there.pays(card, how),
      reads: async () => there.texts,
      answered: async () => there.status,
      close: () => there.close(),
    };
  }
  let page: HostedPage | undefined;
  const live = async () => {
    page = await open();
    return true;
  };
  await history.step('page opened', { first: true, live });
  const act = <T>(what: string, deed: (page: HostedPage) => Promise<T>) =>
    history.step(`page ${what}`, {
      first: true,
      async live() {
        if (page !== undefined) return await deed(page);
        history.doubt(LOST);
        throw new NotExercised(LOST);
      },
    });
  return {
    shows: (text, within) => act('shows', (there) => there.shows(text, within)),
    fills: (card) => act('filled', (there) => there.fills(card)),
    pays: (card, how) => act('paid', (there) => there.pays(card, how)),
    reads: () => act('read', async (there) => there.texts),
    answered: () => act('answered', async (there) => there.status),
    close: async () => await page?.close(),
  };
}

/**
 * Opens a page, pays and closes it, in one step. If an interruption left unknown whether that was done, it is repeated
 * only while the resource can still be paid.
 */
export async function oncePaid(
  onScreenshot: (screenshot: Screenshot) => void,
  open: () => Promise<boolean>,
  act: (onScreenshot: (screenshot: Screenshot) => void) => Promise<Paid>,
): Promise<Paid> {
  const history = presentHistory();
  if (history === null) return await act(onScreenshot);
  for (;;) {
    const done = await history.step('paying on a page', {
      first: true,
      async live(_: undefined, lost) {
        if (lost) return null;
        const seen: Screenshot[] = [];
        try {
          return { paid: await act((screenshot) => seen.push(screenshot)), seen };
        } catch (error) {
          // Where the page shows no way to pay, the last screenshot tells most.
          for (const screenshot of seen) onScreenshot(screenshot);
          throw error;
        }
      },
    });
    if (done !== null) {
      for (const screenshot of done.seen) onScreenshot(screenshot);
      return done.paid;
    }
    history.doubt('the buyer was at the page when the run was interrupted');
    if (!(await open())) return { ending: { how: 'stuck', reason: 'the buyer had paid already' }, redirect: null };
  }
}
