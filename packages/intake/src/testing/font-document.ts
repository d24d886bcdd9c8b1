/** A one-page PDF (A4) whose fonts are objects from 5 0 on, called F5 and so on in its content. */
export function documentWithFonts(content: string, ...objects: string[]): Buffer {
  const fonts = objects.flatMap((source, i) =>
    /\/Subtype\/(Type0|TrueType|Type1)\b/.test(source) ? [`/F${i + 5} ${i + 5} 0 R`] : [],
  )
  const bodies = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<<${fonts.join('')}>>>>>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ...objects,
  ]
  let source = '%PDF-1.7\n'
  const offsets = bodies.map((body, i) => {
    const at = source.length
    source += `${i + 1} 0 obj\n${body}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const size = bodies.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\n`
  return Buffer.from(`${source}${table}startxref\n${source.length}\n%%EOF\n`, 'latin1')
}

/** A composite font as object 5 with its descendant as object 6, for Adobe-GB1 and without a font file. */
export function compositeFont(encoding: string, { name = 'SimSun', entries = '' } = {}): [string, string] {
  return [
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/${encoding}/DescendantFonts[6 0 R]>>`,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>${entries}>>`,
  ]
}
