import type { File, Position } from '@moqi/api/shapes'
import { controlTable } from '@moqi/domain/contract/controls'
import { sealPages } from '@moqi/domain/contract/cross-page'
import { placeKind } from './signing-state.ts'

/** The page of a place, `第4页`; of a cross-page seal, all that it lies on, `第1–4页`. */
export function pagesOfPlace(position: Position, files: readonly Pick<File, 'fileId' | 'pageCount'>[]): string {
  if (placeKind(position) !== 'crossPage') return `第${position.page}页`
  const count = files.find(({ fileId }) => fileId === position.fileId)?.pageCount ?? position.page
  const pages = sealPages(position.pages, count)
  return `第${Math.min(...pages)}–${Math.max(...pages)}页`
}

/** What a place is called on the pages. */
export const placeName = ({ label, positionType }: Pick<Position, 'label' | 'positionType'>): string =>
  label || controlTable[positionType].label

/** Where seals and signatures go, in a sentence. */
export const placesText = (positions: readonly Position[], files: readonly Pick<File, 'fileId' | 'pageCount'>[]) =>
  positions
    .filter(({ sealId, positionType }) => sealId !== null || positionType === 'crossPage')
    .map((position) => `${pagesOfPlace(position, files)}${placeName(position)}`)
    .join('；')
