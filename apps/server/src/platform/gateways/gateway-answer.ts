import type { z } from 'zod'
import { GatewayFault } from './gateway-fault.ts'

const timeoutMs = 8_000
const largest = 64 * 1024

/** What a gateway said, as it came. */
export type RawAnswer = { status: number; headers: Headers; text: string }
/** A request to a gateway; `body` null asks by GET. */
export type Asked = { headers: Record<string, string>; body: string | null }

/** Asks a gateway and answers its bytes, whatever the status. Throws a passing `GatewayFault` when there are none. */
export async function rawAnswer(url: string, { headers, body }: Asked): Promise<RawAnswer> {
  try {
    const response = await fetch(url, {
      method: body === null ? 'GET' : 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, headers: response.headers, text: await textOf(response) }
  } catch (error) {
    throw new GatewayFault('no usable answer', true, { cause: error })
  }
}

/** The JSON of an answer. Throws a passing `GatewayFault` for what is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new GatewayFault('no usable answer', true, { cause: error })
  }
}

/** An answer in the shape it has to have. Throws a `GatewayFault` for one in another. */
export function shaped<S extends z.ZodType>(shape: S, answer: unknown): z.output<S> {
  const parsed = shape.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new GatewayFault('an answer in another shape', false, { cause: parsed.error })
}

/** Posts to a gateway and answers its JSON, whatever the status. Throws a passing `GatewayFault` when there is none. */
export async function gatewayAnswer(
  url: string,
  asked: { headers: Record<string, string>; body: string },
): Promise<{ status: number; json: unknown }> {
  const { status, text } = await rawAnswer(url, asked)
  return { status, json: readJson(text) }
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > largest) throw new Error(`more than ${largest} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
