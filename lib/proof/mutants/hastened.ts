/**
 * Starts the reference with accelerated time, for tests of runs that take a day: `node lib/proof/mutants/hastened.ts COURSE`. COURSE is
 * JSON, `{ since, legs: [{ real, pace }, ...] }`: from `since` (epoch milliseconds) each leg lasts `real` milliseconds, in which time
 * passes `pace` times as fast. The clock cannot be advanced. Prints one line of settings; ends when standard input closes.
 */
import type { Clock } from '../reference/engine/clock.ts';
import { newId } from '../reference/engine/ids.ts';
import { createTransport } from '../reference/engine/transport.ts';
import { rulebook } from '../reference/rules/index.ts';
import { startService } from '../reference/service.ts';
import { settingsOf } from '../reference/welcome.ts';

interface Course {
  since: number;
  legs: { real: number; pace: number }[];
}

interface Task {
  due: number;
  run: () => void;
}

const course = JSON.parse(process.argv[2] ?? '') as Course;
const { decisions } = rulebook;
const controlToken = newId('control_');
const service = await startService({
  rulebook: {
    ...rulebook,
    decisions: { ...decisions, controlWithout: { endpoints: ['POST /clock/advance'], status: 404 } },
  },
  clock: hastened(course),
  transport: createTransport(),
  newId,
  controlToken,
  deliveryTimeoutMs: 3_000,
  host: '127.0.0.1',
  ports: { sandbox: 0, live: 0, control: 0 },
});
console.log(JSON.stringify(settingsOf(service, controlToken)));
process.stdin.on('close', () => process.exit(0)).resume();

/** The clock never passes a due task: a task that runs late because the process was busy still sees its due time. */
function hastened({ since, legs }: Course): Clock {
  const tasks: Task[] = [];
  let timer: NodeJS.Timeout | undefined;
  let present: number | null = null;

  const passed = () => {
    let left = Math.max(0, performance.timeOrigin + performance.now() - since);
    let sum = since;
    for (const [at, { real, pace }] of legs.entries()) {
      const here = at === legs.length - 1 ? left : Math.min(left, real);
      sum += here * pace;
      left -= here;
    }
    return sum;
  };
  const now = () => Math.floor(present ?? Math.min(passed(), tasks[0]?.due ?? Number.POSITIVE_INFINITY));
  const ring = () => {
    for (let task = tasks[0]; task !== undefined && task.due <= passed(); task = tasks[0]) {
      tasks.shift();
      present = task.due;
      task.run();
      present = null;
    }
    // 2 real milliseconds may be seconds of accelerated time; tasks still see their due times.
    timer = setTimeout(ring, 2);
  };
  ring();
  return {
    now,
    schedule(due, run) {
      const at = tasks.findIndex((task) => task.due > due);
      tasks.splice(at === -1 ? tasks.length : at, 0, { due, run });
    },
    track() {},
    advance: async () => now(),
    stop: () => clearTimeout(timer),
  };
}
