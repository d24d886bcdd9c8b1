import type { Verdict } from '@moqi/api/file'

/** A page that looks different from what was signed. */
export type ChangedPage = NonNullable<Verdict['changedPageArray']>[number]

const margin = 0.012

const percent = (part: number) => `${Math.round(Math.min(1, Math.max(0, part)) * 1000) / 10}%`

/** The frame around what differs, a little wider than it, in percent of the page. */
export function frameOf({ left, top, right, bottom }: ChangedPage['area']): Record<'inset', string> {
  return {
    inset: [top - margin, 1 - right - margin, 1 - bottom - margin, left - margin].map(percent).join(' '),
  }
}
