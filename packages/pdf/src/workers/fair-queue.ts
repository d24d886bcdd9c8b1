/** How many tasks may wait for one key, and for all keys together. */
export interface QueueBounds {
  readonly perKey: number
  readonly inAll: number
}

/** Tasks that wait for their key's turn. */
export interface FairQueue<Task> {
  /** Adds a task; false when too many wait for its key or in all. */
  add(key: string, task: Task): boolean
  /** The task whose turn it is, from now on running; undefined when none waits. */
  next(): { readonly key: string; readonly task: Task } | undefined
  /** A task of this key no longer runs, and has cost this many milliseconds. */
  finish(key: string, costMs: number): void
  /** Takes out a task that waits; false when it does not. */
  remove(key: string, task: Task): boolean
  /** Takes out all tasks that wait. */
  clear(): Task[]
  readonly size: number
}

interface Account<Task> {
  readonly waiting: Task[]
  running: number
  /** Milliseconds of work, counted up to where the others stood when the key last came. */
  spent: number
}

/** Keys that have nothing to do and are known for what they have spent. */
const mostIdle = 1_000

/**
 * Serves the key that has used the least work, so that one with heavy tasks waits until the others have had as much.
 * A key that already runs a task waits for those that run none. Who has been away gets no credit for it.
 */
export function fairQueue<Task>({ perKey, inAll }: QueueBounds): FairQueue<Task> {
  const accounts = new Map<string, Account<Task>>()
  let size = 0
  /** What the key last served had spent by then. */
  let level = 0

  const accountOf = (key: string): Account<Task> => {
    const account = accounts.get(key) ?? { waiting: [], running: 0, spent: level }
    if (isIdle(account)) account.spent = Math.max(account.spent, level)
    // Who comes anew stands behind whoever has waited with as little.
    if (account.waiting.length === 0) accounts.delete(key)
    accounts.set(key, account)
    return account
  }

  const forgetIdle = (): void => {
    const idle = [...accounts].filter(([, account]) => isIdle(account))
    const known = idle.filter(([, { spent }]) => spent > level).slice(-mostIdle)
    const kept = new Set(known.map(([key]) => key))
    for (const [key] of idle) if (!kept.has(key)) accounts.delete(key)
  }

  return {
    add(key, task) {
      if (size >= inAll || (accounts.get(key)?.waiting.length ?? 0) >= perKey) return false
      accountOf(key).waiting.push(task)
      size += 1
      return true
    },
    next() {
      let chosen: [string, Account<Task>] | undefined
      for (const entry of accounts) {
        if (entry[1].waiting.length > 0 && (!chosen || standsBefore(entry[1], chosen[1]))) chosen = entry
      }
      const task = chosen?.[1].waiting.shift()
      if (!chosen || task === undefined) return undefined
      const [key, account] = chosen
      size -= 1
      account.running += 1
      level = Math.max(level, account.spent)
      accounts.delete(key)
      accounts.set(key, account)
      return { key, task }
    },
    finish(key, costMs) {
      const account = accounts.get(key)
      if (!account) return
      account.running -= 1
      account.spent += costMs
      if (isIdle(account)) forgetIdle()
    },
    remove(key, task) {
      const account = accounts.get(key)
      const index = account?.waiting.indexOf(task) ?? -1
      if (!account || index === -1) return false
      account.waiting.splice(index, 1)
      size -= 1
      return true
    },
    clear() {
      size = 0
      return [...accounts.values()].flatMap(({ waiting }) => waiting.splice(0))
    },
    get size() {
      return size
    },
  }
}

const isIdle = ({ waiting, running }: Account<unknown>) => waiting.length === 0 && running === 0

function standsBefore(one: Account<unknown>, other: Account<unknown>): boolean {
  if (one.running === other.running) return one.spent < other.spent
  return one.running < other.running
}
