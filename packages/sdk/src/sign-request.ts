/** What a request is signed with. */
export type Keys = { readonly appId: string; readonly secret: string }

/** What of a request is signed: `target` is path and query as they are sent, `time` ms since epoch. */
export type Unsigned = {
  readonly method: string
  readonly target: string
  readonly body: Uint8Array<ArrayBuffer>
  readonly idempotencyKey: string | undefined
  readonly time: number
}

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)))

/** The headers that sign a request with HMAC-SHA256, a new nonce among them. */
export async function signRequest({ appId, secret }: Keys, request: Unsigned): Promise<Record<string, string>> {
  const { method, target, body, idempotencyKey, time } = request
  const timestamp = String(time)
  const nonce = crypto.randomUUID()
  const bodyHash = base64(await crypto.subtle.digest('SHA-256', body))
  const lines = ['HMAC-SHA256', method, target, appId, timestamp, nonce, idempotencyKey ?? '', bodyHash]
  const text = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', text.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const signature = base64(await crypto.subtle.sign('HMAC', key, text.encode(lines.join('\n'))))
  return {
    'X-Moqi-App-Id': appId,
    'X-Moqi-Timestamp': timestamp,
    'X-Moqi-Nonce': nonce,
    'X-Moqi-Body-Hash': bodyHash,
    'X-Moqi-Signature': signature,
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
  }
}
