import { type Kysely, sql } from 'kysely'
import { compiledOnce } from './compiled-once.ts'
import { type Connection, enterTransaction } from './connection.ts'
import type { Schema } from './schema.ts'
import type { Outcome } from './statement-group.ts'
import type { Asking, Send } from './statement-sender.ts'

type Tx = Kysely<Schema>

/**
 * Who sees what transactions change: `heeds` says by a statement's text whether it may matter, and `asks` what it has
 * changed so far, which is asked behind such statements, in their write; `beforeCommit` runs in each transaction with
 * such a statement, as its last work, with the answer, and may leave statements on their way; `afterCommit` hears that
 * it held.
 */
export type Witness = {
  heeds: (text: string) => boolean
  asks: Asking
  beforeCommit: (tx: Tx, answer: Outcome) => Promise<unknown>[]
  afterCommit: () => void
}

type Work<L, T> = {
  lock: (tx: Tx) => Promise<L>
  work: (tx: Tx, locked: L) => Promise<T>
  witness: Witness | undefined
}

/** Runs work in one transaction of a connection, in that tenant. */
export async function oneTransaction<L, T>(
  { send, db, revoke, trailer, tenantId: ofSession }: Connection,
  tenantId: string,
  { lock, work, witness }: Work<L, T>,
): Promise<T> {
  const running: Running = {
    tenantId,
    leaving: [],
    told: [],
    witness,
    isHeeded: false,
    isAsked: false,
    asked: 0,
    answer: null,
  }
  transactions.set(db, running)
  trailer.ask = () => askedBehind(running)
  try {
    // Nothing is written before this is answered: without a transaction each statement would commit by itself.
    const beginning = send({ name: 'begin', text: 'begin' })
    // For the transaction alone: were it undone, the session's tenant would be undone with it.
    const entering = ofSession === tenantId ? null : send({ ...enterTransaction, values: [tenantId] })
    const [locked] = await Promise.all([lock(db), beginning, entering])
    const result = await work(db, locked)
    delete trailer.ask
    const witnessing = running.isHeeded && witness ? await witnessed(witness, running, { send, db }) : []
    const [ended] = await Promise.all([
      send({ name: 'commit', text: 'commit' }, 'apart'),
      ...witnessing,
      ...running.leaving,
      ...tellings(send, running.told),
    ])
    // PostgreSQL answers the commit of a transaction that has failed with ROLLBACK, and no error.
    if (ended.command !== 'COMMIT') throw new Error(`the transaction ended with ${ended.command}`)
    if (running.isHeeded) witness?.afterCommit()
    return result
  } catch (error) {
    delete trailer.ask
    // Before the transaction ends: what came after it would commit by itself.
    revoke()
    await send({ name: 'rollback', text: 'rollback' }, 'apart').catch(() => {})
    throw error
  } finally {
    transactions.delete(db)
  }
}

/** Each answer tells of everything so far: work of hundreds of steps is asked about at its end. */
const mostAsked = 4

/** The witness's question goes out with the statements that it is about: by itself it would be a trip more. */
function askedBehind(running: Running) {
  if (!running.isHeeded || running.isAsked || running.asked >= mostAsked || !running.witness) return undefined
  running.isAsked = true
  running.asked += 1
  return {
    ...running.witness.asks,
    answered(answer: Promise<Outcome>) {
      running.answer = answer
      answer.catch(() => {})
    },
  }
}

async function witnessed(
  { asks, beforeCommit }: Witness,
  { isAsked, answer }: Running,
  { send, db }: Pick<Connection, 'send' | 'db'>,
): Promise<Promise<unknown>[]> {
  return beforeCommit(db, await (isAsked && answer ? answer : send(asks)))
}

/**
 * A transaction under way: the tenant it is in, the returns from other tenants that nobody has waited for yet, and what
 * other nodes are told afterwards, its witness, and whether that heeded something.
 */
type Running = {
  tenantId: string
  leaving: Promise<void>[]
  told: Telling[]
  witness: Witness | undefined
  isHeeded: boolean
  /** Whether nothing was sent since the witness asked that could have changed its answer. */
  isAsked: boolean
  asked: number
  answer: Promise<Outcome> | null
}
type Telling = { channel: string; payload: string }
const transactions = new WeakMap<Tx, Running>()

/** Hears of a statement that a transaction may have been begun for: whether its witness heeds it. */
export function heardStatement(db: Tx, text: string): void {
  const running = transactions.get(db)
  if (!running) return
  if (!running.isHeeded && running.witness?.heeds(text)) running.isHeeded = true
  if (text !== tenantSet) running.isAsked = false
}

/**
 * Tells every node that listens, once the transaction has ended. PostgreSQL would let commits that tell something wait
 * for one another; an event that is lost with this process costs a page no more than its next reading.
 */
export function tellAfterwards(tx: Tx, telling: Telling): void {
  const running = transactions.get(tx)
  if (!running) throw new Error('tellAfterwards needs a transaction')
  running.told.push(telling)
}

function tellings(send: Send, told: Telling[]): Promise<unknown>[] {
  if (told.length === 0) return []
  const values = [told.map(({ channel }) => channel), told.map(({ payload }) => payload)]
  const text = 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as telling (channel, payload)'
  // Behind the commit, in order: what was not committed is at worst told in vain.
  return [send({ name: 'tell', text, values }).catch(() => {})]
}

/**
 * Runs part of a transaction as another tenant: a contract's parties each have rows in their own. Nothing else of the
 * transaction may run meanwhile, since statements are sent in order on one connection.
 */
export async function inTenant<T>(tx: Tx, tenantId: string, work: () => Promise<T>): Promise<T> {
  const running = transactions.get(tx)
  if (!running) throw new Error('inTenant needs a transaction')
  const before = running.tenantId
  if (before === tenantId) return work()
  const entering = moveTo(tx, tenantId)
  running.tenantId = tenantId
  try {
    const [result] = await Promise.all([work(), entering])
    return result
  } finally {
    running.tenantId = before
    // Whatever comes next stands behind it. If it fails so does the commit, which reports it.
    const leaving = moveTo(tx, before)
    leaving.catch(() => {})
    running.leaving.push(leaving)
  }
}

const setTenant = compiledOnce(
  (_, { tenantId }: { tenantId: string }) => sql`select set_config('moqi.tenant', ${tenantId}, true)`,
)
/** That statement's text, which changes no row. */
const tenantSet = `select set_config('moqi.tenant', $1, true)`

async function moveTo(tx: Tx, tenantId: string): Promise<void> {
  await setTenant(tx, { tenantId })
}
