import type { IncomingMessage } from 'node:http'

/** Somebody in the address book of a played company. */
export type PlayedPerson = { subject: string; name: string; phone?: string; departmentId: number; active?: boolean }
/** A department of it; 0 is the company itself. */
export type PlayedDepartment = { id: number; name: string; parentId: number }
/** What somebody was sent. */
export type PlayedMessage = { subject: string; title: string; text: string; url: string; name: string }

/** What a played vendor knows, whatever it speaks. */
export type Played = {
  people: PlayedPerson[]
  departments: PlayedDepartment[]
  messages: PlayedMessage[]
  /** Whether a token is one that was given and has not ended; it is counted as used. */
  holds: (token: string | null) => boolean
  giveToken: () => string
  /** Whom a code stands for, this once; with what it was asked for. */
  redeem: (code: string) => { subject: string; asked: URLSearchParams } | null
  /** Takes a message; false for a person whom the app does not see. One of the same name is taken once. */
  take: (message: PlayedMessage) => boolean
}

/** A question as a vendor hears it. */
export type Heard = { path: string; query: URLSearchParams; headers: IncomingMessage['headers']; body: Fields }
/** The fields of a JSON body; absent ones are undefined. */
export type Fields = Readonly<Record<string, unknown>>
/** An answer of a vendor: the status, and JSON. */
export type Said = { status?: number; json: object }
/** Answers by address. */
export type Routes = Readonly<Record<string, (heard: Heard) => Said>>
/** How one vendor speaks. */
export type Speech = {
  /** What it answers whoever asks, and what it answers the app that has a token. */
  open: Routes
  guarded: Routes
  tokenOf: (heard: Heard) => string | null
  /** How it says that a token has ended, and that too much is asked. */
  ended: Said
  busy: Said
  /** The pages that sign a browser in. */
  signInPages: readonly string[]
  /** What it calls the code it leads back with. */
  codeName: string
}
/** An app as the vendor knows it. */
export type App = { clientId: string; clientSecret: string }

/** A field of a body as text. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** An object within a body. */
export const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})
