import type { CheckResult } from '../checks/check-result.ts';
import type { WayStep } from '../checks/step-log.ts';
import { curl, type ExchangeRecord, literal, variable } from '../http/index.ts';
import { likeness, type Mark, namesIn } from '../run/disguise/names.ts';
import type { Certificate } from './certificate.ts';
import { checkId } from './checks.ts';

/** Further steps are left out. */
const MAX_STEPS = 300;

/** `mark` identifies the names that belong to this run only, which the script replaces: see `IdGenerator`. */
export interface Replayed {
  readonly certificate: Pick<Certificate, 'target'>;
  readonly mark: Mark;
}

/** The fields of a check's result from which its steps are replayed. */
export type Replayable = Pick<CheckResult, 'id' | 'title' | 'outcome' | 'exchanges' | 'way' | 'made'>;

/**
 * A POSIX shell script that repeats all steps that led to each failure, with new merchants, references and idempotency keys. It holds no
 * secrets: keys and the control token come from the environment, or from merchants that the script creates.
 */
export function replayScript(findings: readonly Replayable[], { certificate, mark }: Replayed): string {
  const failed = findings.flatMap((finding, index) =>
    finding.outcome === 'failed' ? [{ finding, id: checkId(index) }] : [],
  );
  const { baseUrl, liveBaseUrl = '' } = certificate.target;
  const names = failed.map(({ finding, id }) => `${id}  ${finding.id}: ${finding.title}`);
  return [
    head(names, typeof mark === 'string' ? mark.length : 0, baseUrl, liveBaseUrl),
    ...failed.map(({ finding, id }) => functionOf(finding, id, { certificate, mark })),
    '[ $# -gt 0 ] || usage',
    'for check in "$@"; do',
    '  case $check in',
    ...failed.map(({ id }) => `    ${id}) ${functionName(id)} ;;`),
    '    *) usage ;;',
    '  esac',
    'done',
    '',
  ].join('\n');
}

function head(names: readonly string[], length: number, sandbox: string, live: string): string {
  return `#!/bin/sh
# Goes the whole way to a failure again: sh replay.sh CHECK
# It needs curl; of the environment TARGET_API_KEY, TARGET_MERCHANT_ID, ... of a merchant that was given, or TARGET_CONTROL_URL and
# TARGET_CONTROL_TOKEN where merchants are made. TARGET_BASE_URL and TARGET_LIVE_BASE_URL name other addresses than those of the run.
set -u
umask 077
sandbox=\${TARGET_BASE_URL:-${literal(sandbox)}}
live=\${TARGET_LIVE_BASE_URL:-${literal(live)}}
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \\n'; }
fresh=$(random 64 | cut -c1-${length || 16})
# like LENGTH: another name's end. digits LENGTH: the same of digits alone.
like() { random 64 | cut -c1-"$1"; }
digits() { random 64 | tr a-f 0-5 | cut -c1-"$1"; }
usage() {
  cat <<'CHECKS'
sh replay.sh CHECK, one or more of:
${names.map(printable).join('\n')}
CHECKS
  exit 2
}
# send WORDS CURL-OPTIONS...: a request; its answer is shown and kept.
send() {
  printf '\\n> %s\\n' "$1"
  shift
  curl -sS -i -g --path-as-is "$@" > "$answer"
  cat "$answer"
  printf '\\n'
}
# field NAME: of the last answer.
field() { tr ',{}' '\\n\\n\\n' < "$answer" | sed -n 's/.*"'"$1"'" *: *"\\([^"]*\\)".*/\\1/p' | head -n 1; }
# control METHOD PATH BODY
control() {
  curl -sS -f -X "$1" "\${TARGET_CONTROL_URL:?is not set}$2" -H 'Content-Type: application/json' \\
    -H "Authorization: Bearer \${TARGET_CONTROL_TOKEN:-}" --data-raw "$3" > "$answer" || exit 1
}
# make NUMBER ENVIRONMENT: a merchant.
make() {
  control POST /merchants '{"environment":"'"$2"'"}'
  eval "id_$1=\\$(field merchantId) key_$1=\\$(field apiKey)"
}
# The target's clock, where it can be advanced; else time passes.
pass() {
  printf '\\n> %s seconds pass\\n' "$1"
  if [ -z "\${TARGET_CONTROL_URL:-}" ] || ! (control POST /clock/advance '{"seconds":'"$1"'}') 2>/dev/null; then sleep "$1"; fi
}
page() {
  printf '\\n> pay on this page, then press Enter: %s\\n' "$1"
  read -r _
}
`;
}

