/** Degrees a page is turned clockwise when shown. */
export type Rotation = 0 | 90 | 180 | 270

/** A box in millimetres from the top left of the page as displayed, after /Rotate. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** What a page's geometry depends on. */
export interface PageShape {
  /** Crop box in user space, points: [left, bottom, right, top]. */
  box: [number, number, number, number]
  rotate: Rotation
}

/** Points in a millimetre. */
export const pointsPerMillimetre = 72 / 25.4

/** Size as displayed, in millimetres. */
export function displayedSize({ box, rotate }: PageShape): { width: number; height: number } {
  const [left, bottom, right, top] = box
  const width = (right - left) / pointsPerMillimetre
  const height = (top - bottom) / pointsPerMillimetre
  return rotate % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** From the page as displayed to the user-space rectangle an annotation needs: [left, bottom, right, top], points. */
export function toUserSpace(page: PageShape, displayed: Box): [number, number, number, number] {
  const [left, bottom, right, top] = page.box
  const x = displayed.x * pointsPerMillimetre
  const y = displayed.y * pointsPerMillimetre
  const width = displayed.width * pointsPerMillimetre
  const height = displayed.height * pointsPerMillimetre
  switch (page.rotate) {
    case 0:
      return [left + x, top - y - height, left + x + width, top - y]
    case 90:
      return [left + y, bottom + x, left + y + height, bottom + x + width]
    case 180:
      return [right - x - width, bottom + y, right - x, bottom + y + height]
    case 270:
      return [right - y - height, top - x - width, right - y, top - x]
  }
}

/** The form /Matrix that stands an appearance upright on a rotated page (ISO 32000-1 §12.5.5). */
export const uprightMatrix: Readonly<Record<Rotation, string>> = {
  0: '',
  90: '/Matrix[0 1 -1 0 0 0]',
  180: '/Matrix[-1 0 0 -1 0 0]',
  270: '/Matrix[0 -1 1 0 0 0]',
}
