/** An address and what to send there; `timeout` in milliseconds for one attempt. */
export interface BoundedRequest {
  url: string
  /** Absent: GET. */
  body?: { type: string; bytes: Buffer }
  authorization?: string | undefined
  timeout: number
  /** Content types that are taken as an answer. */
  types: readonly string[]
  largest: number
  /** Further attempts after one that got no answer at all or a 5xx status; none when absent. */
  retries?: number
}

/** No usable answer: nobody there, a late or too long one, a wrong status or content type. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  /** Asking again may help. */
  readonly passing: boolean

  constructor(message: string, passing: boolean, options?: ErrorOptions) {
    super(message, options)
    this.passing = passing
  }
}

const pauseMs = 200

/** The body of a 200 answer and its content type; follows no redirects. Throws `NoAnswer`. */
export async function boundedAnswer(request: BoundedRequest): Promise<{ type: string; bytes: Buffer }> {
  const { retries = 0 } = request
  for (let attempt = 0; ; attempt++) {
    try {
      return await oneAnswer(request)
    } catch (error) {
      if (!(error instanceof NoAnswer) || !error.passing || attempt >= retries) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs * 2 ** attempt))
    }
  }
}

async function oneAnswer({ url, body, authorization, timeout, types, largest }: BoundedRequest) {
  try {
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: { ...(body && { 'content-type': body.type }), ...(authorization && { authorization }) },
      ...(body && { body: new Uint8Array(body.bytes) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    return await bodyOf(response, types, largest)
  } catch (error) {
    if (error instanceof NoAnswer) throw error
    throw new NoAnswer(`no answer within ${timeout} ms`, true, { cause: error })
  }
}

async function bodyOf(response: Response, types: readonly string[], largest: number) {
  const { status } = response
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (status !== 200 || !types.includes(type)) {
    await response.body?.cancel()
    throw new NoAnswer(`status ${status}, content type ${type}`, status >= 500 || status === 429)
  }
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > largest) throw new NoAnswer(`more than ${largest} bytes`, false)
    parts.push(part)
  }
  return { type, bytes: Buffer.concat(parts) }
}
