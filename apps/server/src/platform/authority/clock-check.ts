import { Refusal } from '@moqi/domain/refusal'
import { timeOfAnswer } from '@moqi/trust/timestamp/read-token-info'
import type { TimestampAuthority } from '@moqi/trust/timestamp/request-token'

/** How far this machine's clock was ahead of the time-stamping authority's (behind: less than 0) at `at`: ms. */
export type ClockState = { offsetMs: number; at: number }

/** An operator hears of more than the first; nothing is signed beyond the second (ms). */
const clockLimits = { told: 2000, refused: 5 * 60_000 } as const
/** A time-stamp may tell whole seconds. */
const grainMs = 1000
/** Older than this a comparison says nothing of now. */
const heldMs = 3_600_000
const tellEveryMs = 60_000

/** An authority whose every answer is compared with our clock, and what came of the last one; null before any. */
export function watchingClock(
  { now, log }: { now: () => number; log: (line: string) => void },
  authority: TimestampAuthority,
): { timestamps: TimestampAuthority; clock: () => ClockState | null } {
  let last: ClockState | null = null
  let toldAt = Number.NEGATIVE_INFINITY
  return {
    async timestamps(request) {
      const asked = now()
      const answer = await authority(request)
      const answered = now()
      const time = timeOfAnswer(answer)
      if (time === null) return answer
      last = { offsetMs: offsetOf(time, { asked, answered }), at: answered }
      if (Math.abs(last.offsetMs) > clockLimits.told && Math.abs(answered - toldAt) > tellEveryMs) {
        toldAt = answered
        const seconds = (Math.abs(last.offsetMs) / 1000).toFixed(1)
        const where = last.offsetMs > 0 ? 'ahead of' : 'behind'
        log(`this clock is ${seconds} s ${where} the time-stamping authority's`)
      }
      return answer
    },
    clock: () => (last && Math.abs(now() - last.at) < heldMs ? last : null),
  }
}

/** The time of the stamp lies between question and answer, if the clocks agree. */
function offsetOf(time: number, { asked, answered }: { asked: number; answered: number }): number {
  if (time > answered) return answered - time
  return Math.max(0, asked - time - grainMs)
}

/** What an operator reads of it: `wrong` keeps everybody from signing, `off` nobody; null when nothing is amiss. */
export function clockFault(state: ClockState | null): 'wrong' | 'off' | null {
  const apart = Math.abs(state?.offsetMs ?? 0)
  if (apart > clockLimits.refused) return 'wrong'
  return apart > clockLimits.told ? 'off' : null
}

/** Refuses `service/unavailable` while this clock is known to be too wrong for deadlines and claimed times. */
export function requireClock(state: ClockState | null): void {
  if (clockFault(state) !== 'wrong') return
  throw new Refusal('service/unavailable', { message: '服务器时间有误，暂停签署，请稍后再试' })
}
