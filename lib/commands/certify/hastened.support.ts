/**
 * Runs a certification over time that passes faster: `node hastened.support.ts COURSE OUT REQUIREMENTS [resume]`; the settings from
 * the environment, COURSE as JSON, REQUIREMENTS with commas between.
 */
import { readSettings } from '../../interface/target/settings.ts';
import { certifyTarget } from './run.ts';

const [, , course = '', out = '', requirements = '', resume] = process.argv;

process.exitCode = await certifyTarget({
  settings: readSettings(process.env),
  // One check of each: a day that passes in two minutes leaves little time for each.
  selection: { requirement: requirements.split(','), profile: 'standard' },
  out,
  seed: 7,
  resume: resume === undefined ? undefined : true,
  course: JSON.parse(course),
});
