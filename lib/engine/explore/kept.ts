import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsError } from '../run/target.ts';
import { type StoryFile, storyFile } from './story.ts';

// Stories that once broke a rule are kept as regression tests: each has a file in a folder of the user, and later runs tell it again.

/** The folder where stories are kept, by default. */
export const KEPT_FOLDER = 'kept-stories';

export interface KeptStory {
  /** The name of its file. */
  readonly name: string;
  readonly file: StoryFile;
}

/** Throws SettingsError if the file is not a story; `option` is the setting that named it. */
export async function readStory(option: string, path: string): Promise<StoryFile> {
  try {
    return storyFile.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const why =
      error instanceof Error && 'code' in error ? 'cannot be read' : 'is no story that the command explore wrote';
    throw new SettingsError(`${option}: ${path} ${why}`);
  }
}

/** The stories in the folder, sorted by file name. The default folder may be missing; a named one may not. */
export async function readKept(option: string, named: string | undefined): Promise<KeptStory[]> {
  const folder = named ?? KEPT_FOLDER;
  if (named === undefined && !existsSync(folder)) return [];
  const files = await readdir(folder).catch(() => {
    throw new SettingsError(`${option}: ${folder} is no folder that can be read`);
  });
  const names = files.filter((name) => name.endsWith('.json')).sort();
  return await Promise.all(names.map(async (name) => ({ name, file: await readStory(option, join(folder, name)) })));
}

/** Returns the file's path. The same story is kept once. */
export async function keep(folder: string, file: StoryFile): Promise<string> {
  const digest = createHash('sha256').update(JSON.stringify(file.story)).digest('hex').slice(0, 8);
  const path = join(folder, `${file.breaks}-${digest}.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(path, `${JSON.stringify(file, null, 2)}\n`);
  return path;
}
