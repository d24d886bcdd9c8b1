import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import type { RefusalCode } from '@moqi/domain/refusal'
import type { CompanyThings } from './company-scene.ts'
import type { Player } from './contract-scene.ts'
import type { TestServer } from './test-server.ts'

/** Everything of the victim that a request can name. */
export type Ids = Record<
  | 'signId'
  | 'taskId'
  | 'fileId'
  | 'sealId'
  | 'tenantId'
  | 'companyId'
  | 'sessionId'
  | 'deviceId'
  | 'keyId'
  | 'templateId'
  | 'batchId'
  | 'signCodeId'
  | 'contactId'
  | 'folderId'
  | 'filingId'
  | 'filingFieldId'
  | 'doubleId'
  | 'handwritingId'
  | 'faceId'
  | 'flowId'
  | 'approveId'
  | 'requestId'
  | 'orderId'
  | 'paymentNo'
  | 'titleId'
  | 'invoiceId'
  | 'groupId'
  | 'sentId'
  | 'receivedId',
  string
> &
  CompanyThings

/** Where a repeat is staged: a server, a company that launches on it, and a person who signs. */
export type Stage = {
  server: TestServer
  launcher: Player
  wang: Player
  /** Moves the server's clock on, in milliseconds; who was signed in still is. */
  pass: (ms: number) => Promise<void>
}

/** What is asked ten times at once with one key, by whom, and what counts the effect. */
export type Repeated<K extends keyof Table> = {
  /** Nobody signed in, where the call is open. */
  who: Partial<Player>
  input: Sent<Table[K]>
  /** Of an upload, `uploadFile` unless told. */
  file?: { fileName: string; bytes: Buffer; by?: 'uploadFile' | 'importFiling' }
  /** How often the effect is there. */
  count: () => Promise<number>
  /** The code of the one answer, when it is a refusal that costs something. */
  code?: number
}

/** All that tests ask of every call; a call that is added to the table without its row does not compile. */
export type CallRow<K extends keyof Table> = {
  /** What it is asked with. */
  inputs: (ids: Ids) => Sent<Table[K]>[]
  /** How it answers whoever does not own what is named; absent when it names nobody's things. */
  refused?: RefusalCode
  /** A colleague of the same company may: it is the company's, not the person's. */
  colleagueMay?: true
  /** A change of a contract or template that sends nothing, and so needs no right to launch. */
  sendsNothing?: true
  /**
   * What asking again does. Of a call that takes an `Idempotency-Key`: a scene, or why ten repeats at once prove
   * nothing more; of any other: why it needs no key.
   */
  again: Table[K]['mutates'] extends true ? string | ((stage: Stage) => Promise<Repeated<K>>) : string
}

/** A row for each of these calls. */
export type CallRows<Calls> = { [K in keyof Calls & keyof Table]: CallRow<K> }

/** What somebody else's contract answers. */
export const contract = 'contract/not-found'
/** Why a call takes no key. */
export const reads = 'reads'
/** As `reads`. */
export const seen = 'answers what is there; the first seeing alone is logged'
/** As `reads`. */
export const signsIn = 'makes a session of what it proves; without its answer one signs in again'
/** As `reads`. */
export const sendsCode = 'sends at most one code a minute, whatever the key'
/** As `reads`. */
export const givesProof = 'trades a code, which works once, for a proof that ends by itself'
/** As `reads`. */
export const ends = 'ends what it names: again, there is none'
/** As `reads`. */
export const logsTaking =
  'answers bytes: each time they are taken the log says so, and nobody keeps megabytes as an answer'
/** Why ten repeats at once prove nothing more. */
export const setsState = 'sets a state; again, the state is the same'
/** As `setsState`. */
export const byCode = 'spends a code in its transaction, and a code works once'
/** As `setsState`. */
export const stale = 'names the version it was read at: again, that is stale'

/** Asked with nothing. */
export const plain = { inputs: () => [{}] } as const
/** Asked with nothing, and leaves nothing behind. */
export const justReads = { ...plain, again: reads } as const
/** Asked for one contract. */
export const bySignId = { inputs: ({ signId }: Ids) => [{ signId }], refused: contract } as const
