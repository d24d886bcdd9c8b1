import { createHash } from 'node:crypto'
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfString } from '@libpdf/core'
import type { TrueTypeFont } from '@moqi/pdf/fonts/truetype-font'

/** The character collection of a font that has its own glyph numbers (ISO 32000-1 §9.7.3). */
export function identitySystem(): PdfDict {
  return PdfDict.of({
    Registry: PdfString.fromString('Adobe'),
    Ordering: PdfString.fromString('Identity'),
    Supplement: PdfNumber.of(0),
  })
}

/** Measures in 1/1000 em; flag 3 (symbolic), because the subset has its own glyph numbers (§9.8.2). */
export function descriptorOf(face: TrueTypeFont): Record<string, PdfObject> {
  const number = (units: number) => PdfNumber.of(Math.round((units * 1000) / face.unitsPerEm))
  return {
    Type: PdfName.of('FontDescriptor'),
    Flags: PdfNumber.of(4),
    FontBBox: PdfArray.of(...face.box.map(number)),
    ItalicAngle: PdfNumber.of(0),
    Ascent: number(face.ascent),
    Descent: number(face.descent),
    CapHeight: PdfNumber.of(733),
    StemV: PdfNumber.of(80),
  }
}

/** Six capitals, different for each subset of a document (§9.9). */
export function subsetTag(fontFile: Buffer): string {
  const digest = createHash('sha256').update(fontFile).digest()
  return [...digest.subarray(0, 6)].map((byte) => String.fromCharCode(65 + (byte % 26))).join('')
}
