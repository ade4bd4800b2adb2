import type { Run } from '../../engine/run/run.ts';
import type { Control } from '../control/control.ts';
import type { Target } from '../target/probe-target.ts';

/** A run against an implementation of the Merchant Payments Service Interface. */
export type PaymentsRun = Run<Control, Target>;
