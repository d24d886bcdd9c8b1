import type { DraftParty } from '@moqi/domain/contract/draft-rules'
import type { PartyState } from '@moqi/domain/contract/party-lifecycle'
import type { PartyKind } from '@moqi/domain/contract/party-kind'
import type { TemplateRole as Role } from '@moqi/domain/templates/template-rules'
import type { WillKind } from '@moqi/domain/contract/will-kind'
import type { DraftSigner } from '../draft.ts'
import type { Signer } from '../shapes.ts'
import type { TemplateRole } from '../template.ts'

/** The wire's `signType`: 1 a company, 0 a person. */
export const signTypeOf = (kind: PartyKind): 0 | 1 => (kind === 'company' ? 1 : 0)

type Typed = Pick<
  DraftSigner,
  'signerNo' | 'signType' | 'signerName' | 'phone' | 'companyName' | 'signOrder' | 'creditCode' | 'idNumber'
> & { signKind?: DraftSigner['signKind'] }

/** What the rules need of a draft's signer; a company not named yet has an empty name. */
export const draftPartyOf = (signer: Typed): DraftParty => ({
  partyNo: signer.signerNo,
  name: signer.signerName,
  phone: signer.phone,
  companyName: signer.signType === 1 ? (signer.companyName ?? '') : null,
  signOrder: signer.signOrder,
  creditCode: signer.creditCode,
  idNumber: signer.idNumber,
  signKind: signer.signKind,
})

type ShownParty = Required<Pick<DraftParty, 'partyNo' | 'signOrder' | 'name' | 'phone' | 'companyName'>> & {
  kind: PartyKind
  companyId: string | null
  state: PartyState
  signedAt: number | null
  readAt: number | null
  willKind: WillKind
}

/** A party of a contract as it travels; times are ms since epoch. */
export const wireParty = (party: ShownParty): Signer => ({
  signerNo: party.partyNo,
  signOrder: party.signOrder,
  signType: signTypeOf(party.kind),
  signerName: party.name,
  phone: party.phone,
  companyName: party.companyName,
  companyId: party.companyId,
  signerStatus: party.state,
  signTime: party.signedAt,
  readTime: party.readAt,
  willAuthType: party.willKind,
  sealType: party.kind,
})

/** A template's role. */
export const roleOf = ({ signerNo, signerName, signType, own, willAuthType, ...role }: TemplateRole): Role => ({
  willKind: willAuthType,
  ...role,
  partyNo: signerNo,
  name: signerName,
  isCompany: signType === 1,
  own: own === 1,
})

/** A template's role as it travels. */
export const wireRole = ({ partyNo, name, isCompany, own, willKind = 'any', ...role }: Role): TemplateRole => ({
  willAuthType: willKind,
  ...role,
  signerNo: partyNo,
  signerName: name,
  signType: isCompany ? 1 : 0,
  own: own ? 1 : 0,
})
