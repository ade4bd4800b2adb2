import { stringify } from 'yaml';
import { interfaceDocument } from '../register/document.ts';
import { INTERFACE_VERSION } from '../register/index.ts';
import type { Json } from './document.ts';
import { operations } from './operations.ts';
import { type Step, type Workflow, workflows } from './workflows.ts';

type Node = { [name: string]: Json };

/** The main workflows of the interface as an Arazzo document, which refers to the operations of the OpenAPI document. */
export function arazzo(): Node {
  return {
    arazzo: '1.0.1',
    info: {
      title: `${interfaceDocument.name}: main workflows`,
      version: INTERFACE_VERSION,
      description:
        'Made by the conformance suite (`npm run openapi`). `reference` begins the references of a workflow: another one for each time. ' +
        'Where a buyer acts, the workflow waits. `x-webhooks` lists the webhooks that are sent on the way.',
    },
    sourceDescriptions: [{ name: 'payments', type: 'openapi', url: './openapi.yaml' }],
    workflows: workflows.map(workflowNode),
  };
}

/** The content of the file `arazzo.yaml`. */
export function arazzoYaml(): string {
  const head = '# Made by `npm run openapi`: not to be changed by hand.\n';
  return head + stringify(arazzo(), { aliasDuplicateObjects: false, lineWidth: 140 });
}

function workflowNode({ id, summary, description, inputs = {}, steps, webhooks }: Workflow): Node {
  const text = (described: string) => ({ type: 'string', description: described });
  return {
    workflowId: id,
    summary,
    description,
    inputs: {
      type: 'object',
      required: ['apiKey', 'merchantId', 'reference'],
      properties: {
        apiKey: { ...text('Of a sandbox merchant.'), format: 'password' },
        merchantId: text('Of that merchant.'),
        reference: text('Not used before; letters, digits, `.`, `_`, `:` and `-`.'),
        ...Object.fromEntries(
          Object.entries(inputs).map(([name, { description: words, default: usual }]) => [
            name,
            { ...text(words), default: usual },
          ]),
        ),
      },
    },
    parameters: [
      { name: 'Authorization', in: 'header', value: 'Bearer {$inputs.apiKey}' },
      { name: 'X-Merchant-Id', in: 'header', value: '$inputs.merchantId' },
    ],
    steps: steps.map((step) => stepNode(id, step)),
    'x-webhooks': [...webhooks],
  };
}

function stepNode(
  workflow: string,
  { id, words, operation, path, body, status, says = {}, within, gives }: Step,
): Node {
  const isPost = operations.find((each) => each.id === operation)?.method === 'post';
  const parameters = [
    ...(path === undefined ? [] : [{ name: path[0], in: 'path', value: path[1] }]),
    ...(isPost ? [{ name: 'Idempotency-Key', in: 'header', value: `{$inputs.reference}-${workflow}-${id}` }] : []),
  ];
  return {
    stepId: id,
    description: words,
    operationId: operation,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: { contentType: 'application/json', payload: body as Node } }),
    successCriteria: [
      { condition: status === '2XX' ? '$statusCode < 300' : `$statusCode == ${status}` },
      ...Object.entries(says).map(([pointer, value]) => ({
        condition: `$response.body#${pointer} == ${typeof value === 'number' ? value : `'${value}'`}`,
      })),
    ],
    ...(within !== undefined && { onFailure: [{ name: 'again', type: 'retry', retryAfter: 1, retryLimit: within }] }),
    ...(gives !== undefined && {
      outputs: Object.fromEntries(Object.entries(gives).map(([name, at]) => [name, `$response.body#${at}`])),
    }),
  };
}
