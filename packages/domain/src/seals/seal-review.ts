/** Who decides on an uploaded picture of a seal: the platform's operator, or the checks of the picture alone. */
export const sealReviews = ['operator', 'automatic'] as const
/** A member of `sealReviews`. */
export type SealReview = (typeof sealReviews)[number]

/** Working days that an operator's review takes at most (domain 2.4). */
export const reviewDays = 2

/** Sides of an uploaded seal in mm (domain 4.6). */
export const sealSideMm = { least: 10, most: 100 } as const

/** The size in mm of a seal `width` mm wide whose picture has that ratio; null where it is too large or too small. */
export function uploadedSize(width: number, ratio: number): { widthMm: number; heightMm: number } | null {
  const heightMm = Math.round((width / ratio) * 10) / 10
  const { least, most } = sealSideMm
  return [width, heightMm].every((side) => side >= least && side <= most) ? { widthMm: width, heightMm } : null
}
