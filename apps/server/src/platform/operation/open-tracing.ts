import type { Config } from '#src/platform/config.ts'
import { noTracing, type Tracing } from './tracing.ts'

/** Tracing as configured; what it needs is loaded when somebody wants it. */
export async function openTracing({ traces }: Pick<Config, 'traces'>): Promise<Tracing> {
  if (!traces) return noTracing
  const { otlpTracing } = await import('./otlp-tracing.ts')
  return otlpTracing(traces)
}
