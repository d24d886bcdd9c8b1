/** What the submit button waits for, the first thing first; null when it may be pressed. */
export type Obstacle = 'places' | 'papers' | 'reading' | 'consent'

/** `read`: open long enough, or seen to its end, as far as this party must (domain.md 2.2); `lacking`: papers. */
type Facts = { left: number; lacking: number; read: boolean; agreed: boolean }

/** The first obstacle: an open place, a paper to hand in, the time to read, the consent. */
export function obstacleOf({ left, lacking, read, agreed }: Facts): Obstacle | null {
  if (left > 0) return 'places'
  if (lacking > 0) return 'papers'
  if (!read) return 'reading'
  return agreed ? null : 'consent'
}
