import type { Pixels } from '@moqi/pdf/images/png'
import { areaOf, cropped, lightOf, type PageView, withBlank } from './page-views.ts'
import { dark } from './hidden-ink.ts'
import { around, type Glyph } from './glyphs-around.ts'
import { runningRules } from './running-rules.ts'
import type { TouchedBox } from './touched-pages.ts'

const pointsPerMillimetre = 72 / 25.4

/**
 * E11: the page as signed without what is judged closer up: glyphs that a seal may cover without refuting anything, and
 * rules that run on beyond the look.
 */
export function withoutJudgedApart(
  signed: Pixels,
  view: PageView,
  { box, glyphs }: { box: TouchedBox; glyphs: readonly Glyph[] },
): Pixels {
  const open = glyphs.filter(({ role }) => role.isOpen).map((glyph) => areaOf({ ...box, box: glyph.box }, view))
  const picture = withBlank(signed, open)
  const surroundings = areaOf(box, view, around)
  const part = cropped(picture, surroundings)
  if (!part) return picture
  const [left, top] = [Math.max(0, Math.floor(surroundings.left)), Math.max(0, Math.floor(surroundings.top))]
  const area = areaOf(box, view)
  const light = lightOf(part)
  const map = {
    ...part,
    scale: view.width / (box.pageWidth * pointsPerMillimetre),
    isInk: (pixel: number) => (light[pixel] ?? 0) < dark,
  }
  const rules = runningRules(map, {
    left: area.left - left,
    top: area.top - top,
    right: area.right - left,
    bottom: area.bottom - top,
  })
  for (const [pixel, isRule] of rules.entries()) {
    if (isRule === 0) continue
    const from = ((Math.floor(pixel / part.width) + top) * picture.width + left + (pixel % part.width)) * 4
    picture.data.fill(255, from, from + 4)
  }
  return picture
}
