import type { DraftArea } from './draft-rules.ts'

/** A place on a page where a party seals, signs, dates or fills in; `value` is what the initiator has filled in. */
export type Area = DraftArea & {
  readonly areaId: string
  readonly required: boolean
  readonly format: string | null
  readonly value: string | null
}
