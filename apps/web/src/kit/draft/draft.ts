import type { File } from '@moqi/api/shapes'
import { presetDeadline } from '@moqi/domain/contract/draft-rules'
import type { PaperDemand } from '@moqi/domain/contract/paper-demand'
import type { SignKind } from '@moqi/domain/contract/sign-kind'
import type { WillKind } from '@moqi/domain/contract/will-kind'
import { sideName } from '../party/side-name.ts'

/**
 * A party in the making: what is typed, told apart from what the server tells of a party (`Signer`), which has no
 * blanks. `signerNo` stays its own for life, the order is its place in the list.
 */
export type DraftParty = {
  signerNo: number
  kind: 'company' | 'person'
  /** The initiator's own side (我方也需签署). */
  own: boolean
  signerName: string
  phone: string
  /** Empty for a person. */
  companyName: string
  /** Of the company, as its contact; may be empty. */
  creditCode: string
  /** Of the person, or the mask of the one the server keeps; may be empty. */
  idNumber: string
  /** What it is asked to sign with (签署要求). */
  signKind: SignKind
  /** Signs at the same turn as the party before it, in a mixed order. */
  together: boolean
  willKind: WillKind
  /** 私信, for this party's eyes only. */
  privateMessage: string
  /** Must have read everything before it may sign. */
  forcedReading: boolean
  /** What it is asked to hand in before it signs; a name may still be blank. */
  paperDemands: readonly DraftDemand[]
}

/** A demand for a paper in the making; `key` stays its own while the list changes. */
export type DraftDemand = Omit<PaperDemand, 'note'> & { key: string; note: string }

/** A copy recipient in the making; `key` stays its own while the list changes. */
export type DraftCc = { key: string; name: string; phone: string; companyName: string; when: 'send' | 'finish' }

/** How the parties follow each other: 顺序签署, 同时签署, or 混合签署, an order in which parties may share a turn. */
export type LaunchOrder = 'order' | 'disorder' | 'mixed'

/** What the wizard's first two steps edit; times are ms since the epoch. `signId` is null until first saved. */
export type LaunchDraft = {
  signId: string | null
  version: number
  taskName: string
  /** Empty asks the server for an automatic number. */
  taskNo: string
  remark: string
  signExpireTime: number | null
  contractEndTime: number | null
  /** What the contract is about, in 元, as it is typed. */
  amount: string
  order: LaunchOrder
  /** `fileName` is what this contract calls a file. */
  files: readonly File[]
  attachments: readonly File[]
  parties: readonly DraftParty[]
  cc: readonly DraftCc[]
  /** Sending it adds the other parties to the address book. */
  saveContacts: boolean
}

/** The turn of each party, from 1; side by side all have the first. */
export function turnsOf({ order, parties }: Pick<LaunchDraft, 'order' | 'parties'>): number[] {
  let turn = 0
  return parties.map(({ together }, index) => {
    if (order === 'disorder') return 1
    if (index === 0 || order === 'order' || !together) turn += 1
    return turn
  })
}

/** What nobody has asked of a party yet. */
export const nothingAsked: Omit<DraftParty, keyof Self | 'signerNo' | 'own'> = {
  creditCode: '',
  idNumber: '',
  signKind: 'any',
  together: false,
  willKind: 'any',
  privateMessage: '',
  forcedReading: false,
  paperDemands: [],
}

/** Who launches: the current space, and the person who acts for it. */
export type Self = Pick<DraftParty, 'kind' | 'signerName' | 'phone' | 'companyName'>

/** An empty draft with the preset deadline and the initiator's own side as first party. */
export function newDraft(self: Self, now: number): LaunchDraft {
  return {
    signId: null,
    version: 0,
    taskName: '',
    taskNo: '',
    remark: '',
    signExpireTime: presetDeadline('normal', now),
    contractEndTime: null,
    amount: '',
    order: 'order',
    files: [],
    attachments: [],
    parties: [{ ...self, ...nothingAsked, signerNo: 1, own: true }],
    cc: [],
    saveContacts: true,
  }
}

/** Whether a party is the initiator's own side: the same person, for the same company or for nobody. */
export function isOwnParty(party: Self, self: Self): boolean {
  return party.kind === self.kind && party.phone === self.phone && party.companyName === self.companyName
}

// The wire knows numbers from 1 to 50, so that of a removed party is given again.
function freeNumber(parties: readonly DraftParty[]): number {
  const taken = new Set(parties.map((party) => party.signerNo))
  let number = 1
  while (taken.has(number)) number += 1
  return number
}

/** Appends an empty party. */
export function withParty(parties: readonly DraftParty[], kind: DraftParty['kind']): DraftParty[] {
  const empty = { ...nothingAsked, signerName: '', phone: '', companyName: '' }
  return [...parties, { ...empty, kind, own: false, signerNo: freeNumber(parties) }]
}

/** What the address book gives a party. */
type Contact = Pick<DraftParty, 'signerName' | 'phone' | 'companyName' | 'kind'> &
  Partial<Pick<DraftParty, 'creditCode'>>

/** Appends parties from the address book, each once. */
export const withContacts = (parties: readonly DraftParty[], contacts: readonly Contact[]): DraftParty[] =>
  contacts.reduce<DraftParty[]>(
    (all, contact) =>
      hasContact(all, contact) ? all : [...all, { ...nothingAsked, ...contact, own: false, signerNo: freeNumber(all) }],
    [...parties],
  )

/** Whether a contact is a party already. */
export const hasContact = (parties: readonly DraftParty[], contact: Contact): boolean =>
  parties.some(
    ({ kind, signerName, phone, companyName }) =>
      kind === contact.kind &&
      phone.replaceAll(/\s/g, '') === contact.phone &&
      signerName.trim() === contact.signerName &&
      (kind === 'person' || companyName.trim() === contact.companyName),
  )

/** Puts the own side first, or takes it away. */
export function withOwnSide(parties: readonly DraftParty[], self: Self, signs: boolean): DraftParty[] {
  const others = parties.filter((party) => !party.own)
  return signs ? [{ ...self, ...nothingAsked, own: true, signerNo: freeNumber(parties) }, ...others] : others
}

/** The list with the item at `from` moved to `to`; unchanged when either lies outside. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from]
  if (item === undefined || to < 0 || to >= list.length || from === to) return list
  const rest = list.filter((_, index) => index !== from)
  return [...rest.slice(0, to), item, ...rest.slice(to)]
}

/** How a party is called: its company, else its person, else its side. */
export function partyName(party: DraftParty, index: number): string {
  const name = party.kind === 'company' ? party.companyName : party.signerName
  return name.trim() || sideName(index)
}
