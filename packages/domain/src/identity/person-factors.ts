/** What a person is checked by besides name and identity number: nothing, the own phone, a bank card and the phone. */
export const factorWays = ['twoFactors', 'threeFactors', 'fourFactors'] as const
/** One of them. */
export type FactorWay = (typeof factorWays)[number]

/** What each is called. */
export const factorNames: Readonly<Record<FactorWay, string>> = {
  twoFactors: '身份证二要素',
  threeFactors: '手机三要素',
  fourFactors: '银行卡四要素',
}

/** By what machines check a person: factors, or the face beside the two. What fails counts together. */
export const machineWays = [...factorWays, 'face'] as const

/** By what a person is real-named: by machines, or by somebody of the platform who looks at the papers. */
export const authWays = [...machineWays, 'manualReview'] as const
/** One of them. */
export type AuthWay = (typeof authWays)[number]

/** What each of those is called. */
export const authWayNames: Readonly<Record<AuthWay, string>> = {
  ...factorNames,
  face: '人脸识别',
  manualReview: '人工审核',
}

/** How often a person may fail within `attemptHours`, so that nobody tries out whose number a number is. */
export const attemptLimit = 5
/** The hours within which `attemptLimit` counts. */
export const attemptHours = 24
/** What a person reads who has failed that often. */
export const attemptsSpent = `${attemptHours}小时内认证失败已达${attemptLimit}次，请稍后再试`

/** From the times of the failures that count (ms, newest first): how many tries are left, and when one is again. */
export function attemptsLeft(failedAt: readonly number[]): { left: number; retryAt: number | null } {
  const left = Math.max(0, attemptLimit - failedAt.length)
  const blocking = failedAt[attemptLimit - 1]
  return { left, retryAt: blocking === undefined ? null : blocking + attemptHours * 3_600_000 }
}
