import { randomUUID } from 'node:crypto';
import { ContentType, Stage, Status, type StepResult } from 'allure-js-commons';
import { ALLURE_HTTP_EXCHANGE_FILE_EXTENSION, type HttpExchange } from 'allure-js-commons/http';
import type { Outcome } from '../../checks/outcome.ts';
import type { Part, StepPart } from '../../checks/step-log.ts';
import { curl, type ExchangeRecord } from '../../http/index.ts';
import { bodyOf, type DeliveryRecord } from '../../webhooks/delivery-record.ts';
import { acceptance, retriedEvents, timeline } from '../pictures/pictures.ts';
import { printable } from '../printable.ts';
import type { ReportedCheck } from '../reported.ts';
import { tellingExchangeOf } from '../telling.ts';
import type { AllureFolder } from './allure-folder.ts';

export const statuses: Readonly<Record<Outcome, Status>> = {
  passed: Status.PASSED,
  failed: Status.FAILED,
  blocked: Status.BROKEN,
  not_exercised: Status.SKIPPED,
};

/**
 * Writes each attachment once for every place that shows it: Allure assigns a file to the first result that names it, and reports it as
 * missed in all others.
 */
export class Attachments {
  readonly #writer: AllureFolder;
  readonly #shown = new Set<string>();

  constructor(writer: AllureFolder) {
    this.#writer = writer;
  }

  /** Whether a shared preparation was shown before; from now on it counts as shown. */
  wasShown({ words, startedAt }: StepPart): boolean {
    const name = `${startedAt} ${words}`;
    return this.#shown.has(name) || this.#shown.add(name) === undefined;
  }

  /** A step that Allure shows as one line: that is how it shows a step whose only attachment has the step's name. */
  line(
    name: string,
    content: Buffer | string,
    type: string,
    extension: string,
    start?: number,
    stop?: number,
  ): StepResult {
    const source = `${randomUUID()}-attachment${extension}`;
    this.#writer.writeAttachment(source, typeof content === 'string' ? Buffer.from(printable(content)) : content);
    return stepOf(name, Status.PASSED, { attachments: [{ name, source, type }], start, stop });
  }
}

/** Adds lines among the steps, with attachments or without. */
type Lines = Pick<Attachments, 'line'>;

const WITHOUT_ATTACHMENTS: Lines = {
  line: (name, _content, _type, _extension, start, stop) => stepOf(name, Status.PASSED, { start, stop }),
};

/** The steps of a check: pictures, its step log, and the result of the check itself. */
export function stepsOf(result: ReportedCheck, attachments: Attachments): StepResult[] {
  const exchanges = new Map(result.exchanges.map((exchange) => [exchange.id, exchange]));
  const deliveries = new Map(result.deliveries.map((delivery) => [delivery.seq, delivery]));
  const found = <T>(value: T | undefined, show: (value: T) => StepResult) => (value === undefined ? [] : [show(value)]);
  const toSteps = (part: Part, lines: Lines): StepResult[] => {
    if ('exchange' in part) return found(exchanges.get(part.exchange), (exchange) => exchangeLine(exchange, lines));
    if ('delivery' in part) return found(deliveries.get(part.delivery), (delivery) => deliveryLine(delivery, lines));
    if ('page' in part) {
      return found(result.screenshots[part.page], ({ name, png, at }) =>
        attachments.line(`page: ${name}`, Buffer.from(png, 'base64'), ContentType.PNG, '.png', at, at),
      );
    }
    // Shared steps have attachments only in the first passed check that shows them, and in every check that did not pass.
    const inside =
      part.shared && result.outcome === 'passed' && attachments.wasShown(part) ? WITHOUT_ATTACHMENTS : lines;
    return [
      stepIn(
        part,
        result.outcome,
        part.parts.flatMap((each) => toSteps(each, inside)),
      ),
    ];
  };
  return [
    ...pictures(result, attachments),
    ...result.stepLog.flatMap((part) => toSteps(part, attachments)),
    ...ending(result, attachments),
  ];
}

function stepIn({ words, startedAt, durationMs, worked }: StepPart, outcome: Outcome, steps: StepResult[]): StepResult {
  // A step that did not work in a check that passed was allowed to fail.
  const [name, status] =
    worked || outcome !== 'passed'
      ? [words, worked ? Status.PASSED : Status.BROKEN]
      : [`${words}: in vain`, Status.PASSED];
  return stepOf(name, status, { steps, start: startedAt, stop: startedAt + Math.round(durationMs) });
}

