import { checks } from './checks.support.ts';
import { course } from './course.support.ts';
import { follows } from './follows.support.ts';
import type { Forgery } from './forgery.support.ts';
import { lengths } from './lengths.support.ts';
import { outcomes } from './outcomes.support.ts';
import { pointers } from './pointers.support.ts';
import { predicates } from './predicates.support.ts';
import { scope } from './scope.support.ts';
import { shapes } from './shapes.support.ts';
import { words } from './words.support.ts';

/** By kind, as in the table of docs/reports-and-trust.md. */
export const forgeries: Readonly<Record<string, readonly Forgery[]>> = {
  outcomes,
  predicates,
  pointers,
  checks,
  scope,
  'the course of the run': [...course, ...lengths],
  'what follows from the rest': follows,
  'words and pages': words,
  shapes,
};
