/** What the submit button waits for, the first thing first; null when it may be pressed. */
export type Obstacle = 'places' | 'reading' | 'time' | 'consent'

type Facts = { left: number; readToEnd: boolean; seconds: number; agreed: boolean }

/** The first obstacle: an open place, the unread end, the clock, the consent. */
export function obstacleOf({ left, readToEnd, seconds, agreed }: Facts): Obstacle | null {
  if (left > 0) return 'places'
  if (!readToEnd) return 'reading'
  if (seconds > 0) return 'time'
  return agreed ? null : 'consent'
}
