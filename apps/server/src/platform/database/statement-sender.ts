import { createRequire } from 'node:module'
import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { PoolClient } from 'pg'
import { type Awaited, type Outcome, type Prepared, StatementGroup } from './statement-group.ts'

/**
 * Sends a statement on one connection; answers come in the order of sending, whoever waits for them. What is sent in
 * one turn of the event loop stands and falls together, but for what is sent `apart`.
 */
export type Send = (statement: Asking, apart?: 'apart') => Promise<Outcome>

/** A statement as it is asked; with a name it is prepared once a connection. */
export type Asking = { text: string; values?: readonly unknown[]; name?: string }

/**
 * A value as PostgreSQL takes it: text, or the bytes of a Buffer. Throws for a circular one. Untyped by its package.
 */
const { prepareValue }: { prepareValue: (value: unknown) => string | Buffer | null } = createRequire(import.meta.url)(
  'pg/lib/utils.js',
)

/** As pg makes it, which escapes each number of an array as if it were any text: words of an index are thousands. */
function wireValue(value: unknown): string | Buffer | null {
  const isNumbers = Array.isArray(value) && value.every((one) => Number.isInteger(one))
  return isNumbers ? `{${value.join(',')}}` : prepareValue(value)
}

const preparedOn = new WeakMap<PoolClient, Prepared>()

/**
 * Where PostgreSQL warns that somebody has cancelled a commit's waiting for its standby. It answers COMMIT then, of
 * what a fail-over would lose: who asked is told that the database is away.
 */
const givingUp = 'SyncRepWaitForLSN'
const unreplicated = new WeakSet<PoolClient>()

/** What is asked last in every write, as long as it answers something: `answered` hears of each. */
export type Trailer = { ask?: () => (Asking & { answered: (outcome: Promise<Outcome>) => void }) | undefined }

/**
 * Sends on `client`, a pipelining connection. Statements of one turn of the event loop leave in one write, because a
 * write costs more than a small statement. `asked` hears of each, and what it answers is called once that is answered.
 */
export function sender(client: PoolClient, asked: () => () => void, trailer: Trailer = {}): Send {
  const prepared = preparedOn.get(client) ?? new Map()
  if (!preparedOn.has(client)) client.on('notice', ({ routine }) => routine === givingUp && unreplicated.add(client))
  preparedOn.set(client, prepared)
  let groups: Awaited[][] = []
  const leave = () => {
    const last = trailer.ask?.()
    if (last) last.answered(send(last))
    const leaving = groups.filter((group) => group.length > 0)
    groups = []
    const { stream } = client.connection
    stream.cork()
    for (const group of leaving) client.query(new StatementGroup(group, prepared))
    stream.uncork()
  }
  const send: Send = async ({ text, values = [], name = '' }, apart) => {
    const statement = { text, values: values.map(wireValue), name }
    if (groups.length === 0) process.nextTick(leave)
    if (groups.length === 0 || apart) groups.push([])
    const outcome = new Promise<Outcome>((resolve, reject) => {
      groups.at(-1)?.push({ statement, resolve, reject })
    })
    if (apart) groups.push([])
    const answered = asked()
    try {
      const answer = await outcome
      if (unreplicated.has(client)) throw new Error('Connection terminated: a commit has not reached its standby')
      return answer
    } catch (error) {
      // The stack that leads to the socket says nothing; the one from here leads to who asked.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    } finally {
      answered()
    }
  }
  return send
}

/** As the query builder wants it; each text is prepared once a connection. */
export function preparing(send: Send): PostgresPoolClient['query'] {
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<Outcome> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new Error('a pipelined connection has no cursors')
    return send({ text, values, name: nameOf(text) })
  }
  return query
}

const mostNames = 500
const names = new Map<string, string>()
let named = 0

/** Texts are few, since values are parameters; beyond the bound, what is left gets no name and is planned each time. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  if (names.size >= mostNames) return ''
  const made = `moqi_${++named}`
  names.set(text, made)
  return made
}

/** Prepares everything anew: a newer node has changed a table under the plans that connections hold. */
export function forgetPlans(): void {
  names.clear()
}
