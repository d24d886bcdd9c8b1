import type { TextEncoding } from './text-encoding.ts'

type Ranges = Pick<TextEncoding, 'ranges' | 'hex' | 'vertical'>
interface CodeCharacter {
  readonly code: number
  readonly character: string
}

/** A CMap that leads each code to its place in the list, from 1 (ISO 32000-1 §9.7.5.4). */
export function codeToGlyphMap(encoding: Ranges, used: readonly CodeCharacter[]): Buffer {
  const lines = used.map(({ code }, i) => `<${encoding.hex(code)}> ${i + 1}`)
  return characterMap('Moqi-Codes', encoding, `/WMode ${encoding.vertical ? 1 : 0} def\n${blocks('cidchar', lines)}`)
}

/** A CMap from codes to Unicode, so that text stays searchable (§9.10.3). */
export function codeToUnicodeMap(encoding: Ranges, used: readonly CodeCharacter[]): Buffer {
  const lines = used.map(({ code, character }) => {
    return `<${encoding.hex(code)}> <${Buffer.from(character, 'utf16le').swap16().toString('hex')}>`
  })
  return characterMap('Moqi-Unicode', encoding, `/CMapType 2 def\n${blocks('bfchar', lines)}`)
}

function characterMap(name: string, { ranges }: Ranges, body: string): Buffer {
  const spaces = ranges.map(([first, last]) => `<${first}> <${last}>`)
  return Buffer.from(
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n' +
      '/CIDSystemInfo 3 dict dup begin /Registry (Adobe) def /Ordering (Identity) def /Supplement 0 def end def\n' +
      `/CMapName /${name} def\n${blocks('codespacerange', spaces)}${body}` +
      'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n',
  )
}

/** At most 100 entries in a block. */
function blocks(kind: string, lines: readonly string[]): string {
  let text = ''
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100)
    text += `${block.length} begin${kind}\n${block.join('\n')}\nend${kind}\n`
  }
  return text
}
