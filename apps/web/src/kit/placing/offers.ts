import type { Output } from '@moqi/api/call'
import type { File, Position } from '@moqi/api/shapes'
import type { Table } from '@moqi/api/table'
import { isOnePage } from '@moqi/domain/contract/controls'
import { isSignature } from '@moqi/domain/contract/lone-area'
import { senderNo } from '@moqi/domain/templates/template-rules'
import { partyName, type DraftParty } from '../draft/draft.ts'
import { newArea } from './area-kinds.ts'
import { crossPageOf, joinable, newCrossPage } from './cross-page.ts'

/** What the server recognised in a file. */
export type Recognized = { file: File; answer: Output<Table['recognizeAreas']> }

/** A place that is offered and not taken yet; `words` are the label that it stands at. */
export type Offer = { area: Position; words: string }

/** The parties as the server asks for them; who only fills in a template signs nothing. */
export const seekersOf = (parties: readonly DraftParty[]) =>
  parties
    .filter(({ signerNo }) => signerNo !== senderNo)
    .map(({ signerNo, kind, signKind, signerName, companyName }) => ({
      signerNo,
      signType: kind === 'company' ? (1 as const) : (0 as const),
      signKind,
      signerName: signerName.trim(),
      companyName: kind === 'company' ? companyName.trim() : null,
    }))

// mm between a place that is there and one offered for the same: further apart they are two.
const sameBlock = 60

const isThere = (areas: readonly Position[], offered: Position): boolean =>
  areas.some(
    (area) =>
      area.fileId === offered.fileId &&
      area.page === offered.page &&
      area.signerNo === offered.signerNo &&
      area.positionType === offered.positionType &&
      Math.abs(area.y - offered.y) < sameBlock,
  )

/**
 * What to offer: the places recognised that nobody has placed yet, in the order of the pages, then a cross-page seal
 * for each company that seals in a file of several pages.
 */
export function offersOf(
  recognized: readonly Recognized[],
  parties: readonly DraftParty[],
  areas: readonly Position[],
): Offer[] {
  const known = new Set(parties.map(({ signerNo }) => signerNo))
  const onPages = recognized.flatMap(({ file, answer }) =>
    answer.areaArray.flatMap(({ positionType, signerNo, label, ...at }) => {
      if (!isOnePage(positionType) || !known.has(signerNo)) return []
      const area = newArea(positionType, signerNo, { fileId: file.fileId, ...at })
      return isThere(areas, area) ? [] : [{ area, words: label }]
    }),
  )
  const seams = joinable(recognized.map(({ file }) => file)).flatMap((file) => {
    const sealing = recognized
      .filter((one) => one.file === file)
      .flatMap(({ answer }) => answer.areaArray.filter(({ positionType }) => positionType === 'companySeal'))
    const numbers = [...new Set(sealing.map(({ signerNo }) => signerNo))].filter((signerNo) => known.has(signerNo))
    return numbers.flatMap((signerNo, index) =>
      crossPageOf(areas, file.fileId, signerNo)
        ? []
        : [{ area: newCrossPage(file, signerNo, index), words: file.fileName }],
    )
  })
  return [...onPages, ...seams]
}

/** The parties that have no place to sign and are offered none. */
export const leftOut = (
  parties: readonly DraftParty[],
  areas: readonly Position[],
  offers: readonly Offer[],
): string[] => {
  const signing = [...areas, ...offers.map(({ area }) => area)].filter(({ positionType }) =>
    isSignature({ control: positionType }),
  )
  return parties.flatMap((party, index) =>
    party.signerNo === senderNo || signing.some(({ signerNo }) => signerNo === party.signerNo)
      ? []
      : [partyName(party, index)],
  )
}

/** Where the parties sign, else the last page of the first file: what is opened to place areas. */
export function signPlace(
  files: readonly File[],
  recognized: readonly Recognized[],
): { fileIndex: number; page: number; y?: number } {
  for (const { file, answer } of recognized) {
    const { signPage, areaArray } = answer
    if (signPage === null) continue
    const tops = areaArray.filter(({ page }) => page === signPage).map(({ y }) => y)
    return { fileIndex: files.indexOf(file), page: signPage, y: Math.min(...tops) }
  }
  const [first] = files
  const own = first?.fieldArray?.[0]
  return own ? { fileIndex: 0, page: own.page, y: own.y } : { fileIndex: 0, page: first?.pageCount ?? 1 }
}