function functionOf(finding: Replayable, id: string, { certificate, mark }: Replayed): string {
  const { baseUrl, liveBaseUrl } = certificate.target;
  const exchanges = new Map(finding.exchanges.map((exchange) => [exchange.id, exchange]));
  const names = new Map<string, string>(typeof mark === 'string' ? [[mark, 'fresh']] : []);
  if (liveBaseUrl !== undefined) names.set(liveBaseUrl, 'live');
  names.set(baseUrl, 'sandbox');
  for (const [at, { merchantId }] of finding.made.entries()) names.set(merchantId, `id_${at}`);
  const way = merged(finding.way).slice(0, MAX_STEPS);
  const keyOf = (merchantId: string) => finding.made.findIndex((made) => made.merchantId === merchantId);
  const lines = finding.made.map(({ environment }, at) => `make ${at} ${environment}`);
  if (typeof mark !== 'string') {
    const sent = way.map((step) => `${textOf(step, exchanges)} ${keyIn(step, exchanges)}`).join(' ');
    for (const [at, name] of namesIn(sent, mark).entries()) {
      const { kept, length, digits } = likeness(name, mark);
      names.set(name, `own_${at}`);
      lines.push(`own_${at}=${literal(kept)}$(${digits ? 'digits' : 'like'} ${length})`);
    }
  }
  for (const [at, step] of way.entries()) {
    if ('seconds' in step) lines.push(`pass ${step.seconds}`);
    else if ('note' in step) lines.push(`# ${printable(step.note)}`);
    else if ('page' in step) lines.push(`page ${word(step.page, names)}`);
    else if ('control' in step) {
      lines.push(`control ${step.control} ${word(step.path, names)} ${word(step.body ?? '{}', names)}`);
    } else {
      const exchange = exchanges.get(step.exchange);
      if (exchange === undefined) continue;
      const { request } = exchange;
      const key = keyIn(step, exchanges);
      if (UUID.test(key) && !names.has(key)) {
        names.set(key, `unique_${names.size}`);
        lines.push(`${names.get(key)}=$(random 16)`);
      }
      const made = keyOf(step.merchantId);
      const quote = (text: string, where: 'authorization' | 'elsewhere') =>
        where === 'authorization' ? authorization(text, made) : word(text, names);
      lines.push(
        curl(exchange, quote, `send ${literal(printable(`${request.method} ${new URL(request.url).pathname}`))}`),
      );
      const rest = way.slice(at + 1).map((later) => textOf(later, exchanges));
      const before = way.slice(0, at + 1).map((earlier) => textOf(earlier, exchanges));
      for (const [name, value] of madeUp(exchange)) {
        const isNeeded = rest.some((text) => text.includes(value)) && !before.some((text) => text.includes(value));
        if (!isNeeded || namesIn(value, mark).length > 0 || names.has(value)) continue;
        names.set(value, `told_${names.size}`);
        lines.push(`${names.get(value)}=$(field ${name})`);
      }
    }
  }
  return `${functionName(id)}() {\n${lines.map((line) => `  ${line}`).join('\n') || '  :'}\n}`;
}

function functionName(id: string): string {
  return id.replaceAll('-', '_');
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Replaces texts of the run by the variables in `names`; quotes everything else literally. */
function word(text: string, names: ReadonlyMap<string, string>): string {
  const known = [...names.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(`(${known.map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`);
  return parts(text, pattern, (part) => variable(names.get(part) ?? ''));
}

/** `made`: the index of the created merchant; -1: the merchant was given, and its key is in the environment. */
function authorization(text: string, made: number): string {
  return parts(text, /(\$TARGET_(?:OTHER_|LIVE_)?API_KEY)/, (part) => {
    return made === -1 ? variable(part.slice(1)) : variable(`key_${made}`);
  });
}

function parts(text: string, pattern: RegExp, filled: (part: string) => string): string {
  const all = text.split(pattern).map((part, at) => (at % 2 === 1 ? filled(part) : part === '' ? '' : literal(part)));
  return all.join('') || "''";
}

function keyIn(step: WayStep, exchanges: ReadonlyMap<number, ExchangeRecord>): string {
  const headers = 'exchange' in step ? (exchanges.get(step.exchange)?.request.headers ?? []) : [];
  return headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1] ?? '';
}

function textOf(step: WayStep, exchanges: ReadonlyMap<number, ExchangeRecord>): string {
  if ('control' in step) return `${step.path} ${step.body}`;
  if ('page' in step) return step.page;
  if ('seconds' in step || 'note' in step) return '';
  const request = exchanges.get(step.exchange)?.request;
  return request === undefined ? '' : `${request.url} ${request.body}`;
}

/** Ids that the target generated: texts of an answer that are not words. One in seventy ids of 24 letters and digits has no digit. */
function madeUp({ response }: ExchangeRecord): [name: string, value: string][] {
  const found = [...(response?.body ?? '').matchAll(/"(\w+)"\s*:\s*"([^"\\]{6,})"/g)];
  return found.flatMap(([, name = '', value = '']) => (NO_WORD.test(value) ? [[name, value]] : []));
}

const NO_WORD = /\d|^(?=\S*[a-z])(?=\S*[A-Z])\S+$/;

function merged(way: readonly WayStep[]): WayStep[] {
  const steps: WayStep[] = [];
  for (const step of way) {
    const last = steps.at(-1);
    if (last !== undefined && 'seconds' in last && 'seconds' in step) {
      steps[steps.length - 1] = { seconds: last.seconds + step.seconds };
    } else steps.push(step);
  }
  return steps;
}

function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
