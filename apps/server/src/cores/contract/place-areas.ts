import type { Area } from '@moqi/domain/contract/area'
import { controlTable, isCompanys } from '@moqi/domain/contract/controls'
import { firstSealPage } from '@moqi/domain/contract/cross-page'
import { isFillIn, numberFormat } from '@moqi/domain/contract/fill-in'
import type { PartyKind } from '@moqi/domain/contract/party-kind'
import { Refusal } from '@moqi/domain/refusal'
import { dateControlFormats } from '@moqi/domain/time/date-control'
import type { Db } from '#src/platform/database/database.ts'
import { putAreas } from './draft-areas.ts'

/** Replaces the areas of a draft by places that these parties can sign or fill in. Throws `field/invalid`. */
export async function placeAreas(
  tx: Db,
  place: { tenantId: string; contractId: string },
  areas: readonly Area[],
  parties: readonly { partyNo: number; kind: PartyKind }[],
): Promise<void> {
  const companies = new Set(parties.filter(({ kind }) => kind === 'company').map(({ partyNo }) => partyNo))
  for (const area of areas) checkArea(area, companies)
  await putAreas(tx, place, areas.map(filed))
}

/** Refuses a place of a kind, format or range that cannot be signed or filled in. */
export function checkArea(area: Area, companies: ReadonlySet<number>): void {
  if (isCompanys(area.control) && !companies.has(area.partyNo)) {
    throw refuse(`${controlTable[area.control].label}只能分配给企业签署方`)
  }
  if (!isFillIn(area)) checkSigned(area)
  if (isFillIn(area) && area.format !== null && !isNumber(area)) throw refuse('不支持该填写格式，请重新选择')
  if (area.bounds && !isNumber(area)) throw refuse('只有数字可以限定范围')
}

/** What is signed or dated is never left out: a signature is the party's word for the whole document. */
function checkSigned(area: Area): void {
  if (!area.required) throw refuse('只有填写项可以设为选填，签署位置和签署日期均为必填')
  if (area.control === 'date' && area.format && !dateFormats.has(area.format)) {
    throw refuse('不支持该日期格式，请重新选择')
  }
}

/** A cross-page seal is filed under its first page (checklist C0.12). */
export const filed = (area: Area): Area =>
  area.control === 'crossPage' ? { ...area, page: firstSealPage(area.pages) } : area

const refuse = (message: string) => new Refusal('field/invalid', { field: 'areas', message })

const isNumber = ({ control, format }: Area) => control === 'text' && format === numberFormat

const dateFormats: ReadonlySet<string> = new Set(dateControlFormats)
