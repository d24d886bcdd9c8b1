/** First GB 2312 code, last code and first CID of the runs in which Adobe-GB1 follows GB 2312 (CMap GB-EUC-H). */
const symbolRuns: readonly (readonly [number, number, number])[] = [
  [0xa1a1, 0xa1fe, 96],
  [0xa2b1, 0xa2e2, 190],
  [0xa2e5, 0xa2ee, 240],
  [0xa2f1, 0xa2fc, 250],
  [0xa3a1, 0xa3fe, 262],
  [0xa4a1, 0xa4f3, 356],
  [0xa5a1, 0xa5f6, 439],
  [0xa6a1, 0xa6b8, 525],
  [0xa6c1, 0xa6d8, 549],
  [0xa7a1, 0xa7c1, 602],
  [0xa7d1, 0xa7f1, 635],
  [0xa8a1, 0xa8ba, 668],
  [0xa8c5, 0xa8e9, 700],
  [0xa9a4, 0xa9ef, 738],
]

/** CID of Latin characters by kind: proportional from 1, half-width from 814 with its space apart. */
const proportionalSpace = 1
const halfWidthExclamation = 814
const halfWidthSpace = 7716

interface Tables {
  readonly cids: ReadonlyMap<string, number>
  readonly characters: ReadonlyMap<number, string>
}
let tables: Tables | undefined

/** The Adobe-GB1 CID of a character of GB 2312 or ASCII; undefined for any other. */
export function gb1Cid(character: string, latin: 'proportional' | 'half-width'): number | undefined {
  const code = character.charCodeAt(0)
  if (code >= 0x20 && code <= 0x7e) {
    if (latin === 'proportional') return code - 0x20 + proportionalSpace
    return code === 0x20 ? halfWidthSpace : code - 0x21 + halfWidthExclamation
  }
  tables ??= gb2312Tables()
  return tables.cids.get(character)
}

/** The character of an Adobe-GB1 CID within GB 2312 and ASCII; undefined for any other. */
export function gb1Character(cid: number): string | undefined {
  if (isLatinCid(cid)) {
    if (cid === halfWidthSpace) return ' '
    return String.fromCharCode(cid <= 95 ? cid + 0x1f : cid - halfWidthExclamation + 0x21)
  }
  tables ??= gb2312Tables()
  return tables.characters.get(cid)
}

/** Whether a CID is one of the Latin characters whose width fonts give one by one. */
export function isLatinCid(cid: number): boolean {
  return (cid >= 1 && cid <= 95) || (cid >= 814 && cid <= 907) || cid === halfWidthSpace
}

function gb2312Tables(): Tables {
  const cids = new Map<string, number>()
  const decoder = new TextDecoder('gb18030')
  for (const [first, last, cid] of [...symbolRuns, ...ideographRuns()]) {
    for (let code = first; code <= last; code++) {
      const character = decoder.decode(Uint8Array.of(code >> 8, code & 0xff))
      if ([...character].length === 1) cids.set(character, cid + code - first)
    }
  }
  return { cids, characters: new Map([...cids].map(([character, cid]) => [cid, character])) }
}

/** Rows B0–F7 follow each other; the last row of level 1 is five short. */
function ideographRuns(): [number, number, number][] {
  return Array.from({ length: 0xf8 - 0xb0 }, (_, i) => {
    const row = (0xb0 + i) << 8
    const short = row === 0xd700 ? 5 : 0
    return [row + 0xa1, row + 0xfe - short, 940 + i * 94 - (row > 0xd700 ? 5 : 0)]
  })
}
