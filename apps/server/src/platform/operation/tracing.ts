/** What a span says beside its name: names from the code and numbers, nothing of a person. */
export type SpanFacts = Readonly<Record<string, string | number>>

/** Where a span stands. */
export type SpanPlace = {
  facts?: SpanFacts
  /** Whether the work was asked for from outside, asks somebody outside, or neither. */
  kind?: 'server' | 'client'
  /** W3C Trace Context of whoever asked; work that is done below a span of ours needs none. */
  traceparent?: string | undefined
}

/** Tells what the server is at, and how long it takes, as OpenTelemetry has it. */
export type Tracing = {
  /** Does the work under a span, which stands below the one that it was begun in; ends and fails as the work does. */
  span: <T>(name: string, work: () => Promise<T>, place?: SpanPlace) => Promise<T>
  /** Sends what is left to tell. */
  close: () => Promise<void>
}

/** Tracing that tells nobody and costs nothing. */
export const noTracing: Tracing = { span: (_name, work) => work(), close: async () => {} }

/** The same object, of which these methods, asynchronous all, are done under spans named `name.method`. */
export function traced<G extends object>(
  tracing: Tracing,
  object: G,
  { name, methods, ...place }: { name: string; methods: readonly string[] } & SpanPlace,
): G {
  const isTraced = new Set<unknown>(methods)
  if (tracing === noTracing) return object
  return new Proxy(object, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver)
      if (typeof value !== 'function' || !isTraced.has(key)) return value
      return (...given: unknown[]) =>
        tracing.span(`${name}.${String(key)}`, async (): Promise<unknown> => Reflect.apply(value, target, given), place)
    },
  })
}
