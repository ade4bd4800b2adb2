/** What is certified on a disturbed machine, as arguments of certify. `short`: the requirements most sensitive to a delay of seconds. */
export const profiles = {
  whole: [],
  standard: ['--profile', 'standard'],
  timing: onTime(),
  'timing-standard': ['--profile', 'standard', ...onTime()],
  short: [
    '--profile',
    'standard',
    ...only(
      'delivery.first-retry',
      'delivery.5xx-retried',
      'delivery.timeout-retried',
      'delivery.later-retries',
      'delivery.lists-attempts',
      'checkout.paid-at-set',
      'checkout.expires',
      'escrow.timers-run-on',
      'wallet-link.expires',
      'balance.*',
    ),
  ],
} as const satisfies Record<string, readonly string[]>;
export type DisturbedProfile = keyof typeof profiles;

/** All requirements that depend on when something was sent, answered or seen. */
function onTime(): string[] {
  return [
    ...['--chapter', 'webhooks', '--chapter', 'rate-limit'],
    ...only('balance.*', 'checkout.*paid-at*', '*.expire*', '*does-not-expire', '*.auto-release-*', '*timers*'),
  ];
}

function only(...ids: readonly string[]): string[] {
  return ids.flatMap((id) => ['--requirement', id]);
}
