import { inflateSync } from 'node:zlib'
import { openPageImages } from '@moqi/pdf/page-image/render-page'
import { plainPdf } from '@moqi/pdf/testing/increment'
import { inkWatch } from '../visual/hidden-ink.ts'

/** An image to draw: deflated RGB, and its deflated alpha channel. */
interface InkImage {
  readonly width: number
  readonly height: number
  readonly colour: Buffer
  readonly alpha: Buffer
}

const everywhere = { left: 0, top: 0, right: 600, bottom: 600 }

/** Tells whether what is drawn over a page of small print hides some of it; `close` ends the renderer. */
export async function smallPrint() {
  const renderer = await openPageImages()
  const draw = (over: string, image?: InkImage) => renderer.draw(printedPage(over, image), 1, 600)
  return {
    hides: async (over: string, image?: InkImage) => inkWatch(await draw(''), await draw(over, image))(everywhere),
    close: () => renderer.close(),
  }
}

const stream = (content: string, entries = '') =>
  `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`

/** A page of small print, and what is drawn over it by an operator of page content. */
function printedPage(over: string, image?: InkImage): Buffer {
  const lines = Array.from({ length: 17 }, (_, line) => {
    const words = 'Party B pays 100,000 yuan within 30 days of receipt of the goods'.slice(line)
    return `BT /F 9 Tf 20 ${280 - line * 14} Td (${words}) Tj ET`
  })
  const shape = `/Type/XObject/Subtype/Image/Width ${image?.width ?? 1}/Height ${image?.height ?? 1}/BitsPerComponent 8`
  return plainPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>' +
      '/XObject<</I 6 0 R>>/ExtGState<</H<</ca .5/CA .5>>/P<</ca .25/CA .25>>/M<</BM/Multiply>>>>>>>>',
    stream(`${lines.join('\n')}\n${over}`),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    stream(
      image ? inflateSync(image.colour).toString('latin1') : '\0\0\0',
      `${shape}/ColorSpace/DeviceRGB/SMask 7 0 R`,
    ),
    stream(image ? inflateSync(image.alpha).toString('latin1') : '\0', `${shape}/ColorSpace/DeviceGray`),
  ])
}
