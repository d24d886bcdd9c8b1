import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { PoolClient, QueryResult } from 'pg'

/** Sends a statement on one connection; answers come in the order of sending, whoever waits for them. */
export type Send = (statement: { text: string; values?: unknown[]; name?: string }) => Promise<QueryResult>

/**
 * Sends on `client`, a pipelining connection. Statements of one turn of the event loop leave in one write, because a
 * write costs more than a small statement.
 */
export function sender(client: PoolClient): Send {
  let corked = false
  return (statement) => {
    if (!corked) {
      corked = true
      const { stream } = client.connection
      stream.cork()
      process.nextTick(() => {
        corked = false
        stream.uncork()
      })
    }
    return client.query(statement)
  }
}

/** As the query builder wants it; each text is prepared once a connection. */
export function preparing(send: Send): PostgresPoolClient['query'] {
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new Error('a pipelined connection has no cursors')
    return send({ text, values: [...values], ...nameOf(text) }) as Promise<PostgresQueryResult<R>>
  }
  return query
}

const mostNames = 500
const names = new Map<string, { name: string }>()
let named = 0

/** Texts are few, since values are parameters; beyond the bound, what is left gets no name and is planned each time. */
function nameOf(text: string): { name?: string } {
  const known = names.get(text)
  if (known) return known
  if (names.size >= mostNames) return {}
  const made = { name: `moqi_${++named}` }
  names.set(text, made)
  return made
}

/** Prepares everything anew: a newer node has changed a table under the plans that connections hold. */
export function forgetPlans(): void {
  names.clear()
}
