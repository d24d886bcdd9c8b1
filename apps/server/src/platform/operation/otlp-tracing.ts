import { Refusal } from '@moqi/domain/refusal'
import { type Context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TraceSettings } from './trace-settings.ts'
import type { Tracing } from './tracing.ts'

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT }
const readHeader = { get: (carrier: { traceparent: string }) => carrier.traceparent, keys: () => ['traceparent'] }

/**
 * Sends spans in batches, and drops them when the collector does not take them: no work waits for it. Tells of a
 * failure only its kind, as a message may quote what somebody wrote.
 */
export function otlpTracing({ url, service, ratio }: TraceSettings): Tracing {
  const contexts = new AsyncLocalStorageContextManager().enable()
  const propagator = new W3CTraceContextPropagator()
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  const tracer = provider.getTracer('moqi')

  const above = (traceparent: string | undefined): Context => {
    const active = contexts.active()
    return traceparent === undefined ? active : propagator.extract(active, { traceparent }, readHeader)
  }

  return {
    async span(name, work, { facts = {}, kind, traceparent } = {}) {
      const context = above(traceparent)
      const span = tracer.startSpan(name, { attributes: facts, kind: kind ? kinds[kind] : SpanKind.INTERNAL }, context)
      try {
        return await contexts.with(trace.setSpan(context, span), work)
      } catch (error) {
        fail(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    close: () => provider.shutdown().catch(() => {}),
  }
}

/** A refusal is an answer; whatever else is thrown has failed. */
function fail(span: Span, error: unknown): void {
  if (error instanceof Refusal) {
    span.setAttribute('moqi.refusal', error.code)
    return
  }
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
  span.setStatus({ code: SpanStatusCode.ERROR })
}
