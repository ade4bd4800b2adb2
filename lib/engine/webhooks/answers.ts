import { type IncomingMessage, type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import type { ReceivedDelivery } from './received-delivery.ts';
import type { Answer, Delivery } from './types.ts';

/** A scripted answer, prepared when it is scripted so that giving it costs nothing more. */
export interface PlannedAnswer {
  readonly answer: Delivery['answer'];
  readonly isMidway: boolean;
  readonly headers: Record<string, string | number>;
  readonly body: string;
  readonly delayMs: number;
}

/** Throws an Error of one line if the answer cannot be given. */
export function planAnswer(answer: Answer): PlannedAnswer {
  if (answer === 'hang') return { answer: { kind: 'hang' }, isMidway: false, headers: {}, body: '', delayMs: 0 };
  if (typeof answer === 'string') {
    return { answer: { kind: 'cut' }, isMidway: answer === 'cut-midway', headers: {}, body: '', delayMs: 0 };
  }
  const { status, headers = {}, body = '', delayMs = 0 } = typeof answer === 'number' ? { status: answer } : answer;
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new Error(`an answer's status must be a whole number from 200 to 599, not ${status}`);
  }
  if (!(delayMs >= 0 && delayMs < 2 ** 31)) throw new Error(`an answer cannot be delayed by ${delayMs} ms`);
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  // 204 and 304 never carry a body (RFC 9110, 15.3.5 and 15.4.5), so they announce no length either.
  const length: PlannedAnswer['headers'] =
    status === 204 || status === 304 ? {} : { 'content-length': Buffer.byteLength(body) };
  return { answer: { kind: 'status', status }, isMidway: false, headers: { ...length, ...headers }, body, delayMs };
}

export interface AnswerContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Whether this server itself is ending the connection. */
  readonly isClosing: () => boolean;
  readonly onSenderClosed?: ((delivery: Delivery) => void) | undefined;
}

export function sendPlanned(chosen: PlannedAnswer, delivery: ReceivedDelivery, answering: AnswerContext): void {
  const { answer, delayMs } = chosen;
  const { request, response } = answering;
  const noteSenderClosed = () => {
    if (answering.isClosing() || delivery.senderClosedAfterMs !== null) return;
    delivery.senderClosedAfterMs = performance.now() - delivery.mono;
    answering.onSenderClosed?.(delivery);
  };
  if (answer.kind === 'status' && delayMs === 0) {
    send(chosen, answer.status, response);
  } else if (answer.kind === 'status') {
    const stopWatching = watchSender(request, noteSenderClosed);
    setTimeout(() => {
      stopWatching();
      if (!request.socket.destroyed) send(chosen, answer.status, response);
    }, delayMs).unref();
  } else if (answer.kind === 'hang') {
    watchSender(request, () => {
      noteSenderClosed();
      request.socket.destroy();
    });
  } else if (chosen.isMidway) {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 16 });
    response.write('half of ', () => request.socket.destroy());
  } else {
    request.socket.destroy();
  }
}

function send(chosen: PlannedAnswer, status: number, response: ServerResponse): void {
  response.writeHead(status, chosen.headers);
  response.end(chosen.body);
}

/** Calls `gone` when the sender closes its side. A half-close counts: only writing could tell it from a full one. */
function watchSender({ socket }: IncomingMessage, gone: () => void): () => void {
  if (socket.readableEnded || socket.destroyed) gone();
  socket.on('end', gone);
  socket.on('close', gone);
  return () => {
    socket.off('end', gone);
    socket.off('close', gone);
  };
}
