import { createHash } from 'node:crypto';
import { parseJson } from '../../http/json.ts';
import type { Json, Predicate, Term } from '../../predicates/index.ts';
import type { HarEntry } from '../archive/har.ts';
import type { CheckEvidence } from '../checks.ts';
import { MODEL } from '../recorded.ts';
import type { Evidence } from '../verify/read.ts';

/** A predicate without the parts that naturally differ between runs: ids, references, addresses. */
export interface Pattern {
  /** The matcher, and descriptions of subject and arguments. Each `~` stands for the leaf at its position. */
  readonly text: string;
  readonly leaves: readonly Json[];
  /** The predicate points to an exchange that other checks have too. */
  readonly shared: boolean;
}

/** Resolves the pointers of a run's predicates; the input for making patterns. */
export interface Pointed {
  exchange(id: number): HarEntry | undefined;
  /** What distinguishes this request from other requests of its check; undefined: it has no body. */
  sent(exchange: HarEntry): Json | undefined;
  /** The name of a webhook's event. */
  event(seq: number): string | undefined;
  sighting(id: number): string | undefined;
  /** The number of checks that have this exchange; the model is none. */
  sharers(exchange: number): number;
  /** Whether a path segment is a word of the interface or of the suite, as opposed to an id. */
  isName(segment: string): boolean;
  /** Base addresses of the target, longest first. */
  readonly bases: readonly { readonly name: string; readonly url: string }[];
}

/** What predicates point into: the records of a run, and the addresses of its target. */
export interface Records extends Pick<Evidence, 'exchanges' | 'deliveries' | 'sightings'> {
  readonly checks: readonly Pick<CheckEvidence, 'file' | 'exchanges'>[];
  readonly certificate: { readonly target: Pick<Evidence['certificate']['target'], 'baseUrl' | 'liveBaseUrl'> };
}

/** `names`: the path segments that are no ids; while they are still to be learned, those that look like words. */
export function pointed(
  { certificate, checks, exchanges, deliveries, sightings }: Records,
  names?: ReadonlySet<string>,
): Pointed {
  const entries = new Map(exchanges.map((entry) => [entry._id, entry]));
  const events = new Map(deliveries.map(({ seq, event }) => [seq, event ?? 'none']));
  const seen = new Map(sightings.map(({ id, what }) => [id, what]));
  const sharers = new Map<number, number>();
  // Results of the model are not counted: they refer to exchanges that checks made, and no check passes because of them.
  for (const { file, exchanges: own } of checks) {
    if (file === MODEL) continue;
    for (const id of own) sharers.set(id, (sharers.get(id) ?? 0) + 1);
  }
  const { baseUrl, liveBaseUrl } = certificate.target;
  const bases = [
    { name: '', url: baseUrl },
    ...(liveBaseUrl === undefined ? [] : [{ name: 'live ', url: liveBaseUrl }]),
  ];
  // Cached: many predicates point to the same exchange.
  const bodies = new Map<HarEntry, Json | undefined>();
  return {
    exchange: (id) => entries.get(id),
    sent(entry) {
      const text = entry.request.postData?.text;
      if (!bodies.has(entry)) bodies.set(entry, text === undefined ? undefined : sent(text));
      return bodies.get(entry);
    },
    event: (seq) => events.get(seq),
    sighting: (id) => seen.get(id),
    sharers: (id) => sharers.get(id) ?? 0,
    isName: (segment) => names?.has(segment) ?? LIKE_A_NAME.test(segment),
    bases: bases.sort((a, b) => b.url.length - a.url.length),
  };
}

/** The patterns of a check's predicates, in their order. */
export function patternsOf(check: CheckEvidence, where: Pointed): Pattern[] {
  const own = { exchanges: new Set(check.exchanges), deliveries: new Set(check.deliveries) };
  return check.predicates.map((predicate) => new Describing(where, own).predicate(predicate));
}

/** Characters. A longer literal is replaced by its digest. */
const LONGEST_LITERAL = 120;

class Describing {
  readonly #where: Pointed;
  readonly #own: { readonly exchanges: ReadonlySet<number>; readonly deliveries: ReadonlySet<number> };
  readonly #leaves: Json[] = [];
  #shared = false;

  constructor(where: Pointed, own: { exchanges: ReadonlySet<number>; deliveries: ReadonlySet<number> }) {
    this.#where = where;
    this.#own = own;
  }

  predicate({ not, matcher, subject, args }: Predicate): Pattern {
    const text = [...(not ? ['not'] : []), matcher, this.#term(subject), ...args.map((arg) => this.#term(arg))].join(
      ' ',
    );
    return { text, leaves: this.#leaves, shared: this.#shared };
  }

  #leaf(value: Json): string {
    const kept = once(value);
    const text = JSON.stringify(kept);
    this.#leaves.push(text.length <= LONGEST_LITERAL ? kept : digest(text));
    return '~';
  }

