import { type EventKind, eventKinds } from './codes.ts';

/** Whether the document names this kind of event. That a service sends no other kinds is not stated. */
export function isEventKind(text: unknown): text is EventKind {
  return (eventKinds as readonly unknown[]).includes(text);
}
