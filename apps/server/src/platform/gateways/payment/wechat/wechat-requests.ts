import { type KeyObject, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import type { Deps } from '#src/platform/deps.ts'
import { type RawAnswer, rawAnswer, readJson } from '#src/platform/gateways/gateway-answer.ts'
import { GatewayFault } from '#src/platform/gateways/gateway-fault.ts'
import { decryptResource, Encrypted, isSignedBy, type Signed, wechatAuthorization } from './wechat-signature.ts'
import type { WechatSettings } from './wechat-settings.ts'

/** What WeChat Pay answered, whose signature has been checked unless it refused; `code` of a refusal. */
export type WechatAnswer = { status: number; json: unknown; code: string; message: string }

/** Speaks WeChat Pay's APIv3. */
export type WechatRequests = {
  /** Asks by POST, or by GET where there is nothing to send. Throws a `GatewayFault` where asking again may help. */
  ask: (path: string, sent?: object) => Promise<WechatAnswer>
  /** Whether WeChat Pay has signed that with the key of that serial, at about this time. */
  isGenuine: (serial: string, signed: Signed) => Promise<boolean>
}

const Refused = z.object({ code: z.string(), message: z.string().default('') })
const Certificates = z.object({
  data: z.array(z.object({ serial_no: z.string(), encrypt_certificate: Encrypted })),
})

/** How far a signature's time may lie from ours, s. */
const clockSeconds = 300
/** How long nobody asks for certificates again, had and not had: anybody can name a serial that there is not. */
const fetchedMs = 10 * 60_000
const failedMs = 10_000

type Clock = Pick<Deps, 'now' | 'random'>

/** The requests of one merchant, with the keys that their answers are signed by. */
export function wechatRequests(settings: WechatSettings, { now, random }: Clock): WechatRequests {
  const keys = new Map<string, () => KeyObject | null>()
  if (settings.publicKey) {
    const { id, key } = settings.publicKey
    keys.set(id, () => key)
  }
  for (const certificate of settings.certificates) know(certificate)
  let fetching: Promise<void> | null = null
  let nextFetch = -Infinity

  function know(certificate: X509Certificate): void {
    keys.set(certificate.serialNumber, () => {
      const at = now()
      const holds = Date.parse(certificate.validFrom) <= at && at <= Date.parse(certificate.validTo)
      return holds ? certificate.publicKey : null
    })
  }

  async function send(path: string, sent?: object): Promise<RawAnswer> {
    const body = sent === undefined ? '' : JSON.stringify(sent)
    const asked = {
      method: sent === undefined ? ('GET' as const) : ('POST' as const),
      path,
      body,
      timestamp: Math.floor(now() / 1000),
      nonce: random(16).toString('hex'),
    }
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': 'moqi',
      authorization: wechatAuthorization(settings, asked),
      // By which key the answer shall be signed.
      ...(settings.publicKey && { 'wechatpay-serial': settings.publicKey.id }),
    }
    return rawAnswer(`${settings.url}${path}`, { headers, body: sent === undefined ? null : body })
  }

  /** Whoever needs certificates while they are fetched waits for the same. */
  async function knowMore(): Promise<void> {
    if (fetching) return fetching
    if (now() < nextFetch) return
    fetching = fetchCertificates()
    try {
      await fetching
      nextFetch = now() + fetchedMs
    } catch (error) {
      nextFetch = now() + failedMs
      throw error
    } finally {
      fetching = null
    }
  }

  /** Certificates are signed by one of themselves: they are WeChat Pay's as the APIv3 key opens them. */
  async function fetchCertificates(): Promise<void> {
    const { status, headers, text } = await send('/v3/certificates')
    if (status !== 200) throw new GatewayFault(`certificates: status ${status}`, true)
    const listed = Certificates.safeParse(readJson(text))
    if (!listed.success) throw new GatewayFault('certificates: no usable answer', true)
    const found = listed.data.data.map(({ encrypt_certificate }) => certificateOf(encrypt_certificate))
    const signed = signedOf(headers, text)
    const by = found.find(({ serialNumber }) => serialNumber === headers.get('wechatpay-serial'))
    const key = by?.publicKey ?? keys.get(headers.get('wechatpay-serial') ?? '')?.()
    if (!key || !isSignedBy(key, signed)) throw new GatewayFault('certificates: signed by nobody known', true)
    for (const certificate of found) know(certificate)
  }

  function certificateOf(encrypted: z.infer<typeof Encrypted>): X509Certificate {
    try {
      return new X509Certificate(decryptResource(settings.v3Key, encrypted))
    } catch (error) {
      throw new GatewayFault('certificates: encrypted with another APIv3 key', true, { cause: error })
    }
  }

  async function isGenuine(serial: string, signed: Signed): Promise<boolean> {
    if (!/^\d{1,12}$/.test(signed.timestamp)) return false
    if (Math.abs(now() / 1000 - Number(signed.timestamp)) > clockSeconds) return false
    if (!keys.has(serial) && /^[0-9A-F]{8,64}$/.test(serial)) await knowMore()
    const key = keys.get(serial)?.() ?? null
    return key !== null && isSignedBy(key, signed)
  }

  return {
    isGenuine,
    async ask(path, sent) {
      const { status, headers, text } = await send(path, sent)
      if (status >= 200 && status < 300) {
        const serial = headers.get('wechatpay-serial') ?? ''
        if (!(await isGenuine(serial, signedOf(headers, text)))) throw new GatewayFault('an answer not signed', true)
        return { status, json: text === '' ? null : readJson(text), code: '', message: '' }
      }
      const refused = Refused.safeParse(readJson(text))
      if (!refused.success) throw new GatewayFault(`status ${status} without a code`, true)
      const { code, message } = refused.data
      if (status === 429 || status >= 500) throw new GatewayFault(`${code} ${message}`, true)
      return { status, json: null, code, message }
    },
  }
}

const signedOf = (headers: Headers, body: string): Signed => ({
  timestamp: headers.get('wechatpay-timestamp') ?? '',
  nonce: headers.get('wechatpay-nonce') ?? '',
  signature: headers.get('wechatpay-signature') ?? '',
  body,
})
