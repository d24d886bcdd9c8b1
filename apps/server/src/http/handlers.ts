import type { Call, Calls, Input } from '@moqi/api/call'
import type { Deps } from '#src/platform/deps.ts'
import type { z } from 'zod'
import type { Caller, Member, Person } from '#src/platform/actor.ts'
import type { BlobAnswer } from './blob-answer.ts'
import type { EventStream } from './event-stream.ts'

/** An uploaded file, in memory: its size is limited before it gets here. */
export type Upload = { fileName: string; bytes: Buffer }

type ActorOf<C extends Call> = { open: Caller; session: Person; tenant: Member }[C['access']]
type InputOf<C extends Call> = C['kind'] extends 'upload' ? Input<C> & { file: Upload } : Input<C>
type AnswerOf<C extends Call> = C['kind'] extends 'blob'
  ? BlobAnswer
  : C['kind'] extends 'stream'
    ? EventStream<z.input<C['output']>>
    : z.input<C['output']>

export type Handler<C extends Call> = (deps: Deps, actor: ActorOf<C>, input: InputOf<C>) => Promise<AnswerOf<C>>
/** Exactly one handler a call; a missing one does not compile. */
export type Handlers<T extends Calls> = { [K in keyof T]: Handler<T[K]> }
