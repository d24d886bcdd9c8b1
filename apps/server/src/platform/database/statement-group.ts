import { type Connection, Query, types } from 'pg'

/** A statement with its values as they go over the wire; without a name it is planned each time. */
export type Statement = { text: string; values: (string | Buffer | null)[]; name: string }

/** `command` is the first word of PostgreSQL's answer; `rowCount` null where nothing is counted. */
export type Outcome = { command: string; rowCount: number | null; rows: Record<string, unknown>[] }

/** A statement that somebody waits for. */
export type Awaited = {
  statement: Statement
  resolve: (outcome: Outcome) => void
  reject: (error: Error) => void
}

/** How the columns of a statement's rows are read; `empty` has a row's form. */
type Shape = { names: string[]; parsers: ((text: string) => unknown)[]; empty: Record<string, null> }

/**
 * What one connection has prepared, by name, with the shape of its rows: null when it has none, `unknown` until it has
 * been answered once, `doubtful` when that was an error.
 */
export type Prepared = Map<string, Shape | null | 'unknown' | 'doubtful'>

/** The parts of PostgreSQL's messages that are read here (pg-protocol). */
type RowDescription = { fields: { name: string; dataTypeID: number }[] }
type DataRow = { fields: (string | null)[] }
type CommandComplete = { text: string }

/**
 * Statements that leave together with one Sync behind them (PostgreSQL: Extended Query, Pipelining). A Sync each would
 * have the server send a packet each and this process wake for each; and what was described once is not described
 * again. When one fails, those behind it are skipped and, outside of a transaction, those before it undone: all fail.
 */
export class StatementGroup extends Query {
  readonly #awaited: readonly Awaited[]
  readonly #prepared: Prepared
  readonly #outcomes: Outcome[] = []
  /** How the rows of those are read that were not described. */
  readonly #shapes = new Map<number, Shape | null>()
  /** Prepared by this group, at which statement. */
  readonly #preparing = new Map<string, number>()
  #rows: Outcome['rows'] = []
  #shape: Shape | null = null
  /** Set by the client when an answer may take only so long. */
  declare callback?: (error: Error | null) => void

  constructor(awaited: readonly Awaited[], prepared: Prepared) {
    super('')
    this.#awaited = awaited
    this.#prepared = prepared
  }

  /** Writes everything; called by the client, like what follows. */
  override submit = (connection: Connection): null => {
    for (const [index, { statement }] of this.#awaited.entries()) this.#write(connection, statement, index)
    connection.sync()
    this.#begin()
    return null
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#shape = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text')),
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
    }
  }

  handleDataRow({ fields }: DataRow): void {
    const { names, parsers, empty } = this.#shape ?? noShape
    const row: Record<string, unknown> = { ...empty }
    for (let index = 0; index < fields.length; index++) {
      const value = fields[index] ?? null
      row[names[index] ?? ''] = value === null ? null : parsers[index]?.(value)
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: CommandComplete): void {
    const words = text.split(' ')
    const count = words.length > 1 ? Number(words.at(-1)) : null
    const statement = this.#awaited[this.#outcomes.length]?.statement
    if (statement?.name) this.#prepared.set(statement.name, this.#shape)
    this.#outcomes.push({ command: words[0] ?? '', rowCount: count, rows: this.#rows })
    this.#begin()
  }

  handleEmptyQuery(): void {
    this.#outcomes.push({ command: '', rowCount: null, rows: [] })
    this.#begin()
  }

  handleReadyForQuery(): void {
    this.callback?.(null)
    for (const [index, { resolve, reject }] of this.#awaited.entries()) {
      const outcome = this.#outcomes[index]
      if (outcome) resolve(outcome)
      else reject(new Error('PostgreSQL answered fewer statements than were sent'))
    }
  }

  handleError(error: Error): void {
    this.callback?.(error)
    // Whether the failed one was prepared is not told, and what comes behind it was not.
    for (const [name, index] of this.#preparing)
      if (index >= this.#outcomes.length) this.#prepared.set(name, 'doubtful')
    for (const { reject } of this.#awaited) reject(error)
  }

  #write(connection: Connection, { text, values, name }: Statement, index: number): void {
    const known = name === '' ? undefined : this.#prepared.get(name)
    // Closing what is not there is no error.
    if (known === 'doubtful') connection.close({ type: 'S', name }, true)
    if (known === undefined || known === 'doubtful') {
      connection.parse({ name, text, types: [] }, true)
      if (name !== '') {
        this.#prepared.set(name, 'unknown')
        this.#preparing.set(name, index)
      }
    }
    connection.bind({ statement: name, values }, true)
    if (known === undefined || typeof known === 'string') connection.describe({ type: 'P' }, true)
    else this.#shapes.set(index, known)
    connection.execute(null, true)
  }

  /** Turns to the next statement's answer. */
  #begin(): void {
    this.#rows = []
    this.#shape = this.#shapes.get(this.#outcomes.length) ?? null
  }
}

const noShape: Shape = { names: [], parsers: [], empty: {} }
