import { randomBytes } from 'node:crypto';
import { isLocal } from '../../../engine/webhooks/connection-limiter.ts';
import type { Settings } from '../../../interface/target/settings.ts';
import type { Report } from './report.ts';

/** Checks that the address of the capture server is fit for the public internet, but not whether it leads here. */
export function examineAddress(report: Report, { publicUrl, host, port }: Settings['capture']): void {
  if (publicUrl === null) return;
  const url = new URL(publicUrl);
  if (port === 0) {
    report.tell(
      'warning',
      'address',
      'CAPTURE_PUBLIC_URL is set, but CAPTURE_LISTEN leaves the port open: can it lead there?',
      'CAPTURE_LISTEN=127.0.0.1:8787, the port to which the tunnel or the reverse proxy leads',
    );
  }
  if (isHere(url.hostname)) return;
  if (isGuessable(url.pathname + url.search)) {
    report.tell(
      'warning',
      'address',
      `anybody can guess the path of ${publicUrl}, and send there what looks like a webhook`,
      `CAPTURE_PUBLIC_URL=${url.origin}/${proposal()}, and the same in the console`,
    );
  } else {
    report.tell('fine', 'address', `${publicUrl} cannot be guessed; it leads to ${host}:${port}`);
  }
}

/** A path that cannot be guessed: 120 random bits. Draws again in the rare case that the path looks guessable. */
export function proposal(): string {
  const path = randomBytes(15).toString('base64url');
  return isGuessable(path) ? proposal() : path;
}

/**
 * Whether no part of the path looks random: 12 or more characters that change between lower case, upper case and digits at least 4 times.
 */
export function isGuessable(path: string): boolean {
  return !path.split(/[^A-Za-z0-9_-]+/).some((part) => part.length >= 12 && changes(part) >= 4);
}

function changes(text: string): number {
  const kinds = [...text.replace(/[_-]/g, '')].map((letter) =>
    /[0-9]/.test(letter) ? 0 : /[a-z]/.test(letter) ? 1 : 2,
  );
  return kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length;
}

function isHere(hostname: string): boolean {
  return hostname === 'localhost' || isLocal(hostname.replace(/^\[|\]$/g, ''));
}
