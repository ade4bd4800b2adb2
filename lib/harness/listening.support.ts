/** A process that only listens, as a run does: `node listening.support.ts JOURNAL PORT`. Prints its address; ends when it is killed. */
import { startCapture } from '../capture/server.ts';
import { Durable } from './durable.ts';

const [, , file = '', port = '0'] = process.argv;

const durable = new Durable({ file, secret: 'a secret', full: true, heartbeatMs: 100 }, () => Date.now());
const capture = await startCapture({
  host: '127.0.0.1',
  port: Number(port),
  restored: durable.restored(),
  record: (delivery, script) => durable.record(delivery, script),
});
durable.listens(capture.port, () => false);
for (const name of ['always', 'twice']) {
  const answers = name === 'twice' ? [500, 500, 200] : [200];
  durable.journal.scripted(name, { match: { path: `/${name}` }, answers });
  capture.script({ path: `/${name}` }, answers, name);
}
await durable.journal.committed();
console.log(capture.url);
