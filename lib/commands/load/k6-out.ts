import { SettingsError } from '../../engine/run/target.ts';

/** The outputs built into k6 2, each with its syntax: some need an address or a file after the name. */
const outputs = {
  json: 'json=FILE',
  csv: 'csv=FILE',
  influxdb: 'influxdb=http://HOST:8086/DATABASE',
  statsd: 'statsd (its address: K6_STATSD_ADDR)',
  cloud: 'cloud (its token: K6_CLOUD_TOKEN)',
  opentelemetry: 'opentelemetry (its address: K6_OTEL_...)',
  'experimental-opentelemetry': 'experimental-opentelemetry (its address: K6_OTEL_...)',
  'experimental-prometheus-rw': 'experimental-prometheus-rw (its address: K6_PROMETHEUS_RW_SERVER_URL)',
} as const;

const names = Object.keys(outputs);

/** k6's flags for `--k6-out`. Throws SettingsError for an unknown output, because k6 would fail only after all preparation. */
export function outputFlags(wished: readonly string[]): string[] {
  return wished.map((output) => {
    const [name = '', ...rest] = output.split('=');
    const known = Object.entries(outputs).find(([each]) => each === name);
    // Outputs of k6 extensions have names that begin with xk6-.
    if (known === undefined && !name.startsWith('xk6-'))
      throw new SettingsError(
        `--k6-out: k6 has no output ${name}; it has ${names.join(', ')}, and xk6-... of extensions`,
      );
    if (known?.[1].startsWith(`${name}=`) && rest.join('=') === '')
      throw new SettingsError(`--k6-out: ${name} needs to know where to: ${known[1]}`);
    return `--out=${output}`;
  });
}

/** Throws SettingsError if `--out`, which is the results' folder here, looks like k6's own flag of this name. */
export function notAnOutput(folder: string): void {
  const [name = ''] = folder.split('=');
  if (folder.includes('=') && (names.includes(name) || name.startsWith('xk6-')))
    throw new SettingsError(`--out is the folder for results; k6's own is --k6-out ${folder}`);
}
