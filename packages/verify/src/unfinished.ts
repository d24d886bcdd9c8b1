import { certificationField, reservedPrefix } from '@moqi/form/field-names'
import type { DocumentModel } from '@moqi/pdf/graph/document-model'
import type { FormattedSignature } from './signature/judge-format.ts'
import { type Reason, reason } from './reasons/reasons.ts'

/** How many parties a document of ours has places for, and how many of them signed. */
interface Progress {
  parties: number
  signed: number
}

/** A party's place is called so; the platform's own certification and its archives are called otherwise. */
const partySlot = new RegExp(`^${reservedPrefix}[0-9a-z]+$`)

/**
 * E1: counts the places that we set aside for parties, each of which signs in one. Undefined unless a certification of
 * ours stands there: by its name alone, whoever trusts its root, since this only ever lowers a verdict.
 */
function progressOf(
  signatures: readonly FormattedSignature[],
  newest: DocumentModel | undefined,
): Progress | undefined {
  const isOurs = signatures.some(
    ({ found, integrity }) => found.fieldName === certificationField && integrity === 'intact',
  )
  if (!isOurs || !newest) return undefined
  const slots = newest.fields.filter(
    ({ name, type, branch }) => type === 'Sig' && !branch && name !== certificationField && partySlot.test(name),
  )
  return { parties: slots.length, signed: slots.filter(({ value }) => value.kind !== 'null').length }
}

/** E1: whether everybody signed for whom the document has a place, and what is told where somebody has not. */
export function judgeProgress(
  signatures: readonly FormattedSignature[],
  newest: DocumentModel | undefined,
): { complete?: boolean; reasons: Reason[] } {
  const progress = progressOf(signatures, newest)
  if (!progress) return { reasons: [] }
  const { parties, signed } = progress
  if (signed >= parties) return { complete: true, reasons: [] }
  return { complete: false, reasons: [reason('contract-unfinished', { detail: `${parties}方中${signed}方已签署` })] }
}
