import { connect, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import { type Capture, type CaptureOptions, startCapture } from './server.ts';

const open: (Capture | Socket)[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) {
    if ('close' in one) await one.close();
    else one.destroy();
  }
});

/** A capture server that is closed after the test. */
export async function capturing(options: Partial<CaptureOptions> = {}): Promise<Capture> {
  const capture = await startCapture({ host: '127.0.0.1', port: 0, ...options });
  open.push(capture);
  return capture;
}

export function post(capture: Capture, path: string, body: unknown): Promise<Response> {
  return fetch(capture.url + path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });
}

/** A raw connection: what is written is sent as it is; `received` resolves to all that was received once the server ends it. */
export function dial(capture: Capture): { socket: Socket; received: Promise<string> } {
  const socket = connect({ port: Number(new URL(capture.url).port), host: '127.0.0.1', allowHalfOpen: true });
  open.push(socket);
  const received = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => resolve(text));
    socket.on('end', () => resolve(text));
    socket.on('close', () => resolve(text));
  });
  return { socket, received };
}

/** A request as it is sent over the wire. */
export function raw(body: string, path = '/', headers = ''): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

export const soon = () => AbortSignal.timeout(60_000);