  #term(term: Term): string {
    if ('value' in term) return this.#leaf(term.value);
    if ('nothing' in term) return 'nothing';
    if ('pattern' in term) return this.#leaf(`/${term.pattern}/${term.flags}`);
    if ('exchange' in term) return `${this.#exchange(term.exchange)}${this.#part(term.at)}`;
    if ('exchanges' in term) return this.#several(term.exchanges.map((id) => this.#plain(() => this.#exchange(id))));
    if ('delivery' in term) {
      return `${this.#whose(term.delivery)}webhook ${this.#leaf(this.#where.event(term.delivery) ?? 'missing')}${this.#part(term.at)}`;
    }
    if ('deliveries' in term) return this.#arrivals(term.deliveries);
    if ('signature' in term) return `signature ${term.signature} of ${this.#whose(term.of)}webhook`;
    if ('sighting' in term) {
      return `sighting ${this.#leaf(withoutIds(this.#where.sighting(term.sighting) ?? 'missing'))}${this.#part(term.at)}`;
    }
    if ('list' in term) return this.#several(term.list.map((each) => this.#plain(() => this.#term(each))));
    if ('object' in term) {
      const parts = Object.keys(term.object).sort();
      return `{${parts.map((name) => `${name}: ${this.#term(term.object[name] ?? { nothing: true })}`).join(', ')}}`;
    }
    return `${term.derived}(${term.from.map((each) => this.#term(each)).join(', ')})`;
  }

  #part(at: readonly string[] | undefined): string {
    return at === undefined ? '' : `.${this.#leaf(at.join('.'))}`;
  }

  #exchange(id: number): string {
    const entry = this.#where.exchange(id);
    if (entry === undefined) return 'a missing exchange';
    if (this.#where.sharers(id) > 1) this.#shared = true;
    const whose = this.#own.exchanges.has(id) ? '' : ANOTHERS;
    const { method, url } = entry.request;
    const body = this.#where.sent(entry);
    return `${whose}${method} ${this.#address(url)}${body === undefined ? '' : ` ${this.#leaf(body)}`}`;
  }

  #address(url: string): string {
    const base = this.#where.bases.find((each) => url.startsWith(each.url));
    if (base === undefined) return 'elsewhere';
    const [path = ''] = url.slice(base.url.length).split('?');
    const segments = path.split('/').map((each) => (this.#where.isName(each) ? each : this.#leaf(each)));
    return `${base.name}${segments.join('/')}`;
  }

  /** `after` is left out, because it differs between runs: any webhook may be the first that the run received. */
  #arrivals({ path, event, reference, sure }: Extract<Term, { deliveries: unknown }>['deliveries']): string {
    const fit = [
      ...(path === undefined ? [] : ['at one address']),
      ...(event === undefined ? [] : [this.#leaf(event)]),
      ...(reference === undefined ? [] : ['of one reference']),
      ...(sure ? ['surely'] : []),
    ];
    return `webhooks[${fit.join(' ')}]`;
  }

  #whose(seq: number): string {
    return this.#own.deliveries.has(seq) ? '' : ANOTHERS;
  }

  /**
   * Describes a list by the distinct kinds of its members and their number. The number is left out for lists gathered from other checks,
   * whose content differs between runs, and for webhooks, since "the same event can arrive more than once".
   */
  #several(kinds: readonly string[]): string {
    const distinct = [...new Set(kinds)].sort();
    const isGathered = distinct.some((kind) => kind.startsWith(ANOTHERS));
    const isHeard = distinct.some((kind) => HEARD.test(kind));
    const count = isHeard || isGathered ? 'all' : this.#leaf(kinds.length);
    return `[${isGathered ? "others'" : distinct.join('; ')}]×${count}`;
  }

  /** The text that `work` returns, without leaves. */
  #plain(work: () => string): string {
    const before = this.#leaves.length;
    const text = work();
    this.#leaves.splice(before);
    return text.replaceAll('~', '…');
  }
}

/**
 * A list of equal values, such as the validity of each webhook's signature, is reduced to one value; the other side of the predicate tells
 * how many there must be.
 */
function once(value: Json): Json {
  if (!Array.isArray(value) || value.length === 0) return value;
  const [first = null] = value as readonly Json[];
  return value.every((each) => JSON.stringify(each) === JSON.stringify(first)) ? ['each', first] : value;
}

/** Records of what the harness received, each described by a pointer of its own. */
const HEARD = /webhook|signature|sighting/;

/** Marks an exchange or a webhook that another check has recorded. */
const ANOTHERS = "another's ";

const LIKE_A_NAME = /^$|^[a-z]{1,20}(-[a-z]{1,20})?$|^v\d$/;

/** What distinguishes a request from others of its check: its body, without texts that contain a digit, such as references. */
function sent(text: string): Json {
  const body = parseJson(text);
  if (body === undefined) return `no JSON, ${text.length} characters`;
  const kept = JSON.stringify(body, (_, value: unknown) =>
    typeof value === 'string' && (/[\d@]/.test(value) || value.length > 60) ? '…' : value,
  );
  return kept.length > LONGEST_LITERAL ? digest(kept) : kept;
}

function withoutIds(what: string): string {
  return what.replace(/\S*[\d_]\S*/g, '…');
}

function digest(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}
