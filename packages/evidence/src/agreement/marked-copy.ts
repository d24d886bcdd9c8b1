import { packedImage } from '@moqi/pdf/images/png'
import { fontFile } from '@moqi/pdf/fonts/bundled-fonts'
import { writeFont } from '@moqi/pdf/fonts/text-font'
import { readFont } from '@moqi/pdf/fonts/truetype-font'
import { NewPdf } from '@moqi/pdf/write/new-pdf'
import { decimal, reference } from '@moqi/pdf/write/pdf-syntax'

/** A copy to be made of pictures of pages. */
export interface CopyContent {
  /** Stands across every page. */
  mark: string
  /** Stands at the foot of every page. */
  line: string
  /** PNG without transparency; sizes in mm as displayed. */
  pages: { png: Uint8Array; width: number; height: number }[]
}

const millimetre = 72 / 25.4
const lineSize = 8
const turn = Math.PI / 6

/** A copy that cannot be taken for its original: pictures of its pages, marked, without signatures or text. */
export function markedCopy({ mark, line, pages }: CopyContent): Buffer {
  const pdf = new NewPdf()
  const serif = writeFont(pdf, readFont(fontFile('serifBold'), 'NotoSerifSC-Bold'), mark)
  const sans = writeFont(pdf, readFont(fontFile('sans'), 'NotoSansSC'), line)
  const faint = pdf.allocate()
  pdf.object(faint, '<</Type/ExtGState/ca 0.22>>')
  for (const page of pages) {
    const { width: columns, height: rows, channels, body } = packedImage(Buffer.from(page.png))
    const image = pdf.newStream(
      `/Type/XObject/Subtype/Image/Width ${columns}/Height ${rows}/BitsPerComponent 8` +
        `/ColorSpace/${channels === 1 ? 'DeviceGray' : 'DeviceRGB'}/Filter/FlateDecode` +
        `/DecodeParms<</Predictor 15/Colors ${channels}/BitsPerComponent 8/Columns ${columns}>>`,
      body,
    )
    const [width, height] = [page.width * millimetre, page.height * millimetre]
    const content = pdf.newStream(
      '',
      [
        `q ${decimal(width)} 0 0 ${decimal(height)} 0 0 cm /P Do Q`,
        across(mark, { width, height }, serif.show(mark)),
        `BT 0.35 0.36 0.4 rg /L ${lineSize} Tf ${decimal(6 * millimetre)} ${decimal(4 * millimetre)} Td ${sans.show(line)} Tj ET`,
      ].join('\n'),
    )
    const fonts = `/M ${reference(serif.ref)}/L ${reference(sans.ref)}`
    pdf.page(
      `/MediaBox[0 0 ${decimal(width)} ${decimal(height)}]/Contents ${reference(content)}` +
        `/Resources<</Font<<${fonts}>>/XObject<</P ${reference(image)}>>/ExtGState<</F ${reference(faint)}>>>>`,
    )
  }
  return pdf.finish('/Lang(zh-CN)')
}

/** The mark over the middle of the page, rising, two thirds of the page's shorter side wide. */
function across(mark: string, { width, height }: { width: number; height: number }, shown: string): string {
  const length = [...mark].length
  const size = (Math.min(width, height) * 2) / 3 / length
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const half = (size * length) / 2
  const x = width / 2 - half * cos + (size / 3) * sin
  const y = height / 2 - half * sin - (size / 3) * cos
  const matrix = [cos, sin, -sin, cos, x, y].map(decimal).join(' ')
  return `q /F gs BT 0.73 0.17 0.11 rg /M ${decimal(size)} Tf ${matrix} Tm ${shown} Tj ET Q`
}
