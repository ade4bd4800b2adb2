import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Line } from '../../load/support/line.ts';
import { percentile } from './audits/findings.ts';
import type { Arrival } from './latency/due.ts';
import type { LoadOptions, ScriptName } from './types.ts';

use([BarChart, LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);

export interface Plot {
  readonly name: string;
  readonly path: string;
  readonly svg: string;
}

export interface Drawn {
  readonly script: ScriptName;
  readonly lines: readonly Line[];
  /** Of scripts whose requests come at a given rate. */
  readonly arrivals: readonly Arrival[];
  readonly limits: Pick<LoadOptions, 'p95' | 'p99'>;
}

/** Draws what can be drawn of a script's run, as SVG: served and refused requests over time, or latency over time. */
export async function drawPlots(folder: string, { script, lines, arrivals, limits }: Drawn): Promise<Plot[]> {
  const drawn =
    script === 'rate-limit' && lines.length > 0
      ? { name: 'served and refused over time', file: 'served-and-refused.svg', svg: servedAndRefused(lines) }
      : arrivals.length > 0
        ? { name: 'latency over time', file: 'latency.svg', svg: latencies(arrivals, limits) }
        : null;
  if (drawn === null) return [];
  const { name, file, svg } = drawn;
  const path = join(folder, file);
  await writeFile(path, svg);
  return [{ name, path, svg }];
}

const colours = { served: '#2e7d32', refused: '#c62828', p50: '#1565c0', p95: '#ef6c00', p99: '#6a1b9a' } as const;
const size = { width: 1_000, height: 460 } as const;

/** Above: of the key that asks four times a second, each second. Below: each burst. Where the clock was moved, that is not to be seen. */
function servedAndRefused(lines: readonly Line[]): string {
  const begins = Math.min(...lines.map(({ at }) => at));
  const of = (op: string) => lines.filter((line) => line.op === op);
  const panels = [
    { name: 'a key that asks steadily: requests a second', groups: bySecond(of('curve'), begins) },
    { name: 'bursts: requests at once', groups: byBurst(of('burst'), begins) },
  ].filter(({ groups }) => groups.length > 0);
  const last = Math.max(...panels.flatMap(({ groups }) => groups.map(({ second }) => second)));
  const height = panels.length === 1 ? 76 : 34;
  return draw('Served and refused requests over time', {
    legend: { top: 36, itemGap: 30, data: ['served', 'refused'] },
    grid: panels.map((_, panel) => ({ left: 70, right: 30, top: `${16 + panel * 44}%`, height: `${height}%` })),
    xAxis: panels.map((_, panel) => ({
      ...axis(panel === panels.length - 1 ? 'seconds since the first request' : ''),
      gridIndex: panel,
      min: 0,
      max: Math.ceil((last + 1) / 15) * 15,
      interval: last > 40 ? 15 : 5,
      splitLine: { show: false },
    })),
    yAxis: panels.map(({ name }, panel) => ({
      type: 'value',
      name,
      gridIndex: panel,
      nameTextStyle: { align: 'left' },
    })),
    series: panels.flatMap(({ groups }, panel) =>
      (['served', 'refused'] as const).map((kind) => ({
        name: kind,
        type: 'bar' as const,
        stack: `panel ${panel}`,
        xAxisIndex: panel,
        yAxisIndex: panel,
        // The same in both: a wider bar would widen its axis.
        barWidth: 5,
        itemStyle: { color: colours[kind] },
        data: groups.map((group) => [group.second, group[kind]]),
      })),
    ),
  });
}

interface Group {
  readonly second: number;
  readonly served: number;
  readonly refused: number;
}

function bySecond(lines: readonly Line[], begins: number): Group[] {
  return counted(Map.groupBy(lines, ({ at }) => Math.floor((at - begins) / 1_000)));
}

function byBurst(lines: readonly Line[], begins: number): Group[] {
  const groups = Map.groupBy(lines, ({ key, round, at }) => `${key} ${round} ${at}`);
  return counted(new Map([...groups.values()].map((of) => [((of[0]?.at ?? begins) - begins) / 1_000, of])));
}

function counted(groups: ReadonlyMap<number, readonly Line[]>): Group[] {
  return [...groups].map(([second, of]) => {
    const refused = of.filter(({ status }) => status === 429).length;
    return { second, served: of.length - refused, refused };
  });
}

const percentiles = [
  ['p50', 0.5],
  ['p95', 0.95],
  ['p99', 0.99],
] as const;

/** Above: percentiles of all, with what is still good enough. Below: the 95th of each operation. Each of a second in which requests were due. */
function latencies(arrivals: readonly Arrival[], limits: Drawn['limits']): string {
  const last = Math.max(...arrivals.map(({ dueMs }) => dueMs)) / 1_000;
  const ops = [...Map.groupBy(arrivals, ({ op }) => op)].sort(([one], [other]) => (one < other ? -1 : 1));
  const line = (panel: number, name: string, data: readonly (readonly number[])[], look: object) => ({
    name,
    type: 'line' as const,
    symbol: 'none',
    xAxisIndex: panel,
    yAxisIndex: panel,
    data,
    ...look,
  });
  const limit = (name: 'p95' | 'p99') => {
    const ends = [0, Math.ceil(last)].map((second) => [second, limits[name]]);
    const look = { lineStyle: { width: 1.5, type: 'dashed' as const }, itemStyle: { color: colours[name] } };
    return line(0, `${name} at most ${limits[name]} ms`, ends, look);
  };
  const limitLines = [limit('p95'), limit('p99')];
  const above = [...percentiles.map(([name]) => name), ...limitLines.map(({ name }) => name)];
  return draw('Latency since each request was due, over time', {
    // Each above its panel.
    legend: [above, ops.map(([op]) => op)].map((data, panel) => ({
      data,
      top: `${8 + panel * 46}%`,
      itemGap: 18,
      itemHeight: 8,
    })),
    grid: [0, 1].map((panel) => ({ left: 70, right: 30, top: `${20 + panel * 45}%`, height: '26%' })),
    xAxis: [0, 1].map((panel) => ({
      ...axis(panel === 1 ? 'seconds since the start' : ''),
      gridIndex: panel,
      min: 0,
      max: Math.ceil(last),
    })),
    yAxis: ['all, ms', 'p95 of each, ms'].map((name, panel) => ({
      type: 'log',
      name,
      gridIndex: panel,
      nameTextStyle: { align: 'left' },
    })),
    series: [
      ...percentiles.map(([name, share]) =>
        line(0, name, perSecond(arrivals, share), { lineStyle: { width: 2 }, itemStyle: { color: colours[name] } }),
      ),
      ...limitLines,
      ...ops.map(([op, of]) => line(1, op, perSecond(of, 0.95), { lineStyle: { width: 1.5 } })),
    ],
  });
}

function perSecond(arrivals: readonly Arrival[], share: number): [number, number][] {
  const seconds = Map.groupBy(arrivals, ({ dueMs }) => Math.floor(dueMs / 1_000));
  return [...seconds]
    .sort(([one], [other]) => one - other)
    .map(([second, of]) => {
      const times = of.map(({ ms }) => ms).sort((one, other) => one - other);
      // A logarithmic axis has no 0.
      return [second, Math.max(0.01, Number(percentile(times, share).toFixed(2)))];
    });
}

function axis(name: string) {
  return {
    type: 'value' as const,
    name,
    nameLocation: 'middle' as const,
    nameGap: 34,
    nameTextStyle: { fontSize: 13 },
  };
}

function draw(title: string, option: object): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size });
  try {
    chart.setOption({
      animation: false,
      backgroundColor: '#ffffff',
      textStyle: { fontFamily: 'system-ui, sans-serif' },
      title: { text: title, left: 'center', top: 8, textStyle: { fontSize: 16 } },
      legend: { top: 36, itemGap: 30 },
      grid: { left: 70, right: 30, top: 80, bottom: 60 },
      ...option,
    });
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}
