import {
  Blocked,
  type CheckContext,
  checks,
  type Endpoint,
  endpointTable,
  expect,
  expectUntouched,
  part,
  shared,
  summary,
} from '../../lib/interface/index.ts';
import { classicWays, type Way, ways } from './ways.ts';

// What is asked for exists, and what is sent is valid: an endpoint that does not look at one of the credentials would do it.

/** What each endpoint answered to wrong credentials, and what the merchant saw afterwards. */
const tried = endpointTable.map((endpoint) => ({
  ...endpoint,
  with: shared(`${endpoint.name} with wrong credentials`, ['other-merchant'], (context) =>
    endpoint.on(context, async (call) => {
      const answers = [];
      for (const way of drawn(context, endpoint)) answers.push({ way, answer: await call.send(way.options(context)) });
      return { answers, call, seen: endpoint.acts ? await call.look() : null };
    }),
  ),
}));

checks(
  'auth.every-endpoint-guarded',
  tried,
  ({ name }) => `${name} refuses whatever credentials are wrong`,
  async (context, endpoint) => {
    const { answers, call } = await endpoint.with(context);
    for (const { way, answer } of answers) {
      expect(answer, way.name).toBeRefused();
      expect(answer, way.name).toHaveErrorShape();
      if (call.marker !== null) expect(part(answer, 'text'), `${way.name}: the refusal`).not.toContain(call.marker);
    }
  },
  ({ needs }) => ({ needs: [...needs, 'other-merchant'], drawn: 1.5 }),
);

checks(
  'auth.refused-has-no-effect',
  tried.filter(({ acts }) => acts),
  ({ name }) => `${name} with wrong credentials does nothing`,
  async (context, endpoint) => {
    const { answers, call, seen } = await endpoint.with(context);

    const accepted = answers.find(({ answer }) => answer.status < 400);
    if (accepted) throw new Blocked(`${accepted.way.name}: should have been refused; got ${summary(accepted.answer)}`);
    context.note(`sent with ${answers.map(({ way }) => way.name).join(', ')}`);
    if (seen !== null) expectUntouched(call, seen);
  },
  ({ needs }) => ({ needs: [...needs, 'other-merchant'], drawn: 1 }),
);

/** The classic ways, and one of the others: the seed chooses. For DELETE, which is one endpoint alone, all of them. */
function drawn({ data }: CheckContext, { name }: Endpoint): readonly Way[] {
  if (name.startsWith('DELETE')) return ways;
  return [...classicWays, ...data.faker.helpers.arrayElements(ways.slice(classicWays.length), 1)];
}
