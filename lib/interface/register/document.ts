import type { InterfaceDocument } from '../../engine/reports/pages/passages.ts';

/** The document that this register describes. Reports show its sections in this order; a `source` begins with the name of one. */
export const interfaceDocument = {
  name: 'Merchant Payments Service Interface',
  sections: {
    'What the service does': 'what-the-service-does',
    Resources: 'resources-and-their-fields',
    'States and transitions': 'states-and-transitions',
    Endpoints: 'endpoints',
    Authentication: 'authentication',
    Events: 'events',
    Errors: 'errors',
    Limits: 'limits',
    Versioning: 'versioning',
  },
} as const satisfies InterfaceDocument;
