import type { ChangedPage, Renderer } from '@moqi/pdf/page-image/render-page'
import type { SignedEnd } from './find-hidden.ts'
import { areaOf } from './page-views.ts'
import type { TouchedBox } from './touched-pages.ts'

/** Where a page differs, and the file that shows it as it was. */
export interface ChangedPlace extends Pick<ChangedPage, 'page' | 'area' | 'fieldName'> {
  before: Buffer
}

const pictureWidth = 1000

/** Where the look of a field came or changed: before it, there was what was last signed until then. */
export function placeOfLook(box: TouchedBox, ratio: number, ends: readonly [SignedEnd, ...SignedEnd[]]): ChangedPlace {
  const { left, top, right, bottom } = areaOf(box, { width: 1 })
  const end = ends.findLast(({ revision }) => revision < box.fact.revision) ?? ends[0]
  return {
    page: box.page,
    area: { left, top: top / ratio, right, bottom: bottom / ratio },
    fieldName: box.fact.field,
    before: end.bytes,
  }
}

/** As many of the places as are wanted, drawn as they were and as they are. */
export function drawPlaces(
  renderer: Renderer,
  { current, places, most }: { current: Buffer; places: readonly ChangedPlace[]; most: number },
): Promise<ChangedPage[]> {
  const draw = (bytes: Buffer, page: number) => renderer.render(bytes, page, pictureWidth).catch(() => null)
  return Promise.all(
    places.slice(0, most).map(async ({ before, page, ...place }) => ({
      page,
      ...place,
      signed: await draw(before, page),
      current: await draw(current, page),
    })),
  )
}
