import type { Area } from './area.ts'
import type { DraftParty } from './draft-rules.ts'
import type { SignOrderType } from './order.ts'
import type { PaperDemand } from './paper-demand.ts'
import type { SignKind } from './sign-kind.ts'
import type { WillKind } from './will-kind.ts'

/** A party as the initiator writes it. */
export type WrittenParty = DraftParty & {
  readonly signKind: SignKind
  readonly willKind: WillKind
  /** For this party's eyes only. */
  readonly privateMessage?: string | null | undefined
  readonly forcedReading: boolean
  /** What it must or may hand in before it signs. */
  readonly paperDemands?: readonly PaperDemand[] | undefined
}

/** A file of a draft; called as it was uploaded without a name. */
export type WrittenFile = { readonly fileId: string; readonly fileName?: string | null | undefined }

/** A copy recipient, told when the contract is sent or when it is finished; null a person, else a company's member. */
export type WrittenCc = {
  readonly name: string
  readonly phone: string
  readonly companyName: string | null
  readonly when: 'send' | 'finish'
}

/** A draft as the wizard writes it, complete or not; times are ms since epoch. */
export type WrittenDraft = {
  readonly subject: string
  /** Null asks for an automatic one. */
  readonly contractNo: string | null
  readonly remark: string | null
  readonly signExpireTime: number | null
  readonly contractEndTime: number | null
  /** What it is about, in 分. */
  readonly amount: number | null
  readonly signOrderType: SignOrderType
  readonly files: readonly WrittenFile[]
  readonly attachments: readonly WrittenFile[]
  readonly parties: readonly WrittenParty[]
  readonly cc: readonly WrittenCc[]
  /** Sending it adds its other parties to the launcher's address book. */
  readonly saveContacts: boolean
  /** Left out, what was placed stays. */
  readonly areas?: readonly Area[] | undefined
}
