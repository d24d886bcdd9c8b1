/** What the submit button waits for, the first thing first; null when it may be pressed. */
export type Obstacle = 'places' | 'reading' | 'consent'

/** `seconds` until the contract has been open long enough; reaching its end makes them 0 (domain.md 2.2). */
type Facts = { left: number; seconds: number; agreed: boolean }

/** The first obstacle: an open place, the time to read, the consent. */
export function obstacleOf({ left, seconds, agreed }: Facts): Obstacle | null {
  if (left > 0) return 'places'
  if (seconds > 0) return 'reading'
  return agreed ? null : 'consent'
}
