import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, LegendComponent, MarkLineComponent, TitleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Line } from '../../load/support/line.ts';
import { percentile } from './findings.ts';
import type { Result } from './types.ts';

use([LineChart, ScatterChart, GridComponent, LegendComponent, MarkLineComponent, TitleComponent, SVGRenderer]);

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

/** Each second of each part: how many were served, how many refused. Moments at which the clock was moved are not to be seen. */
function servedAndRefused(lines: readonly Line[]): string {
  const begins = Math.min(...lines.map(({ at }) => at));
  const parts = ['burst', 'curve', 'steady', 'neighbour'].filter((op) => lines.some((line) => line.op === op));
  const series = parts.flatMap((op) =>
    (['served', 'refused'] as const)
      .map((kind) => {
        const own = lines.filter((line) => line.op === op && (line.status === 429) === (kind === 'refused'));
        return {
          name: `${op}: ${kind}`,
          type: op === 'burst' ? ('scatter' as const) : ('line' as const),
          symbol: op === 'burst' ? (kind === 'served' ? 'circle' : 'diamond') : 'none',
          symbolSize: 11,
          step: 'middle' as const,
          lineStyle: {
            type: op === 'curve' ? ('solid' as const) : ('dotted' as const),
            width: op === 'curve' ? 2.5 : 1.5,
          },
          itemStyle: { color: colours[kind], opacity: op === 'burst' ? 0.9 : 1 },
          data: op === 'burst' ? perBurst(own, begins) : perSecond(own, begins),
        };
      })
      .filter(({ data }) => data.some(([, count]) => count > 0)),
  );
  return draw('Served and refused requests over time', {
    xAxis: axis('seconds since the first request'),
    yAxis: { ...axis('requests a second; of a burst: in all'), type: 'log', logBase: 10, min: 0.9 },
    series: series.map((each) => ({ ...each, data: each.data.filter(([, count]) => count > 0) })),
  });
}

/** A point for each burst of each key. */
function perBurst(lines: readonly Line[], begins: number): [number, number][] {
  const groups = Map.groupBy(lines, ({ key, round, at }) => `${key} ${round} ${at}`);
  return [...groups.values()].map((group) => [((group[0]?.at ?? begins) - begins) / 1_000, group.length]);
}

function perSecond(lines: readonly Line[], begins: number): [number, number][] {
  const groups = Map.groupBy(lines, ({ at }) => Math.floor((at - begins) / 1_000));
  const last = Math.max(0, ...groups.keys());
  return Array.from({ length: last + 1 }, (_, second) => [second, groups.get(second)?.length ?? 0]);
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
      legend: { top: 36, icon: 'roundRect' },
      grid: { left: 70, right: 30, top: 80, bottom: 60 },
      ...option,
    });
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}
