import { GatewayFault } from './gateway-fault.ts'

const timeoutMs = 8_000
const largest = 64 * 1024

/** Posts to a gateway and answers its JSON, whatever the status. Throws a passing `GatewayFault` when there is none. */
export async function gatewayAnswer(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<{ status: number; json: unknown }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, json: JSON.parse(await textOf(response)) }
  } catch (error) {
    throw new GatewayFault('no usable answer', true, { cause: error })
  }
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
