import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What is counted while it happens; what can be looked at is asked for when somebody reads (`serve-metrics.ts`). */
export type Metrics = ReturnType<typeof openMetrics>

/** Metrics of one server; several may live in one process. */
export function openMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    requests: new Counter({
      name: 'moqi_requests_total',
      help: 'Answered requests by call and result: the HTTP status, or the code of the refusal',
      labelNames: ['call', 'result'],
      registers,
    }),
    latency: new Histogram({
      name: 'moqi_request_seconds',
      help: 'How long calls take until they are answered; streams are not counted',
      labelNames: ['call'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
      registers,
    }),
    inFlight: new Gauge({ name: 'moqi_requests_in_flight', help: 'Requests that are not answered yet', registers }),
    signatures: new Counter({ name: 'moqi_signatures_total', help: 'Files signed, by parties', registers }),
    timestamps: new Counter({
      name: 'moqi_timestamps_total',
      help: 'Time-stamps asked for, by result',
      labelNames: ['result'],
      registers,
    }),
    jobs: new Counter({
      name: 'moqi_jobs_total',
      help: 'Jobs by kind and result: done, failed (tried again later), lost (failed for good)',
      labelNames: ['job', 'result'],
      registers,
    }),
  }
}
