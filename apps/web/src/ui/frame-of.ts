/** A part of a page in parts of its width and height from its top left. */
type Area = { left: number; top: number; right: number; bottom: number }

const percent = (part: number) => `${Math.round(Math.min(1, Math.max(0, part)) * 1000) / 10}%`

/** The frame around what differs, wider than it by `margin` in parts of the page, in percent of the page. */
export function frameOf({ left, top, right, bottom }: Area, margin = 0.012): Record<'inset', string> {
  return {
    inset: [top - margin, 1 - right - margin, 1 - bottom - margin, left - margin].map(percent).join(' '),
  }
}
