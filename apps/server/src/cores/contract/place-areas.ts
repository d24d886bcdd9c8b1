import type { Position } from '@moqi/api/shapes'
import { firstSealPage } from '@moqi/domain/contract/cross-page'
import { isFillIn, numberFormat } from '@moqi/domain/contract/fill-in'
import { Refusal } from '@moqi/domain/refusal'
import { dateControlFormats } from '@moqi/domain/time/format-date'
import type { Db } from '#src/platform/database/database.ts'
import { putAreas } from './draft-areas.ts'

/** What can be placed and signed. */
const placeable = new Set<Position['positionType']>([
  'companySeal',
  'personSign',
  'handwrite',
  'crossPage',
  'date',
  'text',
  'textarea',
  'checkbox',
])

/** Replaces the areas of a draft by places that these signers can sign or fill in. Throws `field/invalid`. */
export async function putPositions(
  tx: Db,
  place: { tenantId: string; contractId: string },
  positions: readonly Position[],
  signers: readonly { signerNo: number; signType: number }[],
): Promise<void> {
  const companies = new Set(signers.filter(({ signType }) => signType === 1).map(({ signerNo }) => signerNo))
  for (const position of positions) checkPosition(position, companies)
  await putAreas(tx, place, positions.map(filed))
}

/** Refuses a place of a kind, format or range that cannot be signed or filled in. */
export function checkPosition(position: Position, companies: ReadonlySet<number>): void {
  if (!placeable.has(position.positionType)) throw refuse('不支持该类型的签署位置，请删除后重新放置')
  if (position.positionType === 'companySeal' && !companies.has(position.signerNo)) {
    throw refuse('企业印章只能分配给企业签署方')
  }
  if (position.positionType === 'date' && position.format && !dateFormats.has(position.format)) {
    throw refuse('不支持该日期格式，请重新选择')
  }
  if (isFillIn(position) && position.format !== null && !isNumber(position))
    throw refuse('不支持该填写格式，请重新选择')
  if (position.bounds && !isNumber(position)) throw refuse('只有数字可以限定范围')
}

/** A cross-page seal is filed under its first page (checklist C0.12). */
export const filed = (position: Position): Position =>
  position.positionType === 'crossPage' ? { ...position, page: firstSealPage(position.pages) } : position

const refuse = (message: string) => new Refusal('field/invalid', { field: 'positionArray', message })

const isNumber = ({ positionType, format }: Position) => positionType === 'text' && format === numberFormat

const dateFormats: ReadonlySet<string> = new Set(dateControlFormats)
