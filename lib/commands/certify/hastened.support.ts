/**
 * Runs a certification over time that passes faster: `node hastened.support.ts COURSE OUT REQUIREMENTS [resume]`; the settings from
 * the environment, COURSE as JSON, REQUIREMENTS with commas between.
 */
import { readSettings } from '../../interface/target/settings.ts';
import { certifyTarget } from './run.ts';

const [, , course = '', out = '', requirements = '', resume] = process.argv;

process.exitCode = await certifyTarget({
  settings: readSettings(process.env),
  selection: { requirement: requirements.split(',') },
  out,
  seed: 7,
  resume: resume === undefined ? undefined : true,
  course: JSON.parse(course),
});
