/**
 * Certifies a target whose time passes faster: `node hastened.support.ts COURSE OUT REQUIREMENTS [resume]`. Settings come from the
 * environment; COURSE is JSON, REQUIREMENTS are separated by commas.
 */
import { readSettings } from '../../interface/target/settings.ts';
import { certifyTarget } from './run.ts';

const [, , course = '', out = '', requirements = '', resume] = process.argv;

process.exitCode = await certifyTarget({
  settings: readSettings(process.env),
  // One check per requirement: a day in two minutes leaves little time for each.
  selection: { requirement: requirements.split(','), profile: 'standard' },
  out,
  seed: 7,
  resume: resume === undefined ? undefined : true,
  course: JSON.parse(course),
});
