import type { CheckResult } from '../../engine/checks/check-result.ts';
import { worst } from '../../engine/evidence/verdict.ts';
import { causesOf } from '../../engine/reports/causes.ts';
import { endpoints } from '../../interface/openapi/operations.ts';
import { type RequirementId, requirements } from '../../interface/register/index.ts';

/** The requirement that a run with these results names under "start here"; null if none failed or was blocked. */
export function namedFirst(results: readonly CheckResult[]): RequirementId | null {
  const byId = Map.groupBy(results, ({ id }) => id as string);
  const certified = requirements.flatMap(({ id, chapter, statement, source }) => {
    const of = byId.get(id) ?? [];
    const outcome = worst(of);
    const reasons = [...new Set(of.flatMap((each) => (each.outcome === outcome ? (each.reason ?? []) : [])))];
    return of.length === 0
      ? []
      : { id, chapter, statement, source, outcome, reason: reasons.join(' | '), reasons, tests: [] };
  });
  const [first] = causesOf(certified, results, endpoints);
  return requirements.find(({ id }) => id === first?.start)?.id ?? null;
}
