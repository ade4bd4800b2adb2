/** A process that only listens, as a run does: `node listening.support.ts JOURNAL PORT`. Prints its address; ends when it is killed. */
import { captureInThread } from '../webhooks/in-thread.ts';
import { Durable } from './durable.ts';

const [, , file = '', port = '0'] = process.argv;

const durable = new Durable({ file, secret: 'a secret', full: true, heartbeatMs: 100 }, () => Date.now());
const { webhooks } = durable;
const capture = await captureInThread({
  host: '127.0.0.1',
  port: Number(port),
  mark: 'a mark',
  expected: ['/always', '/twice'].map((path) => [path, null] as const),
  store: webhooks,
});
durable.startListening(capture.port, () => false);
for (const name of ['always', 'twice']) {
  capture.script({ path: `/${name}` }, name === 'twice' ? [500, 500, 200] : [200], name);
}
await durable.store.committed();
console.log(capture.url);
setInterval(() => {}, 60_000);