/** What the check expects and whether that held; if not, the telling request as a curl command. */
function ending(check: ReportedCheck, attachments: Attachments): StepResult[] {
  const { kind, outcome, title, reason, observed, endedAt } = check;
  if (outcome === 'not_exercised') return [];
  const words = kind === 'observation' ? `seen: ${observed ?? 'nothing'}` : `then: ${title}`;
  const details = outcome === 'passed' ? {} : { message: reason ?? outcome };
  const telling = outcome === 'passed' ? undefined : tellingExchangeOf(check);
  const name = `the ${telling?.isWrong ? 'request that failed' : 'last request'} again, with curl`;
  const again = telling === undefined ? [] : [attachments.line(name, curl(telling.record), ContentType.TEXT, '.txt')];
  return [
    {
      ...stepOf(words, statuses[outcome], { steps: again, start: endedAt ?? undefined, stop: endedAt ?? undefined }),
      statusDetails: details,
    },
  ];
}

function pictures({ deliveries, bursts }: ReportedCheck, attachments: Attachments): StepResult[] {
  const timelines = retriedEvents(deliveries).map(({ event, reference, attempts }) =>
    attachments.line(`timeline of ${event}`, timeline(event, reference, attempts), ContentType.SVG, '.svg'),
  );
  const accepted =
    bursts.length === 0
      ? []
      : [attachments.line('what the rate limit let through', acceptance(bursts), ContentType.SVG, '.svg')];
  return [...timelines, ...accepted];
}

function exchangeLine(exchange: ExchangeRecord, attachments: Lines): StepResult {
  const { request, response, startedAt, durationMs, error } = exchange;
  const { pathname, search, searchParams } = new URL(request.url);
  const stop = startedAt + Math.round(durationMs);
  const http: HttpExchange = {
    schemaVersion: 1,
    start: startedAt,
    stop,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: request.httpVersion,
      headers: named(request.headers),
      query: named([...searchParams]),
      ...(request.body === null
        ? {}
        : { body: body(request.body, request.bodyEncoding ?? 'utf8', request.headers, request.truncated) }),
    },
    ...(response === null
      ? {}
      : {
          response: {
            status: response.status,
            statusText: response.statusText ?? '',
            headers: named(response.headers),
            body: body(response.body, response.bodyEncoding, response.headers, response.truncated),
          },
        }),
    ...(error === null ? {} : { error: { message: error } }),
  };
  const received = response === null ? 'no answer' : [response.status, codeIn(response.body)].filter(Boolean).join(' ');
  return httpLine(`${request.method} ${pathname}${search} → ${received}`, http, attachments);
}

/** A webhook is shown as an exchange too: the target sends the request, the capture server answers. */
function deliveryLine(delivery: DeliveryRecord, attachments: Lines): StepResult {
  const { event = 'unreadable', reference = '?', answer, verification, headers, method, path, at } = delivery;
  const bytes = bodyOf(delivery);
  const inBase64 = delivery.body === null;
  const http: HttpExchange = {
    schemaVersion: 1,
    start: Date.parse(at),
    stop: Date.parse(at) + Math.round(delivery.senderClosedAfterMs ?? 0),
    request: {
      method,
      url: path,
      headers: named(Object.entries(headers)),
      body: body(
        inBase64 ? bytes.toString('base64') : bytes.toString(),
        inBase64 ? 'base64' : 'utf8',
        Object.entries(headers),
      ),
    },
    ...(answer.kind === 'status'
      ? { response: { status: answer.status } }
      : {
          error: {
            message: answer.kind === 'hang' ? 'kept waiting, as scripted' : 'the connection was cut, as scripted',
          },
        }),
  };
  const signed =
    verification === undefined ? '' : verification.valid ? ', well signed' : `, ${verification.problems.join('; ')}`;
  const answered = answer.kind === 'status' ? `answered ${answer.status}` : http.error?.message;
  return httpLine(`webhook ${event} for ${reference}${signed}, ${answered}`, http, attachments);
}

function httpLine(name: string, http: HttpExchange, attachments: Lines): StepResult {
  const extension = ALLURE_HTTP_EXCHANGE_FILE_EXTENSION;
  return attachments.line(name, JSON.stringify(http), ContentType.HTTP_EXCHANGE, extension, http.start, http.stop);
}

function named(pairs: readonly (readonly [name: string, value: string])[]): { name: string; value: string }[] {
  return pairs.map(([name, value]) => ({ name, value }));
}

function body(
  value: string,
  encoding: 'utf8' | 'base64',
  headers: readonly (readonly [name: string, value: string])[],
  truncated?: boolean,
): NonNullable<HttpExchange['request']['body']> {
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return { value, encoding, ...(contentType && { contentType }), ...(truncated && { truncated }) };
}

function codeIn(text: string): string {
  return /"code"\s*:\s*"([a-z_]{1,60})"/.exec(text)?.[1] ?? '';
}

function stepOf(name: string, status: Status, more: Partial<StepResult>): StepResult {
  return {
    name,
    status,
    statusDetails: {},
    stage: Stage.FINISHED,
    steps: [],
    attachments: [],
    parameters: [],
    ...more,
  };
}
