import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Line } from '../../load/support/line.ts';
import { percentile } from './audits/findings.ts';
import type { Result } from './types.ts';

use([BarChart, LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);

export interface Plot {
  readonly name: string;
  readonly path: string;
  readonly svg: string;
}

/** Draws what can be drawn of a script's run, as SVG: served and refused requests over time, or latency over time. */
export async function drawPlots(
  folder: string,
  { script }: Pick<Result, 'script'>,
  lines: readonly Line[],
): Promise<Plot[]> {
  if (lines.length === 0) return [];
  const svg = script === 'rate-limit' ? servedAndRefused(lines) : script === 'steady' ? latencies(lines) : null;
  if (svg === null) return [];
  const name = script === 'rate-limit' ? 'served and refused over time' : 'latency over time';
  const path = join(folder, script === 'rate-limit' ? 'served-and-refused.svg' : 'latency.svg');
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

function latencies(lines: readonly Line[]): string {
  const begins = Math.min(...lines.map(({ at }) => at));
  const groups = Map.groupBy(
    lines.filter(({ status }) => status !== 0),
    ({ at }) => Math.floor((at - begins) / 1_000),
  );
  const sorted = [...groups]
    .sort(([a], [b]) => a - b)
    .map(([second, of]) => [second, of.map(({ ms }) => ms).sort((a, b) => a - b)] as const);
  const series = (
    [
      ['p50', 0.5],
      ['p95', 0.95],
      ['p99', 0.99],
    ] as const
  ).map(([name, share]) => ({
    name,
    type: 'line' as const,
    symbol: 'none',
    lineStyle: { width: 2 },
    itemStyle: { color: colours[name] },
    data: sorted.map(([second, times]) => [second, Number(percentile(times, share).toFixed(2))]),
  }));
  return draw('Latency percentiles over time', {
    xAxis: axis('seconds since the first request'),
    yAxis: axis('milliseconds'),
    series,
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
