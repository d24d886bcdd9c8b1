import { lifecycle, type StateOf } from '../lifecycle.ts'

/**
 * A face verification asked of a phone by a code: whoever fails may begin again by the same code as long as it lives,
 * each time as an authentication of its own. What the gateway says late finds an end, and changes nothing.
 */
export const faceLifecycle = lifecycle({
  refusal: 'face/changed',
  initial: 'waiting',
  table: {
    waiting: { scan: 'scanned', expire: 'expired', cancel: 'cancelled' },
    scanned: { scan: 'scanned', begin: 'running', expire: 'expired', cancel: 'cancelled' },
    running: { scan: 'running', pass: 'passed', fail: 'failed', expire: 'expired', cancel: 'cancelled' },
    failed: { scan: 'failed', begin: 'running', cancel: 'cancelled' },
    passed: {},
    expired: {},
    cancelled: {},
  },
})
/** A state of a face verification. */
export type FaceState = StateOf<typeof faceLifecycle>

/** How long a code waits for its phone, ms. */
export const faceCodeMs = 5 * 60_000
/** How long the phone may take from each step to the next, ms: the shortest that a gateway gives. */
export const faceStepMs = 10 * 60_000
/** How often somebody may begin within `attemptHours`, however it ends: each is paid for. */
export const faceLimit = 8
/** What a person reads who began that often. */
export const facesSpent = `24小时内人脸识别已达${faceLimit}次，请改用其他方式或稍后再试`
/** What a person reads whose verification came to no end. */
export const faceTimedOut = '人脸识别超时未完成，不计入失败次数，请重新认证'
