import { type AlgorithmReason, weaknessOf } from '../cms/check-signature.ts'
import type { ReasonCode } from '@moqi/verify/reasons'
import type { Certificate } from './certificate.ts'

/** C7: until then nobody is known to have forged by SHA-1 or a short RSA key. */
const forgeableFrom = Date.UTC(2017, 0, 1)

const weaknesses = new Set<ReasonCode>(['algorithm-weak', 'digest-algorithm-weak'] satisfies AlgorithmReason[])

/** Whether a reason says that somebody might forge today. */
export const isWeakness = (code: ReasonCode): boolean => weaknesses.has(code)

/** Whether what existed then (ms) is no forgery, however weak it is today. */
export const isBeforeForgery = (at: number): boolean => at < forgeableFrom

/** C7: what makes the signatures of a path weak; that of a root on itself proves nothing anyway. */
export function weakLinks(path: Certificate[]): AlgorithmReason[] {
  const found = path.slice(0, -1).flatMap((certificate, index) => {
    const key = path[index + 1]?.key
    return key ? weaknessOf(certificate.signatureAlgorithm, key) : []
  })
  return [...new Set(found)].filter(isWeakness)
}
