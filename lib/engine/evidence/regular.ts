import { constants, createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes. Texts are read in one piece, and Node's strings cannot be much longer. */
export const MOST_AT_ONCE = 500_000_000;

/** What is wrong with a file of evidence; the message begins with the file's name. */
export class BadFile extends Error {
  override readonly name = 'BadFile';
}

/**
 * Opens a file of evidence and passes it to `work`. Folders of evidence come from others, so only a regular file of at most `most` bytes is
 * read: reading a pipe could wait forever, a link could lead out of the folder, and a device may have no end. Throws BadFile.
 */
export async function withRegular<T>(
  folder: string,
  file: string,
  most: number,
  work: (handle: FileHandle, size: number) => Promise<T>,
): Promise<T> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const handle = await open(join(folder, file), O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: unknown) => {
    throw new BadFile(`${file} ${formatFileError(error)}`);
  });
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new BadFile(`${file} is no regular file`);
    if (found.size > most) throw new BadFile(`${file} has ${found.size} bytes: no more than ${most} are read`);
    return await work(handle, found.size);
  } finally {
    await handle.close().catch(() => {});
  }
}

export async function readRegular(folder: string, file: string, most = MOST_AT_ONCE): Promise<Buffer> {
  return await withRegular(folder, file, most, (handle) => handle.readFile());
}

const PIECE_BYTES = 1024 * 1024;

/** The file in pieces. */
export function piecesOf(handle: FileHandle): AsyncIterable<Buffer> {
  return createReadStream('', { fd: handle, autoClose: false, highWaterMark: PIECE_BYTES });
}

function formatFileError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  const known: Readonly<Record<string, string>> = {
    ENOENT: 'is missing',
    ELOOP: 'is a symbolic link, and no file',
    ENXIO: 'is no regular file',
    EACCES: 'may not be read',
  };
  return known[code] ?? `cannot be read (${code})`;
}
