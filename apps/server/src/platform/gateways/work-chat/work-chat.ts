import { type ProviderFault, providerFaults } from '@moqi/domain/account/identity-provider'
import type { ProviderAttempt, ProviderClient } from '#src/platform/gateways/provider/provider-gateway.ts'

/** Somebody in a company's address book, as far as the app sees it. */
export type ChatPerson = {
  /** The vendor's own name of the person within the company, or of 飞书 within the app. */
  subject: string
  name: string
  /** Eleven digits; null where the vendor does not say it. */
  phone: string | null
  /** The first of the departments; null of the company itself. */
  departmentId: string | null
  /** Whether the vendor lets the person in. */
  active: boolean
}

/** A department of a company's address book; without a parent it lies at the top. */
export type ChatDepartment = { id: string; name: string; parentId: string | null }

/** Who is in a company, and how it is divided. */
export type ChatContacts = { people: ChatPerson[]; departments: ChatDepartment[] }

/** What is sent to one person: a title, a text, and where it leads. `id` names the sending. */
export type ChatMessage = { id: string; title: string; text: string; url: string }

/**
 * A work chat as one vendor speaks it. Whatever goes wrong throws a `ChatFault`. A token that has ended is fetched
 * anew, once.
 */
export type WorkChat = {
  /** Where a browser goes to sign in. */
  signInAddress: (client: ProviderClient, attempt: ProviderAttempt) => string
  /** Whom a code stands for; it is good once. */
  whoIs: (
    client: ProviderClient,
    attempt: ProviderAttempt,
    code: string,
  ) => Promise<Pick<ChatPerson, 'subject'> & { label: string }>
  /** Asks for a token alone: whether id and secret hold. */
  checkSecret: (client: ProviderClient) => Promise<void>
  /** Asks for what is at the top of the address book: whether the app may read it. */
  checkContacts: (client: ProviderClient) => Promise<void>
  readContacts: (client: ProviderClient) => Promise<ChatContacts>
  /** Sends to one person; answers the vendor's own name of the message, if it gives one. */
  send: (client: ProviderClient, subject: string, message: ChatMessage) => Promise<string | null>
}

/** What passes by itself. */
const passing: ReadonlySet<ProviderFault> = new Set(['busy', 'late', 'unreachable'])

/** A vendor did not do what it was asked. `code` is what the vendor itself calls it. */
export class ChatFault extends Error {
  override name = 'ChatFault'
  readonly fault: ProviderFault
  readonly passing: boolean

  constructor(fault: ProviderFault, code?: string | number) {
    // A word of the vendor's is as long as the vendor likes.
    const said = code === undefined ? '' : `（错误码 ${String(code).slice(0, 60)}）`
    super(`${providerFaults[fault]}${said}`)
    this.fault = fault
    this.passing = passing.has(fault)
  }
}

/** The token is none any more: one is fetched anew. */
export class TokenEnded extends Error {
  override name = 'TokenEnded'
}
