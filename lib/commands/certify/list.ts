import { styleText } from 'node:util';
import { plannedChecks, type Suite } from '../../engine/checks/suites.ts';
import { counted } from '../../engine/evidence/counted.ts';
import { chapters, observations, requirements } from '../../interface/register/index.ts';
import type { Selection } from '../../interface/selection.ts';

/** The register with the checks of each entry, for a terminal. */
export function listing(suites: readonly Suite[], { ids }: Selection): string {
  const planned = plannedChecks(suites);
  const lines: string[] = [];
  const shown = { requirements: 0, observations: 0, checks: 0 };
  for (const chapter of chapters) {
    const entries = requirements.filter((entry) => entry.chapter === chapter && ids.has(entry.id));
    const open = observations.filter((entry) => entry.chapter === chapter && ids.has(entry.id));
    if (entries.length + open.length === 0) continue;
    shown.requirements += entries.length;
    shown.observations += open.length;
    shown.checks += entries.flatMap(({ id }) => planned.get(id) ?? []).length;
    lines.push(
      styleText(
        'bold',
        `${chapter} — ${counted(entries.length, 'requirement')}, ${counted(open.length, 'observation')}`,
      ),
    );
    for (const { id, statement, source, needs, waits } of entries) {
      const extra = [...needs, ...(waits === undefined ? [] : [waits])];
      lines.push(`  ${styleText('green', id)}  ${statement}`);
      lines.push(styleText('gray', `    ${source}${extra.length > 0 ? ` · needs ${extra.join(', ')}` : ''}`));
      lines.push(...(planned.get(id) ?? ['no check yet']).map((check) => styleText('gray', `    · ${check}`)));
    }
    for (const { id, question, source } of open) {
      lines.push(`  ${styleText('cyan', id)}  ${question}`, styleText('gray', `    ${source} · observation`));
    }
    lines.push('');
  }
  const whole = shown.requirements === requirements.length && shown.observations === observations.length;
  lines.push(
    `${counted(shown.requirements, 'requirement')} with ${counted(shown.checks, 'check')}, ${counted(shown.observations, 'observation')}` +
      (whole ? '' : `, of ${requirements.length} and ${observations.length} in the register`),
  );
  return lines.join('\n');
}
