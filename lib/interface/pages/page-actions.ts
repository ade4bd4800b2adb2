import type { ElementHandle, Frame, JSHandle } from 'playwright-core';
import { answersFor, type Card, optionFor, type Person, type Role } from './page-fields.ts';
import { type PageAction, pressedMark } from './page-steps.ts';
import type { Control, Survey } from './page-survey.ts';

/** A frame with the survey taken of it. */
export interface SurveyedFrame {
  readonly frame: Frame;
  readonly survey: Survey;
  readonly handle: JSHandle<{ survey: Survey; elements: unknown[] }>;
}

async function elementOf(control: Control, seen: readonly SurveyedFrame[]): Promise<ElementHandle> {
  const place = seen.find((each) => each.survey.controls.includes(control));
  const element = await place?.handle.evaluateHandle((found, index) => found.elements[index], control.index);
  const handle = element?.asElement() as ElementHandle | null | undefined;
  if (handle == null) throw new Error('it is gone');
  return handle;
}

export async function press(
  { control, words }: PageAction & { do: 'press' },
  seen: readonly SurveyedFrame[],
  fills: number,
): Promise<void> {
  const element = await elementOf(control, seen);
  await element.click({ timeout: 2_000 });
  // If the click led to another page, the element is gone.
  await mark(element, pressedMark(words, fills)).catch(() => {});
}

/** Whether something was filled in. */
export async function fill(
  buyer: { readonly card: Card; readonly person: Person },
  { control, role }: PageAction & { do: 'fill' },
  seen: readonly SurveyedFrame[],
): Promise<boolean> {
  const element = await elementOf(control, seen);
  if (control.tag === 'select') {
    const value = optionFor(role, control, buyer.card);
    await mark(element, value === undefined ? 'left' : 'filled');
    if (value !== undefined) await element.selectOption({ value }, { timeout: 2_000 });
    return value !== undefined;
  }
  const answers = answersFor(role, control, buyer.card, buyer.person);
  await mark(element, answers.length === 0 ? 'left' : 'filled');
  let usable: string | undefined;
  for (const answer of answers) {
    const came = await enter(element, answer, role);
    if (came === 'good') return true;
    if (came === 'doubtful') usable ??= answer;
  }
  if (usable !== undefined && usable !== answers.at(-1)) await enter(element, usable, role);
  return usable !== undefined;
}

/**
 * Enters a text and checks what the field makes of it. `doubtful`: the text stays, but the field reports it as invalid;
 * `wrong`: the text does not stay.
 */
async function enter(element: ElementHandle, answer: string, role: Role): Promise<'good' | 'doubtful' | 'wrong'> {
  const digits = (text: string) => text.replace(/\D/g, '');
  const kept = (value: string) =>
    role === 'unknown' || value === answer || (/\d/.test(answer) && digits(value) === digits(answer));
  await element.fill(answer, { timeout: 2_000 });
  let came = await state(element);
  if (!kept(came.value)) {
    // Some scripts react only to key events.
    await element.fill('', { timeout: 2_000 });
    await element.type(answer, { timeout: 4_000 });
    came = await state(element);
  }
  await element.evaluate((field) => (field as unknown as { blur(): void }).blur());
  if (!kept(came.value)) return 'wrong';
  return came.valid ? 'good' : 'doubtful';
}

async function state(element: ElementHandle): Promise<{ value: string; valid: boolean }> {
  return await element.evaluate((field) => {
    const { value, validity } = field as unknown as { value: string; validity?: Record<string, boolean> };
    const faults = [
      'patternMismatch',
      'tooLong',
      'tooShort',
      'typeMismatch',
      'badInput',
      'rangeOverflow',
      'stepMismatch',
    ];
    return { value, valid: !faults.some((fault) => validity?.[fault] === true) };
  });
}

async function mark(element: ElementHandle, text: string): Promise<void> {
  await element.evaluate((node, words) => {
    (node as unknown as Record<symbol, string>)[Symbol.for('hosted page')] = words;
  }, text);
}

export function line(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0]?.slice(0, 160) ?? '';
}
