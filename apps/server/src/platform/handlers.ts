import type { Call, Calls, Input } from '@moqi/api/call'
import type { z } from 'zod'
import type { Caller, Member, Operator, Person } from './actor.ts'
import type { Deps } from './deps.ts'
import type { FileToRead } from './workshop.ts'

/** An uploaded file, on disk until the call is answered: its size is limited before it gets here. */
export type Upload = FileToRead & {
  fileName: string
  /** In bytes. */
  size: number
  /** Its first bytes, a kilobyte at most. */
  head: Buffer
}

/** What a blob call's handler returns. `etag` must change when the bytes do. */
export type BlobAnswer = {
  bytes: Buffer
  type: string
  etag: string
  /** Given: the browser saves it under this name. */
  fileName?: string
  /** The bytes never change under this address. */
  immutable?: boolean
}

/** What a stream call's handler returns: events, begun when they are asked for, until `gone` or its own end. */
export type EventStream<E> = (gone: AbortSignal) => AsyncGenerator<E>

/** What a blob call's handler returns for bytes that are not held at once; `read` gives `from` up to before `to`. */
export type LongAnswer = Omit<BlobAnswer, 'bytes'> & {
  length: number
  read: (from: number, to: number) => AsyncIterable<Buffer>
}

type ActorOf<C extends Call> = { open: Caller; session: Person; tenant: Member; operator: Operator }[C['access']]
type FilesOf<C extends Call> = C['kind'] extends 'upload'
  ? { file: Upload }
  : C['kind'] extends 'pair'
    ? { before: Upload; after: Upload }
    : object
type InputOf<C extends Call> = Input<C> & FilesOf<C>
type AnswerOf<C extends Call> = C['kind'] extends 'blob'
  ? BlobAnswer | LongAnswer
  : C['kind'] extends 'stream'
    ? EventStream<z.input<C['output']>>
    : z.input<C['output']>

/** Answers one call: who asks is as the call's access says, the input as it was parsed. Throws a `Refusal`. */
export type Handler<C extends Call> = (deps: Deps, actor: ActorOf<C>, input: InputOf<C>) => Promise<AnswerOf<C>>
/** Exactly one handler a call; a missing one does not compile. */
export type Handlers<T extends Calls> = { [K in keyof T]: Handler<T[K]> }

/** A handler as what serves every call knows it: whom it is told, and with what, the call table has seen to. */
export type AnyHandler = {
  handle(deps: Deps, actor: Caller | Person | Member | Operator, input: unknown): Promise<unknown>
}['handle']
