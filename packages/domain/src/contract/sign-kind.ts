import { type Control, controls, controlTable, isOfFamily } from './controls.ts'
import { isSignature } from './lone-area.ts'
import type { PartyKind } from './party-kind.ts'

/** What the initiator asks a party to sign with (签署要求): a seal, writing by hand, both, or whichever fits. */
export const signKinds = ['any', 'seal', 'handwrite', 'both'] as const
/** What is asked of a party: to seal, to write by hand, or both. */
export type SignKind = (typeof signKinds)[number]

/** What may be asked of each side, and how it is called. A company seals, and its operator signs beside the seal. */
export const signKindLabels: Readonly<Record<PartyKind, Readonly<Partial<Record<SignKind, string>>>>> = {
  company: { any: '不限', seal: '企业印章', both: '企业印章和经办人签字' },
  person: { any: '不限', seal: '个人印章', handwrite: '手写签名' },
}

const familiesOf = {
  any: ['seal', 'signature'],
  seal: ['seal'],
  handwrite: ['signature'],
  both: ['seal', 'signature'],
} as const

/** The kinds of signature a party of that side may be given. */
export const signaturesFor = (side: PartyKind, kind: SignKind): readonly Control[] =>
  controls.filter(
    (control) => isOfFamily(control, ...familiesOf[kind]) && (controlTable[control].side ?? side) === side,
  )

/** What is asked of a party of that side: a kind that is not of the side asks for nothing in particular. */
export const signKindOf = (side: PartyKind, kind: SignKind): SignKind =>
  Object.hasOwn(signKindLabels[side], kind) ? kind : 'any'

/** What is wrong with one party's places by what it is asked to sign with: text that follows its name, or null. */
export function signKindFault(
  side: PartyKind,
  kind: SignKind,
  areas: readonly { readonly control: Control }[],
): string | null {
  if (kind === 'any') return null
  const allowed = signaturesFor(side, kind)
  const signatures = areas.filter(isSignature).map(({ control }) => control)
  const label = signKindLabels[side][kind] ?? ''
  if (signatures.some((type) => !allowed.includes(type))) return `只能以${label}签署，请删除其他签署位置`
  if (kind !== 'both') return null
  const missing = familiesOf.both.find((family) => !signatures.some((control) => isOfFamily(control, family)))
  if (missing === undefined) return null
  return missing === 'signature' ? '还需要一处手写签名（经办人签字）' : '还需要一处企业印章'
}
