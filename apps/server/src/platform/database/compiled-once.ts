import { type Compilable, type CompiledQuery, type Kysely, type PostgresPoolClient, type RawBuilder } from 'kysely'
import type { Schema } from './schema.ts'

type Db = Kysely<Schema>

/** Stands for a parameter's value while its statement is compiled. */
class Place {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * How to send on the connection of a query builder: the builder's own way holds a dozen promises for each statement,
 * which cost a twelfth of a signature.
 */
export const sendingOn = new WeakMap<Db, PostgresPoolClient['query']>()

/**
 * A statement that is built and compiled at its first use and afterwards only given values: building costs more than
 * sending. `build` must not look at the values, whose places it is given; the statement's text is always the same.
 */
export function compiledOnce<Given extends object, Row>(
  build: (db: Db, given: Given) => Compilable<Row> | RawBuilder<Row>,
): (db: Db, given: Given) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, given) => {
    compiled ??= build(db, new Proxy(given, { get: (_, name) => new Place(name) })).compile(db)
    const values = new Map<PropertyKey, unknown>(Object.entries(given))
    const parameters = compiled.parameters.map((value) => (value instanceof Place ? values.get(value.name) : value))
    const send = sendingOn.get(db)
    if (!send) throw new Error('a query builder without a connection')
    const { rows } = await send<Row>(compiled.sql, parameters)
    return rows
  }
}
