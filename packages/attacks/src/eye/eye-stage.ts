import type { Scene } from '@moqi/trust/testing/authority-scene'
import { signDigest } from '@moqi/trust/cms/signed-data'
import { foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement, appendSignature, sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'
import { edited, streamBody } from '../append-revision.ts'

/** A rectangle on a page in points from the bottom left. */
export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** What a co-signer shows, in a field that it adds or in the one that was made for it. */
export interface Look {
  rect: Rect
  /** Content in points of the page, so that it lies where it is drawn. */
  content: string
  /** More entries of /Resources besides the page's fonts and the states that looks use. */
  resources?: string
  /** Flags of the widget; 4 prints it. */
  flags?: number
  /** More entries of the appearance. */
  form?: string
  /** Entries of the widget instead of its one look. */
  looks?: string
  /** More objects, from `eyeNumbers.free` on. */
  objects?: WrittenObject[]
  page?: number
}

/** Object numbers of a look and what comes with it; `free` is the first for others. */
export const eyeNumbers = {
  value: 300,
  field: 301,
  look: 302,
  free: 310,
  pages: 1000,
  contents: 1500,
  widgets: 2000,
} as const

const latin = (name: string) => `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`
/** Helvetica, Times, Courier and a Song that is not embedded, as many offices write it. */
const fonts =
  `/F ${latin('Helvetica')}/B ${latin('Helvetica-Bold')}/T ${latin('Times-Roman')}/C ${latin('Courier')}` +
  '/S<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[<</Type/Font' +
  '/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 4>>/DW 1000' +
  '/FontDescriptor<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/FontBBox[-25 -254 1000 880]/ItalicAngle 0' +
  '/Ascent 880/Descent -120/CapHeight 880/StemV 93>>>>]>>'
const states =
  '/M<</BM/Multiply>>/V93<</ca .93>>/V60<</ca .6>>/V40<</ca .4>>/D<</BM/Difference>>/L<</BM/Lighten>>/X<</BM/Screen>>'
const resources = (more = '') => `/Resources<</Font<<${fonts}>>/ExtGState<<${states}>>${more}>>`

/** Chinese text for the font /S, as the hex string that a Tj operator shows. */
export const chinese = (text: string): string => `<${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`

/** One line of text in a font of the page. */
export const line = (x: number, y: number, text: string, { size = 10, font = 'F' } = {}): string =>
  `BT /${font} ${size} Tf ${x} ${y} Td ${text.startsWith('<') ? text : `(${text})`} Tj ET`

/** A filled rectangle; `colour` is an operator with its operands. */
export const box = (colour: string, { x, y, width, height }: Rect): string =>
  `${colour} ${x} ${y} ${width} ${height} re f`

/** What a seal shows: a red ring of ink that lets print show. */
export function seal(x: number, y: number, size = 90): string {
  const [r, k] = [size / 2 - 3, (size / 2 - 3) * 0.5523]
  const arc = `${r} 0 m ${r} ${k} ${k} ${r} 0 ${r} c ${-k} ${r} ${-r} ${k} ${-r} 0 c ${-r} ${-k} ${-k} ${-r} 0 ${-r} c ${k} ${-r} ${r} ${-k} ${r} 0 c s`
  return `q 1 0 0 1 ${x + size / 2} ${y + size / 2} cm /M gs .85 .1 .1 RG 2.4 w ${arc} Q`
}

/** A contract of other tools that two parties sign: the first invisibly, the second as it likes. */
export interface EyeStage {
  name: string
  on: Scene
  /** A contract of so many A4 pages, numbered from 0, whose contents are given, signed by the first party. */
  signed: (contents: readonly string[], page?: string, objects?: WrittenObject[]) => Promise<Buffer>
  /** The second party signs it in a field of its own. */
  cosigned: (bytes: Buffer, look: Look) => Promise<Buffer>
  /** The second party signs it in one field with a look on each of several pages. */
  sealed: (bytes: Buffer, looks: readonly Look[]) => Promise<Buffer>
}

/** Object number of a page. */
const pageAt = (page: number): number => (page === 0 ? numbers.page : eyeNumbers.pages + page)

/** Sets the stage; both parties have one key each. */
export async function eyeStage(on: Scene): Promise<EyeStage> {
  const [first, second] = [await on.party('甲方'), await on.party('乙方')]
  const { timestamps } = on
  const signed = (contents: readonly string[], page = '', objects: WrittenObject[] = []) =>
    signField(uploadOf(contents, page, objects), { key: first, timestamps })
  const cosign = (bytes: Buffer, objects: WrittenObject[]) =>
    appendSignature(bytes, {
      number: eyeNumbers.value,
      entries: "/M(D:20261120110405+08'00')",
      objects,
      cms: (digest) => signDigest({ key: second, timestamps }, digest),
    })
  return {
    name: 'two parties',
    on,
    signed,
    cosigned: (bytes, look) => cosign(bytes, lookObjects(bytes, look)),
    sealed: (bytes, looks) => cosign(bytes, sealObjects(bytes, looks)),
  }
}

/** The contract as nobody has signed it; an object that is given takes the place of the usual one. */
function uploadOf(contents: readonly string[], page = '', objects: WrittenObject[] = []): Buffer {
  const kids = contents.map((_, index) => `${pageAt(index)} 0 R`).join(' ')
  const all = [
    { number: numbers.pages, body: `<</Type/Pages/Kids[${kids}]/Count ${contents.length}>>` },
    ...contents.flatMap((content, index) => {
      const [number, drawn] = [pageAt(index), eyeNumbers.contents + index]
      const annots = index === 0 ? '6 0 R 7 0 R 8 0 R' : ''
      return [
        {
          number,
          body: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${drawn} 0 R${resources()}/Annots[${annots}]${page}>>`,
        },
        { number: drawn, body: streamBody(content) },
      ]
    }),
  ]
  const replaced = new Set(objects.map(({ number }) => number))
  return appendIncrement(foreignPdf(), [...all.filter(({ number }) => !replaced.has(number)), ...objects])
}

function lookObjects(bytes: Buffer, look: Look): WrittenObject[] {
  const { rect, content, flags = 4, form = '', page = 0, objects = [] } = look
  const { value, field, look: drawing } = eyeNumbers
  const corners = cornersOf(rect)
  const looks = look.looks ?? `/AP<</N ${drawing} 0 R>>`
  return [
    widgetOf({ page, rect, number: field }, `/FT/Sig/T(cosigned)/V ${value} 0 R/F ${flags}${looks}`),
    {
      number: drawing,
      body: streamBody(content, `/Type/XObject/Subtype/Form/BBox[${corners}]${resources(look.resources)}${form}`),
    },
    edited(bytes, numbers.form, '8 0 R]', `8 0 R ${field} 0 R]`),
    listed(bytes, page, field),
    ...objects,
  ]
}

const cornersOf = ({ x, y, width, height }: Rect) => `${x} ${y} ${x + width} ${y + height}`

const widgetOf = ({ page, rect, number }: { page: number; rect: Rect; number: number }, entries: string) => ({
  number,
  body: `<</Type/Annot/Subtype/Widget/P ${pageAt(page)} 0 R/Rect[${cornersOf(rect)}]${entries}>>`,
})

/** A page with one more annotation. */
function listed(bytes: Buffer, page: number, number: number): WrittenObject {
  const before = /\/Annots\[([^\]]*)\]/.exec(sourceOf(bytes, pageAt(page)))?.[1] ?? ''
  return edited(bytes, pageAt(page), `/Annots[${before}]`, `/Annots[${before} ${number} 0 R]`)
}

function sealObjects(bytes: Buffer, looks: readonly Look[]): WrittenObject[] {
  const { value, field, widgets } = eyeNumbers
  const numbered = looks.map((look, index) => ({ look, widget: widgets + 2 * index, drawing: widgets + 2 * index + 1 }))
  const kids = numbered.map(({ widget }) => `${widget} 0 R`).join(' ')
  return [
    { number: field, body: `<</FT/Sig/T(cosigned)/V ${value} 0 R/Kids[${kids}]>>` },
    edited(bytes, numbers.form, '8 0 R]', `8 0 R ${field} 0 R]`),
    ...numbered.flatMap(({ look: { rect, content, page = 0 }, widget, drawing }) => [
      widgetOf({ page, rect, number: widget }, `/Parent ${field} 0 R/F 4/AP<</N ${drawing} 0 R>>`),
      {
        number: drawing,
        body: streamBody(content, `/Type/XObject/Subtype/Form/BBox[${cornersOf(rect)}]${resources()}`),
      },
      listed(bytes, page, widget),
    ]),
  ]
}
