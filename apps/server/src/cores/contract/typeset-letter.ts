import type { Area } from '@moqi/domain/contract/area'
import { type Control, controlTable } from '@moqi/domain/contract/controls'
import type { LetterPart } from '@moqi/domain/seals/grant-letter'
import type { PlacedBox } from '@moqi/evidence/agreement/agreement-content'
import type { Deps } from '#src/platform/deps.ts'
import type { MadeFile } from './made-file.ts'
import { placedArea } from './placed-area.ts'

/** A letter in words: who signs it stands under it in order, each with a place for seal or signature, and a date. */
export type LetterWords = {
  title: string
  /** Stands at the foot of every page. */
  running: string
  paragraphs: readonly LetterPart[]
  sides: readonly { label: string; control: Control }[]
}

/** A letter whose bytes are stored, and the places of its sides. */
export type TypesetLetter = { file: MadeFile; areas: Area[] }

/** Typesets a letter with a place for each side, numbered from 1, and stores its bytes. */
export async function typesetSides(
  { workshop, blobs, now, newId }: Pick<Deps, 'workshop' | 'blobs' | 'now' | 'newId'>,
  accountId: string,
  { title, running, paragraphs, sides }: LetterWords,
): Promise<TypesetLetter> {
  const typeset = await workshop.typesetAgreement({
    title,
    running,
    paragraphs: [...paragraphs],
    sides: sides.map(({ label, control }) => ({
      label,
      places: [controlTable[control].size],
      date: controlTable.date.size,
    })),
  })
  const { pages } = await workshop.inspect(typeset.pdf)
  const file = {
    fileId: newId(),
    accountId,
    name: `${title}.pdf`,
    sha256: await blobs.put(typeset.pdf),
    size: typeset.pdf.length,
    pages: pages.map(({ width, height }) => ({ width, height })),
    createdAt: now(),
  }
  const areas = typeset.sides.flatMap(({ places: [place], date }, index) => {
    const area = (name: string, box: PlacedBox, control: Control) =>
      placedArea({ areaId: `${name}${index + 1}`, fileId: file.fileId, partyNo: index + 1 }, box, control)
    if (!place) throw new Error('a side without a place')
    return [area('sign', place, sides[index]?.control ?? 'handwrite'), area('date', date, 'date')]
  })
  return { file, areas }
}
