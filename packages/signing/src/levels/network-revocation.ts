import { askOcsp, ocspAddress, type OcspPort, OcspRefusal } from '@moqi/trust/revocation/ocsp-client'
import { boundedAnswer, NoAnswer } from '@moqi/trust/http/bounded-answer'
import { childrenIn, childrenOf, DerFault, readDer, tags } from '@moqi/trust/asn1/read-der'
import { type Certificate, readCertificate } from '@moqi/trust/chains/certificate'
import { readRevocationList } from '@moqi/trust/revocation/revocation-list'
import type { RevocationSource } from './validation-data.ts'

const distributionPoints = '2.5.29.31'
const addressTag = 0x86
/** Lists of large authorities run to megabytes. */
const largestList = 20 * 1024 * 1024
const largestResponse = 64 * 1024
const restMs = 10_000
/** Clocks differ. */
const toleranceMs = 5 * 60_000

/** `timeout` and `rest` in milliseconds. */
interface NetworkOptions {
  timeout: number
  rest?: number
  now: () => Date
}

/** OCSP over HTTP (RFC 6960 appendix A.1); `timeout` in milliseconds. Throws `NoAnswer`. */
export function httpOcsp(timeout: number): OcspPort {
  return async (url, request) => {
    const { bytes } = await boundedAnswer({
      url,
      body: { type: 'application/ocsp-request', bytes: request },
      timeout,
      types: ['application/ocsp-response'],
      largest: largestResponse,
      retries: 1,
    })
    return bytes
  }
}

/**
 * Asks where the certificate itself says: its OCSP responder, else its revocation list. Empty when it names neither,
 * `unreachable` when neither answers. An address that gave no answer is left alone for `rest` milliseconds (default
 * 10 000), so that many contracts do not each wait for the same silence. Ask only about certificates whose chain is
 * trusted: they choose the addresses.
 */
export function networkRevocation({ timeout, rest = restMs, now }: NetworkOptions): RevocationSource {
  const port = httpOcsp(timeout)
  const restsUntil = new Map<string, number>()
  const ask = async <T>(url: string, asked: () => Promise<T>): Promise<T | undefined> => {
    if ((restsUntil.get(url) ?? 0) > now().getTime()) return undefined
    restsUntil.delete(url)
    const answer = await tolerated(asked())
    if (answer === undefined) restsUntil.set(url, now().getTime() + rest)
    return answer
  }
  return async (certificate, issuer) => {
    const address = ocspAddress(certificate)
    const question = { certificate, issuer, now: now() }
    const response = address && (await ask(address, () => askOcsp(port, address, question)))
    if (response) return { crls: [], ocsps: [response.response] }
    const list = listAddress(readCertificate(certificate))
    const crl = list && (await ask(list, () => fetchList(list, timeout, now())))
    if (crl) return { crls: [crl], ocsps: [] }
    return { crls: [], ocsps: [], unreachable: address !== undefined || list !== undefined }
  }
}

/** A list that is no longer in force says nothing of now. */
async function fetchList(url: string, timeout: number, now: Date): Promise<Buffer | undefined> {
  const types = ['application/pkix-crl', 'application/x-pkcs7-crl', 'application/octet-stream']
  const { bytes } = await boundedAnswer({ url, timeout, types, largest: largestList, retries: 1 })
  const { nextUpdate } = readRevocationList(bytes)
  return nextUpdate !== undefined && nextUpdate + toleranceMs < now.getTime() ? undefined : bytes
}

/** Undefined for what the world may do wrong; a bug is still thrown. */
async function tolerated<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof OcspRefusal || error instanceof DerFault) return undefined
    throw error
  }
}

/** The first HTTP address of cRLDistributionPoints. */
function listAddress({ extensions }: Certificate): string | undefined {
  const extension = extensions.get(distributionPoints)
  const points = extension ? childrenIn(readDer(extension.value), tags.sequence) : []
  const addresses = points
    .flatMap(childrenOf)
    .filter(({ tag }) => tag === tags.context0)
    .flatMap(childrenOf)
    .filter(({ tag }) => tag === tags.context0)
    .flatMap(childrenOf)
  const found = addresses.find(
    ({ tag, content }) => tag === addressTag && content.toString('latin1').startsWith('http'),
  )
  return found?.content.toString('latin1')
}
