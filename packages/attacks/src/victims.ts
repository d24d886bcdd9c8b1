import type { FieldPlan } from '@moqi/signing/freeze/field-plan'
import { disc } from '@moqi/signing/testing/signing-scene'
import { scene, type Scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { signDocument } from '@moqi/signing/append/sign-document'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { freezeDocument } from '@moqi/signing/freeze/freeze-document'
import { readModel } from '@moqi/pdf/graph/document-model'
import { readForTests } from '@moqi/pdf/testing/increment'
import { raise } from './judged-contract.ts'
import { grow, type GrowingDocument } from '@moqi/signing/testing/archive-scene'
import { streamBody, unusedNumber, writePdf } from './append-revision.ts'

/** A contract of ours for forgers to work on, and what they would find in it. */
export interface Victim {
  name: string
  /** Certified and signed by three. */
  bytes: Buffer
  /** Certified and signed by two: the third slot is still empty. */
  unfinished: Buffer
  on: Scene
  catalog: number
  pages: number
  /** Object numbers of the pages. */
  page: number[]
  form: number
  /** Object number of a field by its name. */
  field: (name: string) => number
  /** Object number of the signature dictionary of a field. */
  value: (name: string) => number
  /** First object number that is not used. */
  free: number
}

/** Object numbers of the prepared upload, which a forger wrote himself before anybody signed. */
export const prepared = {
  content: 5,
  overlaid: 6,
  resources: 7,
  font: 9,
  overlay: 10,
  image: 11,
  note: 12,
  price: 13,
  priceAppearance: 15,
  graphicsState: 16,
  layer: 17,
  encoding: 18,
  toUnicode: 19,
  noteAppearance: 22,
  dormantContent: 23,
  dormantPage: 24,
  dormantPages: 25,
  dormantCatalog: 26,
  /** A number the first page refers to and nobody defines. */
  dangling: 900,
} as const

const form = '/Type/XObject/Subtype/Form/BBox[0 0 400 60]/Resources<</Font<</F1 9 0 R>>>>'

/** Everything a shadow attack needs, in one contract of two pages: overlays, layers, a field, dormant objects. */
export function preparedUpload(xref: 'table' | 'stream'): Buffer {
  return writePdf(
    [
      '<</Type/Catalog/Pages 2 0 R/AcroForm 14 0 R/OCProperties<</OCGs[17 0 R]/D<</ON[17 0 R]>>>>/Outlines 20 0 R>>',
      '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents[5 0 R 6 0 R]/Resources 7 0 R/Annots[12 0 R 13 0 R]/Thumb 900 0 R>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 8 0 R/Resources 7 0 R>>',
      streamBody('BT /F1 18 Tf 60 700 Td (Amount 10000) Tj ET /Im Do'),
      streamBody('/OC /L BDC /G gs /Ov Do EMC'),
      '<</Font<</F1 9 0 R>>/XObject<</Ov 10 0 R/Im 11 0 R>>/ExtGState<</G 16 0 R>>/Properties<</L 17 0 R>>>>',
      streamBody('BT /F1 12 Tf 60 700 Td (Second page) Tj ET'),
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding 18 0 R/ToUnicode 19 0 R>>',
      streamBody('1 g 0 0 400 60 re f BT /F1 18 Tf 0 g (Amount 20000) Tj ET', form),
      streamBody('\0', '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray'),
      '<</Type/Annot/Subtype/Square/Rect[60 500 90 520]/F 4/AP<</N 22 0 R>>>>',
      '<</Type/Annot/Subtype/Widget/FT/Tx/T(price)/V(10000)/DA(/Helv 12 Tf 0 g)/F 4/P 3 0 R/Rect[60 600 200 620]/AP<</N 15 0 R>>>>',
      '<</Fields[13 0 R]/DR<</Font<</Helv 9 0 R>>>>/DA(/Helv 12 Tf 0 g)>>',
      streamBody('BT /F1 12 Tf (10000) Tj ET', form),
      '<</Type/ExtGState/ca 1/CA 1>>',
      '<</Type/OCG/Name(layer)>>',
      '<</Type/Encoding/Differences[48/zero/one/two]>>',
      streamBody('/CIDInit /ProcSet findresource begin end'),
      '<</Type/Outlines/First 21 0 R/Last 21 0 R/Count 1>>',
      '<</Title(Amount)/Parent 20 0 R/Dest[3 0 R/Fit]>>',
      streamBody('1 0 0 RG 0 0 30 20 re S', '/Type/XObject/Subtype/Form/BBox[0 0 30 20]'),
      streamBody('BT /F1 18 Tf 60 700 Td (Amount 90000) Tj ET'),
      '<</Type/Page/Parent 25 0 R/MediaBox[0 0 595 842]/Contents 23 0 R/Resources 7 0 R>>',
      '<</Type/Pages/Kids[24 0 R]/Count 1>>',
      '<</Type/Catalog/Pages 25 0 R/AcroForm 14 0 R>>',
    ],
    xref,
  )
}

const plan: FieldPlan = {
  signatures: [
    {
      slot: 'moqi-0001',
      page: 1,
      box: { x: 30, y: 200, width: 40, height: 40 },
      locks: ['moqi-0004', 'moqi-0005', 'moqi-0006'],
    },
    { slot: 'moqi-0002', page: 1, box: { x: 90, y: 200, width: 40, height: 40 }, locks: ['moqi-0007'] },
    { slot: 'moqi-0003', page: 1, box: { x: 150, y: 210, width: 30, height: 15 } },
  ],
  stamps: [{ slot: 'moqi-0004', page: 1, box: { x: 120, y: 30, width: 30, height: 30 } }],
  crossPageSeals: [{ slot: 'moqi-0005', y: 120, size: 42 }],
  texts: [
    { slot: 'moqi-0006', label: '签署日期', page: 1, box: { x: 30, y: 245, width: 50, height: 7 }, fontSize: 12 },
    { slot: 'moqi-0007', label: '交货地址', page: 1, box: { x: 30, y: 255, width: 60, height: 15 }, fontSize: 12 },
  ],
}

/**
 * Freezes an upload and has three parties sign it: with a stamp, a cross-page seal, a date and an address. An archived
 * one is raised to B-LTA.
 */
export async function makeVictim(
  name: string,
  upload: Buffer,
  { on, isArchived = false }: { on?: Scene; isArchived?: boolean } = {},
): Promise<Victim> {
  const used = on ?? (await scene())
  const { certifier, timestamps } = used
  const frozen = await freezeDocument({ certifier, timestamps, now: () => sceneTime }, upload, plan)
  const grown: GrowingDocument[] = [frozen]
  const image = disc()
  const more = [
    {
      stamps: [{ slot: 'moqi-0004', image }],
      crossPage: { slot: 'moqi-0005', image },
      texts: [{ slot: 'moqi-0006', value: '2026年11月20日' }],
    },
    { texts: [{ slot: 'moqi-0007', value: '北京市海淀区中关村大街1号' }] },
    {},
  ]
  for (const [index, extra] of more.entries()) {
    const before = grown.at(-1) ?? frozen
    const signed = await signDocument(
      { key: await used.party(`签署人${index + 1}`), timestamps, font: notoSans() },
      before,
      {
        signature: { slot: `moqi-000${index + 1}`, image },
        signerName: `签署人${index + 1}`,
        reason: '同意并签署本合同',
        at: sceneTime,
        ...extra,
      },
    )
    grown.push(grow(before, signed))
  }
  const [unfinished = frozen, signed = frozen] = grown.slice(-2)
  const { bytes } = isArchived ? await raise(used, signed, 'B-LTA') : signed
  return describe(name, bytes, unfinished.bytes, used)
}

function describe(name: string, bytes: Buffer, unfinished: Buffer, on: Scene): Victim {
  const view = readForTests(bytes).views.at(-1)
  const model = view && readModel(view)
  if (!model) throw new Error('the victim cannot be read')
  const refOf = (key: string) => {
    const value = model.catalog.entries.get(key)
    if (value?.kind !== 'ref') throw new Error(`the catalog has no ${key}`)
    return value.number
  }
  const fieldOf = (wanted: string) => {
    const field = model.fields.find((one) => one.name === wanted)
    if (!field) throw new Error(`no field ${wanted}`)
    return field
  }
  return {
    name,
    bytes,
    unfinished,
    on,
    catalog: model.catalogNumber,
    pages: refOf('Pages'),
    page: model.pages.map(({ number }) => number),
    form: refOf('AcroForm'),
    field: (wanted) => fieldOf(wanted).number,
    value: (wanted) => {
      const { value } = fieldOf(wanted)
      if (value.kind !== 'ref') throw new Error(`${wanted} is not signed`)
      return value.number
    },
    free: unusedNumber(bytes),
  }
}
