/** Where traces go (OTLP over HTTP), under which name, and which share of those that nobody else has begun. */
export type TraceSettings = { url: string; service: string; ratio: number }

/** OpenTelemetry's own settings; null when none names a collector. Its headers are read by the exporter. */
export function readTraceSettings(env: NodeJS.ProcessEnv): TraceSettings | null {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole, OTEL_EXPORTER_OTLP_ENDPOINT: base } = env
  const url = whole || (base && `${base.replace(/\/$/, '')}/v1/traces`)
  if (!url || env.OTEL_SDK_DISABLED === 'true') return null
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
    throw new Error('OTEL_EXPORTER_OTLP_ENDPOINT is no address like http://127.0.0.1:4318')
  }
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG || 1)
  if (!(ratio >= 0 && ratio <= 1)) throw new Error('OTEL_TRACES_SAMPLER_ARG is no share between 0 and 1')
  return { url, service: env.OTEL_SERVICE_NAME || 'moqi', ratio }
}
