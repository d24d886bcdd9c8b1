/** Ceilings for one file; crossing one gives `budget-exceeded`, never an exception (reference §10). */
export interface Limits {
  /** Size of the file in bytes. */
  fileBytes: number
  /** CPU time of this thread, in milliseconds, for what no counting foresees: other limits are met long before. */
  milliseconds: number
  /** One decoded stream, in bytes. */
  streamBytes: number
  /** All decoded streams together, in bytes. */
  decodedBytes: number
  /** Indirect objects parsed, and cross-reference entries read. */
  objects: number
  /** Turns of the loops that input can lengthen. */
  steps: number
  /** Values parsed, whatever they stand in. */
  values: number
  /** Cross-reference entries in force, those of every revision together. */
  entries: number
  revisions: number
  signatures: number
  pages: number
  /** Changes between revisions, those of every pair together. */
  facts: number
  /** Work of drawing, in pixels and what is worth as many (`verify/visual/drawing-work`). */
  drawing: number
  /** Pages that are looked at where nobody can tell how many there are. */
  unknownPages: number
}

/** The documented ceilings: 50 MB, 64 MB a stream and 256 MB together, a million objects. */
export const defaultLimits: Limits = {
  fileBytes: 50 * 1024 * 1024,
  milliseconds: 60_000,
  steps: 1_000_000_000,
  streamBytes: 64 * 1024 * 1024,
  decodedBytes: 256 * 1024 * 1024,
  objects: 1_000_000,
  values: 3_000_000,
  entries: 5_000_000,
  revisions: 1_000,
  signatures: 500,
  pages: 10_000,
  facts: 20_000,
  drawing: 1_000_000_000,
  unknownPages: 60,
}

/** Thrown when a ceiling is crossed; `verifyPdf` turns it into the reason `budget-exceeded`. */
export class BudgetExceeded extends Error {
  constructor(what: string) {
    super(what)
    this.name = 'BudgetExceeded'
  }
}

/** CPU time that this thread has used, in milliseconds. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Counts what one verification has used up. */
export class Budget {
  readonly limits: Limits
  #decoded = 0
  #objects = 0
  #values = 0
  #entries = 0
  #facts = 0
  #steps = 0
  #untimed = 0
  readonly #deadline: number

  constructor(limits: Limits) {
    this.limits = limits
    this.#deadline = threadMs() + limits.milliseconds
  }

  /** Accounts for one parsed object or cross-reference entry. */
  object(): void {
    this.#objects += 1
    if (this.#objects > this.limits.objects) throw new BudgetExceeded('objects')
    this.step()
  }

  /** Accounts for one parsed value. */
  value(): void {
    this.#values += 1
    if (this.#values > this.limits.values) throw new BudgetExceeded('values')
  }

  /** Accounts for the entries in force at the end of a revision. */
  entries(count: number): void {
    this.#entries += count
    if (this.#entries > this.limits.entries) throw new BudgetExceeded('entries of all revisions')
    this.step(count)
  }

  /** Accounts for one change between revisions. None may be left out: it could be the one that matters. */
  fact(): void {
    this.#facts += 1
    if (this.#facts > this.limits.facts) throw new BudgetExceeded('changes')
  }

  /** Accounts for decoded bytes; returns nothing, throws `BudgetExceeded`. */
  decoded(bytes: number): void {
    this.#decoded += bytes
    if (this.#decoded > this.limits.decodedBytes) throw new BudgetExceeded('decoded bytes')
  }

  /** Accounts for bytes looked at, whether or not they came to anything. */
  scanned(bytes: number): void {
    this.step(1 + (bytes >> 6))
  }

  /** Looks at the clock now and then; to be called in every loop that input can lengthen. */
  step(steps = 1): void {
    this.#steps += steps
    if (this.#steps > this.limits.steps) throw new BudgetExceeded('steps')
    this.#untimed += steps
    if (this.#untimed < 256) return
    this.#untimed = 0
    this.checkTime()
  }

  /** Throws `BudgetExceeded` when the time is up. */
  checkTime(): void {
    if (threadMs() > this.#deadline) throw new BudgetExceeded('time')
  }
}
