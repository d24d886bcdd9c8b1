/** What the submit button waits for, the first thing first; null when it may be pressed. */
export type Obstacle = 'places' | 'reading' | 'consent'

/** `read`: open long enough, or seen to its end, as far as this party must (domain.md 2.2). */
type Facts = { left: number; read: boolean; agreed: boolean }

/** The first obstacle: an open place, the time to read, the consent. */
export function obstacleOf({ left, read, agreed }: Facts): Obstacle | null {
  if (left > 0) return 'places'
  if (!read) return 'reading'
  return agreed ? null : 'consent'
}
